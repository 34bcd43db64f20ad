/** Where a request came from, for the audit trail. */
export type Origin = { ip: string | null; requestId: string };
