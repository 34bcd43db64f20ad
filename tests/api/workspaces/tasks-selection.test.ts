import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as board from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/board/route";
import * as project from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import * as activity from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/activity/route";
import * as removal from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/delete/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import { db } from "@/lib/platform/database";
import { POSITION_CHARS_MAX, TASK_LABELS_MAX, TASKS_PER_SELECTION_MAX } from "@/lib/projects/tasks/limits";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";

type Task = { id: string; key: string; labels: string[]; status: string; position: string };
type Column = { status: string; tasks: Task[] };

async function aBoard() {
  const ada = await aDeveloper();
  const workspace = await aWorkspace(ada);
  const made = await aProject(ada, workspace.id);
  return { ada, key: made.key, params: { workspace_id: workspace.id, project_id: made.id } };
}

type TheBoard = Awaited<ReturnType<typeof aBoard>>;

async function aTask({ ada, params }: TheBoard, body: object = {}): Promise<Task> {
  const answer = await call(tasks.POST, "POST", { bearer: ada.jwt, params, body: { title: "Do", ...body } });
  expect(answer.status).toBe(201);
  return answer.json;
}

async function someTasks(at: TheBoard, count: number, body: object = {}): Promise<Task[]> {
  const made: Task[] = [];
  for (let i = 0; i < count; i++) made.push(await aTask(at, body));
  return made;
}

const idsOf = (made: readonly Task[]) => made.map(({ id }) => id);

async function columnsOf({ ada, params }: TheBoard): Promise<Record<string, Task[]>> {
  const { json } = await call(board.GET, "GET", { bearer: ada.jwt, params });
  return Object.fromEntries(json.columns.map((column: Column) => [column.status, column.tasks]));
}

async function idsIn(at: TheBoard, status: string): Promise<string[]> {
  return idsOf((await columnsOf(at))[status] ?? []);
}

function change({ ada, params }: TheBoard, ids: readonly string[], body: object, bearer = ada.jwt) {
  return call(tasks.PATCH, "PATCH", { bearer, params, body: { task_ids: ids, ...body } });
}

function remove({ ada, params }: TheBoard, ids: readonly string[], bearer = ada.jwt) {
  return call(removal.POST, "POST", { bearer, params, body: { task_ids: ids } });
}

