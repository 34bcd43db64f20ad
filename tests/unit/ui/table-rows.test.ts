import { describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/ui/api/client";
import { RowConflict, type RowSource } from "@/lib/ui/tables/grid/row-source";
import { RowStore } from "@/lib/ui/tables/grid/row-store";
import type { Row } from "@/lib/ui/tables/grid/types";

const AT = "2026-11-20T09:00:00.000Z";
const ALL = { filter: "", search: "", sort: "created_at" };

function row(id: string, values: Row["values"], version = 1): Row {
  return { id, values, row_version: version, created_at: AT, updated_at: AT };
}

/** A server of its own: versions, refusals and all. */
class Server implements RowSource {
  rows: Row[];
  writes = 0;
  refuse: (() => Error) | null = null;

  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, at) => row(`r${at}`, { name: `Row ${at}`, count: at }));
  }

  list = async (_query: unknown, offset: number) => this.rows.slice(offset, offset + 100);
  count = async () => this.rows.length;
  write = async (changes: { id?: string; values: Row["values"]; row_version?: number }[]) => {
    this.writes++;
    const refusal = this.refuse?.();
    if (refusal) throw refusal;
    const stale = changes.flatMap(({ id, row_version }) => {
      const now = this.rows.find((each) => each.id === id);
      return now && now.row_version !== row_version ? [now] : [];
    });
    if (stale.length > 0) throw new RowConflict(stale);
    return changes.map(({ id, values }) => {
      const before = this.rows.find((each) => each.id === id);
      const after = before
        ? row(before.id, { ...before.values, ...values }, before.row_version + 1)
        : row(`new${this.rows.length}`, values);
      this.rows = before ? this.rows.map((each) => (each === before ? after : each)) : [...this.rows, after];
      return after;
    });
  };
  remove = async (ids: string[]) => {
    this.rows = this.rows.filter(({ id }) => !ids.includes(id));
  };
  restore = async () => {};

  /** Somebody else's change. */
  change(id: string, values: Row["values"]) {
    this.rows = this.rows.map((each) =>
      each.id === id ? row(id, { ...each.values, ...values }, each.row_version + 1) : each,
    );
  }

  valueOf(id: string, key: string) {
    return this.rows.find((each) => each.id === id)?.values[key];
  }
}

async function opened(count = 3) {
  const server = new Server(count);
  const store = new RowStore(server, ALL, { rows: server.rows.slice(0, 100), count });
  return { server, store, state: () => store.getSnapshot() };
}

describe("rows that others change meanwhile", () => {
  it("are read again in place", async () => {
    const { server, store, state } = await opened();
    server.change("r1", { name: "Theirs" });
    server.rows.push(row("r3", { name: "New" }));
    store.refresh();
    expect(store.rowAt(1)?.values.name).toBe("Row 1");
    await vi.waitFor(() => expect(store.rowAt(1)?.values.name).toBe("Theirs"));
    await vi.waitFor(() => expect(state().count).toBe(4));
    expect(store.rowAt(3)?.values.name).toBe("New");
  });

  it("are shown although others go on changing them faster than they are read", async () => {
    const { server, store } = await opened();
    const answers: (() => void)[] = [];
    server.list = async (_query, offset) => {
      const rows = server.rows.slice(offset, offset + 100);
      await new Promise<void>((resolve) => answers.push(resolve));
      return rows;
    };
    const changeTo = (name: string) => {
      server.change("r1", { name });
      store.refresh();
    };
    changeTo("First");
    changeTo("Second");
    answers.shift()?.();
    await vi.waitFor(() => expect(store.rowAt(1)?.values.name).toBe("First"));
    changeTo("Third");
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers.shift()?.();
    await vi.waitFor(() => expect(store.rowAt(1)?.values.name).toBe("Second"));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers.shift()?.();
    await vi.waitFor(() => expect(store.rowAt(1)?.values.name).toBe("Third"));
    expect(answers).toHaveLength(0);
  });

  it("stay as they are under somebody who writes, so that neither value is lost", async () => {
    const { server, store, state } = await opened();
    const { list } = server;
    let reads = 0;
    server.list = (query, offset) => {
      reads++;
      return list(query, offset);
    };
    // One answer is under way as the writing begins, another change comes during it.
    store.refresh();
    store.hold(true);
    server.change("r0", { name: "Theirs" });
    store.refresh();
    await vi.waitFor(() => expect(reads).toBe(1));
    expect(store.rowAt(0)?.values.name).toBe("Row 0");
    store.change([{ rowId: "r0", key: "name", value: "Mine" }]);
    store.hold(false);
    await store.save();
    expect(state().conflicts).toMatchObject([{ mine: "Mine", theirs: "Theirs" }]);
    expect(reads).toBe(1);
    const [conflict] = state().conflicts;
    if (conflict) store.settle(conflict, false);
    await vi.waitFor(() => expect(reads).toBe(2));
    expect(store.rowAt(0)?.values.name).toBe("Theirs");
  });

  it("are not put back to what an older answer says", async () => {
    const { server, store } = await opened();
    const old = [...server.rows];
    let answer = (_rows: Row[]) => {};
    server.list = () => new Promise((resolve) => (answer = resolve));
    store.refresh();
    store.change([{ rowId: "r0", key: "name", value: "Mine" }]);
    await store.save();
    answer(old);
    await vi.waitFor(() => expect(store.rowAt(2)?.values.name).toBe("Row 2"));
    expect(store.rowAt(0)?.values.name).toBe("Mine");
  });
});

