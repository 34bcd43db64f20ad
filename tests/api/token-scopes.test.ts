import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as mint } from "@/app/api/v1/developers/me/api-tokens/route";
import { ROUTES } from "@/app/api/v1/openapi.json/routes";
import * as activity from "@/app/api/v1/tracker/activity/route";
import * as enroll from "@/app/api/v1/tracker/devices/enroll/route";
import * as heartbeat from "@/app/api/v1/tracker/devices/heartbeat/route";
import * as devices from "@/app/api/v1/tracker/devices/route";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import * as projects from "@/app/api/v1/tracker/projects/route";
import { POST as createWebhook } from "@/app/api/v1/webhooks/route";
import { GET as ownMembership } from "@/app/api/v1/workspaces/[workspace_id]/me/route";
import * as members from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import { DELETE as leave } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import { POST as createRole } from "@/app/api/v1/workspaces/[workspace_id]/roles/route";
import { PATCH as updateWorkspace } from "@/app/api/v1/workspaces/[workspace_id]/route";
import { GET as listWorkspaces } from "@/app/api/v1/workspaces/route";
import { CATALOG } from "@/lib/access/catalog";
import { db } from "@/lib/platform/database";
import { takesIdempotencyKey } from "@/lib/routes/idempotency/answer-once";
import type { Route } from "@/lib/routes/route";
import { type Answer, call } from "@/tests/support/call";
import { aBatch, aDeveloper, aMember, aProject, aSample, aWorkspace } from "@/tests/support/factories";

/*
 * API tokens that may do less than their owner, tried on every route of the API reference. The owner may do all there
 * is, so that what is refused is refused for the token's scope alone.
 */

type Listed = { name: string; path: string; method: string; route: Route };

const LISTED: Listed[] = (
  await Promise.all(
    Object.entries(ROUTES).map(async ([path, load]) =>
      Object.entries((await load()) as Record<string, Route>).map(([method, route]) => ({
        name: `${method} ${path}`,
        path,
        method,
        route,
      })),
    ),
  )
)
  .flat()
  .filter(({ route, method }) => !["inbound", "editor"].includes(route.kind) && method !== "OPTIONS");

const READ_ONLY = "Permission denied: this API token is read-only";
const OTHER_WORKSPACE = "Permission denied: this API token is limited to another workspace";
const ONE_WORKSPACE = "Permission denied: this API token is limited to one workspace";
const SOME_PERMISSIONS = "Permission denied: this API token is limited to some permissions";
const lacks = (permission: string) => `Permission denied: this API token does not include ${permission}`;
const BY_SCOPE = /this API token/;
const ALL = CATALOG.map(({ slug }) => slug);

let owner: Awaited<ReturnType<typeof aDeveloper>>;
let workspace: { id: string };
let other: { id: string };

async function aToken(scope: object): Promise<string> {
  const answer = await call(mint, "POST", { bearer: owner.jwt, body: { name: "limited", ...scope } });
  expect(answer.status).toBe(201);
  return answer.json.token;
}

const NAMES: Record<string, string> = { app: "crm", object_slug: "company", provider: "made-up" };

/** Calls a route with ids that name nothing, but for the workspace, and an empty body. */
function callListed(
  { path, method, route }: Listed,
  bearer: string | undefined,
  workspaceId = workspace.id,
): Promise<Answer> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, NAMES[name] ?? randomUUID()]));
  if ("workspace_id" in params) params.workspace_id = workspaceId;
  return call(route, method, {
    ...(bearer === undefined ? {} : { bearer }),
    params,
    ...(method === "GET" ? {} : { body: {} }),
  });
}

/** The walk changes what it may; what comes after it has workspaces of its own. */
async function moveOn(): Promise<void> {
  [workspace, other] = [await aWorkspace(owner), await aWorkspace(owner)];
}

const told = ({ status, json }: Answer) => [status, json?.detail];
const isRefusedByScope = ({ status, json }: Answer) => status === 403 && BY_SCOPE.test(json?.detail);

/** A route of the walk may end a workspace, and tests come in any order: the next one has workspaces that are there. */
async function haveWorkspaces(): Promise<void> {
  const ids = [workspace.id, other.id];
  if ((await db().workspace.count({ where: { id: { in: ids }, isActive: true } })) < ids.length)
    await moveOn();
}

beforeAll(async () => {
  owner = await aDeveloper();
  await moveOn();
});

