import type { z } from "zod";
import type { JsonValue } from "@/lib/http/fields";

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Values that others change too, brought from one state to another: each that still is as in `from` becomes as in
 * `onto`, and whatever differs stays.
 */
export function rebased<T extends object>(values: T, from: T, onto: T): T {
  const at = (state: T, name: string) => state[name as keyof T];
  const names = new Set([values, from, onto].flatMap((state) => Object.keys(state)));
  const entries = [...names].flatMap((name) => {
    const source = isSame(at(values, name), at(from, name)) ? onto : values;
    return name in source ? [[name, at(source, name)]] : [];
  });
  return Object.fromEntries(entries);
}

/** What differs from `from`. A form sends only this, so that what others changed of the rest stays. */
export function changedOf<T extends object>(values: T, from: T): Partial<T> {
  const changed = Object.entries(values).filter(([name, value]) => !isSame(value, from[name as keyof T]));
  return Object.fromEntries(changed) as Partial<T>;
}

/** The parts of an answer that a change of it names, to tell the server what they were. */
export function partsOf<T extends object, C extends object>(
  answer: T,
  change: C,
): { [Part in keyof T & keyof C]: z.input<typeof JsonValue> } {
  const parts = Object.entries(answer).filter(([name]) => name in change);
  return Object.fromEntries(parts) as { [Part in keyof T & keyof C]: z.input<typeof JsonValue> };
}
