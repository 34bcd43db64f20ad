/** A monitor asks often and gives up soon: a database that does not answer in this time counts as unreachable. */
export const DATABASE_ANSWER_MS_MAX = 2_000;
