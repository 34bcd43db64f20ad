import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as publicForm from "@/app/api/v1/public/forms/[form_id]/route";
import * as publicRequests from "@/app/api/v1/public/projects/[slug]/requests/route";
import * as activity from "@/app/api/v1/tracker/activity/route";
import * as enroll from "@/app/api/v1/tracker/devices/enroll/route";
import * as audit from "@/app/api/v1/workspaces/[workspace_id]/audit/route";
import * as notes from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/notes/route";
import * as webhooks from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import * as submissions from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/route";
import * as summary from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/summary/route";
import * as merge from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/merge/route";
import * as request from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/route";
import * as comments from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/comments/route";
import * as task from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import * as projects from "@/app/api/v1/workspaces/[workspace_id]/projects/route";
import { DELETE, GET, POST } from "@/app/api/v1/workspaces/[workspace_id]/sample-data/route";
import * as rows from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/route";
import { workedQuarters } from "@/lib/first-run/sample-data/rules";
import { FORMS_PER_WORKSPACE_MAX } from "@/lib/forms/limits";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aMemberWith, aProject, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { visit } from "@/tests/support/forms";

async function aHome() {
  const ada = await aDeveloper();
  const { id } = await aWorkspace(ada);
  return { ada, id };
}

type Home = Awaited<ReturnType<typeof aHome>>;
type Thing = { kind: string; id: string };

const ROUTES = { GET, POST, DELETE };

const ask = ({ ada, id }: Home, method: keyof typeof ROUTES, bearer = ada.jwt) =>
  call(ROUTES[method], method, { bearer, params: { workspace_id: id } });

async function made(home: Home): Promise<Thing[]> {
  const answer = await ask(home, "POST");
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.things;
}

const idsOf = (things: readonly Thing[], kind: string) =>
  things.filter((thing) => thing.kind === kind).map(({ id }) => id);
const idOf = (things: readonly Thing[], kind: string) => idsOf(things, kind)[0] ?? "";

/** How many things of each sort there are in a workspace, deleted ones not among them. */
async function counts({ id }: Home) {
  const own = { workspaceId: id };
  const live = { ...own, deletedAt: null };
  return {
    records: await db().crmRecord.count({ where: live }),
    projects: await db().project.count({ where: own }),
    tasks: await db().task.count({ where: own }),
    requests: await db().projectRequest.count({ where: own }),
    forms: await db().form.count({ where: live }),
    answers: await db().formSubmission.count({ where: own }),
    tables: await db().dataTable.count({ where: live }),
    rows: await db().dataRow.count({ where: { deletedAt: null, table: live } }),
    webhooks: await db().webhook.count({ where: live }),
  };
}

const NOTHING = {
  records: 0,
  projects: 0,
  tasks: 0,
  requests: 0,
  forms: 0,
  answers: 0,
  tables: 0,
  rows: 0,
  webhooks: 0,
};