describe("every route of the reference", () => {
  it("declares what it allows limited tokens", () => {
    const silent = LISTED.filter(({ route: { kind, declaration } }) => {
      const { permission, reach } = declaration;
      return kind !== "public" && permission === undefined && reach === undefined;
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
    const count = (kind: string) => LISTED.filter(({ route }) => route.kind === kind).length;
    console.log(
      `token scopes: workspace_routes=${count("workspace")} bearer_routes=${count("bearer")} public_routes=${count("public")}`,
    );
    expect(count("workspace")).toBeGreaterThan(150);
    expect(count("bearer")).toBeGreaterThan(25);
  });

  it("is closed to all of them where it is for operators, even to an operator's", () => {
    const reaches = LISTED.filter(({ path }) => path.startsWith("/operators/")).map(
      ({ route }) => route.declaration.reach,
    );
    expect(new Set(reaches)).toEqual(new Set(["personal"]));
  });
});

describe.each(LISTED.filter(({ route }) => route.kind !== "public"))("$name", (listed) => {
  beforeEach(haveWorkspaces);

  const { route, method } = listed;
  const { permission, reach, reads } = route.declaration;

  it("changes nothing for a token that may only read", async () => {
    const answer = await callListed(listed, await aTokenOf({ is_read_only: true }));
    if (method !== "GET" && !reads) expect(told(answer)).toEqual([403, READ_ONLY]);
    else expect(told(answer)).toEqual(told(await callListed(listed, owner.jwt)));
  });

  it("refuses a token for another workspace", async () => {
    const bearer = await aTokenOf({ workspace_id: other.id });
    const answer = await callListed(listed, bearer);
    if (route.kind === "workspace") {
      expect(told(answer)).toEqual([403, OTHER_WORKSPACE]);
      // It tells nothing of whether there is such a workspace.
      expect(told(await callListed(listed, bearer, randomUUID()))).toEqual([403, OTHER_WORKSPACE]);
      expect(isRefusedByScope(await callListed(listed, bearer, other.id))).toBe(false);
    } else if (reach === "personal") expect(told(answer)).toEqual([403, ONE_WORKSPACE]);
    else expect(isRefusedByScope(answer)).toBe(false);
  });

  it("requires its permission of a token with limited permissions", async () => {
    const needed = permission ?? (reach === "own_tracker" ? "own_tracker" : undefined);
    const without = await aTokenOf({
      permissions: [...ALL, "own_tracker"].filter((slug) => slug !== needed),
    });
    const answer = await callListed(listed, without);
    if (needed !== undefined) {
      expect(told(answer)).toEqual([403, lacks(needed)]);
      expect(isRefusedByScope(await callListed(listed, await aTokenOf({ permissions: [needed] })))).toBe(
        false,
      );
    } else if (reach === "personal") expect(told(answer)).toEqual([403, SOME_PERMISSIONS]);
    else expect(isRefusedByScope(answer)).toBe(false);
  });
});

describe.each(LISTED.filter(({ route }) => route.kind === "public"))(
  "$name, for limited tokens,",
  (listed) => {
    beforeEach(haveWorkspaces);

    it("answers as for anyone", async () => {
      const anyone = told(await callListed(listed, undefined));
      const scopes = [
        { workspace_id: other.id },
        { permissions: ["can_manage_projects"] },
        ...(listed.method === "GET" ? [] : [{ is_read_only: true }]),
      ];
      for (const scope of scopes) {
        expect(told(await callListed(listed, await aTokenOf(scope)))).toEqual(anyone);
      }
    });
  },
);

const kept = new Map<string, string>();

/** The owner's token of this scope, made once: a developer keeps a hundred. */
async function aTokenOf(scope: { is_read_only?: boolean; workspace_id?: string; permissions?: string[] }) {
  const key = JSON.stringify(scope);
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= 70) {
    await db().apiToken.deleteMany({ where: { developerId: owner.id } });
    kept.clear();
  }
  const token = await aToken(scope);
  kept.set(key, token);
  return token;
}

describe("a limited token", () => {
  beforeAll(moveOn);

  it.each([
    [{ permissions: [] }, "permissions"],
    [{ permissions: ["can_do_magic"] }, "permissions.0"],
    [{ permissions: "can_view_crm" }, "permissions"],
    [{ workspace_id: "x" }, "workspace_id"],
    [{ workspace_id: randomUUID() }, "workspace_id"],
    [{ is_read_only: "yes" }, "is_read_only"],
  ])("can't be created with %j", async (scope, path) => {
    const answer = await call(mint, "POST", { bearer: owner.jwt, body: { name: "x", ...scope } });
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, path]);
  });

  it("shows its scope in the response, and ends with its workspace", async () => {
    const scope = {
      workspace_id: other.id,
      permissions: ["own_tracker", "can_view_crm"],
      is_read_only: true,
    };
    const { json } = await call(mint, "POST", { bearer: owner.jwt, body: { name: "x", ...scope } });
    expect(json).toMatchObject({ ...scope, permissions: ["can_view_crm", "own_tracker"], parent_id: null });
    const foreign = await aWorkspace(await aDeveloper());
    const refused = await call(mint, "POST", {
      bearer: owner.jwt,
      body: { name: "x", workspace_id: foreign.id },
    });
    expect(refused.status).toBe(422);
  });

  it("can't be created for a workspace that one is suspended in or that is switched off", async () => {
    const member = await aMember(other.id, "viewer");
    const where = { workspaceId_developerId: { workspaceId: other.id, developerId: member.id } };
    const mintAs = async (bearer: string) =>
      (await call(mint, "POST", { bearer, body: { name: "x", workspace_id: other.id } })).status;
    expect(await mintAs(member.jwt)).toBe(201);
    await db().workspaceMember.update({ where, data: { status: "suspended" } });
    expect(await mintAs(member.jwt)).toBe(422);
    await db().workspace.update({ where: { id: other.id }, data: { isActive: false } });
    expect(await mintAs(owner.jwt)).toBe(422);
    await db().workspace.update({ where: { id: other.id }, data: { isActive: true } });
  });

  it("never exceeds its owner, whatever it includes", async () => {
    const viewer = await aMember(workspace.id, "viewer");
    const { json } = await call(mint, "POST", { bearer: viewer.jwt, body: { name: "x", permissions: ALL } });
    const params = { workspace_id: workspace.id };
    const answer = await call(createRole, "POST", { bearer: json.token, params, body: { name: "Root" } });
    expect(told(answer)).toEqual([403, "Permission denied"]);
    const me = (bearer: string) => call(ownMembership, "GET", { bearer, params });
    expect((await me(json.token)).json.permissions).toEqual((await me(viewer.jwt)).json.permissions);
  });

  it("can't grant permissions that it does not include, even if its owner can", async () => {
    const bearer = await aTokenOf({ permissions: ["can_manage_roles", "can_view_roles"] });
    const params = { workspace_id: workspace.id };
    const body = { name: `Root ${randomUUID()}`, permissions: ["can_manage_members"] };
    const answer = await call(createRole, "POST", { bearer, params, body });
    expect(told(answer)).toEqual([403, "You can't grant can_manage_members, which you don't have"]);
  });

  it("can't do what only owners may, nor leave the workspace", async () => {
    const bearer = await aTokenOf({ permissions: ALL });
    const params = { workspace_id: workspace.id };
    const switchOff = await call(updateWorkspace, "PATCH", { bearer, params, body: { is_active: false } });
    expect(switchOff.status).toBe(403);
    const member = await aMember(workspace.id, "admin");
    const { json } = await call(mint, "POST", { bearer: member.jwt, body: { name: "x", permissions: ALL } });
    const own = { ...params, developer_id: member.id };
    expect(told(await call(leave, "DELETE", { bearer: json.token, params: own }))).toEqual([
      403,
      SOME_PERMISSIONS,
    ]);
    const guest = await aMember(workspace.id, "viewer");
    const removed = await call(members.DELETE, "DELETE", {
      bearer: json.token,
      params: { ...params, developer_id: guest.id },
    });
    expect(removed.status).toBe(204);
  });

  it("sees only its own workspace, and can name no other in a body", async () => {
    const bearer = await aTokenOf({ workspace_id: other.id });
    const { json } = await call(listWorkspaces, "GET", { bearer });
    expect(json.map(({ id }: { id: string }) => id)).toEqual([other.id]);
    const body = { url: "https://example.com/x", events: ["record.created"] };
    const foreign = { ...body, workspace_id: workspace.id };
    expect(told(await call(createWebhook, "POST", { bearer, body: foreign }))).toEqual([
      403,
      OTHER_WORKSPACE,
    ]);
    const own = await call(createWebhook, "POST", { bearer, body: { ...body, workspace_id: other.id } });
    expect(own.status).toBe(201);
  });
});

