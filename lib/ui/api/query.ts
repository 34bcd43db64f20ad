declare const fromAddress: unique symbol;

/** A text from the page's address. Anybody can write one there, so the server must validate it. */
export type AddressText = string & { readonly [fromAddress]: true };

/** Several of them, by name. */
export type AddressTexts<N extends string> = Readonly<Record<N, AddressText>>;

/** The input of a route that requires nothing. */
export type NoInput = Readonly<Record<never, never>>;

// The input type of a coercing schema says nothing.
type QueryValue<T> = unknown extends T
  ? string | number | boolean
  : T extends "true" | "false"
    ? T | boolean
    : T;

/** The parameters of a query. Empty ones and null are left out. */
export type Query<T> = { [K in keyof T]: QueryValue<T[K]> | AddressText | "" | null };
