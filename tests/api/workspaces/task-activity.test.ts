import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as labels from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/labels/route";
import * as project from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import * as activity from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/activity/route";
import * as comment from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/comments/[task_comment_id]/route";
import * as comments from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/comments/route";
import * as move from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/move/route";
import * as task from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aMemberWith, aProject, aWorkspace } from "@/tests/support/factories";

const ORIGIN = "http://localhost";

type Person = Awaited<ReturnType<typeof aDeveloper>>;
type Entry = { id: string; kind: string; actor_id: string; body: string; changes: object[]; labels: object };

async function aBoard() {
  const ada = await aDeveloper();
  const workspace = await aWorkspace(ada);
  const made = await aProject(ada, workspace.id);
  return { ada, params: { workspace_id: workspace.id, project_id: made.id } };
}

type At = Awaited<ReturnType<typeof aBoard>>;

const create = ({ ada, params }: At, body: object = {}) =>
  call(tasks.POST, "POST", { bearer: ada.jwt, params, body: { title: "Do", ...body } });
const change = ({ ada, params }: At, ref: string, body: object) =>
  call(task.PATCH, "PATCH", { bearer: ada.jwt, params: { ...params, task_ref: ref }, body });
const listed = async ({ ada, params }: At, query: Record<string, string>) =>
  (await call(tasks.GET, "GET", { bearer: ada.jwt, params, query })).json.map(
    ({ title }: { title: string }) => title,
  );
const say = ({ params }: At, who: Person, body: unknown, ref = "1") =>
  call(comments.POST, "POST", { bearer: who.jwt, params: { ...params, task_ref: ref }, body: { body } });
const read = ({ ada, params }: At, query: Record<string, string> = {}, ref = "1") =>
  call(activity.GET, "GET", { bearer: ada.jwt, params: { ...params, task_ref: ref }, query });

describe("priority, labels and due date of a task", () => {
  it("are empty unless given, and are stored and changed one by one", async () => {
    const at = await aBoard();
    expect((await create(at)).json).toMatchObject({ priority: "none", labels: [], due_on: null });
    const given = { priority: "urgent", labels: ["Bug", " API ", "bug"], due_on: "2026-12-01" };
    const made = (await create(at, given)).json;
    expect(made).toMatchObject({ priority: "urgent", labels: ["Bug", "API"], due_on: "2026-12-01" });
    expect((await change(at, "2", { labels: ["API"] })).json).toMatchObject({
      priority: "urgent",
      labels: ["API"],
      due_on: "2026-12-01",
    });
    expect((await change(at, "2", { due_on: null, priority: "low" })).json).toMatchObject({
      priority: "low",
      labels: ["API"],
      due_on: null,
    });
  });

  it("filter the list", async () => {
    const at = await aBoard();
    await create(at, { title: "A", priority: "high", labels: ["Bug"], due_on: "2026-11-20" });
    await create(at, { title: "B", labels: ["Bug", "Docs"], due_on: "2026-11-21" });
    await create(at, { title: "C" });
    expect(await listed(at, { priority: "high" })).toEqual(["A"]);
    expect(await listed(at, { label: "Bug" })).toEqual(["B", "A"]);
    expect(await listed(at, { label: "bug" })).toEqual([]);
    expect(await listed(at, { due_before: "2026-11-21" })).toEqual(["A"]);
    expect(await listed(at, { label: "Docs", due_before: "2026-11-21" })).toEqual([]);
  });

  it.each([
    [{ priority: "soon" }, "priority"],
    [{ labels: "Bug" }, "labels"],
    [{ labels: [" "] }, "labels.0"],
    [{ labels: ["x".repeat(51)] }, "labels.0"],
    [{ labels: Array.from({ length: 21 }, (_, n) => `label ${n}`) }, "labels"],
    [{ due_on: "2026-02-30" }, "due_on"],
    [{ due_on: "2026-11-20T00:00:00Z" }, "due_on"],
    [{ due_on: "0000-01-01" }, "due_on"],
  ])("are refused by name where they make no sense (%#)", async (body, path) => {
    const at = await aBoard();
    const answer = await create(at, body);
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
  });

  it("give the project its list of labels, most used first, without those of other projects", async () => {
    const at = await aBoard();
    const elsewhere = {
      ...at,
      params: { ...at.params, project_id: (await aProject(at.ada, at.params.workspace_id)).id },
    };
    await create(elsewhere, { labels: ["Elsewhere"] });
    for (const some of [["Docs"], ["Bug", "Docs"], ["Art"]]) await create(at, { labels: some });
    const answer = await call(labels.GET, "GET", { bearer: at.ada.jwt, params: at.params });
    expect(answer.json).toEqual([
      { label: "Docs", tasks: 2 },
      { label: "Art", tasks: 1 },
      { label: "Bug", tasks: 1 },
    ]);
  });
});

