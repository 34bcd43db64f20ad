/**
 * The object store could not be reached, refused, or answered as no object store does. Separate from the store itself,
 * whose client is large.
 */
export class StoreError extends Error {
  constructor(cause: unknown) {
    const { name, message } = cause as Error;
    super(`the object store failed: ${name}: ${message}`, { cause });
  }
}
