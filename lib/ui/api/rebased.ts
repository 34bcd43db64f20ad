/**
 * Values that others change too, brought from one state to another: each that still is as in `from` becomes as in
 * `onto`, and whatever differs stays.
 */
export function rebased<T extends object>(values: T, from: T, onto: T): T {
  const at = (state: T, name: string) => state[name as keyof T];
  const names = new Set([values, from, onto].flatMap((state) => Object.keys(state)));
  const entries = [...names].flatMap((name) => {
    const source = at(values, name) === at(from, name) ? onto : values;
    return name in source ? [[name, at(source, name)]] : [];
  });
  return Object.fromEntries(entries);
}
