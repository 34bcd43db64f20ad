const STATE = Symbol.for("workspace-platform.process");

const holder = globalThis as typeof globalThis & { [STATE]?: Map<string, unknown> };

/**
 * Something that a process has once. A module's own variable is there once for each bundle that carries the module, and
 * the web process loads two of them: Next's, and that of the front door's own routes.
 * @param name of the thing; the same in every bundle
 * @param make called for whoever asks first
 */
export function processWide<T>(name: string, make: () => T): T {
  const things = holder[STATE] ?? new Map<string, unknown>();
  holder[STATE] = things;
  if (!things.has(name)) things.set(name, make());
  return things.get(name) as T;
}
