/** What went wrong, in words for whoever runs a client. */
export class ClientError extends Error {}
