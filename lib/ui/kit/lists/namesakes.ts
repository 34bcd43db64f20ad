/** Whether another item of a list goes by the same name, so that a row must say more to be told from it. */
export function isNamesake(
  { id, name }: { id: string; name: string },
  items: readonly { id: string; name: string }[],
): boolean {
  return items.some((other) => other.id !== id && other.name === name);
}
