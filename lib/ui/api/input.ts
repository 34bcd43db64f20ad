import type { Routes } from "@/lib/ui/api/routes";

/* The input and answer of each route, by method and path, from the declarations in `routes.d.ts`. */

export type Method = keyof Routes;
export type Path<M extends Method> = keyof Routes[M] & string;
export type AnyPath = { [M in Method]: Path<M> }[Method];

type PathsThat<M extends Method, K extends string> = {
  [P in keyof Routes[M]]: Routes[M][P] extends Record<K, unknown> ? P : never;
}[keyof Routes[M]] &
  string;

/** Paths that answer with one thing, with a paged list, with a file, and with events. */
export type AnswerPath<M extends Method = "GET"> = PathsThat<M, "answer">;
export type ListPath = PathsThat<"GET", "item">;
export type FilePath = PathsThat<"GET", "file">;
export type EventsPath = PathsThat<"GET", "events">;

export type InputOf<M extends Method, P extends Path<M>> = Routes[M][P] extends { input: infer I }
  ? I
  : never;
export type AnswerOf<M extends Method, P extends Path<M>> = Routes[M][P] extends { answer: infer A }
  ? A
  : never;
export type ItemOf<P extends ListPath> = Routes["GET"][P] extends { item: infer I } ? I : never;
export type BodyOf<M extends Method, P extends Path<M>> =
  InputOf<M, P> extends { body?: infer B } ? B : never;
export type QueryOf<P extends Path<"GET">> = InputOf<"GET", P> extends { query?: infer Q } ? Q : never;

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** The variable parts of a path. */
export type ParamsOf<P extends string> = { [K in NamesIn<P>]: string };

/** What a call with some variable parts of its path still needs: the one that is missing, else the body if there is one. */
export type RestOf<M extends Method, P extends Path<M>, G> = [Exclude<NamesIn<P>, keyof G>] extends [never]
  ? InputOf<M, P> extends { body: infer B }
    ? B
    : // biome-ignore lint/suspicious/noConfusingVoidType: of a function that is called without an argument.
      (BodyOf<M, P> & object) | void
  : string;

/** The last argument of a call, optional if the route requires nothing. */
export type Given<I> = Record<never, never> extends I ? [given?: I] : [given: I];
