declare const fromAddress: unique symbol;

/** A text of the page's address: anybody can write one there, so the server judges its value. */
export type AddressText = string & { readonly [fromAddress]: true };

/** Some of them, by their names. */
export type AddressTexts<N extends string> = Readonly<Record<N, AddressText>>;

/** What a route takes that asks for nothing. */
export type NoInput = Readonly<Record<never, never>>;

// What a schema coerces could be anything to it.
type QueryValue<T> = unknown extends T
  ? string | number | boolean
  : T extends "true" | "false"
    ? T | boolean
    : T;

/** The parameters of a query. Those that are empty or null are left out. */
export type Query<T> = { [K in keyof T]: QueryValue<T[K]> | AddressText | "" | null };
