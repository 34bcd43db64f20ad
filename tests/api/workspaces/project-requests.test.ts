import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as accept from "@/app/api/v1/invites/[token]/accept/route";
import * as publicChanges from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/changes/route";
import * as invites from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import * as member from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import * as blocked from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/blocked-visitors/route";
import * as staffChanges from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/changes/route";
import * as settings from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/settings/route";
import { POST as createTask } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import { db, transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember } from "@/tests/support/factories";
import { aProjectPage } from "@/tests/support/project-page";
import { untilWaiting } from "@/tests/support/waiting";

const audited = (workspaceId: string, action: string) =>
  db().auditEvent.findMany({ where: { workspaceId, action }, orderBy: { createdAt: "asc" } });

describe("PATCH /workspaces/{workspace_id}/projects/{project_id}/requests/{request_id}", () => {
  it("moves a request through its states, keeps a history that everyone sees, and audits it", async () => {
    const page = await aProjectPage();
    const id = await page.asked(await aDeveloper());
    for (const status of ["planned", "planned", "in_progress", "done"]) {
      expect((await page.update(id, { status })).json.status).toBe(status);
    }
    const steps = [
      ["open", "planned"],
      ["planned", "in_progress"],
      ["in_progress", "done"],
    ];
    const at = { slug: page.project.slug, request_id: id };
    const seen = await call(publicChanges.GET, "GET", { params: at });
    expect(seen.json.map((step: { from: string; to: string }) => [step.from, step.to])).toEqual(steps);
    expect(Object.keys(seen.json[0])).toEqual(["from", "to", "created_at"]);
    const known = await call(staffChanges.GET, "GET", {
      bearer: page.ada.jwt,
      params: { ...page.staff, request_id: id },
    });
    expect(known.json[0].actor).toEqual({ name: "Ada" });
    const rows = await audited(page.workspace.id, "project_request.updated");
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({
      actorId: page.ada.id,
      before: { status: "open" },
      after: { status: "planned" },
    });
  });

  it("links a task of the project, which everyone sees while the board is public", async () => {
    const page = await aProjectPage();
    const id = await page.asked(await aDeveloper());
    await call(createTask, "POST", {
      bearer: page.ada.jwt,
      params: page.staff,
      body: { title: "Paint it black" },
    });
    for (const task_number of [2, 10 ** 12]) {
      const wrong = await page.update(id, { task_number });
      expect([wrong.status, wrong.json.issues[0].path]).toEqual([422, "task_number"]);
    }
    await page.update(id, { task_number: 1 });
    const task = { key: `${page.project.key}-1`, title: "Paint it black", status: "todo" };
    expect((await page.look(id)).json.task).toEqual(task);
    await page.change({ public_tabs: ["roadmap"] });
    expect((await page.look(id)).json.task).toBeNull();
    expect((await page.update(id, { title: "Darker" })).json.task).toEqual(task);
    expect((await page.update(id, { task_number: null })).json.task).toBeNull();
  });

  it("refuses unknown states, and people who are not the project's staff", async () => {
    const page = await aProjectPage();
    const id = await page.asked(await aDeveloper());
    expect((await page.update(id, { status: "someday" })).status).toBe(422);
    expect((await page.update(id, { visibility: "pending" })).status).toBe(422);
    const viewer = await aMember(page.workspace.id, "viewer");
    expect((await page.update(id, { status: "done" }, viewer)).status).toBe(403);
    expect((await page.reply(id, "x", viewer)).status).toBe(403);
    expect((await page.look(id)).json.status).toBe("open");
  });

  it("marks only those who run the project as staff", async () => {
    const page = await aProjectPage();
    const id = await page.asked(await aDeveloper());
    const viewer = await aMember(page.workspace.id, "viewer");
    expect((await page.say(viewer, id)).json.is_staff).toBe(false);
  });
});

describe("GET /workspaces/{workspace_id}/projects/{project_id}/requests", () => {
  it("lists shown, waiting, hidden and merged requests separately", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const shown = await page.asked(bea, "Shown");
    const hidden = await page.asked(bea, "Hidden");
    await page.update(hidden, { visibility: "hidden" });
    const merged = await page.asked(bea, "Merged");
    await page.merge(merged, shown);
    await page.set({ reviews: "everyone" });
    await page.asked(bea, "Pending");
    const found = await Promise.all(
      ["visible", "pending", "hidden", "merged"].map(async (visibility) =>
        (await page.staffList({ visibility })).json.map(({ title }: { title: string }) => title),
      ),
    );
    expect(found).toEqual([["Shown"], ["Pending"], ["Hidden"], ["Merged"]]);
    await page.change({ is_public: false });
    expect((await page.staffList()).json).toHaveLength(1);
  });
});