describe("the activity of a task", () => {
  it("shows who created it and what they changed, newest first, in pages", async () => {
    const at = await aBoard();
    const grace = await aMember(at.params.workspace_id, "developer");
    await create(at);
    await change(at, "1", { title: "Do it", description: "why", assignee_id: grace.id });
    await change(at, "1", { title: "Do it" });
    await change(at, "1", { labels: ["Bug"], due_on: "2026-12-01", priority: "high" });
    const params = { ...at.params, task_ref: "1" };
    await call(move.POST, "POST", { bearer: at.ada.jwt, params, body: { status: "done" } });
    await call(move.POST, "POST", { bearer: at.ada.jwt, params, body: { status: "done" } });
    const whole = (await read(at)).json as Entry[];
    expect(whole.map(({ kind, changes }) => [kind, changes])).toEqual([
      ["changed", [{ field: "status", old: "todo", new: "done" }]],
      [
        "changed",
        [
          { field: "priority", old: "none", new: "high" },
          { field: "labels", old: [], new: ["Bug"] },
          { field: "due_on", old: null, new: "2026-12-01" },
        ],
      ],
      [
        "changed",
        [
          { field: "title", old: "Do", new: "Do it" },
          { field: "assignee_id", old: null, new: grace.id },
          { field: "description", old: null, new: null },
        ],
      ],
      ["created", []],
    ]);
    expect(whole[2]?.labels).toEqual({ [grace.id]: grace.name });
    expect(whole[0]).toMatchObject({
      actor_id: at.ada.id,
      actor_kind: "developer",
      actor: { name: at.ada.name },
    });
    const first = await read(at, { limit: "3" });
    const next = new URL(/<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "", ORIGIN);
    const rest = await read(at, { limit: "3", cursor: next.searchParams.get("cursor") ?? "" });
    expect([...first.json, ...rest.json]).toEqual(whole);
    expect(rest.headers.get("link")).toBeNull();
  });

  it("includes comments, which keep their line breaks and lose misleading characters", async () => {
    const at = await aBoard();
    await create(at);
    const answer = await say(at, at.ada, "  One\r\n\r\n**two**\u202E  ");
    expect([answer.status, answer.json.kind, answer.json.body]).toEqual([201, "comment", "One\n\n**two**"]);
    expect((await read(at)).json[0]).toMatchObject({
      id: answer.json.id,
      edited_at: null,
      actor_id: at.ada.id,
    });
    for (const body of ["", " \n ", "x".repeat(10_001), null, 7]) {
      expect([(await say(at, at.ada, body)).status, body]).toEqual([422, body]);
    }
    expect((await say(at, at.ada, "x", "2")).status).toBe(404);
  });

  it("is a 404 for a task that does not exist", async () => {
    const at = await aBoard();
    await create(at);
    expect((await read(at, {}, "2")).status).toBe(404);
    expect((await read(at, {}, randomUUID())).json.detail).toBe("Task not found");
  });
});

describe("a comment", () => {
  const edit = ({ params }: At, who: Person, id: string, body: string) =>
    call(comment.PATCH, "PATCH", {
      bearer: who.jwt,
      params: { ...params, task_ref: "1", task_comment_id: id },
      body: { body },
    });
  const remove = ({ params }: At, who: Person, id: string) =>
    call(comment.DELETE, "DELETE", {
      bearer: who.jwt,
      params: { ...params, task_ref: "1", task_comment_id: id },
    });

  it("can be edited only by its author, and is then marked as edited", async () => {
    const at = await aBoard();
    await create(at);
    const grace = await aMember(at.params.workspace_id, "developer");
    const { id } = (await say(at, grace, "First")).json;
    expect((await edit(at, at.ada, id, "Not hers")).status).toBe(403);
    const edited = await edit(at, grace, id, "Second");
    expect(edited.json).toMatchObject({ id, body: "Second" });
    expect(edited.json.edited_at).not.toBeNull();
    expect((await edit(at, grace, id, " ")).status).toBe(422);
    expect((await read(at)).json[0].body).toBe("Second");
  });

  it("can be deleted by its author and by people who manage projects", async () => {
    const at = await aBoard();
    await create(at);
    const workspaceId = at.params.workspace_id;
    const [grace, alan] = [await aMember(workspaceId, "developer"), await aMember(workspaceId, "developer")];
    const [one, two] = [(await say(at, grace, "One")).json.id, (await say(at, grace, "Two")).json.id];
    expect((await remove(at, alan, one)).status).toBe(403);
    expect((await remove(at, grace, one)).status).toBe(204);
    expect((await remove(at, at.ada, two)).status).toBe(204);
    expect((await remove(at, grace, two)).json.detail).toBe("Comment not found");
    expect((await read(at)).json.map(({ kind }: Entry) => kind)).toEqual(["created"]);
  });

  it("can't be reached through another task, nor can other activity be edited as a comment", async () => {
    const at = await aBoard();
    await create(at);
    await create(at);
    const { id } = (await say(at, at.ada, "Of the second", "2")).json;
    expect((await edit(at, at.ada, id, "x")).status).toBe(404);
    const [created] = (await read(at)).json as Entry[];
    expect((await edit(at, at.ada, created?.id ?? "", "x")).status).toBe(404);
    expect((await remove(at, at.ada, created?.id ?? "")).status).toBe(404);
  });

  it("needs can_edit_tasks, and a project that is not archived", async () => {
    const at = await aBoard();
    await create(at);
    const reader = await aMemberWith(at.params.workspace_id, ["can_view_projects"]);
    expect((await say(at, reader, "x")).status).toBe(403);
    const { id } = (await say(at, at.ada, "Before")).json;
    await call(project.PATCH, "PATCH", { bearer: at.ada.jwt, params: at.params, body: { is_active: false } });
    expect((await say(at, at.ada, "x")).status).toBe(409);
    expect((await edit(at, at.ada, id, "x")).status).toBe(409);
    expect((await read(at)).json[0].body).toBe("Before");
  });
});
