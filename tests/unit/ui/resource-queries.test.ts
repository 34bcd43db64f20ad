import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { addressOf, inputWith } from "@/lib/ui/api/address";
import {
  answerChange,
  editItems,
  isDeleted,
  keyOf,
  knownItems,
  markDeleted,
  refresh,
} from "@/lib/ui/api/resource-queries";

const TEAMS = "/workspaces/{workspace_id}/teams";

describe("the address of a route", () => {
  it("has its variable parts encoded, so that none of them can lead elsewhere", () => {
    expect(addressOf(`${TEAMS}/{team_id}`, { workspace_id: "w", team_id: "../x?y" })).toBe(
      "/api/v1/workspaces/w/teams/..%2Fx%3Fy",
    );
  });

  it("says of the query what is set", () => {
    const query = { search: "a b", type: "", limit: 5, status: null, is_active: false, cursor: undefined };
    expect(addressOf(TEAMS, { workspace_id: "w" }, query)).toBe(
      "/api/v1/workspaces/w/teams?search=a+b&limit=5&is_active=false",
    );
  });
});

describe("the input of a change", () => {
  const workspace = { workspace_id: "w" };
  it("has as its body what is sent once every part of the path is known", () => {
    expect(inputWith(TEAMS, workspace, { name: "Core" })).toEqual({
      params: workspace,
      body: { name: "Core" },
    });
  });

  it("has what is sent as the part of the path that was not known, and no body", () => {
    expect(inputWith(`${TEAMS}/{team_id}`, workspace, "t")).toEqual({
      params: { workspace_id: "w", team_id: "t" },
    });
  });
});

describe("what pages have read", () => {
  const list = (...names: string[]) => ({
    pages: [{ items: names.map((name) => ({ id: name, name })), next: null }],
    pageParams: [null],
  });
  const listKey = (workspace: string, search: string) => [
    ...keyOf(TEAMS, { workspace_id: workspace }, { search }),
    "pages",
    "",
  ];

  function aCache() {
    const queries = new QueryClient();
    queries.setQueryData(listKey("w", ""), list("a", "b"));
    queries.setQueryData(listKey("w", "b"), list("b"));
    queries.setQueryData(listKey("other", ""), list("b"));
    queries.setQueryData([...keyOf(TEAMS, { workspace_id: "w" }), "first page"], { items: [{ id: "b" }] });
    const namesAt = (...key: Parameters<typeof listKey>) =>
      queries.getQueryData<ReturnType<typeof list>>(listKey(...key))?.pages[0]?.items.map(({ id }) => id);
    return { queries, namesAt };
  }

  it("is edited in all lists of a workspace, whatever their filters, and in no other", async () => {
    const { queries, namesAt } = aCache();
    const key = keyOf(TEAMS, { workspace_id: "w" });
    const takeBack = await editItems(queries, key, (teams) => teams.filter(({ id }) => id !== "b"));
    expect([namesAt("w", ""), namesAt("w", "b"), namesAt("other", "")]).toEqual([["a"], [], ["b"]]);
    takeBack();
    expect([namesAt("w", ""), namesAt("w", "b")]).toEqual([["a", "b"], ["b"]]);
  });

  it("is found in the lists alone, and in those of a filter where one is named", () => {
    const { queries } = aCache();
    const params = { workspace_id: "w" };
    expect(knownItems(queries, keyOf(TEAMS, params)).map(({ id }) => id)).toEqual(["a", "b", "b"]);
    expect(knownItems(queries, keyOf(TEAMS, params, { search: "b" })).map(({ id }) => id)).toEqual(["b"]);
  });

  it("is refreshed by route: all with the same beginning, and nothing else", async () => {
    const { queries } = aCache();
    await queries.invalidateQueries({ queryKey: keyOf(TEAMS, { workspace_id: "w" }) });
    const stale = queries.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
    expect(stale).toHaveLength(3);
    expect(queries.getQueryState(listKey("other", ""))?.isInvalidated).toBe(false);
  });

  it("is read again after a change that a first answer on its way may not know", async () => {
    const queries = new QueryClient();
    const queryKey = listKey("w", "");
    const answers = ["before", "after"];
    let answer = () => {};
    const queryFn = async () => {
      const read = answers.shift();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return read;
    };
    onTestFinished(new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {}));
    const refreshed = refresh(queries, { queryKey: keyOf(TEAMS, { workspace_id: "w" }) });
    answer();
    await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toBe("before"));
    await vi.waitFor(() => expect(answers).toEqual([]));
    answer();
    await refreshed;
    expect(queries.getQueryData(queryKey)).toBe("after");
  });
});

