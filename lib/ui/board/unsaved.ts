/** What was given, without what was saved of it: what was given anew in the meantime stays. */
export function withoutSaved<T extends object>(given: T, saved: T): T {
  const kept = Object.entries(given).filter(([key, value]) => saved[key as keyof T] !== value);
  return Object.fromEntries(kept) as T;
}
