/** Scrapes within this time share what was read from the database. */
export const STATE_SHARED_MS = 10_000;
/** The same for what takes a look at a whole table. */
export const SLOW_STATE_SHARED_MS = 60_000;
/** A statement that takes longer is left out of the scrape, which says so. */
export const STATE_ANSWER_MS_MAX = 2_000;
/** Once reading has taken this long, the rest is left out: Prometheus gives a scrape 10 s. */
export const STATE_READ_MS_MAX = 4_000;
/** Jobs, deliveries and hours are counted no further, because counting takes as long as there are rows. */
export const ROWS_COUNTED_MAX = 10_000;
export const DELIVERIES_COUNTED_MAX = 50_000;
/** Webhooks that are looked at for what waits longest. */
export const WEBHOOKS_LOOKED_AT_MAX = 2_000;
export const TABLES_SHOWN_MAX = 20;
/** A worker whose port is taken, such as by another one on the same machine, tries again after this. */
export const PORT_RETRY_MS = 5_000;
