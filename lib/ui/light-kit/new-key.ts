let lastKey = 0;

/** A key that nothing else on the page has. */
export function newKey(): string {
  lastKey += 1;
  return `k${lastKey}`;
}