describe("POST …/requests/{request_id}/merge", () => {
  it("moves the duplicate's comments and votes to the other request, one vote per person, and redirects there", async () => {
    const page = await aProjectPage();
    const [bea, cleo, dora] = [await aDeveloper(), await aDeveloper(), await aDeveloper()];
    const [from, into, earlier] = [
      await page.asked(bea, "Night mode"),
      await page.asked(cleo, "Dark mode"),
      await page.asked(dora, "Black mode"),
    ];
    for (const person of [bea, cleo]) await page.vote(person, from);
    for (const person of [cleo, dora]) await page.vote(person, into);
    await page.vote(bea, earlier);
    await page.say(bea, from, { body: "From" });
    await page.say(cleo, into, { body: "Into" });
    await page.merge(earlier, from);
    const answer = await page.merge(from, into);
    expect(answer.json).toMatchObject({ id: into, votes: 3, comments: 2 });
    expect(await db().projectRequestVote.count({ where: { requestId: into } })).toBe(3);
    expect((await page.unvote(cleo, into)).json.votes).toBe(2);
    for (const id of [from, earlier]) {
      expect((await page.look(id)).json).toMatchObject({ merged_into_id: into, votes: 0 });
      for (const late of [await page.vote(bea, id), await page.say(bea, id), await page.comments(id)]) {
        expect(late).toMatchObject({ status: 404, json: { merged_into_id: into } });
        expect(late.json.detail).toBe("This request was merged into another one");
      }
    }
    expect((await page.list()).json.map(({ id }: { id: string }) => id)).toEqual([into]);
    expect(await audited(page.workspace.id, "project_request.merged")).toHaveLength(2);
  });

  it("neither loses nor counts twice a vote that is cast at the same time", async () => {
    const page = await aProjectPage();
    const people = await Promise.all(Array.from({ length: 20 }, () => aDeveloper()));
    const [from, into] = [await page.asked(page.ada, "From"), await page.asked(page.ada, "Into")];
    const answers = await Promise.all([
      ...people.map((person) => page.vote(person, from)),
      page.merge(from, into),
      ...people.map((person) => page.vote(person, into)),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect((await page.look(into)).json.votes).toBe(20);
    expect(await db().projectRequestVote.count({ where: { requestId: into } })).toBe(20);
    expect(await db().projectRequestVote.count({ where: { requestId: from } })).toBe(0);
  });

  it("refuses to merge a request with itself, a merged one, or one of another project", async () => {
    const [page, other] = [await aProjectPage(), await aProjectPage()];
    const bea = await aDeveloper();
    const [one, two, three] = [await page.asked(bea), await page.asked(bea), await page.asked(bea)];
    expect((await page.merge(one, one)).status).toBe(409);
    for (const id of [await other.asked(bea), randomUUID()]) {
      expect((await page.merge(one, id)).status).toBe(404);
      expect((await page.merge(id, one)).status).toBe(404);
    }
    await page.merge(one, two);
    expect((await page.merge(one, three)).status).toBe(409);
    expect((await page.merge(three, one)).status).toBe(409);
    expect((await page.update(one, { status: "done" })).status).toBe(409);
  });

  it("does not redirect from a merged request to one that was hidden later", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const [from, into] = [await page.asked(bea), await page.asked(bea)];
    await page.merge(from, into);
    await page.update(into, { visibility: "hidden" });
    expect((await page.look(from, bea)).status).toBe(404);
    for (const late of [await page.vote(bea, from), await page.say(bea, from)]) {
      expect([late.status, late.json]).toEqual([404, { detail: "Request not found" }]);
    }
  });
});

describe("comments for staff", () => {
  it("hides a comment, shows it again and audits both", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    const said = (await page.say(bea, id)).json.id;
    expect((await page.moderate(id, said, "hidden")).json.visibility).toBe("hidden");
    expect((await page.comments(id, bea)).json).toEqual([]);
    expect((await page.look(id)).json.comments).toBe(0);
    expect((await page.staffComments(id)).json).toMatchObject([
      { visibility: "hidden", author: { id: bea.id } },
    ]);
    await page.moderate(id, said, "visible");
    expect((await page.comments(id)).json).toHaveLength(1);
    expect(await audited(page.workspace.id, "project_request_comment.updated")).toHaveLength(2);
    const elsewhere = await page.moderate(await page.asked(bea), said, "hidden");
    expect(elsewhere.status).toBe(404);
  });
});