describe("a change of an answer", () => {
  const TEAM = `${TEAMS}/{team_id}` as const;
  const key = keyOf(TEAM, { workspace_id: "w", team_id: "a" });
  const listKey = [...keyOf(TEAMS, { workspace_id: "w" }), "pages", ""];

  /** A team, read for its page and in a list, whose changes the test answers; null refuses one. */
  function aTeam() {
    const queries = new QueryClient();
    const team = { id: "a", name: "Old" };
    queries.setQueryData<unknown>(key, team);
    queries.setQueryData(listKey, { pages: [{ items: [team], next: null }], pageParams: [null] });
    const waiting: ((name: string | null) => void)[] = [];
    const options = answerChange(queries, key, {
      send: () =>
        new Promise<never>((resolve, reject) => {
          waiting.push((name) =>
            name === null ? reject(new Error("refused")) : resolve({ id: "a", name } as never),
          );
        }),
      edit: (shown, name: string) => ({ ...shown, name }),
      inLists: {
        key: keyOf(TEAMS, { workspace_id: "w" }),
        edit: (teams, name) => teams.map((each) => ({ ...each, name })),
      },
    });
    return {
      change: (name: string) => new MutationObserver(queries, options).mutate(name),
      answer: async (name: string | null) => {
        await vi.waitFor(() => expect(waiting).toHaveLength(1));
        waiting.shift()?.(name);
      },
      shown: () => [
        queries.getQueryData<{ name: string }>(key as readonly unknown[])?.name,
        queries.getQueryData<{ pages: { items: { name: string }[] }[] }>(listKey)?.pages[0]?.items[0]?.name,
      ],
    };
  }

  it("is shown at once, and the answer to an earlier one takes nothing back", async () => {
    const { change, answer, shown } = aTeam();
    const first = change("One");
    const second = change("Two");
    await vi.waitFor(() => expect(shown()).toEqual(["Two", "Two"]));
    await answer("One");
    await first;
    expect(shown()).toEqual(["Two", "Two"]);
    await answer("Two, as stored");
    await second;
    expect(shown()[0]).toBe("Two, as stored");
  });

  it("that is refused goes back, where it is alone and in its row", async () => {
    const { change, answer, shown } = aTeam();
    const refused = change("One");
    await vi.waitFor(() => expect(shown()).toEqual(["One", "One"]));
    await answer(null);
    await expect(refused).rejects.toThrow("refused");
    expect(shown()).toEqual(["Old", "Old"]);
  });
});

describe("what was deleted here", () => {
  const WEBHOOKS = "/workspaces/{workspace_id}/crm/webhooks";
  const WEBHOOK = `${WEBHOOKS}/{webhook_id}` as const;
  const DELIVERIES = `${WEBHOOK}/deliveries` as const;
  const [own, other] = ["own", "other"].map((webhook_id) => ({ workspace_id: "w", webhook_id }));
  const keys = [
    keyOf(WEBHOOKS, { workspace_id: "w" }),
    ...[own, other].flatMap((params) => [keyOf(WEBHOOK, params), keyOf(DELIVERIES, params)]),
  ];

  function aCache() {
    const queries = new QueryClient();
    for (const key of keys) queries.setQueryData(key as readonly unknown[], {});
    const areDeleted = () =>
      keys.map((queryKey) => {
        const query = queries.getQueryCache().find({ queryKey: queryKey as readonly unknown[] });
        return query !== undefined && isDeleted(query);
      });
    return { queries, areDeleted };
  }

  it("is known with all that is below it, and no other", () => {
    const { queries, areDeleted } = aCache();
    expect(areDeleted()).toEqual([false, false, false, false, false]);
    markDeleted(queries, WEBHOOK, own ?? {});
    expect(areDeleted()).toEqual([false, true, true, false, false]);
  });

  it("is not a list that was emptied, which can still be read", () => {
    const { queries, areDeleted } = aCache();
    markDeleted(queries, DELIVERIES, own ?? {});
    expect(areDeleted()).not.toContain(true);
  });

  it("is read like any other once it was restored and read again", () => {
    const { queries, areDeleted } = aCache();
    markDeleted(queries, WEBHOOK, own ?? {});
    queries.setQueryData(keyOf(WEBHOOK, own) as readonly unknown[], {}, { updatedAt: Date.now() + 1 });
    expect(areDeleted()).toEqual([false, false, true, false, false]);
  });
});