describe("PATCH …/tasks", () => {
  it("gives all named tasks the same values, leaves the rest of each, and counts those that differ now", async () => {
    const at = await aBoard();
    const grace = await aMember(at.params.workspace_id, "developer");
    const [a, b, c] = [
      await aTask(at, { labels: ["web"] }),
      await aTask(at, { priority: "high", due_on: "2026-01-02" }),
      await aTask(at),
    ];
    const answer = await change(at, [a.id, b.id], { priority: "high", assignee_id: grace.id });
    expect([answer.status, answer.json]).toEqual([200, { changed: 2 }]);
    expect((await columnsOf(at)).todo).toMatchObject([
      { id: a.id, priority: "high", labels: ["web"], assignee: { name: grace.name }, due_on: null },
      { id: b.id, priority: "high", labels: [], assignee_id: grace.id, due_on: "2026-01-02" },
      { id: c.id, priority: "none", assignee_id: null },
    ]);
    expect((await change(at, [a.id, b.id], { priority: "high" })).json).toEqual({ changed: 0 });
    expect((await change(at, [b.id, c.id], { due_on: null })).json).toEqual({ changed: 1 });
    expect((await change(at, [a.id, a.id], {})).json).toEqual({ changed: 0 });
  });

  it("adds labels and takes them away, whatever their case", async () => {
    const at = await aBoard();
    const [a, b] = [await aTask(at, { labels: ["Web", "bug"] }), await aTask(at)];
    const body = { add_labels: ["WEB", "new"], remove_labels: ["BUG"] };
    expect((await change(at, [a.id, b.id], body)).json).toEqual({ changed: 2 });
    expect((await columnsOf(at)).todo?.map(({ labels }) => labels)).toEqual([
      ["Web", "new"],
      ["WEB", "new"],
    ]);
  });

  it("leaves labels as they were stored unless it is about them, and knows them however accents are written", async () => {
    const at = await aBoard();
    const { id } = await aTask(at);
    await db().task.update({ where: { id }, data: { labels: ["cafe\u0301", "bug"] } });
    expect((await change(at, [id], { status: "done" })).json).toEqual({ changed: 1 });
    const labelsOf = async () => (await db().task.findUniqueOrThrow({ where: { id } })).labels;
    expect(await labelsOf()).toEqual(["cafe\u0301", "bug"]);
    expect((await change(at, [id], { remove_labels: ["CAF\u00c9"] })).json).toEqual({ changed: 1 });
    expect(await labelsOf()).toEqual(["bug"]);
  });

  it("refuses labels that are too many for one of them, and changes none", async () => {
    const at = await aBoard();
    const full = Array.from({ length: TASK_LABELS_MAX }, (_, i) => `l${i}`);
    const [a, b] = [await aTask(at), await aTask(at, { title: "Full", labels: full })];
    const answer = await change(at, [a.id, b.id], { add_labels: ["more"] });
    expect([answer.status, answer.json.issues]).toEqual([
      422,
      [{ path: "add_labels", message: `"Full" would have more than ${TASK_LABELS_MAX} labels` }],
    ]);
    expect((await columnsOf(at)).todo?.[0]?.labels).toEqual([]);
  });

  it("puts them together in the order named: before a task, after one, or at the end", async () => {
    const at = await aBoard();
    const [a, b, c, d, e] = idsOf(await someTasks(at, 5)) as [string, string, string, string, string];
    await change(at, [e, c], { status: "todo", before_id: b });
    expect(await idsIn(at, "todo")).toEqual([a, e, c, b, d]);
    await change(at, [a, b], { status: "todo", after_id: d });
    expect(await idsIn(at, "todo")).toEqual([e, c, d, a, b]);
    const done = (await aTask(at, { status: "done" })).id;
    await change(at, [d, e], { status: "done" });
    expect(await idsIn(at, "done")).toEqual([done, d, e]);
    expect(await idsIn(at, "todo")).toEqual([c, a, b]);
  });

  it("keeps the order of all others, through any sequence of moves", async () => {
    const at = await aBoard();
    const all = idsOf(await someTasks(at, 6));
    const step = fc.record({
      moved: fc.uniqueArray(fc.nat(all.length - 1), { minLength: 1, maxLength: 4 }),
      status: fc.constantFrom("todo", "done"),
      side: fc.constantFrom("before_id", "after_id", "end"),
      neighbour: fc.nat(all.length - 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const expected: Record<string, string[]> = {
          todo: await idsIn(at, "todo"),
          done: await idsIn(at, "done"),
        };
        for (const { moved, status, side, neighbour } of steps) {
          const ids = moved.map((index) => all[index] ?? "");
          const beside = all[neighbour] ?? "";
          const isNamed = side !== "end";
          const want = !isNamed
            ? 200
            : ids.includes(beside)
              ? 422
              : expected[status]?.includes(beside)
                ? 200
                : 409;
          const answer = await change(at, ids, { status, ...(isNamed ? { [side]: beside } : {}) });
          expect(answer.status).toBe(want);
          if (want !== 200) continue;
          for (const each of ["todo", "done"]) {
            expected[each] = (expected[each] ?? []).filter((id) => !ids.includes(id));
          }
          const column = expected[status] ?? [];
          const place = isNamed ? column.indexOf(beside) + (side === "after_id" ? 1 : 0) : column.length;
          expected[status] = column.toSpliced(place, 0, ...ids);
        }
        expect({ todo: await idsIn(at, "todo"), done: await idsIn(at, "done") }).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });

  it("renumbers a column whose positions have become too long", async () => {
    const at = await aBoard();
    const [a, b, c, d] = await someTasks(at, 4);
    const close = `a0${"V".repeat(POSITION_CHARS_MAX - 2)}`;
    await db().task.update({ where: { id: a?.id ?? "" }, data: { position: close } });
    await db().task.update({ where: { id: b?.id ?? "" }, data: { position: `${close}1` } });
    await change(at, [d?.id ?? "", c?.id ?? ""], { status: "todo", after_id: a?.id });
    const column = (await columnsOf(at)).todo ?? [];
    expect(idsOf(column)).toEqual([a?.id, d?.id, c?.id, b?.id]);
    for (const { position } of column) expect(position.length).toBeLessThan(5);
  });

  it("writes what changed into the activity of each, and notifies its new assignee once for all", async () => {
    const at = await aBoard();
    const grace = await aMember(at.params.workspace_id, "developer");
    const [a, b] = [await aTask(at), await aTask(at, { assignee_id: grace.id })];
    await db().notification.deleteMany({ where: { developerId: grace.id } });
    await change(at, [a.id, b.id, (await aTask(at)).id], { assignee_id: grace.id, priority: "low" });
    const told = async ({ id }: Task) => {
      const params = { ...at.params, task_ref: id };
      const { json } = await call(activity.GET, "GET", { bearer: at.ada.jwt, params });
      return json[0].changes.map(({ field }: { field: string }) => field);
    };
    expect(await told(a)).toEqual(["assignee_id", "priority"]);
    expect(await told(b)).toEqual(["priority"]);
    const notices = await db().notification.findMany({ where: { developerId: grace.id } });
    expect(notices).toMatchObject([
      {
        kind: "assigned",
        title: `${at.ada.name} assigned 2 tasks of ${at.key} to you`,
        body: `${at.key}-1 Do\n${at.key}-3 Do`,
        link: expect.stringContaining(`?assignee=${grace.id}`),
      },
    ]);
    await change(at, [a.id], { assignee_id: null });
    await change(at, [a.id], { assignee_id: grace.id });
    const { title } = await db().notification.findFirstOrThrow({
      where: { developerId: grace.id },
      orderBy: { createdAt: "desc" },
    });
    expect(title).toBe(`${at.ada.name} assigned ${a.key} Do to you`);
  });

  it.each([
    [{ task_ids: [] }, "task_ids"],
    [{ task_ids: ["1"] }, "task_ids.0"],
    [{ task_ids: Array.from({ length: TASKS_PER_SELECTION_MAX + 1 }, () => randomUUID()) }, "task_ids"],
    [{ task_ids: undefined }, "task_ids"],
    [{ status: "later" }, "status"],
    [{ before_id: randomUUID() }, "status"],
    [{ status: "todo", before_id: randomUUID(), after_id: randomUUID() }, "after_id"],
    [{ status: "todo", before_id: randomUUID() }, "before_id"],
    [{ assignee_id: randomUUID() }, "assignee_id"],
    [{ priority: null }, "priority"],
    [{ due_on: "2026-02-30" }, "due_on"],
    [{ add_labels: [""] }, "add_labels.0"],
    [{ remove_labels: "web" }, "remove_labels"],
  ])("refuses %j with a 422 that names the field", async (body, path) => {
    const at = await aBoard();
    const { id } = await aTask(at);
    const answer = await change(at, [id], body);
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
  });

  it("changes none where one is unknown, of another project, or gone", async () => {
    const [at, other] = [await aBoard(), await aBoard()];
    const [mine, theirs] = [await aTask(at), await aTask(other)];
    for (const id of [randomUUID(), theirs.id]) {
      for (const answer of [
        await change(at, [mine.id, id], { priority: "low" }),
        await remove(at, [mine.id, id]),
      ]) {
        expect([answer.status, answer.json.detail]).toEqual([404, "Task not found"]);
      }
    }
    expect((await columnsOf(at)).todo).toMatchObject([{ id: mine.id, priority: "none" }]);
    expect(await idsIn(other, "todo")).toEqual([theirs.id]);
  });

  it("and the deletion are refused to who may only look, and once the project is archived", async () => {
    const at = await aBoard();
    const viewer = await aMember(at.params.workspace_id, "viewer");
    const { id } = await aTask(at);
    for (const answer of [
      await change(at, [id], { priority: "low" }, viewer.jwt),
      await remove(at, [id], viewer.jwt),
    ]) {
      expect([answer.status, answer.json.detail]).toEqual([403, "Permission denied"]);
    }
    await call(project.DELETE, "DELETE", { bearer: at.ada.jwt, params: at.params });
    for (const answer of [await change(at, [id], { priority: "low" }), await remove(at, [id])]) {
      expect([answer.status, answer.json.detail]).toEqual([409, "The project is archived"]);
    }
  });

  it("loses nothing and gives no position twice when selections are changed at once", async () => {
    const at = await aBoard();
    const all = idsOf(await someTasks(at, 8));
    const answers = await Promise.all([
      change(at, all, { status: "done" }),
      change(at, all.toReversed(), { status: "todo" }),
      change(at, all.slice(4), { add_labels: ["a"] }),
      change(at, all.slice(4), { add_labels: ["b"] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const columns = await columnsOf(at);
    const left = [...(columns.todo ?? []), ...(columns.done ?? [])];
    expect(idsOf(left).sort()).toEqual(all.toSorted());
    expect(new Set(left.map(({ position }) => position)).size).toBe(8);
    for (const { id, labels } of left) {
      expect(labels.toSorted()).toEqual(all.indexOf(id) < 4 ? [] : ["a", "b"]);
    }
  });
});

describe("POST …/tasks/delete", () => {
  it("deletes all of them for good, and the audit log keeps what each was", async () => {
    const at = await aBoard();
    const [a, b, c] = [await aTask(at, { title: "Old" }), await aTask(at), await aTask(at)];
    const answer = await remove(at, [a.id, b.id]);
    expect([answer.status, answer.json]).toEqual([200, { changed: 2 }]);
    expect(await idsIn(at, "todo")).toEqual([c.id]);
    const audited = await db().auditEvent.findMany({
      where: { workspaceId: at.params.workspace_id, action: "task.deleted" },
    });
    expect(audited.map(({ targetId }) => targetId).sort()).toEqual([a.id, b.id].sort());
    expect(audited.find(({ targetId }) => targetId === a.id)).toMatchObject({
      actorId: at.ada.id,
      before: { key: a.key, title: "Old" },
    });
    expect((await remove(at, [a.id])).status).toBe(404);
  });
});