describe("blocking", () => {
  it("keeps a person from asking, voting and commenting, not from reading, until it is lifted", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper({ name: "Bea" });
    const id = await page.asked(bea);
    for (let twice = 0; twice < 2; twice++) expect((await page.block(bea.id)).status).toBe(204);
    for (const answer of [
      await page.ask(bea, { title: "x" }),
      await page.vote(bea, id),
      await page.unvote(bea, id),
      await page.say(bea, id),
    ]) {
      expect([answer.status, answer.json.detail]).toEqual([403, "You have been blocked from this page."]);
    }
    expect((await page.look(id, bea)).status).toBe(200);
    expect((await page.staffList()).json[0].author).toEqual({ id: bea.id, name: "Bea", is_blocked: true });
    const list = await call(blocked.GET, "GET", { bearer: page.ada.jwt, params: page.staff });
    expect(list.json).toMatchObject([{ developer_id: bea.id, name: "Bea" }]);
    expect(await audited(page.workspace.id, "project.person_blocked")).toHaveLength(1);
    expect((await page.unblock(bea.id)).status).toBe(204);
    expect((await page.vote(bea, id)).status).toBe(200);
    expect((await page.unblock(bea.id)).status).toBe(404);
  });

  it("ends for whoever becomes a member of the workspace, who could not be blocked", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    await page.block(bea.id);
    const { id: custom_role_id } = await db().customRole.findFirstOrThrow({
      where: { workspaceId: page.workspace.id, slug: "developer" },
    });
    const invited = await call(invites.POST, "POST", {
      bearer: page.ada.jwt,
      params: { workspace_id: page.workspace.id },
      body: { email: bea.email, custom_role_id },
    });
    await call(accept.POST, "POST", { bearer: bea.jwt, params: { token: invited.json.token } });
    expect((await page.vote(bea, id)).status).toBe(200);
    expect((await page.staffList()).json[0].author).toMatchObject({ is_blocked: false });
    // As a visitor they could be blocked again, until they come back.
    const at = { bearer: page.ada.jwt, params: { workspace_id: page.workspace.id, developer_id: bea.id } };
    await call(member.PATCH, "PATCH", { ...at, body: { status: "suspended" } });
    expect((await page.block(bea.id)).status).toBe(204);
    expect((await page.vote(bea, id)).status).toBe(403);
    await call(member.PATCH, "PATCH", { ...at, body: { status: "active" } });
    expect((await page.vote(bea, id)).status).toBe(200);
  });

  it("applies to one page only, and not to members", async () => {
    const [page, other] = [await aProjectPage(), await aProjectPage()];
    const bea = await aDeveloper();
    await page.asked(bea);
    await page.block(bea.id);
    expect((await other.ask(bea, { title: "x" })).status).toBe(201);
    const member = await aMember(page.workspace.id, "viewer");
    await page.asked(member);
    expect((await page.block(member.id)).status).toBe(409);
  });

  it("can't be used to find out who has an account", async () => {
    const page = await aProjectPage();
    const stranger = await aDeveloper();
    for (const id of [stranger.id, randomUUID()]) {
      const answer = await page.block(id);
      expect([answer.status, answer.json]).toEqual([404, { detail: "Person not found" }]);
    }
  });
});

describe("settings of the page", () => {
  it("start open and unlisted, and every change is audited", async () => {
    const page = await aProjectPage();
    const at = { bearer: page.ada.jwt, params: page.staff };
    const usual = { categories: [], color: null, has_logo: false, logo: null };
    expect((await call(settings.GET, "GET", at)).json).toEqual({
      reviews: "nobody",
      is_indexed: false,
      ...usual,
    });
    await page.set({ reviews: "everyone" });
    await page.set({ is_indexed: true });
    await page.set({ is_indexed: true });
    expect((await call(settings.GET, "GET", at)).json).toEqual({
      reviews: "everyone",
      is_indexed: true,
      ...usual,
    });
    const { name } = await db().project.findUniqueOrThrow({ where: { id: page.project.id } });
    const entries = await audited(page.workspace.id, "project.page_updated");
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(entry).toMatchObject({ before: { name }, after: { name } });
    }
    expect((await page.set({ reviews: "friends" })).status).toBe(422);
  });

  it("keep what two people change of them at once", async () => {
    const page = await aProjectPage();
    const color = "#336699";
    await page.set({ is_indexed: true });
    const { changes } = await transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM project_page WHERE project_id = ${page.project.id}::uuid FOR UPDATE`;
      const changes = [page.set({ categories: ["Bug"] }), page.set({ color })];
      await untilWaiting(changes.length);
      return { changes };
    });
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
    const { json } = await call(settings.GET, "GET", { bearer: page.ada.jwt, params: page.staff });
    expect(json).toMatchObject({ categories: ["Bug"], color });
  });

  it("show the logo, published or not, and keep it out of the audit log", async () => {
    const page = await aProjectPage();
    const at = { bearer: page.ada.jwt, params: page.staff };
    const logo = `data:image/png;base64,${Buffer.from("89504e470d0a1a0a0000000d", "hex").toString("base64")}`;
    expect((await page.set({ logo })).json).toMatchObject({ has_logo: true, logo });
    await page.change({ is_public: false });
    expect((await page.set({ is_indexed: true })).json).toMatchObject({ has_logo: true, logo });
    expect((await call(settings.GET, "GET", at)).json).toMatchObject({ has_logo: true, logo });
    const entries = await audited(page.workspace.id, "project.page_updated");
    expect(entries.map(({ after }) => Object.keys(after as object).sort())).toEqual(
      Array(2).fill(["categories", "color", "has_logo", "is_indexed", "name", "reviews"]),
    );
    expect((await page.set({ logo: null })).json).toMatchObject({ has_logo: false, logo: null });
  });
});
