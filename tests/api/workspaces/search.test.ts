import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DELETE as archiveProject } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import { POST as createTask } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import { GET } from "@/app/api/v1/workspaces/[workspace_id]/search/route";
import { db } from "@/lib/platform/database";
import { fold } from "@/lib/platform/loose-text";
import { NEWEST_ROWS, QUERY_CHARS_MAX } from "@/lib/search/limits";
import { readSought } from "@/lib/search/rules";
import { KINDS } from "@/lib/search/schema";
import { findInParts } from "@/lib/search/store";
import { call } from "@/tests/support/call";
import { type Crm, crmOf } from "@/tests/support/crm-records";
import {
  aDeveloper,
  aMember,
  aMemberWith,
  aProject,
  aWorkspace,
  waysToLose,
} from "@/tests/support/factories";

type Found = { kind: string; id: string; title: string; detail: string; link: string };

/** A workspace with one thing of each kind whose name holds a word. */
async function aHouseOf(word: string) {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const workspaceId = workspace.id;
  const crm = crmOf(owner.jwt, workspaceId);
  const record = await crm.make("company", { name: `Acme ${word}` });
  const { objectId } = await db().crmRecord.findUniqueOrThrow({ where: { id: record } });
  const project = await aProject(owner, workspaceId);
  await db().project.update({ where: { id: project.id }, data: { name: `Project ${word}` } });
  const task = await call(createTask, "POST", {
    bearer: owner.jwt,
    params: { workspace_id: workspaceId, project_id: project.id },
    body: { title: `Fix the ${word}` },
  });
  const at = new Date();
  const request = await db().projectRequest.create({
    data: { workspaceId, projectId: project.id, title: `Please a ${word}`, createdAt: at, updatedAt: at },
  });
  const form = await db().form.create({
    data: {
      workspaceId,
      name: `Form ${word}`,
      submitLabel: "Send",
      thankYouText: "Thanks",
      embedOrigins: [],
    },
  });
  const table = await db().dataTable.create({ data: { workspaceId, name: `Table ${word}`, columns: [] } });
  const member = await aMember(workspaceId, "viewer", await aDeveloper({ name: `Grace ${word}` }));
  const team = await db().team.create({ data: { workspaceId, name: `Team ${word}`, slug: randomUUID() } });
  const object = await db().crmObject.create({
    data: {
      workspaceId,
      slug: `o${randomUUID().slice(0, 8)}`,
      singularName: "Thing",
      pluralName: `Things ${word}`,
    },
  });
  const automation = await db().automation.create({
    data: {
      workspaceId,
      name: `Automation ${word}`,
      triggerType: "record.created",
      triggerAttributes: [],
      actions: [],
    },
  });
  const sequence = await db().sequence.create({
    data: { workspaceId, objectId, name: `Sequence ${word}`, steps: [] },
  });
  const webhook = await db().webhook.create({
    data: {
      workspaceId,
      url: `https://${word}.example/hook`,
      events: ["*"],
      secretEncrypted: "x",
      createdAt: at,
      updatedAt: at,
    },
  });
  await db().workspaceRepository.create({
    data: {
      workspaceId,
      externalId: randomUUID(),
      fullName: `acme/${word}`,
      defaultBranch: "main",
      isPrivate: true,
    },
  });
  const path = `/w/${workspace.slug}`;
  const links: Record<string, string> = {
    record: `${path}/crm/company/${record}`,
    task: `${path}/projects/${project.id}?task=1`,
    project: `${path}/projects/${project.id}`,
    request: `${path}/projects/${project.id}/requests?request=${request.id}`,
    form: `${path}/forms/${form.id}`,
    table: `${path}/tables/${table.id}`,
    member: `${path}/members?member=${member.id}`,
    team: `${path}/teams/${team.id}`,
    object: `${path}/crm/${object.slug}`,
    automation: `${path}/crm/automations/${automation.id}`,
    sequence: `${path}/crm/sequences/${sequence.id}`,
    webhook: `${path}/webhooks/${webhook.id}`,
    repository: `${path}/repositories?search=${encodeURIComponent(`acme/${word}`)}`,
  };
  return { owner, workspaceId, crm, project, task: task.json, links };
}