describe("a token for the owner's own tracker in one workspace", () => {
  beforeAll(moveOn);

  it("can track there, and neither sees nor moves anything elsewhere", async () => {
    const [here, there] = [await aProject(owner, workspace.id), await aProject(owner, other.id)];
    const enrolled = async (bearer: string, project_id: string, device_id = randomUUID()) => {
      const answer = await call(enroll.POST, "POST", { bearer, body: { device_id, project_id } });
      return { answer, device_id };
    };
    const foreign = (await enrolled(owner.jwt, there.id)).device_id;
    const bearer = await aTokenOf({ workspace_id: workspace.id, permissions: ["own_tracker"] });
    const own = await enrolled(bearer, here.id);
    expect(own.answer.status).toBe(201);
    expect(told((await enrolled(bearer, there.id)).answer)).toEqual([403, OTHER_WORKSPACE]);
    expect(told((await enrolled(bearer, here.id, foreign)).answer)).toEqual([403, OTHER_WORKSPACE]);

    const offered = await call(projects.GET, "GET", { bearer });
    const ids = offered.json.map(({ id }: { id: string }) => id);
    expect([ids.includes(here.id), ids.includes(there.id)]).toEqual([true, false]);
    const listed = await call(devices.GET, "GET", { bearer });
    expect(listed.json.map((each: { device_id: string }) => each.device_id)).toEqual([own.device_id]);

    const send = (device_id: string) =>
      call(batch.POST, "POST", { bearer, body: aBatch(device_id, [aSample()]) });
    expect((await send(own.device_id)).json.accepted).toBe(1);
    expect(told(await send(foreign))).toEqual([404, "Device not enrolled"]);
    const beat = await call(heartbeat.POST, "POST", { bearer, query: { device_id: foreign } });
    expect(told(beat)).toEqual([404, "Device not enrolled"]);
  });

  it("sums only that workspace's time", async () => {
    const [here, there] = [await aProject(owner, workspace.id), await aProject(owner, other.id)];
    const hour = new Date("2026-03-02T10:00:00Z");
    await db().trackerBucket.createMany({
      data: [here, there].map(({ id: projectId }, index) => ({
        developerId: owner.id,
        projectId,
        bucket: hour,
        place: index,
        category: "development.coding",
        seconds: 60 * (index + 1),
      })),
    });
    const query = { from: "2026-03-02T10:00:00Z", to: "2026-03-02T11:00:00Z", group: "hour" };
    const total = async (bearer: string) =>
      (await call(activity.GET, "GET", { bearer, query })).json.total_seconds;
    expect(await total(owner.jwt)).toBe(180);
    const permissions = ["own_tracker"];
    expect(await total(await aTokenOf({ workspace_id: workspace.id, permissions }))).toBe(60);
  });
});

