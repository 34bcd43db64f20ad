const STATE = Symbol.for("workspace-platform.process");

const holder = globalThis as typeof globalThis & { [STATE]?: Map<string, unknown> };

/**
 * Something that exists once per process. A module's own variable exists once per bundle that includes the module, and
 * the web process loads two: Next's, and that of the front door's own routes.
 * @param name the same in every bundle
 * @param make called by whoever asks first
 */
export function processWide<T>(name: string, make: () => T): T {
  const things = holder[STATE] ?? new Map<string, unknown>();
  holder[STATE] = things;
  if (!things.has(name)) things.set(name, make());
  return things.get(name) as T;
}
