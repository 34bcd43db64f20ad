type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** An object without its properties that are undefined, such as the fields that a request left out. */
export function omitUndefined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