describe("making sample data", () => {
  it("fills every area, marks it as sample data and is audited once", async () => {
    const home = await aHome();
    expect((await ask(home, "GET")).json).toEqual({ made_at: null, made_by: null, things: [], keeps: [] });
    const answer = (await ask(home, "POST")).json;
    expect(answer).toMatchObject({ made_by: "Ada", made_at: expect.any(String), keeps: [] });
    const found = await counts(home);
    for (const [sort, count] of Object.entries(found)) expect([sort, count > 0]).toEqual([sort, true]);
    const named = [
      ...(await db().crmRecord.findMany({ where: { workspaceId: home.id } })).map(({ title }) => title),
      ...(await db().project.findMany({ where: { workspaceId: home.id } })).map(({ name }) => name),
      ...(await db().form.findMany({ where: { workspaceId: home.id } })).map(({ name }) => name),
      ...(await db().dataTable.findMany({ where: { workspaceId: home.id } })).map(({ name }) => name),
      ...(await db().webhook.findMany({ where: { workspaceId: home.id } })).map(({ name }) => name),
    ];
    expect(named.filter((name) => !name.endsWith("(sample)"))).toEqual([]);
    const crm = crmOf(home.ada.jwt, home.id);
    const deals = (await crm.list("deal")).json as { values: { stage: string; company: string } }[];
    expect(new Set(deals.map(({ values }) => values.stage)).size).toBeGreaterThanOrEqual(5);
    const log = await call(audit.GET, "GET", {
      bearer: home.ada.jwt,
      params: { workspace_id: home.id },
      query: { action: "sample_data.created" },
    });
    expect(log.json).toHaveLength(1);
    expect(await ask(home, "GET").then(({ json }) => json.things)).toEqual(answer.things);
  });

  it("gives visitors a form to answer and a page to post requests on, and members answers to read", async () => {
    const home = await aHome();
    const things = await made(home);
    const form_id = idOf(things, "form");
    expect((await call(publicForm.GET, "GET", { params: { form_id } })).json.name).toContain("(sample)");
    const answers = await call(summary.GET, "GET", {
      bearer: home.ada.jwt,
      params: { workspace_id: home.id, form_id },
    });
    expect(answers.status).toBe(200);
    const listed = await call(submissions.GET, "GET", {
      bearer: home.ada.jwt,
      params: { workspace_id: home.id, form_id },
    });
    expect([listed.status, listed.json.length]).toEqual([200, idsOf(things, "submission").length]);
    expect(listed.json[0].spam_reasons).toEqual([]);
    const { publicSlug } = await db().project.findUniqueOrThrow({ where: { id: idOf(things, "project") } });
    const requests = await call(publicRequests.GET, "GET", { params: { slug: publicSlug ?? "" } });
    expect(requests.json).toHaveLength(idsOf(things, "request").length);
    // As if the member had filed them: a request of nobody, for which not even its author voted, looks broken.
    for (const { author, votes } of requests.json) expect([author?.name, votes]).toEqual(["Ada", 1]);
  });

  it("puts the page at an address that can be read, also where the usual one is taken, and again after removal", async () => {
    const home = await aHome();
    const { slug } = await db().workspace.findUniqueOrThrow({ where: { id: home.id } });
    const place = async () => {
      const project = await db().project.findUniqueOrThrow({
        where: { id: idOf(await made(home), "project") },
      });
      return [project.slug, project.key, project.publicSlug];
    };
    expect(await place()).toEqual(["shop", "SHOP", `${slug}-shop`]);
    await ask(home, "DELETE");
    expect(await place()).toEqual(["shop", "SHOP", `${slug}-shop`]);
    await ask(home, "DELETE");

    const own = await call(projects.POST, "POST", {
      bearer: home.ada.jwt,
      params: { workspace_id: home.id },
      body: { name: "Shop", key: "SHOP" },
    });
    expect([own.status, own.json.slug]).toEqual([201, "shop"]);
    const other = await aHome();
    await call(projects.POST, "POST", {
      bearer: other.ada.jwt,
      params: { workspace_id: other.id },
      body: { name: "Elsewhere", is_public: true, public_slug: `${slug}-shop2` },
    });
    expect(await place()).toEqual(["shop3", "SHOP3", `${slug}-shop3`]);
  });

  it("notifies nobody: no delivery, no held event, no run, no job, no notification", async () => {
    const home = await aHome();
    const hook = { url: "https://example.com/all", events: ["*"] };
    const params = { workspace_id: home.id };
    const { id: hookId } = (await call(webhooks.POST, "POST", { bearer: home.ada.jwt, params, body: hook }))
      .json;
    await made(home);
    await ask(home, "DELETE");
    expect(await db().webhookDelivery.count({ where: { webhookId: hookId } })).toBe(0);
    const own = await db().webhook.findMany({ where: { workspaceId: home.id } });
    const ids = own.map(({ id }) => id);
    expect(await db().webhookHeldEvent.count({ where: { webhookId: { in: ids } } })).toBe(0);
    expect(await db().webhookDelivery.count({ where: { webhookId: { in: ids }, status: "pending" } })).toBe(
      0,
    );
    expect(await db().automationRun.count({ where: { workspaceId: home.id } })).toBe(0);
    expect(await db().notification.count({ where: { workspaceId: home.id } })).toBe(0);
  });

  it("has a webhook that is off and leads nowhere, with past deliveries only", async () => {
    const home = await aHome();
    const id = idOf(await made(home), "webhook");
    const webhook = await db().webhook.findUniqueOrThrow({ where: { id }, include: { deliveries: true } });
    expect(webhook.isActive).toBe(false);
    expect(new URL(webhook.url).hostname.endsWith(".invalid")).toBe(true);
    expect(webhook.deliveries.length).toBeGreaterThan(5);
    for (const delivery of webhook.deliveries) {
      expect(delivery.createdAt.getTime()).toBeLessThan(Date.now());
      expect(delivery).toMatchObject({
        nextRetryAt: null,
        status: expect.stringMatching(/^(success|failed)$/),
      });
    }
  });

  it("has no further effect the second time, also when both run at the same time", async () => {
    const home = await aHome();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(home, "POST")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await counts(home)).projects).toBe(1);
  });

  it("creates nothing at all if one part exceeds a limit", async () => {
    const home = await aHome();
    const form = () => ({ workspaceId: home.id, name: "F", submitLabel: "S", thankYouText: "T" });
    await db().form.createMany({ data: Array.from({ length: FORMS_PER_WORKSPACE_MAX }, form) });
    const before = await counts(home);
    const answer = await ask(home, "POST");
    expect(answer.status).toBe(409);
    expect(answer.json.detail).toContain("forms");
    expect(await counts(home)).toEqual(before);
  });

  it("creates only what the member may create by hand, and refuses if that is nothing", async () => {
    const home = await aHome();
    const clerk = await aMemberWith(home.id, ["can_manage_settings", "can_manage_forms"]);
    const things: Thing[] = (await ask(home, "POST", clerk.jwt)).json.things;
    expect(new Set(things.map(({ kind }) => kind))).toEqual(new Set(["form", "submission"]));
    const other = await aHome();
    const bare = await aMemberWith(other.id, ["can_manage_settings"]);
    expect((await ask(other, "POST", bare.jwt)).status).toBe(403);
    expect(await counts(other)).toEqual(NOTHING);
  });

  it("works with the attributes as the workspace has changed them", async () => {
    const home = await aHome();
    const crm = crmOf(home.ada.jwt, home.id);
    await crm.make("company", { name: "Mine", domain: "northwind.example" });
    await crm.attribute("deal", { slug: "region", name: "Region", type: "text", is_required: true });
    expect(await made(home)).not.toEqual([]);
    const { json } = await crm.list("company", { search: "Northwind" });
    expect(json[0].values).toMatchObject({ name: "Northwind Outdoor (sample)", domain: null });
  });
});

