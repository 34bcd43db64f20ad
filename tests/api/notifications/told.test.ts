import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import {
  PATCH as setSettings,
  GET as settings,
} from "@/app/api/v1/developers/me/notification-settings/route";
import { POST as accept } from "@/app/api/v1/invites/[token]/accept/route";
import { GET as openStop, POST as stop } from "@/app/api/v1/public/mails/stop/route";
import * as publicFollow from "@/app/api/v1/public/projects/[slug]/follow/route";
import * as publicComment from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/comments/[comment_id]/route";
import * as publicComments from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/comments/route";
import * as publicRequest from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/route";
import * as publicVote from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/vote/route";
import * as publicRequests from "@/app/api/v1/public/projects/[slug]/requests/route";
import * as note from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/notes/[note_id]/route";
import * as notes from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/notes/route";
import * as oneObject from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/route";
import * as objects from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/route";
import * as crmTask from "@/app/api/v1/workspaces/[workspace_id]/crm/tasks/[task_id]/route";
import * as crmTasks from "@/app/api/v1/workspaces/[workspace_id]/crm/tasks/route";
import * as submission from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/[submission_id]/route";
import { POST as invite } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { POST as readOne } from "@/app/api/v1/workspaces/[workspace_id]/notifications/[notification_id]/read/route";
import { POST as readAll } from "@/app/api/v1/workspaces/[workspace_id]/notifications/read-all/route";
import { GET as inbox } from "@/app/api/v1/workspaces/[workspace_id]/notifications/route";
import * as staffComment from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/comments/[comment_id]/route";
import * as staffComments from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/comments/route";
import { POST as merge } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/merge/route";
import * as staffRequest from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/route";
import * as requestSettings from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/settings/route";
import * as project from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import * as comment from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/comments/[task_comment_id]/route";
import * as comments from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/comments/route";
import * as task from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import { eraseDeletedRecords } from "@/lib/crm/records/erase-records";
import { mailReceiptJob, notifyFormOwners } from "@/lib/forms/notices/jobs";
import { mailReceipt } from "@/lib/forms/notices/mail-receipt";
import { runJob } from "@/lib/jobs/run-job";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { mailDigestJob, mailGroup, mailNotification, startDigestsJob } from "@/lib/notifications/jobs";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { mailHeaders } from "@/lib/notifications/stop-mails";
import { takeDigest } from "@/lib/notifications/store";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, transaction } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { notifyFollowersJob, notifyOfReplyJob } from "@/lib/projects/requests/jobs";
import { call } from "@/tests/support/call";
import { crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";
import { formsOf, visit } from "@/tests/support/forms";
import { startMailbox } from "@/tests/support/mailbox";

const mailbox = await startMailbox();
afterAll(mailbox.close);

type Person = Awaited<ReturnType<typeof aDeveloper>>;
type Shown = {
  title: string;
  body: string;
  kind: string;
  count: number;
  link: string;
  read_at: string | null;
};

async function aHome() {
  const ada = await aDeveloper({ name: `Ada ${randomUUID().slice(0, 6)}` });
  const { id, slug } = await aWorkspace(ada);
  return { ada, id, slug, params: { workspace_id: id } };
}

type Home = Awaited<ReturnType<typeof aHome>>;

/** A member whom nobody else is named like, to be mentioned. */
const aBob = async ({ id }: Home, role: string) =>
  aMember(id, role, await aDeveloper({ name: `Bob ${randomUUID().slice(0, 6)}` }));

const inboxOf = async ({ params }: Home, who: Person): Promise<Shown[]> =>
  (await call(inbox, "GET", { bearer: who.jwt, params })).json;
const titlesOf = async (home: Home, who: Person) => (await inboxOf(home, who)).map(({ title }) => title);
const now = () => new Date();

/** Sends the mails that wait, as the worker does. */
async function sendMails(home: Home, at = now()) {
  const rows = await db().notification.findMany({ where: { workspaceId: home.id }, select: { id: true } });
  for (const { id } of rows) await mailGroup.handler({ notification_id: id }, { now: at });
}

/** How many jobs with these keys wait. */
async function countJobs(keys: string[]): Promise<number> {
  const found = await db().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM graphile_worker._private_jobs WHERE key = ANY(${keys})`;
  return found[0]?.n ?? 0;
}

/** Jobs that wait to mail somebody about something of a workspace. */
async function waitingMails(home: Home): Promise<number> {
  const rows = await db().notification.findMany({ where: { workspaceId: home.id }, select: { id: true } });
  return countJobs(rows.flatMap(({ id }) => [`${mailNotification.name}:${id}`, `${mailGroup.name}:${id}`]));
}

async function aBoard() {
  const home = await aHome();
  const made = await aProject(home.ada, home.id);
  const params = { ...home.params, project_id: made.id };
  const add = (who: Person, body: object) => call(tasks.POST, "POST", { bearer: who.jwt, params, body });
  return { home, params, add, key: made.key };
}

describe("notifications about tasks and records", () => {
  it("reach the new assignee of a task, once, but nobody who assigned it to themselves", async () => {
    const { home, params, add, key } = await aBoard();
    const bob = await aMember(home.id, "developer");
    await add(home.ada, { title: "Mine", assignee_id: home.ada.id });
    await add(home.ada, { title: "Fix login", assignee_id: bob.id });
    expect(await inboxOf(home, bob)).toMatchObject([
      { kind: "assigned", title: `${home.ada.name} assigned ${key}-2 Fix login to you`, count: 1 },
    ]);
    expect((await inboxOf(home, bob))[0]?.link).toBe(`/w/${home.slug}/projects/${params.project_id}?task=2`);
    const at = { bearer: home.ada.jwt, params: { ...params, task_ref: "2" } };
    await call(task.PATCH, "PATCH", { ...at, body: { title: "Fix the login", assignee_id: bob.id } });
    expect(await inboxOf(home, bob)).toHaveLength(1);
    expect(await inboxOf(home, home.ada)).toEqual([]);
  });

  it("leave whoever a task is taken from again, before its mail as well", async () => {
    const { home, params, add, key } = await aBoard();
    const [bob, eve] = [await aMember(home.id, "developer"), await aMember(home.id, "developer")];
    const made = [1, 2].map((n) => add(home.ada, { title: `Task ${n}`, assignee_id: bob.id }));
    const ids = (await Promise.all(made)).map(({ json }) => json.id as string);
    const at = { bearer: home.ada.jwt, params };
    const one = { ...at, params: { ...params, task_ref: ids[0] ?? "" } };
    await call(task.PATCH, "PATCH", { ...one, body: { assignee_id: eve.id } });
    await call(tasks.PATCH, "PATCH", { ...at, body: { task_ids: ids.slice(1), assignee_id: null } });
    expect(await inboxOf(home, bob)).toEqual([]);
    expect(await titlesOf(home, eve)).toEqual([
      expect.stringMatching(new RegExp(`assigned ${key}-\\d Task 1 to you`)),
    ]);
    await sendMails(home);
    expect([mailbox.to(bob.email), mailbox.to(eve.email).length]).toEqual([[], 1]);
  });

  it("of several tasks at once leave whoever these are taken from again, and name none that is deleted", async () => {
    const { home, params, add, key } = await aBoard();
    const [bob, eve] = [await aMember(home.id, "developer"), await aMember(home.id, "developer")];
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4]) ids.push((await add(home.ada, { title: `Task ${n}` })).json.id);
    const at = { bearer: home.ada.jwt, params };
    const give = (task_ids: string[], to: Person | null) =>
      call(tasks.PATCH, "PATCH", { ...at, body: { task_ids, assignee_id: to?.id ?? null } });
    const one = (id = "") => ({ ...at, params: { ...params, task_ref: id } });
    const listed = async () => (await inboxOf(home, bob)).map(({ body }) => body);
    await give(ids, bob);
    expect(await listed()).toEqual([[1, 2, 3, 4].map((n) => `${key}-${n} Task ${n}`).join("\n")]);
    await call(task.DELETE, "DELETE", one(ids[0]));
    await call(task.PATCH, "PATCH", { ...one(ids[1]), body: { assignee_id: null } });
    expect(await listed()).toEqual([`${key}-3 Task 3\n${key}-4 Task 4`]);
    await give(ids.slice(2), eve);
    expect(await listed()).toEqual([]);
    await give(ids.slice(2), null);
    await sendMails(home);
    expect([bob, eve].flatMap(({ email }) => mailbox.to(email))).toEqual([]);
  });

  it("reach the new assignee of a task about a record as well, but nobody who assigned it to themselves", async () => {
    const home = await aHome();
    const bob = await aMember(home.id, "sales");
    const record_id = await crmOf(home.ada.jwt, home.id).make("company", { name: "Acme" });
    const at = { bearer: home.ada.jwt, params: home.params };
    const body = { record_id, title: "Call them", assignee_id: home.ada.id };
    const made = await call(crmTasks.POST, "POST", { ...at, body });
    expect(await inboxOf(home, home.ada)).toEqual([]);

    const change = (fields: object, who: Person = home.ada) =>
      call(crmTask.PATCH, "PATCH", {
        bearer: who.jwt,
        params: { ...home.params, task_id: made.json.id },
        body: fields,
      });
    await change({ assignee_id: bob.id });
    expect(await titlesOf(home, bob)).toEqual(["New task: Call them"]);
    await change({ title: "Call them today", assignee_id: bob.id });
    expect(await titlesOf(home, bob)).toEqual(["New task: Call them"]);
    await change({ assignee_id: null });
    await change({ assignee_id: bob.id }, bob);
    expect(await inboxOf(home, bob)).toEqual([]);
  });

  it("show that a long title or text was cut, and cut no character in two", async () => {
    const { home, add, key } = await aBoard();
    const bob = await aMember(home.id, "developer");
    await add(home.ada, { title: "👩‍🚀".repeat(50), assignee_id: bob.id });
    await add(home.ada, { title: "x".repeat(255), assignee_id: bob.id });
    const start = `${home.ada.name} assigned ${key}`;
    expect(await titlesOf(home, bob)).toEqual([
      expect.stringMatching(/^.{199}…$/),
      `${start}-1 ${"👩‍🚀".repeat(50)} to you`,
    ]);
    await add(home.ada, { title: "Read", description: `@${bob.name} ${"y".repeat(3_000)}` });
    expect((await inboxOf(home, bob))[0]?.body).toMatch(/y…$/);
  });

  it("reach people mentioned in a comment, a description or a note, once per mention", async () => {
    const { home, params, add, key } = await aBoard();
    const bob = await aBob(home, "admin");
    const longer = await aMember(home.id, "admin", await aDeveloper({ name: `${bob.name} Junior` }));
    await add(home.ada, { title: "A", description: `Ask @${bob.name.toUpperCase()}, please` });
    const at = { bearer: home.ada.jwt, params: { ...params, task_ref: "1" } };
    const say = (body: string) => call(comments.POST, "POST", { ...at, body: { body } });
    await say(`@${bob.name}!`);
    await say(`mail me at x@${bob.name}, or @${bob.name}s`);
    expect(await inboxOf(home, bob)).toMatchObject([
      { kind: "mention", title: `2 mentions of you in ${key}-1 A`, count: 2 },
    ]);
    expect(await inboxOf(home, longer)).toEqual([]);
    await say(`@${longer.name} knows`);
    expect([(await inboxOf(home, bob))[0]?.count, (await inboxOf(home, longer)).length]).toEqual([2, 1]);
    await call(task.PATCH, "PATCH", { ...at, body: { description: `Still ask @${bob.name}` } });
    expect((await inboxOf(home, bob))[0]?.count).toBe(2);
    const crm = crmOf(home.ada.jwt, home.id);
    const record_id = await crm.make("company", { name: "Acme" });
    await call(notes.POST, "POST", {
      bearer: home.ada.jwt,
      params: { ...home.params, object_slug: "company", record_id },
      body: { body: `@${bob.name} they called` },
    });
    expect(await titlesOf(home, bob)).toContain(`${home.ada.name} mentioned you on Acme`);
  });

  it("follow the comments and notes that they quote, and go with them, as with what these are about", async () => {
    const { home, params, add, key } = await aBoard();
    const bob = await aBob(home, "admin");
    await add(home.ada, { title: "A" });
    const onTask = { bearer: home.ada.jwt, params: { ...params, task_ref: "1" } };
    const crm = crmOf(home.ada.jwt, home.id);
    const record_id = await crm.make("company", { name: "Acme" });
    const onRecord = { bearer: home.ada.jwt, params: { ...home.params, object_slug: "company", record_id } };
    const say = async (body: string) => {
      const said = { body: `@${bob.name} ${body}` };
      const comment = (await call(comments.POST, "POST", { ...onTask, body: said })).json.id as string;
      const note = (await call(notes.POST, "POST", { ...onRecord, body: said })).json.id as string;
      const one = { ...onTask, params: { ...onTask.params, task_comment_id: comment } };
      return { one, other: { ...onRecord, params: { ...onRecord.params, note_id: note } } };
    };
    const quotes = async () => (await inboxOf(home, bob)).map(({ count, body }) => `${count} ${body}`);
    const first = await say("one");
    const changed = { body: { body: "Never mind" } };
    await call(comment.PATCH, "PATCH", { ...first.one, ...changed });
    await call(note.PATCH, "PATCH", { ...first.other, ...changed });
    expect(await quotes()).toEqual(["1 Never mind", "1 Never mind"]);
    const second = await say("two");
    await call(comment.DELETE, "DELETE", second.one);
    await call(note.DELETE, "DELETE", second.other);
    expect(await quotes()).toEqual(["2 ", "2 "]);
    await call(readAll, "POST", { bearer: bob.jwt, params: home.params });
    const third = await say("three");
    await call(comment.DELETE, "DELETE", third.one);
    expect((await titlesOf(home, bob))[0]).toBe(`${home.ada.name} mentioned you on Acme`);
    await call(task.DELETE, "DELETE", onTask);
    expect((await titlesOf(home, bob)).filter((title) => title.includes(`${key}-1`))).toEqual([]);
    const longAgo = new Date(Date.now() - 40 * DAY_MS);
    await db().crmRecord.update({ where: { id: record_id }, data: { deletedAt: longAgo } });
    await eraseDeletedRecords(now());
    expect(await inboxOf(home, bob)).toEqual([]);
  });

  it("about records go with them, those of tasks about them too, also where their object is deleted", async () => {
    const home = await aHome();
    const bob = await aBob(home, "admin");
    const at = { bearer: home.ada.jwt, params: home.params };
    const named = { singular_name: "Loom", plural_name: "Looms" };
    expect((await call(objects.POST, "POST", { ...at, body: named })).status).toBe(201);
    const crm = crmOf(home.ada.jwt, home.id);
    const about = async (object_slug: string) => {
      const record_id = await crm.make(object_slug, { name: "Secret" });
      const body = { record_id, title: "Call them", assignee_id: bob.id };
      expect((await call(crmTasks.POST, "POST", { ...at, body })).status).toBe(201);
      const params = { ...home.params, object_slug, record_id };
      await call(notes.POST, "POST", { ...at, params, body: { body: `@${bob.name} secret` } });
      await crm.remove(object_slug, record_id);
      return record_id;
    };
    const [company] = [await about("company"), await about("loom")];
    expect(await inboxOf(home, bob)).toHaveLength(4);
    const longAgo = new Date(Date.now() - 40 * DAY_MS);
    await db().crmRecord.update({ where: { id: company }, data: { deletedAt: longAgo } });
    await eraseDeletedRecords(now());
    expect((await inboxOf(home, bob)).map(({ link }) => link?.split("/")[4])).toEqual(["loom", "loom"]);
    const object = { ...at, params: { ...home.params, object_slug: "loom" } };
    expect((await call(oneObject.DELETE, "DELETE", object)).status).toBe(204);
    expect(await inboxOf(home, bob)).toEqual([]);
  });

  it.each([
    ["Émile", "émile"],
    ["Zoë", "Zoe\u0308"],
    ["Zoe\u0308", "Zoë"],
  ])("reach %j, however %j is spelled where they are mentioned", async (name, typed) => {
    const { home, add } = await aBoard();
    const rest = randomUUID().slice(0, 6);
    const named = await aMember(home.id, "admin", await aDeveloper({ name: `${name} ${rest}` }));
    await add(home.ada, { title: "A", description: `Ask @${typed} ${rest}, please` });
    expect(await titlesOf(home, named)).toHaveLength(1);
  });

  it("reach nobody who may not see what they are about", async () => {
    const { home, params, add } = await aBoard();
    const viewer = await aMember(
      home.id,
      "viewer",
      await aDeveloper({ name: `Vi ${randomUUID().slice(0, 6)}` }),
    );
    const left = await aMember(
      home.id,
      "admin",
      await aDeveloper({ name: `Lee ${randomUUID().slice(0, 6)}` }),
    );
    await db().workspaceMember.updateMany({ where: { developerId: left.id }, data: { status: "suspended" } });
    const crm = crmOf(home.ada.jwt, home.id);
    const record_id = await crm.make("company", { name: "Acme" });
    const at = { ...home.params, object_slug: "company", record_id };
    const body = { body: `@${viewer.name} @${left.name}` };
    await call(notes.POST, "POST", { bearer: home.ada.jwt, params: at, body });
    await add(home.ada, { title: "A" });
    await call(comments.POST, "POST", { bearer: home.ada.jwt, params: { ...params, task_ref: "1" }, body });
    expect((await inboxOf(home, viewer)).map(({ link }) => link)).toEqual([
      `/w/${home.slug}/projects/${params.project_id}?task=1`,
    ]);
    expect(await db().notification.count({ where: { developerId: left.id } })).toBe(0);
  });

  it("reach no assignee of a task who may not see it, and name it no longer to those who may not see it any more", async () => {
    const { home, add } = await aBoard();
    const viewer = await aMember(home.id, "viewer");
    const sales = await aMember(home.id, "sales");
    const lock = (who: Person, permission: string, isAllowed: boolean) =>
      db().workspaceMember.updateMany({
        where: { developerId: who.id },
        data: { permissionOverrides: { [permission]: isAllowed } },
      });
    const crm = crmOf(home.ada.jwt, home.id);
    const record_id = await crm.make("company", { name: "Secret Machines" });
    const assignCall = (who: Person) =>
      call(crmTasks.POST, "POST", {
        bearer: home.ada.jwt,
        params: home.params,
        body: { record_id, title: "Call them", assignee_id: who.id },
      });
    expect((await assignCall(viewer)).status).toBe(201);
    await lock(viewer, "can_view_projects", false);
    await add(home.ada, { title: "Move out", assignee_id: viewer.id });
    expect(await db().notification.count({ where: { developerId: viewer.id } })).toBe(0);

    await assignCall(sales);
    const [told] = await db().notification.findMany({ where: { developerId: sales.id } });
    expect(await titlesOf(home, sales)).toEqual(["New task: Call them"]);
    await lock(sales, "can_view_crm", false);
    expect(await inboxOf(home, sales)).toEqual([]);
    const at = { bearer: sales.jwt, params: { ...home.params, notification_id: told?.id ?? "" } };
    expect((await call(readOne, "POST", at)).status).toBe(404);
    await sendMails(home);
    expect(mailbox.to(sales.email)).toEqual([]);
    await lock(sales, "can_view_crm", true);
    await sendMails(home);
    expect(mailbox.to(sales.email)).toHaveLength(1);
    expect(await titlesOf(home, sales)).toEqual(["New task: Call them"]);
  });
});

describe("an accepted invite", () => {
  it("notifies the inviter", async () => {
    const home = await aHome();
    const grace = await aDeveloper({ name: "Grace" });
    const role = await db().customRole.findFirstOrThrow({ where: { workspaceId: home.id, slug: "viewer" } });
    const body = { email: grace.email, custom_role_id: role.id };
    const { token } = (await call(invite, "POST", { bearer: home.ada.jwt, params: home.params, body })).json;
    await call(accept, "POST", { bearer: grace.jwt, params: { token } });
    expect(await inboxOf(home, home.ada)).toMatchObject([
      { kind: "invite_accepted", title: "Grace accepted your invite to Acme" },
    ]);
  });
});

describe("a form with new answers", () => {
  it("causes one notification and one mail, however many answers arrive", async () => {
    const home = await aHome();
    const forms = formsOf(home.ada.jwt, home.id);
    const formId = await forms.make({ name: "Contact" });
    for (let round = 1; round <= 3; round++) {
      for (let n = 0; n < 4; n++)
        await visit.submit(formId, { name: `${round} ${n}`, message: randomUUID() });
      await notifyFormOwners.handler({}, { now: now() });
    }
    expect(await inboxOf(home, home.ada)).toMatchObject([
      { kind: "form_answered", title: "12 new answers to “Contact”", count: 12 },
    ]);
    expect(await waitingMails(home)).toBe(1);
    await sendMails(home);
    expect(mailbox.to(home.ada.email)).toMatchObject([
      { text: expect.stringContaining("12 new answers to “Contact”") },
    ]);
    await visit.submit(formId, { name: "Once more" });
    await notifyFormOwners.handler({}, { now: now() });
    await sendMails(home);
    expect(mailbox.to(home.ada.email)).toHaveLength(1);
    // Read, more of the same is news again.
    await call(readAll, "POST", { bearer: home.ada.jwt, params: home.params });
    await visit.submit(formId, { name: "And again" });
    await notifyFormOwners.handler({}, { now: now() });
    expect(await titlesOf(home, home.ada)).toEqual([
      "New answer to “Contact”",
      "13 new answers to “Contact”",
    ]);
  });

  it("is reported completely while answers keep arriving: none is skipped", async () => {
    const home = await aHome();
    const formId = await formsOf(home.ada.jwt, home.id).make({ name: "Busy" });
    const answers = Array.from({ length: 12 }, (_, n) =>
      visit.submit(formId, { name: `${n}`, message: randomUUID() }),
    );
    const rounds = Array.from({ length: 4 }, () => notifyFormOwners.handler({}, { now: now() }));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    await Promise.all(rounds);
    await notifyFormOwners.handler({}, { now: now() });
    const taken = statuses.filter((status) => status < 300).length;
    expect((await inboxOf(home, home.ada))[0]?.count).toBe(taken);
  });

  it("counts what is new, whatever is deleted or released from spam before its owner is notified", async () => {
    const home = await aHome();
    const formId = await formsOf(home.ada.jwt, home.id).make({ name: "Contact" });
    const send = async (name: string, more: object = {}): Promise<string> =>
      (await visit.submit(formId, { name }, more)).json.submission_id;
    const on = (id: string) => ({
      bearer: home.ada.jwt,
      params: { ...home.params, form_id: formId, submission_id: id },
    });
    const told = async () => {
      await notifyFormOwners.handler({}, { now: now() });
      return (await inboxOf(home, home.ada))[0]?.count;
    };
    const [first, spam] = [await send("First"), await send("Spam", { website: "https://spam.example" })];
    expect(await told()).toBe(1);
    await send("Second");
    await call(submission.DELETE, "DELETE", on(first));
    expect(await told()).toBe(2);
    await send("Third");
    await call(submission.PATCH, "PATCH", { ...on(spam), body: { is_spam: false } });
    expect(await told()).toBe(3);
    // What is deleted before anybody was told of it never is.
    const [fourth] = [await send("Fourth"), await send("Fifth")];
    await call(submission.DELETE, "DELETE", on(fourth));
    expect(await told()).toBe(4);
    expect(await db().form.findUniqueOrThrow({ where: { id: formId } })).toMatchObject({
      responsesCount: 4,
      toldResponses: 4,
    });
  });

  it("notifies nobody of spam, and no owner who may no longer see answers", async () => {
    const home = await aHome();
    const bob = await aMember(home.id, "admin");
    const formId = await formsOf(bob.jwt, home.id).make();
    await visit.submit(formId, { name: "x" }, { website: "https://spam.example" });
    await notifyFormOwners.handler({}, { now: now() });
    expect(await inboxOf(home, bob)).toEqual([]);
    await visit.submit(formId, { name: "y" });
    await db().workspaceMember.updateMany({ where: { developerId: bob.id }, data: { status: "suspended" } });
    await notifyFormOwners.handler({}, { now: now() });
    expect(await db().notification.count({ where: { developerId: bob.id } })).toBe(0);
  });
});

describe("a receipt", () => {
  const FIELDS = [
    { key: "name", label: "Name", type: "text", required: true },
    { key: "email", label: "Email", type: "email" },
  ];

  async function aForm(body: object): Promise<string> {
    const home = await aHome();
    const form = { name: "Win at https://evil.example now", fields: FIELDS, ...body };
    return formsOf(home.ada.jwt, home.id).make(form);
  }

  async function anAnswer(body: object, values: object) {
    const formId = await aForm(body);
    const { submission_id } = (await visit.submit(formId, values)).json;
    await mailReceipt(submission_id, now());
    return { formId, submission_id };
  }

  it("is mailed to the visitor if the form is set up for it, in our words alone", async () => {
    const email = `${randomUUID()}@example.com`;
    await anAnswer({ sends_receipt: true }, { name: "Buy at https://evil.example", email });
    const [mail, ...more] = mailbox.to(email);
    expect(more).toEqual([]);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/evil|https?:/);
    expect(mail?.headers).toMatch(/^auto-submitted: auto-replied/im);
  });

  it("is mailed to nobody if the form is not set up for it, no address was given, or it was spam", async () => {
    const [quiet, spam] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const before = mailbox.mails.length;
    await anAnswer({}, { name: "x", email: quiet });
    await anAnswer({ sends_receipt: true }, { name: "x" });
    const { submission_id } = await anAnswer({ sends_receipt: true }, { name: "y" });
    await db().formSubmission.update({
      where: { id: submission_id },
      data: { isSpam: true, values: { name: "y", email: spam } },
    });
    await mailReceipt(submission_id, now());
    expect(mailbox.mails.length).toBe(before);
  });

  it("is mailed to no address that complained about mail, or takes none, unless the workspace lifted that", async () => {
    const email = `${randomUUID()}@Example.com`;
    const addressKey = email.toLowerCase();
    await db().emailSuppression.create({
      data: { addressKey, address: addressKey, reason: "complaint", createdAt: now() },
    });
    const { submission_id } = await anAnswer({ sends_receipt: true }, { name: "x", email });
    expect(mailbox.to(addressKey)).toEqual([]);
    const { workspaceId } = await db().formSubmission.findUniqueOrThrow({ where: { id: submission_id } });
    await db().emailSuppressionLift.create({ data: { addressKey, workspaceId, createdAt: now() } });
    await mailReceipt(submission_id, now());
    expect(mailbox.to(addressKey)).toHaveLength(1);
  });

  it("that a mail server did not take is sent later, and counts once", async () => {
    const email = `${randomUUID()}@example.com`;
    const formId = await aForm({ sends_receipt: true });
    const { submission_id } = (await visit.submit(formId, { name: "x", email })).json;
    const attempt = (nth: number) => runJob(mailReceiptJob, { submission_id }, { id: "1", attempt: nth });
    mailbox.refuse(451);
    for (let nth = 1; nth <= 5; nth++) await expect(attempt(nth)).rejects.toThrow("did not take");
    mailbox.refuse(null);
    await attempt(6);
    expect(mailbox.to(email)).toHaveLength(1);
    for (let n = 0; n < 5; n++) await anAnswer({ sends_receipt: true }, { name: `${n}`, email });
    expect(mailbox.to(email)).toHaveLength(3);
  });

  it("can't flood a mailbox: an address gets a few per hour, over all forms", async () => {
    const email = `${randomUUID()}@example.com`;
    for (let n = 0; n < 5; n++) await anAnswer({ sends_receipt: true }, { name: `${n}`, email });
    expect(mailbox.to(email)).toHaveLength(3);
  });

  it("can't flood a mailbox slowly: an address gets ten per day", async () => {
    const email = `${randomUUID()}@example.com`;
    const limit = "form_receipts_per_address_daily";
    const key = sha256Hex(email);
    await checkLimits([{ limit, key, weight: LIMITS[limit].countMax - 1 }], new Date());
    for (let n = 0; n < 2; n++) await anAnswer({ sends_receipt: true }, { name: `${n}`, email });
    expect(mailbox.to(email)).toHaveLength(1);
  });
});

async function aPublicPage() {
  const home = await aHome();
  const made = await aProject(home.ada, home.id);
  const params = { ...home.params, project_id: made.id };
  const slug = `page-${randomUUID()}`;
  await call(project.PATCH, "PATCH", {
    bearer: home.ada.jwt,
    params,
    body: { is_public: true, public_slug: slug },
  });
  const file = async (who: Person, title: string): Promise<string> =>
    (await call(publicRequests.POST, "POST", { bearer: who.jwt, params: { slug }, body: { title } })).json.id;
  const move = async (request_id: string, status: string) => {
    const at = { bearer: home.ada.jwt, params: { ...params, request_id } };
    await call(staffRequest.PATCH, "PATCH", { ...at, body: { status } });
    await notifyFollowersJob.handler({ request_id, actor_id: home.ada.id }, { now: now() });
    await sendMails(home);
  };
  const followed = (who: Person, method: "GET" | "PUT" | "DELETE") => {
    const { GET, PUT, DELETE } = publicFollow;
    return call({ GET, PUT, DELETE }[method], method, { bearer: who.jwt, params: { slug } });
  };
  return { home, params, slug, name: made.name, file, move, followed };
}

describe("notifications about requests on a public page", () => {
  it("reach the project's leads, many requests as one", async () => {
    const { home, params, file, name } = await aPublicPage();
    const val = await aDeveloper();
    const id = await file(val, "Dark mode");
    const list = `/w/${home.slug}/projects/${params.project_id}/requests`;
    expect(await inboxOf(home, home.ada)).toMatchObject([
      { title: `New request in ${name}: Dark mode`, link: `${list}?request=${id}` },
    ]);
    await file(val, "Wish lists");
    await file(home.ada, "My own");
    expect(await inboxOf(home, home.ada)).toMatchObject([
      { kind: "request_filed", title: `2 new requests in ${name}`, count: 2, link: list },
    ]);
  });

  it("are taken back with a request that its author deletes", async () => {
    const { home, params, slug, file } = await aPublicPage();
    const [author, member] = [await aDeveloper(), await aMember(home.id, "developer")];
    await call(publicFollow.PUT, "PUT", { bearer: member.jwt, params: { slug } });
    const request_id = await file(author, "My secret");
    const at = { bearer: home.ada.jwt, params: { ...params, request_id } };
    await call(staffRequest.PATCH, "PATCH", { ...at, body: { status: "planned" } });
    await notifyFollowersJob.handler({ request_id, actor_id: home.ada.id }, { now: now() });
    expect([await titlesOf(home, home.ada), await titlesOf(home, member)].flat()).toHaveLength(2);
    const own = { bearer: author.jwt, params: { slug, request_id } };
    expect((await call(publicRequest.DELETE, "DELETE", own)).status).toBe(204);
    expect([await titlesOf(home, home.ada), await titlesOf(home, member)].flat()).toEqual([]);
    await sendMails(home);
    expect([home.ada, author, member].flatMap(({ email }) => mailbox.to(email))).toEqual([]);
  });

  it("are taken back with a request that the staff hide, and with those merged into it", async () => {
    const { home, params, slug, file } = await aPublicPage();
    const [author, member] = [await aDeveloper(), await aMember(home.id, "developer")];
    await call(publicFollow.PUT, "PUT", { bearer: member.jwt, params: { slug } });
    const [request_id, into_id] = [
      await file(author, "Ada's phone number"),
      await file(author, "Ada's address"),
    ];
    for (const id of [request_id, into_id]) {
      const at = { bearer: home.ada.jwt, params: { ...params, request_id: id } };
      await call(staffRequest.PATCH, "PATCH", { ...at, body: { status: "declined" } });
      await notifyFollowersJob.handler({ request_id: id, actor_id: home.ada.id }, { now: now() });
    }
    const merged = { ...params, request_id };
    await call(merge, "POST", { bearer: home.ada.jwt, params: merged, body: { into_id } });
    expect(await titlesOf(home, member)).toHaveLength(2);
    const hidden = { ...params, request_id: into_id };
    const body = { visibility: "hidden" };
    expect(
      (await call(staffRequest.PATCH, "PATCH", { bearer: home.ada.jwt, params: hidden, body })).status,
    ).toBe(200);
    expect(await titlesOf(home, member)).toEqual([]);
    await sendMails(home);
    expect([author, member].flatMap(({ email }) => mailbox.to(email))).toEqual([]);
  });

  it("call a request by its new title, of the staff's or its author's, unless it waits for review", async () => {
    const { home, params, slug, name, file } = await aPublicPage();
    const [author, member] = [await aDeveloper(), await aMember(home.id, "developer")];
    await call(publicFollow.PUT, "PUT", { bearer: member.jwt, params: { slug } });
    const request_id = await file(author, "Call 555-0100");
    const at = { params: { ...params, request_id } };
    const byStaff = (body: object) =>
      call(staffRequest.PATCH, "PATCH", { ...at, bearer: home.ada.jwt, body });
    const byAuthor = (title: string) => {
      const own = { bearer: author.jwt, params: { slug, request_id } };
      return call(publicRequest.PATCH, "PATCH", { ...own, body: { title } });
    };
    await byStaff({ status: "planned" });
    await notifyFollowersJob.handler({ request_id, actor_id: home.ada.id }, { now: now() });
    await call(publicComments.POST, "POST", {
      bearer: member.jwt,
      params: { slug, request_id },
      body: { body: "Me too" },
    });
    const reply = await call(staffComments.POST, "POST", {
      ...at,
      bearer: home.ada.jwt,
      body: { body: "Soon" },
    });
    await notifyOfReplyJob.handler({ comment_id: reply.json.id }, { now: now() });
    const told = (title: string) => [`${name} replied to “${title}”`, `“${title}” is planned`];
    expect(await titlesOf(home, member)).toEqual(told("Call 555-0100"));
    expect((await byStaff({ title: "Call us back" })).status).toBe(200);
    expect(await titlesOf(home, member)).toEqual(told("Call us back"));
    expect((await byAuthor("Call me back")).status).toBe(200);
    expect(await titlesOf(home, member)).toEqual(told("Call me back"));
    await sendMails(home);
    expect(mailbox.to(author.email).map(({ text }) => text.includes("555"))).not.toContain(true);
    const body = { reviews: "everyone" };
    expect((await call(requestSettings.PATCH, "PATCH", { bearer: home.ada.jwt, params, body })).status).toBe(
      200,
    );
    await byAuthor("Buy this");
    expect(await titlesOf(home, member)).toEqual(told("Call me back"));
  });

  it("mail authors, voters and followers when requests move on, once each, but not the person who moved them", async () => {
    const { home, slug, name, file, move, followed } = await aPublicPage();
    const [author, voter, follower, gone] = [
      await aDeveloper(),
      await aDeveloper(),
      await aDeveloper(),
      await aDeveloper(),
    ];
    const id = await file(author, "Dark mode");
    await call(publicVote.PUT, "PUT", { bearer: voter.jwt, params: { slug, request_id: id } });
    await followed(follower, "PUT");
    await followed(follower, "PUT");
    await followed(gone, "PUT");
    expect((await followed(gone, "GET")).json).toEqual({ following: true });
    expect((await followed(gone, "DELETE")).json).toEqual({ following: false });
    await move(id, "planned");
    for (const who of [author, voter, follower]) {
      expect(mailbox.to(who.email)).toMatchObject([
        {
          text: expect.stringMatching(
            new RegExp(`A request in ${name} that you .*/p/${slug}/requests/${id}`, "s"),
          ),
          headers: expect.stringMatching(/is.planned/),
        },
      ]);
    }
    expect(mailbox.to(gone.email)).toEqual([]);
    expect(await titlesOf(home, home.ada)).not.toContain("“Dark mode” is planned");
    // Told again of the same move, as after a kill in the middle: nobody hears of it twice.
    await notifyFollowersJob.handler({ request_id: id, actor_id: home.ada.id }, { now: now() });
    await sendMails(home);
    expect(mailbox.to(author.email)).toHaveLength(1);
    await move(id, "done");
    expect(mailbox.to(author.email)).toHaveLength(2);
  });

  it("mail authors, voters and commenters what the staff reply, not who follows the project alone or wrote it", async () => {
    const { home, params, slug, name, file, followed } = await aPublicPage();
    const [author, voter, commenter, follower] = [
      await aDeveloper(),
      await aDeveloper(),
      await aDeveloper(),
      await aDeveloper(),
    ];
    const request_id = await file(author, "Dark mode");
    await call(publicVote.PUT, "PUT", { bearer: voter.jwt, params: { slug, request_id } });
    await call(publicComments.POST, "POST", {
      bearer: commenter.jwt,
      params: { slug, request_id },
      body: { body: "Me too" },
    });
    await followed(follower, "PUT");
    const reply = async (body: string) => {
      const at = { bearer: home.ada.jwt, params: { ...params, request_id } };
      return (await call(staffComments.POST, "POST", { ...at, body: { body } })).json.id as string;
    };
    const tell = async (comment_id: string) => {
      await notifyOfReplyJob.handler({ comment_id }, { now: now() });
      await sendMails(home);
    };
    const id = await reply("Soon, in **May**");
    expect(await countJobs([`${notifyOfReplyJob.name}:${id}`])).toBe(1);
    for (let times = 0; times < 2; times++) await tell(id);
    for (const who of [author, voter, commenter]) {
      expect(mailbox.to(who.email)).toMatchObject([
        {
          text: expect.stringMatching(
            new RegExp(`^${name} replied to “Dark mode”.*Soon.*/p/${slug}/requests/${request_id}`, "s"),
          ),
        },
      ]);
    }
    expect(mailbox.to(follower.email)).toEqual([]);
    expect(mailbox.to(home.ada.email)).toEqual([]);
    const slip = await reply("Oops");
    await db().projectRequestComment.update({ where: { id: slip }, data: { visibility: "hidden" } });
    await tell(slip);
    expect(mailbox.to(author.email)).toHaveLength(1);
  });

  it("say nothing any more of a reply that is hidden or deleted before its mail, and mail a changed one as it is then", async () => {
    const { home, params, slug, file } = await aPublicPage();
    const author = await aDeveloper();
    const eve = await aMember(home.id, "manager");
    const replied = async (title: string, who: Person = home.ada) => {
      const request_id = await file(author, title);
      const at = { bearer: who.jwt, params: { ...params, request_id } };
      const { json } = await call(staffComments.POST, "POST", {
        ...at,
        body: { body: `Secret of ${title}` },
      });
      await notifyOfReplyJob.handler({ comment_id: json.id }, { now: now() });
      const own = { ...at, params: { slug, request_id, comment_id: json.id } };
      return { staff: { ...at, params: { ...at.params, comment_id: json.id } }, own };
    };
    const [hidden, deleted, changed] = [await replied("One"), await replied("Two"), await replied("Three")];
    await call(staffComment.PATCH, "PATCH", { ...hidden.staff, body: { visibility: "hidden" } });
    await call(publicComment.DELETE, "DELETE", deleted.own);
    await call(publicComment.PATCH, "PATCH", { ...changed.own, body: { body: "In May" } });
    // Of somebody who is no staff any more, it waits for review.
    const { own } = await replied("Four", eve);
    const place = { workspaceId_developerId: { workspaceId: home.id, developerId: eve.id } };
    await db().workspaceMember.update({
      where: place,
      data: { permissionOverrides: { can_manage_projects: false } },
    });
    const links = { body: "Secret https://a.example ".repeat(9) };
    expect((await call(publicComment.PATCH, "PATCH", { ...own, body: links })).json.is_pending).toBe(true);
    await sendMails(home);
    expect(mailbox.to(author.email)).toMatchObject([{ text: expect.stringMatching(/“Three”.*In May/s) }]);
    expect(mailbox.to(author.email)[0]?.text).not.toContain("Secret");
  });

  it("say nothing any more of a reply that is deleted after its request was merged into another", async () => {
    const { home, params, slug, file } = await aPublicPage();
    const author = await aDeveloper();
    const [request_id, into_id] = [await file(author, "One"), await file(author, "Two")];
    const at = { bearer: home.ada.jwt, params: { ...params, request_id } };
    const { json } = await call(staffComments.POST, "POST", { ...at, body: { body: "Secret" } });
    await notifyOfReplyJob.handler({ comment_id: json.id }, { now: now() });
    expect((await call(merge, "POST", { ...at, body: { into_id } })).status).toBe(200);
    const own = { slug, request_id: into_id, comment_id: json.id };
    expect((await call(publicComment.DELETE, "DELETE", { ...at, params: own })).status).toBe(204);
    await sendMails(home);
    expect(mailbox.to(author.email)).toEqual([]);
  });

  it("reach nobody who may no longer see them", async () => {
    const { home, params, file, move } = await aPublicPage();
    const [blocked, plain] = [await aDeveloper(), await aDeveloper()];
    const [theirs, other] = [await file(blocked, "One"), await file(plain, "Two")];
    await db().projectBlock.create({
      data: { projectId: params.project_id, developerId: blocked.id, createdAt: now() },
    });
    await move(theirs, "planned");
    expect(mailbox.to(blocked.email)).toEqual([]);
    await db().project.update({ where: { id: params.project_id }, data: { isPublic: false } });
    await move(other, "planned");
    expect(mailbox.to(plain.email)).toEqual([]);
    expect(home.id).toBeDefined();
  });

  it.each([{ is_public: false }, { public_tabs: ["overview"] }, { is_active: false }])(
    "mail nobody once the project is changed by %j, though the mail waited already",
    async (body) => {
      const { home, params, file } = await aPublicPage();
      const author = await aDeveloper();
      const request_id = await file(author, "Dark mode");
      const bearer = home.ada.jwt;
      const at = { bearer, params: { ...params, request_id } };
      await call(staffRequest.PATCH, "PATCH", { ...at, body: { status: "planned" } });
      await notifyFollowersJob.handler({ request_id, actor_id: home.ada.id }, { now: now() });
      expect((await call(project.PATCH, "PATCH", { bearer, params, body })).status).toBe(200);
      await sendMails(home);
      expect(mailbox.to(author.email)).toEqual([]);
    },
  );
});

describe("settings", () => {
  const change = (who: Person, body: object) => call(setSettings, "PATCH", { bearer: who.jwt, body });

  it("show what applies to everyone, and store decisions channel by channel", async () => {
    const { ada } = await aHome();
    const { json } = await call(settings, "GET", { bearer: ada.jwt });
    expect(json.sends_mail).toBe(true);
    expect(json.kinds).toHaveLength(9);
    expect(json.kinds[0]).toMatchObject({ kind: "mention", inbox: true, mail: true, digest: true });
    const changed = (await change(ada, { kind: "mention", mail: false })).json;
    expect(changed.kinds[0]).toMatchObject({ inbox: true, mail: false, digest: true });
    expect((await change(ada, { kind: "mention", inbox: false })).json.kinds[0]).toMatchObject({
      inbox: false,
      mail: false,
    });
    expect((await change(ada, { kind: "nonsense", mail: true })).status).toBe(422);
  });

  it("are respected: nothing arrives where it was switched off", async () => {
    const { home, add } = await aBoard();
    const bob = await aMember(home.id, "developer");
    await change(bob, { kind: "assigned", mail: false });
    await add(home.ada, { title: "A", assignee_id: bob.id });
    expect(await inboxOf(home, bob)).toHaveLength(1);
    expect(await waitingMails(home)).toBe(0);
    await change(bob, { kind: "assigned", inbox: false });
    await add(home.ada, { title: "B", assignee_id: bob.id });
    expect(await inboxOf(home, bob)).toHaveLength(1);
    await change(bob, { kind: "assigned", digest: false });
    await add(home.ada, { title: "C", assignee_id: bob.id });
    expect(await db().notification.count({ where: { developerId: bob.id } })).toBe(2);
  });

  it("bring more of the same into the inbox once it is switched on, though the first was for the digest alone", async () => {
    const { home, params, add } = await aBoard();
    const bob = await aBob(home, "developer");
    await add(home.ada, { title: "A" });
    const at = { bearer: home.ada.jwt, params: { ...params, task_ref: "1" } };
    for (const isOn of [false, true]) {
      await change(bob, { kind: "mention", inbox: isOn, mail: false });
      await call(comments.POST, "POST", { ...at, body: { body: `@${bob.name}!` } });
    }
    expect(await inboxOf(home, bob)).toMatchObject([{ count: 2 }]);
  });

  it("hold for mails that wait already", async () => {
    const { home, add } = await aBoard();
    const bob = await aMember(home.id, "developer");
    await add(home.ada, { title: "A", assignee_id: bob.id });
    expect(await waitingMails(home)).toBe(1);
    await change(bob, { kind: "assigned", mail: false });
    await sendMails(home);
    expect(mailbox.to(bob.email)).toEqual([]);
    await change(bob, { kind: "assigned", mail: true });
    await sendMails(home);
    expect(mailbox.to(bob.email)).toHaveLength(1);
  });

  it("keep what is mailed alone from being read with the inbox", async () => {
    const { home, add } = await aBoard();
    const bob = await aMember(home.id, "developer");
    await change(bob, { kind: "assigned", inbox: false });
    await add(home.ada, { title: "A", assignee_id: bob.id });
    const { json } = await call(readAll, "POST", { bearer: bob.jwt, params: home.params });
    expect(json).toEqual({ marked: 0 });
    await sendMails(home);
    expect(mailbox.to(bob.email)).toHaveLength(1);
  });

  it("can be changed by the link in a mail, for that kind only, but not by a forged link", async () => {
    const { home, add } = await aBoard();
    const bob = await aMember(home.id, "developer");
    await add(home.ada, { title: "A", assignee_id: bob.id });
    await sendMails(home);
    const { headers = "" } = mailbox.to(bob.email)[0] ?? {};
    expect(headers).toMatch(/^list-unsubscribe-post: List-Unsubscribe=One-Click/im);
    expect(headers).toMatch(/^auto-submitted: auto-generated/im);
    const token = /stop\?stop_token=([^>]+)>/.exec(headers)?.[1] ?? "";
    expect(headers).toMatch(/^list-unsubscribe: <[^<>]+>$/im);
    // Mail programs that post nothing open it in a browser.
    const opened = await call(openStop, "GET", { query: { stop_token: token } });
    expect(opened.headers.get("location")).toMatch(/\/account#notifications$/);
    const { kinds: before } = (await call(settings, "GET", { bearer: bob.jwt })).json;
    expect(before.find(({ kind }: { kind: string }) => kind === "assigned").mail).toBe(true);
    for (const forged of [`${token}x`, token.replace("assigned", "mention"), "a.b.c", ""]) {
      expect((await call(stop, "POST", { query: { stop_token: forged } })).status).toBe(404);
    }
    expect((await call(stop, "POST", { query: { stop_token: token } })).status).toBe(204);
    const { kinds } = (await call(settings, "GET", { bearer: bob.jwt })).json;
    const off = kinds.filter(
      ({ mail, kind }: { mail: boolean; kind: string }) => !mail && kind === "assigned",
    );
    expect(off).toHaveLength(1);
    expect(kinds.find(({ kind }: { kind: string }) => kind === "mention").mail).toBe(true);
  });

  it.each(["assigned", "digest"] as const)(
    "of kind %s are stopped for somebody erased since",
    async (what) => {
      const link = mailHeaders(randomUUID(), what)["List-Unsubscribe"] ?? "";
      const token = /stop_token=([^>]+)>/.exec(link)?.[1] ?? "";
      expect((await call(stop, "POST", { query: { stop_token: token } })).status).toBe(204);
    },
  );
});

describe("a mail server", () => {
  async function aMailDue() {
    const { home, add } = await aBoard();
    const bob = await aMember(home.id, "developer");
    await add(home.ada, { title: "A", assignee_id: bob.id });
    return { home, bob };
  }

  it("that is busy or away is asked again later", async () => {
    const { home, bob } = await aMailDue();
    mailbox.refuse(451);
    await expect(sendMails(home)).rejects.toThrow("did not take");
    mailbox.refuse(null);
    await sendMails(home);
    await sendMails(home);
    expect(mailbox.to(bob.email)).toHaveLength(1);
  });

  it("that refuses a mail for good is not asked again", async () => {
    const { home, bob } = await aMailDue();
    mailbox.refuse(550);
    await sendMails(home);
    mailbox.refuse(null);
    expect(mailbox.to(bob.email)).toEqual([]);
  });
});

describe("the daily digest", () => {
  const MORNING = new Date("2026-11-24T07:30:00Z");
  const BEFORE = new Date("2026-11-24T06:30:00Z");

  /** Somebody in Berlin with something that was neither read nor mailed. */
  async function aReader(titles: string[] = ["One", "Two"]) {
    const home = await aHome();
    await db().developer.update({ where: { id: home.ada.id }, data: { timeZone: "Europe/Berlin" } });
    for (const [index, title] of titles.entries()) {
      const at = new Date(BEFORE.getTime() + index * 1_000);
      const notice = { kind: "request_filed", title, body: "", link: "/x" } as const;
      await transaction((tx) => notifyMembers(tx, home.id, [home.ada.id], notice, at));
    }
    return home;
  }

  const waiting = async ({ ada }: Home) => {
    const key = `${mailDigestJob.name}:${ada.id}`;
    const rows = await db().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM graphile_worker._private_jobs WHERE key = ${key}`;
    return rows[0]?.n ?? 0;
  };
  const start = (at: Date) => startDigestsJob.handler({}, { now: at });
  const send = ({ ada }: Home, at = MORNING) =>
    mailDigestJob.handler({ developer_id: ada.id, day: "2026-11-24" }, { now: at });

  it("is sent in the morning of its person's zone, once a day, even if several workers try at the same time", async () => {
    const home = await aReader();
    await start(new Date("2026-11-24T06:59:00Z"));
    expect(await waiting(home)).toBe(0);
    await Promise.all([start(MORNING), start(MORNING), start(MORNING)]);
    expect(await waiting(home)).toBe(1);
    await send(home);
    expect(mailbox.to(home.ada.email)).toHaveLength(1);
    const [mail] = mailbox.to(home.ada.email);
    expect(mail?.subject).toBe("2 things that you have not seen");
    expect(mail?.text).toMatch(/Acme\r?\n- One\r?\n {2}http\S+\/x\r?\n- Two/);
    expect(mail?.headers).toMatch(/^message-id: <2026-11-24\./im);
    await start(new Date("2026-11-24T20:00:00Z"));
    await send(home);
    expect(mailbox.to(home.ada.email)).toHaveLength(1);
  });

  it("waits for the next morning where nothing waited in this one, and is caught up on where something did", async () => {
    const [late, early] = [await aReader([]), await aReader(["Early"])];
    const at = new Date("2026-11-24T08:05:00Z");
    const notice = { kind: "request_filed", title: "Late", body: "", link: "/x" } as const;
    await transaction((tx) => notifyMembers(tx, late.id, [late.ada.id], notice, at));
    await start(new Date("2026-11-24T08:15:00Z"));
    await start(new Date("2026-11-24T20:00:00Z"));
    expect([await waiting(late), await waiting(early)]).toEqual([0, 1]);
    await start(new Date("2026-11-25T06:45:00Z"));
    expect(await waiting(late)).toBe(0);
    await start(new Date("2026-11-25T07:00:00Z"));
    expect(await waiting(late)).toBe(1);
  });

  it("is taken once for a day, and for no earlier one", async () => {
    const { ada } = await aReader();
    const take = (day: string) => transaction((tx) => takeDigest(tx, ada.id, day));
    const taken = await Promise.all(Array.from({ length: 4 }, () => take("2026-11-24")));
    expect(taken.filter((each) => each)).toHaveLength(1);
    expect([await take("2026-11-24"), await take("2026-11-23"), await take("2026-11-25")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("survives a mail server's refusal, and a worker that dies before it has recorded the sending", async () => {
    const home = await aReader();
    await start(MORNING);
    mailbox.refuse(451);
    await expect(send(home)).rejects.toThrow();
    mailbox.refuse(null);
    await send(home);
    expect(mailbox.to(home.ada.email)).toHaveLength(1);
    // What was sent and not noted goes out again under the same id, which mailboxes show once.
    await db().notification.updateMany({ where: { workspaceId: home.id }, data: { digestedAt: null } });
    await send(home);
    const ids = mailbox.to(home.ada.email).map(({ headers }) => /^message-id: (.*)$/im.exec(headers)?.[1]);
    expect(new Set(ids).size).toBe(1);
  });

  it("leaves out what was read, mailed or listed before, and workspaces that the person left", async () => {
    const home = await aReader(["Read"]);
    await call(readAll, "POST", { bearer: home.ada.jwt, params: home.params });
    await start(MORNING);
    expect(await waiting(home)).toBe(0);
    const left = await aReader(["Left"]);
    await start(MORNING);
    await db().workspaceMember.updateMany({
      where: { developerId: left.ada.id },
      data: { status: "suspended" },
    });
    await send(left);
    expect(mailbox.to(left.ada.email)).toEqual([]);
  });

  it("leaves out what the person may not see any more", async () => {
    const home = await aReader([]);
    const bob = await aMember(home.id, "developer");
    for (const [kind, area] of [
      ["mention", "projects/1?task=2"],
      ["form_answered", "forms/1/submissions"],
      ["automation", "projects/3"],
    ] as const) {
      const notice = { kind, title: `Of ${area}`, body: "", link: `/w/${home.slug}/${area}` };
      await transaction((tx) => notifyMembers(tx, home.id, [bob.id], notice, BEFORE));
    }
    await db().workspaceMember.updateMany({
      where: { developerId: bob.id },
      data: { permissionOverrides: { can_view_forms: true }, appPermissions: { projects: false } },
    });
    await transaction((tx) =>
      notifyMembers(
        tx,
        home.id,
        [bob.id],
        { kind: "form_answered", title: "Of forms now", body: "", link: `/w/${home.slug}/forms/2` },
        BEFORE,
      ),
    );
    await mailDigestJob.handler({ developer_id: bob.id, day: "2026-11-24" }, { now: MORNING });
    const [mail] = mailbox.to(bob.email);
    expect(mail?.text).toContain("Of forms now");
    expect(mail?.text).toContain("Of projects/3");
    expect(mail?.text).not.toContain("task=2");
  });

  it("is not sent to those who switched it off, and an invalid zone does not block others", async () => {
    const [off, odd] = [await aReader(), await aReader()];
    await call(setSettings, "PATCH", { bearer: off.ada.jwt, body: { kind: "request_filed", digest: false } });
    await db().developer.update({ where: { id: odd.ada.id }, data: { timeZone: "Mars/Olympus" } });
    await start(new Date("2026-11-24T09:00:00Z"));
    expect(await waiting(off)).toBe(0);
    expect(await waiting(odd)).toBe(1);
  });
});