describe("an answer stored under an Idempotency-Key", () => {
  beforeAll(moveOn);

  it("is authorised again for every route whose handler authorises by the body", () => {
    const keyed = LISTED.filter(
      ({ route: { kind, declaration } }) =>
        kind === "bearer" &&
        takesIdempotencyKey(kind, declaration) &&
        ["workspace", "own_tracker"].includes(declaration.reach ?? ""),
    );
    expect(keyed.map(({ name }) => name).sort()).toEqual(["POST /tracker/devices:enroll", "POST /webhooks"]);
    for (const { name, route } of keyed)
      expect([name, "mayStill" in route.declaration]).toEqual([name, true]);
  });

  it.each([
    ["of another workspace", () => ({ workspace_id: other.id })],
    ["without the permission", () => ({ permissions: ["can_view_crm"] })],
  ])("is not returned to a token %s that repeats another token's request", async (_, scope) => {
    const project = await aProject(owner, workspace.id);
    const bodies = [
      [createWebhook, { workspace_id: workspace.id, url: "https://example.com/x", events: ["*"] }],
      [enroll.POST, { device_id: randomUUID(), project_id: project.id }],
    ] as const;
    const [able, unable] = [await aToken({}), await aToken(scope())];
    for (const [route, body] of bodies) {
      const headers = { "idempotency-key": randomUUID() };
      const repeat = (bearer: string) => call(route, "POST", { bearer, headers, body });
      const first = await repeat(able);
      expect(first.status).toBe(201);
      const again = await repeat(unable);
      expect([again.status, again.json.detail]).toEqual([403, expect.stringMatching(BY_SCOPE)]);
      expect(again.text).not.toContain(first.json.id ?? first.json.device_id);
      // Who may, still gets what was kept: the device, or that the webhook's secret is shown only once.
      expect([201, 409]).toContain((await repeat(able)).status);
    }
  });
});