async function search(bearer: string, workspaceId: string, q: string, query: Record<string, string> = {}) {
  return call(GET, "GET", { bearer, params: { workspace_id: workspaceId }, query: { q, ...query } });
}

async function found(bearer: string, workspaceId: string, q: string): Promise<Found[]> {
  const { status, json, text } = await search(bearer, workspaceId, q);
  if (status !== 200) throw new Error(text);
  return json.items;
}

const kindsOf = (items: Found[]) => [...new Set(items.map(({ kind }) => kind))].sort();
const titlesOf = (items: Found[]) => items.map(({ title }) => title);

let house: Awaited<ReturnType<typeof aHouseOf>>;
let other: Awaited<ReturnType<typeof aHouseOf>>;
let written: Awaited<ReturnType<typeof aHouseOf>>;
const WORD = "zeppelin";

beforeAll(async () => {
  [house, other] = [await aHouseOf(WORD), await aHouseOf(WORD)];
  written = await aHouseOf("Æsir-O'Müller-Straße-Café-Łódź");
});

describe("GET /workspaces/{workspace_id}/search", () => {
  it("finds every kind of thing by a word of its name, each with its page", async () => {
    const items = await found(house.owner.jwt, house.workspaceId, "ZEPPelin");
    expect(kindsOf(items)).toEqual([...KINDS].sort());
    const links = Object.fromEntries(items.map(({ kind, link }) => [kind, link]));
    expect(links).toEqual(house.links);
  });

  it.each(["aesir", "omuller", "O’Müller", "strasse", "STRASSE", "STRASSE aesir", "cafe", "lodz", "ÆSIR"])(
    "finds every kind of thing by %s, whatever letters it is written with",
    async (text) => {
      const items = await found(written.owner.jwt, written.workspaceId, text);
      expect(kindsOf(items)).toEqual([...KINDS].sort());
    },
  );

  it("finds what is written without them by the letters themselves", async () => {
    const plain = await aHouseOf("Strasse-OBrien");
    for (const text of ["straße", "O'Brien"]) {
      expect(kindsOf(await found(plain.owner.jwt, plain.workspaceId, text)), text).toEqual([...KINDS].sort());
    }
  });

  it("never finds anything of another workspace", async () => {
    const ids = new Set((await found(other.owner.jwt, other.workspaceId, WORD)).map(({ id }) => id));
    expect(ids.size).toBeGreaterThanOrEqual(KINDS.length);
    for (const { id } of await found(house.owner.jwt, house.workspaceId, WORD)) expect(ids).not.toContain(id);
    expect((await search(other.owner.jwt, house.workspaceId, WORD)).status).toBe(403);
  });

  it.each([
    ["can_view_crm", ["automation", "object", "record", "sequence"]],
    ["can_view_projects", ["project", "request", "task"]],
    ["can_view_forms", ["form"]],
    ["can_view_tables", ["table"]],
    ["can_view_members", ["member"]],
    ["can_view_teams", ["team"]],
    ["can_view_webhooks", ["webhook"]],
    ["can_view_repositories", ["repository"]],
    ["can_edit_records", []],
  ] as const)("shows whoever has %s only: %j", async (permission, kinds) => {
    const { jwt } = await aMemberWith(house.workspaceId, [permission]);
    expect(kindsOf(await found(jwt, house.workspaceId, WORD))).toEqual(kinds);
    expect(kindsOf(await found(jwt, house.workspaceId, "1"))).not.toContain(
      kinds.some((kind) => kind === "task") ? "record" : "task",
    );
  });

  it("finds nothing of a kind for a member who lost the permission, in whatever way", async () => {
    for (const way of ["an override", "a closed app", "another role"] as const) {
      const { jwt, id } = await aMemberWith(house.workspaceId, ["can_view_crm", "can_view_forms"]);
      expect(kindsOf(await found(jwt, house.workspaceId, WORD))).toContain("record");
      await waysToLose(house.workspaceId, id, "can_view_crm")[way]?.();
      expect([way, kindsOf(await found(jwt, house.workspaceId, WORD)).includes("record")]).toEqual([
        way,
        false,
      ]);
    }
  });

  it("does not find what was deleted, archived or merged", async () => {
    const gone = await aHouseOf("vanished");
    const { owner, workspaceId, crm, links, project } = gone;
    const now = new Date();
    const idOf = (kind: string) => links[kind]?.split(/[/=]/).at(-1) ?? "";
    await crm.remove("company", idOf("record"));
    await db().form.update({ where: { id: idOf("form") }, data: { deletedAt: now } });
    await db().dataTable.update({ where: { id: idOf("table") }, data: { deletedAt: now } });
    await db().webhook.update({ where: { id: idOf("webhook") }, data: { deletedAt: now } });
    const into = await db().projectRequest.create({
      data: { workspaceId, projectId: project.id, title: "Another", createdAt: now, updatedAt: now },
    });
    await db().projectRequest.update({ where: { id: idOf("request") }, data: { mergedIntoId: into.id } });
    const left = kindsOf(await found(owner.jwt, workspaceId, "vanished"));
    expect(left).toEqual(
      [...KINDS].filter((kind) => !["record", "form", "table", "webhook", "request"].includes(kind)).sort(),
    );
    await call(archiveProject, "DELETE", {
      bearer: owner.jwt,
      params: { workspace_id: workspaceId, project_id: project.id },
    });
    expect(kindsOf(await found(owner.jwt, workspaceId, "vanished"))).toEqual(
      left.filter((kind) => !["project", "task"].includes(kind)),
    );
    expect(await found(owner.jwt, workspaceId, `${project.key}-1`)).toEqual([]);
  });

  it("finds a task by its key and number, in either case, and by its number alone", async () => {
    const { owner, workspaceId, project, task } = house;
    for (const text of [`${project.key}-1`, `${project.key.toLowerCase()}-1`, " 1 "]) {
      const items = await found(owner.jwt, workspaceId, text);
      expect(items[0]).toMatchObject({ kind: "task", id: task.id, detail: `${project.key}-1` });
    }
    expect(await found(owner.jwt, workspaceId, `${project.key}-999999999`)).toEqual([]);
    expect(await found(owner.jwt, workspaceId, "NOPE-1")).toEqual([]);
  });

  it("ranks exact names first, then names that begin with the text, then words that do", async () => {
    const { crm, owner, workspaceId } = await aHouseOf("x");
    for (const name of ["Sub-marine", "Ultramarine", "The marine", "Marine", "Marine corps"]) {
      await crm.make("company", { name });
    }
    expect(titlesOf(await found(owner.jwt, workspaceId, "marine"))).toEqual([
      "Marine",
      "Marine corps",
      "The marine",
      "Sub-marine",
      "Ultramarine",
    ]);
    expect(titlesOf(await found(owner.jwt, workspaceId, "corps mar"))).toEqual(["Marine corps"]);
    const two = await search(owner.jwt, workspaceId, "marine", { limit: "2" });
    expect(titlesOf(two.json.items)).toEqual(["Marine", "Marine corps"]);
  });

  it("treats %, _, backslashes and emoji literally", async () => {
    const { crm, owner, workspaceId } = await aHouseOf("x");
    for (const name of [
      "100% sure",
      "snake_case",
      "back\\slash",
      "Party 🎉 people",
      "Ünïcödé",
      "Ирина Петрова",
    ]) {
      await crm.make("company", { name });
    }
    for (const [text, title] of [
      ["%", "100% sure"],
      ["100%", "100% sure"],
      ["_", "snake_case"],
      ["\\", "back\\slash"],
      ["🎉", "Party 🎉 people"],
      ["unicode", "Ünïcödé"],
      ["петрова", "Ирина Петрова"],
    ] as const) {
      expect([text, titlesOf(await found(owner.jwt, workspaceId, text))]).toEqual([text, [title]]);
    }
    for (const text of ["", "   ", "\u0301"]) expect(await found(owner.jwt, workspaceId, text)).toEqual([]);
  });

  it("refuses a text that is too long before searching, and says so", async () => {
    const { owner, workspaceId } = house;
    const answer = await search(owner.jwt, workspaceId, "a".repeat(10_000));
    expect(answer.status).toBe(400);
    expect(answer.json.detail).toBe(`Search for fewer words: at most ${QUERY_CHARS_MAX} characters.`);
    expect(answer.json.issues).toEqual([{ path: "q", message: `At most ${QUERY_CHARS_MAX} characters` }]);
    expect((await search(owner.jwt, workspaceId, "🎉 ".repeat(60))).status).toBe(200);
    expect((await search(owner.jwt, workspaceId, "a b ".repeat(50))).status).toBe(200);
    expect((await search(owner.jwt, workspaceId, "x", { limit: "21" })).status).toBe(400);
    expect((await search(owner.jwt, workspaceId, "nul\u0000")).status).toBe(400);
  });
});

