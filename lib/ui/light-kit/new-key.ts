let lastKey = 0;

/** A key that is unique on the page. */
export function newKey(): string {
  lastKey += 1;
  return `k${lastKey}`;
}
