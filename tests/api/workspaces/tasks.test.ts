import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as crmTask from "@/app/api/v1/workspaces/[workspace_id]/crm/tasks/[task_id]/route";
import * as crmTasks from "@/app/api/v1/workspaces/[workspace_id]/crm/tasks/route";
import * as member from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import * as board from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/board/route";
import * as project from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import * as move from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/move/route";
import * as task from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import { db } from "@/lib/platform/database";
import { POSITION_CHARS_MAX } from "@/lib/projects/tasks/limits";
import { call } from "@/tests/support/call";
import { crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";

type Task = { id: string; key: string; number: number; title: string; status: string; position: string };
type Column = { status: string; count: number; tasks: Task[] };

async function aBoard() {
  const ada = await aDeveloper();
  const workspace = await aWorkspace(ada);
  const made = await aProject(ada, workspace.id);
  return { ada, project: made, params: { workspace_id: workspace.id, project_id: made.id } };
}

type TheBoard = Awaited<ReturnType<typeof aBoard>>;

async function aTask({ ada, params }: TheBoard, body: object = {}): Promise<Task> {
  const answer = await call(tasks.POST, "POST", { bearer: ada.jwt, params, body: { title: "Do", ...body } });
  expect(answer.status).toBe(201);
  return answer.json;
}

async function columnOf({ ada, params }: TheBoard, status: string): Promise<Column> {
  const answer = await call(board.GET, "GET", { bearer: ada.jwt, params });
  return answer.json.columns.find((column: Column) => column.status === status);
}

async function idsIn(at: TheBoard, status: string): Promise<string[]> {
  return (await columnOf(at, status)).tasks.map(({ id }) => id);
}

function moveTo({ ada, params }: TheBoard, ref: string, body: object) {
  return call(move.POST, "POST", { bearer: ada.jwt, params: { ...params, task_ref: ref }, body });
}

describe("PATCH …/tasks/{task_ref} with what is expected", () => {
  it("keeps a text that somebody else has changed since, and says how it is now", async () => {
    const at = await aBoard();
    const { number } = await aTask(at, { description: "one" });
    const params = { ...at.params, task_ref: `${number}` };
    const change = (body: object) => call(task.PATCH, "PATCH", { bearer: at.ada.jwt, params, body });
    const expected = { title: "Do", description: "one" };
    const both = await Promise.all(["hers", "his"].map((description) => change({ description, expected })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = both.find(({ status }) => status === 200)?.json.description;
    expect(both.find(({ status }) => status === 409)?.json).toMatchObject({ task: { description: kept } });
    // What is as it shall be is no conflict, nor is another text.
    expect((await change({ description: kept, expected })).status).toBe(200);
    expect((await change({ title: "Done", expected: { title: "Do" } })).json).toMatchObject({
      title: "Done",
      description: kept,
    });
    expect((await change({ description: "last" })).json).toMatchObject({ description: "last" });
  });
});

describe("POST …/tasks", () => {
  it("numbers tasks from 1 under the project's key and puts each at the end of its column", async () => {
    const at = await aBoard();
    const [first, second] = [await aTask(at), await aTask(at, { title: "  Then  ", description: " why " })];
    expect(first).toMatchObject({ key: `${at.project.key}-1`, number: 1, status: "todo", assignee: null });
    expect(second).toMatchObject({ number: 2, title: "Then", description: "why", created_by_id: at.ada.id });
    expect(await idsIn(at, "todo")).toEqual([first.id, second.id]);
  });

  it("gives fifty concurrent tasks fifty numbers and fifty positions", async () => {
    const at = await aBoard();
    const made = await Promise.all(Array.from({ length: 50 }, () => aTask(at)));
    expect(new Set(made.map(({ number }) => number)).size).toBe(50);
    expect(new Set(made.map(({ position }) => position)).size).toBe(50);
    expect(await columnOf(at, "todo")).toMatchObject({ count: 50 });
  });

  it.each([
    [{ title: undefined }, "title"],
    [{ title: " " }, "title"],
    [{ title: "x".repeat(256) }, "title"],
    [{ description: "x".repeat(20_001) }, "description"],
    [{ status: "later" }, "status"],
    [{ assignee_id: "ada" }, "assignee_id"],
    [{ assignee_id: randomUUID() }, "assignee_id"],
  ])(
    "refuses bad input with a 422 that names the field, and gives no number away (%#)",
    async (body, path) => {
      const at = await aBoard();
      const { ada, params } = at;
      const answer = await call(tasks.POST, "POST", {
        bearer: ada.jwt,
        params,
        body: { title: "x", ...body },
      });
      expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
      expect((await aTask(at)).number).toBe(1);
    },
  );

  it("ignores fields that nobody may set", async () => {
    const at = await aBoard();
    const other = await aBoard();
    const { id } = await aTask(at, { number: 77, project_id: other.project.id, created_by_id: other.ada.id });
    const row = await db().task.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ number: 1, projectId: at.project.id, createdById: at.ada.id });
  });
});

describe("an assignee", () => {
  it("must be an active member of the workspace, on creation and on change", async () => {
    const at = await aBoard();
    const { ada, params } = at;
    const grace = await aMember(params.workspace_id, "developer");
    const made = await aTask(at, { assignee_id: grace.id });
    expect(made).toMatchObject({ assignee_id: grace.id, assignee: { name: grace.name } });
    const where = { workspaceId_developerId: { workspaceId: params.workspace_id, developerId: grace.id } };
    await db().workspaceMember.update({ where, data: { status: "suspended" } });
    const other = await aTask(at);
    const change = (ref: string, body: object) =>
      call(task.PATCH, "PATCH", { bearer: ada.jwt, params: { ...params, task_ref: ref }, body });
    expect((await change(other.id, { assignee_id: grace.id })).status).toBe(422);
    expect((await change(made.id, { title: "Still hers" })).json.assignee_id).toBe(grace.id);
    // Sent back as it is, it is given to nobody.
    expect((await change(made.id, { title: "Still hers", assignee_id: grace.id })).status).toBe(200);
    const some = (task_ids: string[]) =>
      call(tasks.PATCH, "PATCH", {
        bearer: ada.jwt,
        params,
        body: { task_ids, assignee_id: grace.id, priority: "high" },
      });
    expect([(await some([made.id])).status, (await some([made.id, other.id])).status]).toEqual([200, 422]);
    expect((await change(made.id, { assignee_id: null })).json).toMatchObject({
      assignee_id: null,
      assignee: null,
      title: "Still hers",
    });
  });

  it("who has left gets no task back that is opened again, however that is done", async () => {
    const at = await aBoard();
    const { ada, params } = at;
    const { workspace_id } = params;
    const grace = await aMember(workspace_id, "developer");
    const made: Task[] = [];
    for (let i = 0; i < 3; i++) made.push(await aTask(at, { assignee_id: grace.id, status: "done" }));
    const crm = crmOf(ada.jwt, workspace_id);
    const record_id = await crm.make("company", { name: "Acme" });
    const about = await call(crmTasks.POST, "POST", {
      bearer: ada.jwt,
      params: { workspace_id },
      body: { record_id, title: "Call", assignee_id: grace.id },
    });
    const tick = (is_done: boolean) =>
      call(crmTask.PATCH, "PATCH", {
        bearer: ada.jwt,
        params: { workspace_id, task_id: about.json.id },
        body: { is_done },
      });
    await tick(true);
    const where = { workspaceId_developerId: { workspaceId: workspace_id, developerId: grace.id } };
    await db().workspaceMember.update({ where, data: { status: "suspended" } });
    // Sent back as it is, it is given to nobody.
    const same = { is_done: true, assignee_id: grace.id };
    const tasked = { workspace_id, task_id: about.json.id };
    expect((await call(crmTask.PATCH, "PATCH", { bearer: ada.jwt, params: tasked, body: same })).status).toBe(
      200,
    );
    await call(member.DELETE, "DELETE", {
      bearer: ada.jwt,
      params: { workspace_id, developer_id: grace.id },
    });
    const [one, two, three] = made.map(({ id }) => id);
    const change = (body: object) =>
      call(task.PATCH, "PATCH", { bearer: ada.jwt, params: { ...params, task_ref: one ?? "" }, body });
    expect((await change({ title: "Done by her" })).json.assignee_id).toBe(grace.id);
    expect((await change({ status: "todo" })).json.assignee_id).toBeNull();
    expect((await moveTo(at, two ?? "", { status: "todo" })).json.assignee_id).toBeNull();
    const body = { task_ids: [three], status: "todo" };
    expect((await call(tasks.PATCH, "PATCH", { bearer: ada.jwt, params, body })).status).toBe(200);
    expect(await db().task.count({ where: { assigneeId: grace.id } })).toBe(0);
    expect((await tick(false)).json.assignee_id).toBeNull();
  });

  it("who leaves the workspace at the same moment keeps no open task", async () => {
    const at = await aBoard();
    const { ada, params } = at;
    const people = await Promise.all(
      Array.from({ length: 6 }, () => aMember(params.workspace_id, "developer")),
    );
    await Promise.all(
      people.flatMap(({ id }) => [
        call(tasks.POST, "POST", { bearer: ada.jwt, params, body: { title: "x", assignee_id: id } }),
        call(member.DELETE, "DELETE", { bearer: ada.jwt, params: { ...params, developer_id: id } }),
      ]),
    );
    expect(await db().workspaceMember.count({ where: { workspaceId: params.workspace_id } })).toBe(1);
    expect(
      await db().task.count({ where: { workspaceId: params.workspace_id, assigneeId: { not: null } } }),
    ).toBe(0);
  });
});

describe("GET …/tasks", () => {
  it("pages newest first and filters by status, assignee, title, key and number", async () => {
    const at = await aBoard();
    const { ada, params } = at;
    const one = await aTask(at, { title: "Fix login", assignee_id: ada.id });
    const two = await aTask(at, { title: "Write docs", status: "done" });
    const three = await aTask(at, { title: "Fix logout" });
    const list = async (query: Record<string, string>) => {
      const answer = await call(tasks.GET, "GET", { bearer: ada.jwt, params, query });
      expect(answer.status).toBe(200);
      return answer.json.map(({ id }: Task) => id);
    };
    expect(await list({})).toEqual([three.id, two.id, one.id]);
    expect(await list({ status: "done" })).toEqual([two.id]);
    expect(await list({ assignee: ada.id })).toEqual([one.id]);
    expect(await list({ assignee: "none" })).toEqual([three.id, two.id]);
    expect(await list({ search: "FIX" })).toEqual([three.id, one.id]);
    expect(await list({ search: "F_X" })).toEqual([]);
    expect(await list({ search: two.key.toLowerCase() })).toEqual([two.id]);
    expect(await list({ search: "3" })).toEqual([three.id]);
    const first = await call(tasks.GET, "GET", { bearer: ada.jwt, params, query: { limit: "2" } });
    const next = new URL(first.headers.get("link")?.slice(1).split(">")[0] ?? "", "http://x").searchParams;
    expect(await list({ limit: "2", cursor: next.get("cursor") ?? "" })).toEqual([one.id]);
  });

  it.each([{ status: "later" }, { assignee: "me" }, { limit: "0" }, { cursor: "x" }])(
    "answers 400 to %j",
    async (query) => {
      const { ada, params } = await aBoard();
      expect((await call(tasks.GET, "GET", { bearer: ada.jwt, params, query })).status).toBe(400);
    },
  );
});

describe("a task", () => {
  it("is found by its number or its id, and by nothing else", async () => {
    const at = await aBoard();
    const made = await aTask(at);
    const get = (ref: string) =>
      call(task.GET, "GET", { bearer: at.ada.jwt, params: { ...at.params, task_ref: ref } });
    expect((await get("1")).json).toEqual(made);
    expect((await get(made.id)).json).toEqual(made);
    for (const ref of ["2", "0", "01", "-1", "1.5", "x", "9999999999", randomUUID(), made.key]) {
      const answer = await get(ref);
      expect([ref, answer.status, answer.json.detail]).toEqual([ref, 404, "Task not found"]);
    }
  });

  it("changes only the fields sent, and goes to the end of a new column", async () => {
    const at = await aBoard();
    const [one, two] = [await aTask(at), await aTask(at, { status: "done" })];
    const patch = (body: object) =>
      call(task.PATCH, "PATCH", { bearer: at.ada.jwt, params: { ...at.params, task_ref: one.id }, body });
    expect((await patch({ description: "Why" })).json).toMatchObject({
      title: "Do",
      description: "Why",
      position: one.position,
    });
    expect((await patch({ status: "done" })).json.status).toBe("done");
    expect(await idsIn(at, "done")).toEqual([two.id, one.id]);
    expect((await patch({ status: "never" })).status).toBe(422);
  });

  it("is deleted for good: the audit log keeps its contents, and its number is not used again", async () => {
    const at = await aBoard();
    const made = await aTask(at, { title: "Old" });
    const remove = () =>
      call(task.DELETE, "DELETE", { bearer: at.ada.jwt, params: { ...at.params, task_ref: "1" } });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    const told = await db().auditEvent.findFirstOrThrow({ where: { targetId: made.id } });
    expect(told).toMatchObject({ action: "task.deleted", before: { key: made.key, title: "Old" } });
    expect((await aTask(at)).number).toBe(2);
  });

  it("keeps its number under the project's new key", async () => {
    const at = await aBoard();
    const made = await aTask(at);
    const { ada, params } = at;
    expect(
      (await call(project.PATCH, "PATCH", { bearer: ada.jwt, params, body: { key: "NEW" } })).status,
    ).toBe(200);
    const shown = await call(task.GET, "GET", { bearer: ada.jwt, params: { ...params, task_ref: made.id } });
    expect(shown.json.key).toBe("NEW-1");
  });

  it("of an archived project can be read but not changed", async () => {
    const at = await aBoard();
    const { ada, params } = at;
    const { id } = await aTask(at);
    await call(project.DELETE, "DELETE", { bearer: ada.jwt, params });
    const one = { bearer: ada.jwt, params: { ...params, task_ref: id } };
    const writes = [
      await call(tasks.POST, "POST", { bearer: ada.jwt, params, body: { title: "x" } }),
      await call(task.PATCH, "PATCH", { ...one, body: { title: "x" } }),
      await call(move.POST, "POST", { ...one, body: { status: "done" } }),
      await call(task.DELETE, "DELETE", one),
    ];
    expect(writes.map(({ status, json }) => [status, json.detail])).toEqual(
      Array(4).fill([409, "The project is archived"]),
    );
    expect((await call(task.GET, "GET", one)).json).toMatchObject({ title: "Do", status: "todo" });
    const row = await db().project.findUniqueOrThrow({ where: { id: params.project_id } });
    expect(row.lastTaskNumber).toBe(1);
  });
});

describe("POST …/tasks/{task_ref}/move", () => {
  it("puts a task before, after, or at the end, within a column and across", async () => {
    const at = await aBoard();
    const [a, b, c] = [await aTask(at), await aTask(at), await aTask(at)];
    await moveTo(at, c.id, { status: "todo", before_id: a.id });
    expect(await idsIn(at, "todo")).toEqual([c.id, a.id, b.id]);
    await moveTo(at, "3", { status: "todo", after_id: a.id });
    expect(await idsIn(at, "todo")).toEqual([a.id, c.id, b.id]);
    await moveTo(at, a.id, { status: "todo" });
    expect(await idsIn(at, "todo")).toEqual([c.id, b.id, a.id]);
    const d = await aTask(at, { status: "done" });
    expect((await moveTo(at, b.id, { status: "done", before_id: d.id })).json.status).toBe("done");
    expect(await idsIn(at, "done")).toEqual([b.id, d.id]);
    expect(await idsIn(at, "todo")).toEqual([c.id, a.id]);
  });

  it("keeps the order that people made, through any sequence of moves", async () => {
    const at = await aBoard();
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await aTask(at)).id));
    const STATUSES = ["todo", "done"] as const;
    const step = fc.record({
      task: fc.nat(ids.length - 1),
      status: fc.constantFrom(...STATUSES),
      side: fc.constantFrom("before_id", "after_id", "end"),
      neighbour: fc.nat(ids.length - 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const expected = { todo: await idsIn(at, "todo"), done: await idsIn(at, "done") };
        for (const { task: moved, status, side, neighbour } of steps) {
          const id = ids[moved] ?? "";
          const beside = ids[neighbour] ?? "";
          const stands = beside !== id && expected[status].includes(beside);
          const named = side !== "end";
          const answer = await moveTo(at, id, { status, ...(named ? { [side]: beside } : {}) });
          expect(answer.status).toBe(named && !stands ? (beside === id ? 422 : 409) : 200);
          if (named && !stands) continue;
          for (const each of STATUSES) expected[each] = expected[each].filter((other) => other !== id);
          const place = named
            ? expected[status].indexOf(beside) + (side === "after_id" ? 1 : 0)
            : expected[status].length;
          expected[status] = expected[status].toSpliced(place, 0, id);
        }
        expect({ todo: await idsIn(at, "todo"), done: await idsIn(at, "done") }).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  it("gives no two tasks the same position and loses none when many move at once", async () => {
    const at = await aBoard();
    const all = await Promise.all(Array.from({ length: 8 }, () => aTask(at)));
    const [first] = all;
    const answers = await Promise.all(
      all
        .slice(1)
        .flatMap(({ id }) => [
          moveTo(at, id, { status: "todo", after_id: first?.id }),
          moveTo(at, id, { status: "todo", before_id: first?.id }),
        ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(14).fill(200));
    const { tasks: left } = await columnOf(at, "todo");
    expect(left.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
    expect(new Set(left.map(({ position }) => position)).size).toBe(8);
  });

  it("renumbers the positions of a column, in order, when one of them has become too long", async () => {
    const at = await aBoard();
    const [a, b, c] = [await aTask(at), await aTask(at), await aTask(at)];
    // Two neighbours so close that what comes between them is longer than a place may be.
    const close = `a0${"V".repeat(POSITION_CHARS_MAX - 2)}`;
    await db().task.update({ where: { id: a.id }, data: { position: close } });
    await db().task.update({ where: { id: b.id }, data: { position: `${close}1` } });
    const answer = await moveTo(at, c.id, { status: "todo", after_id: a.id });
    expect(answer.status).toBe(200);
    const { tasks: column } = await columnOf(at, "todo");
    expect(column.map(({ id }) => id)).toEqual([a.id, c.id, b.id]);
    expect(column[1]?.position).toBe(answer.json.position);
    for (const { position } of column) expect(position.length).toBeLessThan(5);
  });

  it("refuses a neighbour from elsewhere, the task itself, and two neighbours", async () => {
    const [at, other] = [await aBoard(), await aBoard()];
    const [a, b] = [await aTask(at), await aTask(at)];
    const theirs = await aTask(other);
    const refused: [object, string][] = [
      [{ status: "todo", before_id: theirs.id }, "before_id"],
      [{ status: "todo", after_id: randomUUID() }, "after_id"],
      [{ status: "todo", after_id: a.id }, "after_id"],
      [{ status: "todo", before_id: b.id, after_id: b.id }, "after_id"],
      [{ status: "todo", before_id: "first" }, "before_id"],
      [{ status: "gone" }, "status"],
      [{}, "status"],
    ];
    for (const [body, path] of refused) {
      const answer = await moveTo(at, a.id, body);
      expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
    }
    const gone = await moveTo(at, a.id, { status: "done", before_id: b.id });
    expect([gone.status, gone.json.detail]).toEqual([
      409,
      "The task to place it next to is no longer in that column",
    ]);
    expect(await idsIn(at, "todo")).toEqual([a.id, b.id]);
  });
});

describe("GET …/board", () => {
  it("shows every column in order with its count and its first 100 tasks", async () => {
    const at = await aBoard();
    const { ada, params } = at;
    const empty = await call(board.GET, "GET", { bearer: ada.jwt, params });
    expect(empty.json.columns).toEqual(
      ["backlog", "todo", "in_progress", "in_review", "done", "cancelled"].map((status) => ({
        status,
        count: 0,
        tasks: [],
      })),
    );
    await db().task.createMany({
      data: Array.from({ length: 120 }, (_, i) => ({
        workspaceId: params.workspace_id,
        projectId: params.project_id,
        number: i + 1,
        title: `Task ${i}`,
        status: "backlog",
        position: `b${String(i).padStart(3, "0")}V`,
        assigneeId: ada.id,
      })),
    });
    const backlog = await columnOf(at, "backlog");
    expect([backlog.count, backlog.tasks.length]).toEqual([120, 100]);
    expect(backlog.tasks[99]).toMatchObject({
      key: `${at.project.key}-100`,
      assignee: { name: ada.name, avatar_url: null },
    });
    expect(backlog.tasks[0]).not.toHaveProperty("description");
  });
});

describe("access to tasks", () => {
  it("is a 404 through another workspace or project, and changes nothing", async () => {
    const [at, other] = [await aBoard(), await aBoard()];
    const theirs = await aTask(other);
    const sibling = await aProject(at.ada, at.params.workspace_id);
    const bearer = at.ada.jwt;
    const foreignProject = { ...at.params, project_id: other.project.id };
    const foreignTask = { ...at.params, task_ref: theirs.id };
    const answers = [
      await call(board.GET, "GET", { bearer, params: foreignProject }),
      await call(tasks.GET, "GET", { bearer, params: foreignProject }),
      await call(tasks.POST, "POST", { bearer, params: foreignProject, body: { title: "x" } }),
    ];
    for (const params of [
      foreignTask,
      { ...foreignProject, task_ref: theirs.id },
      { ...foreignProject, task_ref: "1" },
      { ...foreignTask, project_id: sibling.id },
    ]) {
      answers.push(
        await call(task.GET, "GET", { bearer, params }),
        await call(task.PATCH, "PATCH", { bearer, params, body: { title: "Mine" } }),
        await call(move.POST, "POST", { bearer, params, body: { status: "done" } }),
        await call(task.DELETE, "DELETE", { bearer, params }),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(19).fill(404));
    const row = await db().task.findUniqueOrThrow({ where: { id: theirs.id }, include: { project: true } });
    expect([row.title, row.status, row.project.lastTaskNumber]).toEqual(["Do", "todo", 1]);
  });

  it("needs can_view_projects to read and can_edit_tasks to write, and is refused to strangers", async () => {
    const at = await aBoard();
    const { id } = await aTask(at);
    const viewer = await aMember(at.params.workspace_id, "viewer");
    const stranger = await aDeveloper();
    for (const [{ jwt: bearer }, seen] of [
      [viewer, 200],
      [stranger, 403],
    ] as const) {
      const one = { bearer, params: { ...at.params, task_ref: id } };
      const reads = [
        await call(board.GET, "GET", one),
        await call(tasks.GET, "GET", one),
        await call(task.GET, "GET", one),
      ];
      const writes = [
        await call(tasks.POST, "POST", { ...one, body: { title: "x" } }),
        await call(task.PATCH, "PATCH", { ...one, body: { title: "x" } }),
        await call(move.POST, "POST", { ...one, body: { status: "done" } }),
        await call(task.DELETE, "DELETE", one),
      ];
      expect(reads.map(({ status }) => status)).toEqual([seen, seen, seen]);
      expect(writes.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect(await db().task.count({ where: { id, title: "Do", status: "todo" } })).toBe(1);
  });
});
