import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import pg from "pg";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { POST as mintToken } from "@/app/api/v1/developers/me/api-tokens/route";
import { DELETE as endOne } from "@/app/api/v1/developers/me/sessions/[session_id]/route";
import { DELETE as signOut } from "@/app/api/v1/developers/me/sessions/route";
import * as object from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/route";
import * as oneView from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/views/[view_id]/route";
import * as views from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/views/route";
import * as invites from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { GET as live } from "@/app/api/v1/workspaces/[workspace_id]/live/route";
import * as member from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import * as comments from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/comments/route";
import * as task from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import * as oneRole from "@/app/api/v1/workspaces/[workspace_id]/roles/[role_id]/route";
import * as roles from "@/app/api/v1/workspaces/[workspace_id]/roles/route";
import * as workspace from "@/app/api/v1/workspaces/[workspace_id]/route";
import * as teamMember from "@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/members/[developer_id]/route";
import * as teamMembers from "@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/members/route";
import * as oneTeam from "@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/route";
import * as teams from "@/app/api/v1/workspaces/[workspace_id]/teams/route";
import { authorise } from "@/lib/access/authorise";
import { beginSession } from "@/lib/identity/sessions/begin-session";
import { LiveHub, liveHub } from "@/lib/live/hub";
import {
  STREAM_MS_MAX,
  STREAMS_PER_ADDRESS_MAX,
  STREAMS_PER_PERSON_MAX,
  WAITING_CHUNKS_MAX,
} from "@/lib/live/limits";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { db, transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { frontDoor } from "@/lib/platform/front-door";
import { call } from "@/tests/support/call";
import { crmOf } from "@/tests/support/crm-records";
import {
  aDeveloper,
  aMember,
  aMemberWith,
  anActor,
  aProject,
  aWorkspace,
  waysToLose,
} from "@/tests/support/factories";
import { listenTo } from "@/tests/support/live";
import { aTable } from "@/tests/support/tables";
import { aSubscribedWorkspace, aWebhook, emitCommitted } from "@/tests/support/webhooks";

beforeAll(() => {
  frontDoor().holdsStreams = true;
});
afterEach(() => liveHub().close());

/** Just what a hub asks of a scope: streams of people that need not exist. */
const aScope = (workspaceId: string, developerId: string, ...permissions: string[]) =>
  ({ workspaceId, actor: anActor(developerId), permissions: new Set(permissions) }) as unknown as Parameters<
    LiveHub["open"]
  >[0];
const ended = (stream: { isOver(): boolean }) =>
  vi.waitFor(() => expect(stream.isOver()).toBe(true), { timeout: 20_000 });
const heard = (stream: { told: { area: string; id: string }[] }, area: string, id: string) =>
  vi.waitFor(() => expect(stream.told).toContainEqual({ area, id, kind: "changed" }), { timeout: 20_000 });

describe("a stream", () => {
  it("reports what changes in a table, without saying who changed it", async () => {
    const table = await aTable();
    const viewer = await aMember(table.at.workspace_id, "viewer");
    const stream = await listenTo(table.at.workspace_id, viewer.jwt);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    expect(stream.headers.get("cache-control")).toContain("no-transform");
    const row = await table.add({ title: "Lamp" });
    await heard(stream, "tables", table.at.table_id);
    stream.told.length = 0;
    await table.update(row.id, { values: { title: "Chair" } });
    await heard(stream, "tables", table.at.table_id);
    expect(JSON.stringify(stream.told)).not.toMatch(/Lamp|Chair/);
  });

  it("reports changes of tasks and their comments, of records, and of deliveries", async () => {
    const { owner, workspaceId } = await aSubscribedWorkspace();
    const project = await aProject(owner, workspaceId);
    const webhook = await aWebhook({ owner, workspaceId }, "https://example.com/hook");
    const stream = await listenTo(workspaceId, owner.jwt);
    const at = { bearer: owner.jwt, params: { workspace_id: workspaceId, project_id: project.id } };
    const one = { ...at, params: { ...at.params, task_ref: "1" } };
    for (const change of [
      () => call(tasks.POST, "POST", { ...at, body: { title: "A" } }),
      () => call(comments.POST, "POST", { ...one, body: { body: "Hm" } }),
      () => call(task.PATCH, "PATCH", { ...one, body: { title: "B" } }),
      () => call(task.DELETE, "DELETE", one),
    ]) {
      stream.told.length = 0;
      expect((await change()).status).toBeLessThan(300);
      await heard(stream, "tasks", project.id);
    }
    await crmOf(owner.jwt, workspaceId).make("company", { name: "Acme" });
    const { id: object } = await db().crmObject.findFirstOrThrow({ where: { workspaceId, slug: "company" } });
    await heard(stream, "records", object);
    stream.told.length = 0;
    await emitCommitted(workspaceId, [{ n: 1 }]);
    await heard(stream, "deliveries", webhook.id);
    stream.told.length = 0;
    await db().webhook.update({ where: { id: webhook.id }, data: { failingSince: new Date() } });
    await heard(stream, "deliveries", webhook.id);
  });

  it("reports changes of an object, its attributes and its views apart from those of its records", async () => {
    const { owner, workspaceId } = await aSubscribedWorkspace();
    await crmOf(owner.jwt, workspaceId).make("company", { name: "Acme" });
    const stream = await listenTo(workspaceId, owner.jwt);
    const company = await db().crmObject.findFirstOrThrow({ where: { workspaceId, slug: "company" } });
    const at = { bearer: owner.jwt, params: { workspace_id: workspaceId, object_slug: "company" } };
    let view = "";
    for (const change of [
      () => crmOf(owner.jwt, workspaceId).attribute("company", { name: "Size", type: "text" }),
      () => call(object.PATCH, "PATCH", { ...at, body: { plural_name: "Firms" } }),
      async () => {
        const answer = await call(views.POST, "POST", { ...at, body: { name: "Large" } });
        view = answer.json.id;
        return answer;
      },
      () =>
        call(oneView.PATCH, "PATCH", {
          ...at,
          params: { ...at.params, view_id: view },
          body: { name: "Big" },
        }),
      () => call(oneView.DELETE, "DELETE", { ...at, params: { ...at.params, view_id: view } }),
    ]) {
      stream.told.length = 0;
      expect((await change()).status).toBeLessThan(300);
      await vi.waitFor(
        () => expect(stream.told).toEqual([{ area: "records", id: company.id, kind: "setup" }]),
        {
          timeout: 20_000,
        },
      );
    }
  });

  it("reports who is invited, joins, gets another role, is suspended and leaves, to those who may see members", async () => {
    const { owner, workspaceId } = await aSubscribedWorkspace();
    const viewer = await aMember(workspaceId, "viewer");
    const blind = await aMemberWith(workspaceId, ["can_view_projects"]);
    const [stream, theirs] = await Promise.all([
      listenTo(workspaceId, viewer.jwt),
      listenTo(workspaceId, blind.jwt),
    ]);
    const at = { bearer: owner.jwt, params: { workspace_id: workspaceId } };
    const role = await db().customRole.findFirstOrThrow({ where: { workspaceId, slug: "viewer" } });
    const change = async (done: () => Promise<unknown>) => {
      stream.told.length = 0;
      await done();
      await heard(stream, "members", workspaceId);
    };
    await change(async () => {
      const answer = await call(invites.POST, "POST", {
        ...at,
        body: { email: "new@example.com", custom_role_id: role.id },
      });
      expect(answer.status).toBe(201);
    });
    let joined = "";
    await change(async () => {
      joined = (await aMember(workspaceId, "member")).id;
    });
    const theirParams = { ...at.params, developer_id: joined };
    for (const body of [{ custom_role_id: role.id }, { status: "suspended" }]) {
      await change(async () => {
        const answer = await call(member.PATCH, "PATCH", { ...at, params: theirParams, body });
        expect(answer.status).toBe(200);
      });
    }
    await change(() => call(member.DELETE, "DELETE", { ...at, params: theirParams }));
    expect(theirs.told.filter(({ area }) => area === "members")).toEqual([]);
  });

  it("reports changes of roles and teams to those who may see them, and a workspace's new name to all its members", async () => {
    const { owner, workspaceId } = await aSubscribedWorkspace();
    const viewer = await aMember(workspaceId, "developer");
    const blind = await aMemberWith(workspaceId, ["can_view_projects"]);
    const [stream, theirs] = await Promise.all([
      listenTo(workspaceId, owner.jwt),
      listenTo(workspaceId, blind.jwt),
    ]);
    const at = { bearer: owner.jwt, params: { workspace_id: workspaceId } };
    const change = async (area: string, path: object, done: () => ReturnType<typeof call>) => {
      stream.told.length = 0;
      const answer = await done();
      expect(answer.status).toBeLessThan(300);
      await heard(stream, area, Object.values(path)[0] ?? answer.json.id);
      return answer.json?.id as string;
    };
    const role = {
      role_id: await change("roles", {}, () => call(roles.POST, "POST", { ...at, body: { name: "Clerk" } })),
    };
    const ofRole = { ...at, params: { ...at.params, ...role } };
    await change("roles", role, () => call(oneRole.PATCH, "PATCH", { ...ofRole, body: { name: "Head" } }));
    await change("roles", role, () => call(oneRole.DELETE, "DELETE", ofRole));
    const body = { name: "Mill", type: "manual" };
    const team = {
      team_id: await change("teams", {}, () => call(teams.POST, "POST", { ...at, body })),
    };
    const ofTeam = { ...at, params: { ...at.params, ...team } };
    const member = { ...ofTeam, params: { ...ofTeam.params, developer_id: viewer.id } };
    for (const done of [
      () => call(oneTeam.PATCH, "PATCH", { ...ofTeam, body: { name: "Press" } }),
      () => call(teamMembers.POST, "POST", { ...ofTeam, body: { developer_id: viewer.id, role: "member" } }),
      () => call(teamMember.PATCH, "PATCH", { ...member, body: { role: "lead" } }),
      () => call(teamMember.DELETE, "DELETE", member),
      () => call(oneTeam.DELETE, "DELETE", ofTeam),
    ])
      await change("teams", team, done);
    expect(theirs.told).toEqual([]);
    await call(workspace.PATCH, "PATCH", { ...at, body: { name: "Presses" } });
    await heard(stream, "workspace", workspaceId);
    await heard(theirs, "workspace", workspaceId);
  });

  it("reports a thousand changes of one thing once", async () => {
    const table = await aTable();
    const stream = await listenTo(table.at.workspace_id, table.bearer);
    await db().$executeRaw`
      INSERT INTO data_row (id, table_id, "values", keys, search, created_at, updated_at)
      SELECT gen_random_uuid(), ${table.at.table_id}::uuid, '{}', '{}', '', now(), now() FROM generate_series(1, 1000)`;
    await heard(stream, "tables", table.at.table_id);
    expect(stream.told).toHaveLength(1);
  });

  it("reports nothing that was rolled back", async () => {
    const table = await aTable();
    const row = await table.add({ title: "Lamp" });
    const stream = await listenTo(table.at.workspace_id, table.bearer);
    await transaction(async (tx) => {
      await tx.dataRow.update({ where: { id: row.id }, data: { search: "x" } });
      throw new Error("taken back");
    }).catch(() => {});
    const { id } = await db().dataTable.create({
      data: { workspaceId: table.at.workspace_id, name: "Later", columns: [] },
    });
    await heard(stream, "tables", id);
    expect(stream.told.map((change) => change.id)).toEqual([id]);
  });

  it("reports to each person what they may see, in their workspace only, and their inbox only to themselves", async () => {
    const table = await aTable();
    const { workspace_id: workspaceId } = table.at;
    const other = await aTable();
    const blind = await aMemberWith(workspaceId, ["can_view_projects"]);
    const [theirs, ours, foreign] = await Promise.all([
      listenTo(workspaceId, blind.jwt),
      listenTo(workspaceId, table.bearer),
      listenTo(other.at.workspace_id, other.bearer),
    ]);
    await table.add({ title: "Lamp" });
    await heard(ours, "tables", table.at.table_id);
    const notice = { kind: "service", title: "Hello", body: "", link: null } as const;
    await transaction((tx) => notifyMembers(tx, workspaceId, [blind.id], notice, new Date()));
    await heard(theirs, "inbox", blind.id);
    expect(theirs.told).toEqual([{ area: "inbox", id: blind.id, kind: "changed" }]);
    await db().notification.deleteMany({ where: { developerId: blind.id } });
    await vi.waitFor(() => expect(theirs.told).toHaveLength(2), { timeout: 20_000 });
    expect(ours.told.filter(({ area }) => area === "inbox")).toEqual([]);
    await other.add({ title: "Chair" });
    await heard(foreign, "tables", other.at.table_id);
    expect(foreign.told).toHaveLength(1);
  });

  it("is refused to outsiders, and by hosts that keep no connection open", async () => {
    const { at } = await aTable();
    const stranger = await aDeveloper();
    const params = { workspace_id: at.workspace_id };
    expect((await call(live, "GET", { bearer: stranger.jwt, params })).status).toBe(403);
    expect((await call(live, "GET", { params })).status).toBe(401);
    const member = await aMember(at.workspace_id, "viewer");
    frontDoor().holdsStreams = false;
    const refused = await call(live, "GET", { bearer: member.jwt, params });
    frontDoor().holdsStreams = true;
    expect(refused.status).toBe(503);
    expect(refused.json.detail).toContain("every 20 s");
  });
});

describe("a stream ends", () => {
  const ways = Object.keys(waysToLose("", "", "can_view_tables"));

  it.each(ways)("within seconds after %s, and reports no more of tables when opened again", async (way) => {
    const table = await aTable();
    const { workspace_id: workspaceId, table_id: tableId } = table.at;
    const member = await aMember(workspaceId, "developer");
    const [stream, owners] = [
      await listenTo(workspaceId, member.jwt),
      await listenTo(workspaceId, table.bearer),
    ];
    await table.add({ title: "Before" });
    await heard(stream, "tables", tableId);
    const lose = waysToLose(workspaceId, member.id, "can_view_tables") as Record<
      string,
      () => Promise<unknown>
    >;
    await lose[way]?.();
    await ended(stream);
    const again = await listenTo(workspaceId, member.jwt);
    await table.add({ title: "After" });
    await heard(owners, "tables", tableId);
    expect(again.told).toEqual([]);
    expect(owners.isOver()).toBe(false);
  });

  const aToken = async (bearer: string, scope: object = {}): Promise<{ id: string; token: string }> =>
    (await call(mintToken, "POST", { bearer, body: { name: "t", ...scope } })).json;

  it.each(["is switched off", "has expired", "was made by one that is switched off"])(
    "when the API token that opened it %s, and those of other tokens go on",
    async (way) => {
      const ada = await aDeveloper();
      const { id: workspaceId } = await aWorkspace(ada);
      const parent = await aToken(ada.jwt);
      const child = await aToken(parent.token);
      const [stream, other] = [
        await listenTo(workspaceId, child.token),
        await listenTo(workspaceId, (await aToken(ada.jwt)).token),
      ];
      expect(stream.status).toBe(200);
      const [id, data] = {
        "is switched off": [child.id, { isActive: false }] as const,
        "has expired": [child.id, { expiresAt: new Date() }] as const,
        "was made by one that is switched off": [parent.id, { isActive: false }] as const,
      }[way] ?? ["", {}];
      await db().apiToken.update({ where: { id }, data });
      await ended(stream);
      expect(other.isOver()).toBe(false);
    },
  );

  it("not because it was opened with a limited token, whose limits are kept while it lasts", async () => {
    const table = await aTable();
    const { workspace_id: workspaceId, table_id: tableId } = table.at;
    const leaving = await aMember(workspaceId, "viewer");
    const limited = await aToken(table.bearer, {
      workspace_id: workspaceId,
      permissions: ["can_view_projects"],
    });
    const [stream, owners, theirs] = [
      await listenTo(workspaceId, limited.token),
      await listenTo(workspaceId, table.bearer),
      await listenTo(workspaceId, leaving.jwt),
    ];
    // Once that one ends, all have been looked at again.
    await db().workspaceMember.deleteMany({ where: { developerId: leaving.id } });
    await ended(theirs);
    await table.add({ title: "Lamp" });
    await heard(owners, "tables", tableId);
    expect([stream.isOver(), stream.told]).toEqual([false, []]);
  });

  it("when it has lasted a quarter of an hour, so that it is opened anew with the bearer of then", async () => {
    const ada = await aDeveloper();
    const { id } = await aWorkspace(ada);
    const old = await listenTo(id, ada.jwt);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + STREAM_MS_MAX);
    try {
      const young = await listenTo(id, ada.jwt);
      await ended(old);
      expect(young.isOver()).toBe(false);
    } finally {
      clock.mockRestore();
    }
  });

  it("when the sign-in that opened it is ended, and the same person's others go on", async () => {
    const ada = await aDeveloper();
    const { id } = await aWorkspace(ada);
    const where = { kind: "browser", provider: "suite_a", client: null, userAgent: null, ip: null } as const;
    const aSignIn = async () => (await beginSession({ developerId: ada.id, ...where }, new Date())).jwt;
    const [here, there] = [await aSignIn(), await aSignIn()];
    const [ending, going] = [await listenTo(id, here), await listenTo(id, there)];
    const params = { session_id: String(decodeJwt(here).sid) };
    expect((await call(endOne, "DELETE", { bearer: there, params })).status).toBe(204);
    await ended(ending);
    expect(going.isOver()).toBe(false);
  });

  it("when its person signs out everywhere, and when the workspace is deactivated", async () => {
    const ada = await aDeveloper();
    const { id } = await aWorkspace(ada);
    const member = await aMember(id, "viewer");
    const [theirs, ours] = [await listenTo(id, member.jwt), await listenTo(id, ada.jwt)];
    expect((await call(signOut, "DELETE", { bearer: member.jwt })).status).toBeLessThan(300);
    await ended(theirs);
    expect(ours.isOver()).toBe(false);
    await db().workspace.update({ where: { id }, data: { isActive: false } });
    await ended(ours);
    expect(liveHub().size).toBe(0);
  });

  it("when the connection to the database breaks, and the next one works again", async () => {
    const table = await aTable();
    const stream = await listenTo(table.at.workspace_id, table.bearer);
    const admin = new pg.Client({ connectionString: env().DATABASE_URL });
    await admin.connect();
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'listens to live'",
    );
    await admin.end();
    await ended(stream);
    const again = await vi.waitFor(
      async () => {
        const opened = await listenTo(table.at.workspace_id, table.bearer);
        expect(opened.status).toBe(200);
        return opened;
      },
      { timeout: 20_000 },
    );
    await table.add({ title: "Lamp" });
    await heard(again, "tables", table.at.table_id);
  });

  it("when nobody can tell what its person may do", async () => {
    const { id } = await aWorkspace(await aDeveloper());
    const { jwt } = await aMember(id, "viewer");
    const stream = await listenTo(id, jwt);
    // The database refuses the question for this one.
    await liveHub().open(aScope(id, "nobody"), null);
    await ended(stream);
    expect(liveHub().size).toBe(0);
  });

  it("when the process stops", async () => {
    const table = await aTable();
    const stream = await listenTo(table.at.workspace_id, table.bearer);
    frontDoor().isStopping = true;
    await ended(stream).finally(() => {
      frontDoor().isStopping = false;
    });
  });
});

