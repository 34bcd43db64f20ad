import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Routes as Handlers } from "@/app/api/v1/openapi.json/routes";
import type { PageOf, Route } from "@/lib/routes/route";
import { api } from "@/lib/ui/api/client";
import { keyOf, useAnswer, useKeep, useList, useSend } from "@/lib/ui/api/resource-queries";
import type { Routes } from "@/lib/ui/api/routes";

/*
 * What must not compile is marked as such: the compiler reports a mark that marks nothing. Nothing here is run but one
 * line, for the types are the test.
 */

const params = { workspace_id: "0199a3f0-6d1c-7c43-9a53-3f8b6a0f2b11" };
const TEAMS = "/workspaces/{workspace_id}/teams";

async function calls() {
  const { items } = await api.page(TEAMS, { params, query: { search: "core", limit: 5, type: "" } });
  const names: string[] = items.map((team) => team.name);
  const team = await api.post(TEAMS, { params, body: { name: "Core", type: "manual" } });
  // @ts-expect-error the answer holds no such thing
  team.nonsense;
  // @ts-expect-error no such path
  await api.page("/workspaces/{workspace_id}/team", { params });
  // @ts-expect-error no such method
  await api.put(TEAMS, { params });
  // @ts-expect-error a path asks for its variable parts
  await api.page(TEAMS);
  // @ts-expect-error by their names
  await api.page(TEAMS, { params: { workspace: "" } });
  // @ts-expect-error no such parameter of the query
  await api.page(TEAMS, { params, query: { serch: "core" } });
  // @ts-expect-error no such value of it
  await api.page(TEAMS, { params, query: { type: "nonsense" } });
  // @ts-expect-error no such field of the body
  await api.post(TEAMS, { params, body: { name: "Core", type: "manual", title: "" } });
  // @ts-expect-error a body is wanted
  await api.post(TEAMS, { params });
  // @ts-expect-error a list is no single answer
  await api.get(TEAMS, { params });
  // @ts-expect-error it takes nothing
  await api.get("/health", { params });
  return names;
}

function useThem() {
  const team = useAnswer("/workspaces/{workspace_id}/teams/{team_id}", {
    params: { ...params, team_id: "" },
  });
  const name: string | undefined = team.data?.name;
  const teams = useList(TEAMS, { params }, { pollMs: (items) => items.length });
  // @ts-expect-error a team holds no such thing
  teams.items?.[0]?.nonsense;
  // @ts-expect-error a path asks for its variable parts
  useList(TEAMS, {});
  const TEAM = `${TEAMS}/{team_id}` as const;
  const create = useSend("post", TEAMS, params);
  create.mutate({ name: "Core", type: "manual" });
  // @ts-expect-error a body is wanted
  create.mutate();
  // @ts-expect-error no such field of the body
  create.mutate({ name: "Core", type: "manual", title: "" });
  useSend("delete", TEAM, { ...params, team_id: "" }).mutate();
  const remove = useSend("delete", TEAM, params);
  remove.mutate("the id");
  // @ts-expect-error the part of the path that is not given yet is wanted
  remove.mutate();
  // @ts-expect-error no such method
  useSend("put", TEAM, params);
  // @ts-expect-error the answer is kept where it belongs
  useSend("post", TEAMS, params, { onSuccess: useKeep(keyOf("/developers/me")) });
  // @ts-expect-error no such path
  keyOf("/workspaces/{workspace_id}/team");
  // @ts-expect-error no such part of it
  keyOf(TEAMS, { team_id: "" });
  // @ts-expect-error no such parameter of the query
  keyOf(TEAMS, params, { serch: "" });
  return name;
}

type IsAny<T> = 0 extends 1 & T ? true : false;
type Fits<Given, Taken> =
  IsAny<Given> extends true
    ? false
    : IsAny<Taken> extends true
      ? false
      : [Given] extends [Taken]
        ? true
        : false;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Answer<S> = S extends PageOf<infer I> ? z.output<I> : S extends z.ZodType ? z.output<S> : undefined;
type Entry<E> = E extends { input: infer I }
  ? {
      body: "body" extends keyof I ? I["body"] : undefined;
      answer: E extends { answer: infer A } ? A : E extends { item: infer A } ? A : undefined;
    }
  : never;
type Loaded<P extends keyof Handlers> = Awaited<ReturnType<Handlers[P]>>;

/** The routes whose handlers do not take what the client sends, or answer something else than it expects. */
type Differing = {
  [P in keyof Handlers]: {
    [M in Exclude<keyof Loaded<P>, "OPTIONS">]: Loaded<P>[M] extends Route<
      infer _P,
      infer _Q,
      infer B,
      infer R
    >
      ? M extends keyof Routes
        ? P extends keyof Routes[M]
          ? [
              Fits<Entry<Routes[M][P]>["body"], Input<B>>,
              Fits<Answer<R>, Entry<Routes[M][P]>["answer"]>,
            ] extends [true, true]
            ? never
            : `${M & string} ${P}`
          : `${M & string} ${P}`
        : `${M & string} ${P}`
      : `${M & string} ${P}`;
  }[Exclude<keyof Loaded<P>, "OPTIONS">];
}[keyof Handlers];

describe("the client's types", () => {
  it("refuse what the routes do not declare, and fit all handlers", () => {
    const outcome: [Differing] extends [never] ? "they fit" : Differing = "they fit";
    expect([calls, useThem, outcome]).toHaveLength(3);
  });
});