describe("a tracked week", () => {
  const range = () => ({
    from: new Date(Date.now() - 8 * 86_400_000).toISOString(),
    to: new Date().toISOString(),
    group: "category",
  });
  const totalOf = async (bearer: string) =>
    (await call(activity.GET, "GET", { bearer, query: range() })).json.total_seconds as number;

  it("appears in the person's activity, and is removed with the sample data", async () => {
    const home = await aHome();
    await made(home);
    const expected = workedQuarters("UTC", new Date()).length * 900;
    expect(await totalOf(home.ada.jwt)).toBeGreaterThanOrEqual(expected - 900);
    await ask(home, "DELETE");
    expect(await totalOf(home.ada.jwt)).toBe(0);
  });

  it("is never mixed with real tracked time", async () => {
    const { developer, workspace } = await aTrackedDevice();
    const home = { ada: developer, id: workspace.id };
    expect(idsOf(await made(home), "week")).toEqual([]);
    expect(await totalOf(developer.jwt)).toBe(0);
  });

  it("leaves quarters of an hour that were really tracked since", async () => {
    const home = await aHome();
    const things = await made(home);
    const developerId = home.ada.id;
    const [quarter] = await db().trackerBucket.findMany({ where: { developerId }, take: 1 });
    if (!quarter) throw new Error("no time was made");
    await db().trackerSample.create({
      data: {
        clientSeq: 1,
        ts: new Date(quarter.bucket.getTime() + 60_000),
        receivedAt: new Date(),
        deviceId: randomUUID(),
        developerId,
        projectId: idOf(things, "project"),
        intervalS: 60,
        eventId: randomUUID(),
        appName: "Code",
        bundleId: "code",
      },
    });
    await ask(home, "DELETE");
    expect(await db().trackerBucket.count({ where: { developerId } })).toBe(1);
  });

  it("has working days only, none of them in the future", () => {
    const now = new Date("2026-11-23T12:10:00Z");
    const quarters = workedQuarters("Europe/Berlin", now);
    const days = new Set(quarters.map(({ bucket }) => bucket.toISOString().slice(0, 10)));
    expect([...days]).toEqual(["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-23"]);
    expect(quarters[0]?.bucket.toISOString()).toBe("2026-11-17T08:00:00.000Z");
    const last = quarters.at(-1)?.bucket.getTime() ?? 0;
    expect(last + 900_000).toBeLessThanOrEqual(now.getTime());
  });
});