describe("many streams", () => {
  it("of one person are limited to a few, and free their place when they end", async () => {
    const table = await aTable();
    const open = () => listenTo(table.at.workspace_id, table.bearer);
    const streams = await Promise.all(Array.from({ length: 1_000 }, open));
    const taken = streams.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(STREAMS_PER_PERSON_MAX);
    const refused = streams.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(refused[0]?.headers.get("retry-after")).toBe("60");
    // Others are none the worse for it.
    const member = await aMember(table.at.workspace_id, "viewer");
    const theirs = await listenTo(table.at.workspace_id, member.jwt);
    await table.add({ title: "Lamp" });
    await heard(theirs, "tables", table.at.table_id);
    await Promise.all(taken.map((stream) => stream.close()));
    expect((await open()).status).toBe(200);
  });

  it("take no place for a HEAD, and none for who goes before the answer begins", async () => {
    const { id } = await aWorkspace(await aDeveloper());
    const { jwt } = await aMember(id, "viewer");
    const gone = new AbortController();
    gone.abort();
    const goes = new AbortController();
    const params = Promise.resolve({ workspace_id: id });
    const headers = { authorization: `Bearer ${jwt}` };
    const of = (init: RequestInit) =>
      live(new Request("http://localhost:3000/", { headers, ...init }), { params });
    const head = await of({ method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), head.body]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
      null,
    ]);
    await of({ signal: gone.signal });
    expect(liveHub().size).toBe(0);
    // Next does not look at the body of an answer whose connection has ended meanwhile.
    await of({ signal: goes.signal });
    expect(liveHub().size).toBe(1);
    goes.abort();
    expect(liveHub().size).toBe(0);
  });

  it("of one address are limited, whoever opens them", async () => {
    const { id: workspaceId } = await aWorkspace(await aDeveloper());
    const people = Math.ceil(STREAMS_PER_ADDRESS_MAX / STREAMS_PER_PERSON_MAX) + 1;
    const hub = new LiveHub();
    const opened: unknown[] = [];
    for (let n = 0; n < people; n++) {
      const scope = aScope(workspaceId, randomUUID());
      for (let m = 0; m < STREAMS_PER_PERSON_MAX; m++) {
        opened.push(await hub.open(scope, "203.0.113.7").catch((error: unknown) => error));
      }
    }
    expect(opened.filter((each) => each instanceof ReadableStream)).toHaveLength(STREAMS_PER_ADDRESS_MAX);
    expect(await hub.open(aScope(workspaceId, randomUUID()), "203.0.113.8")).toBeInstanceOf(ReadableStream);
    await hub.close();
  });

  it("of two processes report the same, each over one connection", async () => {
    const table = await aTable();
    const stream = await listenTo(table.at.workspace_id, table.bearer);
    const elsewhere = new LiveHub();
    const other = await elsewhere.open(await authorise(anActor(table.owner.id), table.at.workspace_id), null);
    const reader = other.getReader();
    await reader.read();
    await table.add({ title: "Lamp" });
    await heard(stream, "tables", table.at.table_id);
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain(table.at.table_id);
    // Those of tests before this one may be about to end.
    await vi.waitFor(async () => {
      const rows = await db().$queryRaw`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'listens to live'`;
      expect(rows).toHaveLength(2);
    });
    await elsewhere.close();
  });

  it("that nobody reads are disconnected, and buffer no more than a few chunks", async () => {
    const hub = new LiveHub();
    const { at, owner } = await aTable();
    const stream = await hub.open(await authorise(anActor(owner.id), at.workspace_id), null);
    await db().$executeRaw`
      SELECT pg_notify('live', concat_ws(' ', ${at.workspace_id}::text, 'tables', gen_random_uuid()))
      FROM generate_series(1, ${2 * WAITING_CHUNKS_MAX}::int)`;
    await vi.waitFor(() => expect(hub.size).toBe(0), { timeout: 20_000 });
    await expect(stream.getReader().read()).rejects.toThrow("too slow");
    await hub.close();
  });
});