describe("among more records than are read one by one", () => {
  let crm: Crm;
  let jwt: string;
  const OLD = new Date("2020-01-01");

  /** Many records in one statement, as the service writes them. */
  async function addMany(count: number, name: string, at: Date) {
    const { id: objectId } = await db().crmObject.findFirstOrThrow({
      where: { workspaceId: crm.workspaceId, slug: "company" },
    });
    await db().$executeRaw`
      INSERT INTO crm_record (id, workspace_id, object_id, title, "values", keys, search, created_at, updated_at)
      SELECT gen_random_uuid(), ${crm.workspaceId}::uuid, ${objectId}::uuid, ${name} || ' ' || n,
             '{}', '{}', ${fold(name)} || ' ' || n, ${at}::timestamptz, ${at}::timestamptz
      FROM generate_series(1, ${count}::int) AS n`;
  }

  beforeAll(async () => {
    const owner = await aDeveloper();
    jwt = owner.jwt;
    crm = crmOf(jwt, (await aWorkspace(owner)).id);
    await crm.make("company", { name: "First of all" });
    await addMany(3, "Old Kittiwake", OLD);
    await addMany(1, "Старая Чайка", OLD);
    await addMany(NEWEST_ROWS + 100, "New Sparrow", new Date());
  });

  afterAll(() => db().crmRecord.deleteMany({ where: { workspaceId: crm.workspaceId } }));

  it("finds old ones by the beginning of a text and by a part in the middle", async () => {
    await crm.make("company", { name: "Kestrel", domain: "hawks.example" });
    expect(titlesOf(await found(jwt, crm.workspaceId, "kestr"))).toEqual(["Kestrel"]);
    expect(await found(jwt, crm.workspaceId, "kittiwake")).toHaveLength(3);
    expect(titlesOf(await found(jwt, crm.workspaceId, "ittiwak 2"))).toEqual(["Old Kittiwake 2"]);
    expect(titlesOf(await found(jwt, crm.workspaceId, "чайка"))).toEqual(["Старая Чайка 1"]);
  });

  it("finds some of what most of them contain", async () => {
    expect(await found(jwt, crm.workspaceId, "sparrow")).toHaveLength(5);
  });

  it("returns what it has, and says so, if the index of parts takes too long", async () => {
    const sought = readSought("kittiwake");
    const place = { slug: "", objectIds: [], projectIds: [], isIndexed: true };
    if (!sought) throw new Error("nothing sought");
    const { objectId } = await db().crmRecord.findFirstOrThrow({ where: { workspaceId: crm.workspaceId } });
    const looked = { ...place, objectIds: [objectId] };
    expect(await findInParts(looked, new Set(["record"]), sought)).toMatchObject({ isComplete: true });
    const locked = await db().$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE crm_record IN ACCESS EXCLUSIVE MODE`;
      return findInParts(looked, new Set(["record"]), sought, 50);
    });
    expect(locked).toEqual({ hits: [], isComplete: false });
  });
});