describe("rows in a grid", () => {
  it("show a change at once and keep it once it is saved", async () => {
    const { server, store, state } = await opened();
    store.change([{ rowId: "r0", key: "name", value: "Other" }]);
    expect(store.rowAt(0)?.values.name).toBe("Other");
    await store.save();
    expect(server.valueOf("r0", "name")).toBe("Other");
    expect(state().unsavedCount).toBe(0);
    expect(store.rowAt(0)?.row_version).toBe(2);
  });

  it("are saved by one request however many cells are changed at once", async () => {
    const { server, store } = await opened(100);
    store.change(server.rows.map(({ id }) => ({ rowId: id, key: "count", value: 7 })));
    await store.save();
    expect(server.writes).toBe(1);
  });

  it("take over what somebody else changed in other cells of the row", async () => {
    const { server, store, state } = await opened();
    server.change("r0", { count: 99 });
    store.change([{ rowId: "r0", key: "name", value: "Mine" }]);
    await store.save();
    expect(state().conflicts).toEqual([]);
    expect(server.valueOf("r0", "name")).toBe("Mine");
    expect(server.valueOf("r0", "count")).toBe(99);
  });

  it.each([
    [true, "Mine"],
    [false, "Theirs"],
  ])("ask which value to keep if two people changed one cell (mine: %s)", async (isMine, kept) => {
    const { server, store, state } = await opened();
    server.change("r0", { name: "Theirs" });
    store.change([{ rowId: "r0", key: "name", value: "Mine" }]);
    await store.save();
    const [conflict] = state().conflicts;
    expect(conflict).toMatchObject({ mine: "Mine", theirs: "Theirs" });
    expect(server.valueOf("r0", "name")).toBe("Theirs");
    if (conflict) store.settle(conflict, isMine);
    await store.save();
    expect(server.valueOf("r0", "name")).toBe(kept);
    expect(store.rowAt(0)?.values.name).toBe(kept);
    expect(state().unsavedCount).toBe(0);
  });

  it("keep a cell that the server refuses, say why, and save the others", async () => {
    const { server, store, state } = await opened();
    server.refuse = () => {
      server.refuse = null;
      return new ApiError(422, "The request body is not valid.", [
        { path: "rows.0.values.count", message: "Too large" },
      ]);
    };
    store.change([
      { rowId: "r0", key: "count", value: 1e30 },
      { rowId: "r1", key: "name", value: "Fine" },
    ]);
    await store.save();
    expect(state().faults.get("r0")).toEqual({ count: "Too large" });
    expect(store.rowAt(0)?.values.count).toBe(1e30);
    expect(server.valueOf("r1", "name")).toBe("Fine");
  });

  it("go on being saved where somebody archived a column that was written into, and say what is not", async () => {
    const { server, store, state } = await opened();
    const refused = () =>
      new ApiError(422, "Invalid", [{ path: "rows.0.values.count", message: "No such column" }]);
    store.keepColumns(["name", "count"]);
    // Archived a moment ago: the page does not know yet.
    server.refuse = () => refused();
    store.change([{ rowId: "r0", key: "count", value: 7 }]);
    await store.save();
    expect(state().faults.get("r0")).toEqual({ count: "No such column" });
    server.refuse = null;
    store.change([{ rowId: "r1", key: "name", value: "Mine" }]);
    store.keepColumns(["name"]);
    await store.save();
    expect(state()).toMatchObject({ unsavedCount: 0, lost: { value: 7 } });
    expect(state().faults.size).toBe(0);
    store.change([{ rowId: "r0", key: "name", value: "Mine too" }]);
    await store.save();
    expect([server.valueOf("r0", "name"), server.valueOf("r1", "name")]).toEqual(["Mine too", "Mine"]);
    expect(state().lost).toBeNull();
    // Typed into a cell that stayed open.
    store.change([{ rowId: "r2", key: "count", value: 9 }]);
    await store.save();
    expect(state()).toMatchObject({ unsavedCount: 0, lost: { value: 9 } });
  });

  it("are undone past what stood in a column that is gone, and there again once it is back", async () => {
    const { server, store, state } = await opened();
    const before = { name: server.valueOf("r1", "name"), count: server.valueOf("r0", "count") };
    store.change([{ rowId: "r1", key: "name", value: "Mine" }]);
    store.change([{ rowId: "r0", key: "count", value: 7 }]);
    await store.save();
    store.keepColumns(["name"]);
    await store.undo();
    expect(server.valueOf("r1", "name")).toBe(before.name);
    expect(state()).toMatchObject({ lost: null, canUndo: false, canRedo: true });
    store.keepColumns(["name", "count"]);
    expect(state().canUndo).toBe(true);
    await store.undo();
    expect(server.valueOf("r0", "count")).toBe(before.count);
    store.keepColumns(["name"]);
    await store.redo();
    expect(server.valueOf("r1", "name")).toBe("Mine");
    expect(server.valueOf("r0", "count")).toBe(before.count);
    expect(state()).toMatchObject({ lost: null, canRedo: false });
  });

  it("lose nothing while the server can't be reached, and are saved by another try", async () => {
    const { server, store, state } = await opened();
    server.refuse = () => new ApiError(0, "The server can't be reached.");
    store.change([{ rowId: "r0", key: "name", value: "Kept" }]);
    await store.save();
    expect(state().saveFailure?.message).toBe("The server can't be reached.");
    expect(store.rowAt(0)?.values.name).toBe("Kept");
    server.refuse = null;
    await store.save();
    expect(server.valueOf("r0", "name")).toBe("Kept");
    expect(state().saveFailure).toBeNull();
  });

  it("are added once something is written into them, and are refused in their place", async () => {
    const { server, store, state } = await opened();
    expect(store.addDraft()).toBe(3);
    await store.save();
    expect(server.rows).toHaveLength(3);
    server.refuse = () => {
      server.refuse = null;
      return new ApiError(422, "The request body is not valid.", [
        { path: "rows.0.values", message: "Not among those that are shared" },
      ]);
    };
    const draft = store.rowAt(3)?.id ?? "";
    store.change([{ rowId: draft, key: "name", value: "New" }]);
    await store.save();
    expect(state().faults.get(draft)).toEqual({ name: "Not among those that are shared" });
    store.change([{ rowId: draft, key: "count", value: 5 }]);
    await store.save();
    expect(server.rows.at(-1)?.values).toEqual({ name: "New", count: 5 });
    expect(store.rowAt(3)?.id).toBe(server.rows.at(-1)?.id);
    expect(state()).toMatchObject({ unsavedCount: 0, count: 4 });
    await store.undo();
    expect(server.rows).toHaveLength(3);
    expect(state().count).toBe(3);
  });

  it("are taken back and done again, cell by cell, block by block", async () => {
    const { server, store } = await opened();
    store.change([
      { rowId: "r0", key: "name", value: "A" },
      { rowId: "r1", key: "name", value: "B" },
    ]);
    await store.undo();
    expect(server.rows.map(({ values }) => values.name)).toEqual(["Row 0", "Row 1", "Row 2"]);
    await store.redo();
    expect(server.rows.map(({ values }) => values.name)).toEqual(["A", "B", "Row 2"]);
  });

  it("are taken back and done again together where they were pasted: cells and the rows below", async () => {
    const { server, store } = await opened();
    const names = () => server.rows.map(({ values }) => values.name);
    store.change([{ rowId: "r0", key: "name", value: "Before" }]);
    await store.save();
    const isChanged = store.change([{ rowId: "r2", key: "name", value: "Pasted" }]);
    await store.add([{ name: "Below" }], isChanged);
    await store.save();
    expect(names()).toEqual(["Before", "Row 1", "Pasted", "Below"]);
    await store.undo();
    expect(names()).toEqual(["Before", "Row 1", "Row 2"]);
    // What a paste leaves as it is joins no earlier change.
    const isSame = store.change([{ rowId: "r1", key: "name", value: "Row 1" }]);
    await store.add([{ name: "Below" }], isSame);
    await store.undo();
    expect(names()).toEqual(["Before", "Row 1", "Row 2"]);
  });

  it("are found at any scroll position, even if others were deleted meanwhile", async () => {
    const { server, store, state } = await opened(250);
    await server.remove(["r249", "r248"]);
    store.see(240, 249);
    await expect.poll(() => store.rowAt(247)?.id).toBe("r247");
    expect(store.rowAt(248)).toBeUndefined();
    expect(state().count).toBe(248);
  });

  it("close the gap where rows are deleted", async () => {
    const { store, state } = await opened(3);
    await store.remove(["r1"]);
    expect([store.rowAt(0)?.id, store.rowAt(1)?.id]).toEqual(["r0", "r2"]);
    expect(state().count).toBe(2);
  });
});
