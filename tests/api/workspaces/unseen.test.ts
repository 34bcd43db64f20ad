import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as mintToken } from "@/app/api/v1/developers/me/api-tokens/route";
import * as oneRecord from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/route";
import * as records from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/route";
import * as oneTask from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import * as oneRow from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/[row_id]/route";
import * as rows from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/route";
import { CATALOG } from "@/lib/access/catalog";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aMemberWith } from "@/tests/support/factories";
import { aHouse, type House, seenBy, WALK, walk } from "@/tests/support/house";

/*
 * Members and tokens that may change things which they may not see: no answer tells them what others wrote there.
 */

let house: House;

beforeEach(async () => {
  house = await aHouse();
});

async function bearerWith(...permissions: string[]): Promise<string> {
  return (await aMemberWith(house.workspace.id, permissions)).jwt;
}

/** By which permissions one sees what is in an answer. */
function seenIn(text: string): string[] {
  return [...new Set([...text.matchAll(/Seen by (\w+)/g)].map(([, slug = ""]) => slug))];
}

const GUARDED = WALK.flatMap((walked) => {
  const { permission } = walked.route.declaration;
  return permission === undefined ? [] : [{ ...walked, permission }];
});

describe.each(GUARDED)("$name, for somebody who has $permission alone,", (walked) => {
  it("shows of what others wrote nothing that takes another permission to see", async () => {
    const answer = await walk(walked, await bearerWith(walked.permission), house.ids, house);
    expect(seenIn(answer.text).filter((slug) => slug !== walked.permission)).toEqual([]);
  });
});

describe("a permission to edit", () => {
  it("says which permission shows what it changes", () => {
    const editing = CATALOG.filter(({ slug }) => slug.startsWith("can_edit_"));
    expect(editing.filter((entry) => !("sees" in entry))).toEqual([]);
    expect(editing.length).toBeGreaterThan(0);
  });
});