describe("removing sample data", () => {
  it("removes all of it if nobody added anything, even if it was changed", async () => {
    const home = await aHome();
    const things = await made(home);
    const crm = crmOf(home.ada.jwt, home.id);
    const [deal] = (await crm.list("deal")).json;
    await crm.update("deal", deal.id, { stage: "won" });
    const params = { workspace_id: home.id, project_id: idOf(things, "project"), task_ref: "1" };
    await call(task.PATCH, "PATCH", { bearer: home.ada.jwt, params, body: { title: "Mine now" } });
    await crm.remove("person", (await crm.list("person")).json[0].id);
    const answer = await ask(home, "DELETE");
    expect(answer.json).toMatchObject({ kept: [], removed: things.length });
    expect(await counts(home)).toEqual(NOTHING);
    expect((await ask(home, "GET")).json.made_at).toBeNull();
    expect((await ask(home, "DELETE")).json).toEqual({ removed: 0, kept: [] });
    expect((await counts(home)).projects).toBe(0);
    expect((await ask(home, "POST")).status).toBe(200);
  });

  it("keeps what people added and what that depends on, and says so before and after", async () => {
    const home = await aHome();
    const bearer = home.ada.jwt;
    const things = await made(home);
    const crm = crmOf(bearer, home.id);
    const [northwind] = (await crm.list("company", { search: "Northwind" })).json;
    const own = await crm.make("deal", { name: "Mine", company: northwind.id });
    const [deal] = (await crm.list("deal", { search: "Sensor" })).json;
    const at = { workspace_id: home.id, object_slug: "deal", record_id: deal.id };
    await call(notes.POST, "POST", { bearer, params: at, body: { body: "They called." } });
    const project = { workspace_id: home.id, project_id: idOf(things, "project") };
    await call(tasks.POST, "POST", { bearer, params: project, body: { title: "My own" } });
    await call(comments.POST, "POST", {
      bearer,
      params: { ...project, task_ref: "1" },
      body: { body: "I think so" },
    });
    const form_id = idOf(things, "form");
    await visit.submit(form_id, { score: 3, used: "The app" });
    const table = { workspace_id: home.id, table_id: idOf(things, "table") };
    await call(rows.POST, "POST", { bearer, params: table, body: { values: { step: "Mine" } } });

    const { keeps } = (await ask(home, "GET")).json as { keeps: { name: string; reason: string }[] };
    const { kept } = (await ask(home, "DELETE")).json;
    expect(kept).toEqual(keeps);
    expect(Object.fromEntries(keeps.map(({ name, reason }) => [name, reason]))).toEqual({
      "Northwind Outdoor (sample)": "Other records refer to it",
      "Sensor pilot (sample)": "Someone wrote notes about it",
      "Kestrel Robotics (sample)": "Sensor pilot (sample) needs it",
      "Ines Koval (sample)": "Sensor pilot (sample) needs it",
      "Web shop (sample)": "Someone added tasks",
      "Compare prices across currencies": "Someone commented on it",
      "How are we doing? (sample)": "Visitors answered it",
      "Launch plan (sample)": "Someone added rows",
    });
    expect(await counts(home)).toEqual({
      ...NOTHING,
      records: 5,
      projects: 1,
      tasks: 2,
      forms: 1,
      answers: 1,
      tables: 1,
      rows: 1,
    });
    expect((await crm.get("deal", own)).json.values.company).toBe(northwind.id);
    const form = await db().form.findUniqueOrThrow({ where: { id: form_id } });
    expect(form.responsesCount).toBe(1);
    const { rowCount } = await db().dataTable.findUniqueOrThrow({ where: { id: table.table_id } });
    expect(rowCount).toBe(1);
    // It is the workspace's own now: a second sample stands beside it, and goes alone.
    await made(home);
    await ask(home, "DELETE");
    expect((await counts(home)).records).toBe(5);
  });

  it("keeps a request that a visitor's was merged into, with its votes, and a task that one leads to", async () => {
    const home = await aHome();
    const things = await made(home);
    const project_id = idOf(things, "project");
    const params = { workspace_id: home.id, project_id };
    const { publicSlug } = await db().project.findUniqueOrThrow({ where: { id: project_id } });
    const asks = async (title: string) => {
      const bea = await aDeveloper();
      const slug = publicSlug ?? "";
      return (await call(publicRequests.POST, "POST", { bearer: bea.jwt, params: { slug }, body: { title } }))
        .json.id;
    };
    const at = (request_id: string) => ({ bearer: home.ada.jwt, params: { ...params, request_id } });
    const [night, other] = [await asks("Night colours"), await asks("Cents")];
    const dark = await db().projectRequest.findFirstOrThrow({
      where: { projectId: project_id, title: "A dark mode" },
    });
    await call(merge.POST, "POST", { ...at(night), body: { into_id: dark.id } });
    const cent = await db().task.findFirstOrThrow({
      where: { projectId: project_id, title: "Totals differ by a cent" },
    });
    await call(request.PATCH, "PATCH", { ...at(other), body: { task_number: cent.number } });
    const { kept } = (await ask(home, "DELETE")).json as { kept: { name: string; reason: string }[] };
    expect(Object.fromEntries(kept.map(({ name, reason }) => [name, reason]))).toEqual({
      "Web shop (sample)": "Visitors filed requests",
      "A dark mode": "Another request was merged into it",
      "Totals differ by a cent": "A request leads to it",
    });
    expect(await db().projectRequest.findUniqueOrThrow({ where: { id: night } })).toMatchObject({
      mergedIntoId: dark.id,
    });
    expect(await db().projectRequestVote.count({ where: { requestId: dark.id } })).toBeGreaterThan(0);
  });

  it("keeps a project that time was tracked on, also once its device is on another", async () => {
    const home = await aHome();
    const sample = idOf(await made(home), "project");
    const { jwt } = home.ada;
    const own = await aProject(home.ada, home.id);
    await db().project.update({ where: { id: sample }, data: { settings: { tracker_enabled: true } } });
    const device_id = randomUUID();
    for (const project_id of [sample, own.id]) {
      const answer = await call(enroll.POST, "POST", { bearer: jwt, body: { device_id, project_id } });
      expect(answer.status).toBe(201);
    }
    const reason = "Devices tracked time on it";
    expect((await ask(home, "DELETE")).json.kept).toMatchObject([{ kind: "project", id: sample, reason }]);
  });

  it("loses no task that is added during the removal", async () => {
    const home = await aHome();
    const things = await made(home);
    const params = { workspace_id: home.id, project_id: idOf(things, "project") };
    const add = () => call(tasks.POST, "POST", { bearer: home.ada.jwt, params, body: { title: "My own" } });
    const [removed, ...added] = await Promise.all([ask(home, "DELETE"), add(), add(), add()]);
    expect(removed.status).toBe(200);
    const taken = added.filter(({ status }) => status === 201).length;
    expect(added.filter(({ status }) => ![201, 404].includes(status))).toEqual([]);
    expect(await db().task.count({ where: { workspaceId: home.id, title: "My own" } })).toBe(taken);
  });

  it("removes nothing of another workspace", async () => {
    const [home, other] = [await aHome(), await aHome()];
    const things = await made(home);
    await made(other);
    const before = await counts(other);
    // Marks that point elsewhere find nothing.
    const marks = (await db().sampleThing.findMany({ where: { workspaceId: other.id } })).map((mark) => ({
      ...mark,
      workspaceId: home.id,
    }));
    await db().sampleThing.createMany({ data: marks, skipDuplicates: true });
    await ask(home, "DELETE");
    expect(await counts(other)).toEqual(before);
    expect(things).not.toEqual([]);
  });
});