describe("somebody who may edit what they may not see", () => {
  const params = () => house.ids;
  const attribute = () => house.ids.attribute_slug ?? "";

  it("gets the record's id, version and the values they sent", async () => {
    const bearer = await bearerWith("can_edit_records");
    const slug = `other_${randomUUID().slice(0, 8)}`;
    const { objectId } = await db().crmRecord.findFirstOrThrow({ where: { id: house.ids.record_id ?? "" } });
    await db().crmAttribute.create({ data: { objectId, slug, name: "Other", type: "text", position: 1 } });
    const body = { values: { [slug]: "mine" }, title: "Title", labels: { x: "y" } };
    const { status, json } = await call(oneRecord.PATCH, "PATCH", { bearer, params: params(), body });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: house.ids.record_id,
      title: "",
      values: { [slug]: "mine" },
      labels: {},
    });
    expect(Object.keys(json.values)).toEqual([slug]);
    expect([json.object, json.row_version]).toEqual([house.ids.object_slug, 2]);
  });

  it("gets all of it with the permission to see it, or as the owner", async () => {
    for (const bearer of [await bearerWith("can_edit_records", "can_view_crm"), house.owner.jwt]) {
      const body = { values: {} };
      const { json } = await call(oneRecord.PATCH, "PATCH", { bearer, params: params(), body });
      expect(json.values).toEqual({ [attribute()]: seenBy("can_view_crm") });
    }
  });

  it("does not get the current record with a 412", async () => {
    const bearer = await bearerWith("can_edit_records");
    const headers = { "if-match": '"7"' };
    const given = { bearer, params: params(), headers };
    const answers = [
      await call(oneRecord.PATCH, "PATCH", { ...given, body: { values: {} } }),
      await call(oneRecord.DELETE, "DELETE", given),
    ];
    for (const answer of answers) {
      expect([answer.status, seenIn(answer.text)]).toEqual([412, []]);
      expect(answer.json.record.row_version).toBe(1);
    }
  });

  it("does not get the current rows with a 409", async () => {
    const bearer = await bearerWith("can_edit_rows");
    const headers = { "if-match": '"7"' };
    const one = await call(oneRow.PATCH, "PATCH", {
      bearer,
      params: params(),
      headers,
      body: { values: {} },
    });
    const body = { rows: [{ id: house.ids.row_id, values: {}, row_version: 7 }] };
    const many = await call(rows.PATCH, "PATCH", { bearer, params: params(), body });
    const removed = await call(oneRow.DELETE, "DELETE", { bearer, params: params(), headers });
    for (const { status, text } of [one, many, removed]) expect([status, seenIn(text)]).toEqual([409, []]);
  });

  it("does not get another one's values by the value that makes it the same record", async () => {
    const bearer = await bearerWith("can_edit_records");
    const { objectId } = await db().crmRecord.findFirstOrThrow({ where: { id: house.ids.record_id ?? "" } });
    const slug = `unique_${randomUUID().slice(0, 8)}`;
    await db().crmAttribute.create({
      data: { objectId, slug, name: "Unique", type: "text", position: 1, isUnique: true },
    });
    const upsert = (as: string, values: object) =>
      call(records.PUT, "PUT", { bearer: as, params: params(), query: { match: slug }, body: { values } });
    const made = await upsert(house.owner.jwt, { [slug]: "a", [attribute()]: seenBy("can_view_crm") });
    expect(made.status).toBe(201);
    const again = await upsert(bearer, { [slug]: "a" });
    expect([again.status, again.json.id, again.json.values]).toEqual([200, made.json.id, { [slug]: "a" }]);
  });

  it("does not get the first answer of a request that they sent while they could see it", async () => {
    const member = await aMemberWith(house.workspace.id, ["can_edit_records", "can_view_crm"]);
    const headers = { "idempotency-key": randomUUID() };
    const { json: other } = await call(records.POST, "POST", {
      bearer: house.owner.jwt,
      params: params(),
      body: { values: { [attribute()]: seenBy("can_view_crm") } },
    });
    const { objectId } = await db().crmRecord.findFirstOrThrow({ where: { id: other.id } });
    const slug = `to_${randomUUID().slice(0, 8)}`;
    await db().crmAttribute.create({
      data: {
        objectId,
        slug,
        name: "To",
        type: "reference",
        position: 1,
        referenceSlug: house.ids.object_slug ?? "",
      },
    });
    const create = (bearer: string) =>
      call(records.POST, "POST", {
        bearer,
        params: params(),
        headers,
        body: { values: { [slug]: other.id } },
      });
    const first = await create(member.jwt);
    expect([first.status, seenIn(first.text)]).toEqual([201, ["can_view_crm"]]);
    const minted = await call(mintToken, "POST", {
      bearer: member.jwt,
      body: { name: "writes only", permissions: ["can_edit_records"] },
    });
    const repeated = await create(minted.json.token);
    expect([repeated.status, repeated.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect([repeated.json.id, seenIn(repeated.text)]).toEqual([first.json.id, []]);
    expect(repeated.json.values).toEqual({ [slug]: other.id });
  });

  it("gets the key of a task that they made", async () => {
    const bearer = await bearerWith("can_edit_tasks");
    const body = { title: "Mine" };
    const { status, json } = await call(tasks.POST, "POST", { bearer, params: params(), body });
    expect([status, json.title, json.key]).toEqual([
      201,
      "Mine",
      expect.stringMatching(/^[A-Z][A-Z0-9]*-\d+$/),
    ]);
    expect(json.position).not.toBe("");
  });

  it("gets of a task what they set, its state and its numbers", async () => {
    const bearer = await bearerWith("can_edit_tasks");
    const body = { status: "done" };
    const { status, json } = await call(oneTask.PATCH, "PATCH", { bearer, params: params(), body });
    expect([status, json.id, json.status, json.number, json.title]).toEqual([
      200,
      house.ids.task_ref,
      "done",
      7,
      "",
    ]);
  });
});
