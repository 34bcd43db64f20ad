import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { GET as listTokens, POST as mintToken } from "@/app/api/v1/developers/me/api-tokens/route";
import { DELETE, GET, PATCH } from "@/app/api/v1/developers/me/route";
import { GET as publicForm } from "@/app/api/v1/public/forms/[form_id]/route";
import { POST as upload } from "@/app/api/v1/tracker/events/batch/route";
import { POST as createForm } from "@/app/api/v1/workspaces/[workspace_id]/forms/route";
import { GET as members } from "@/app/api/v1/workspaces/[workspace_id]/members/route";
import { signInDeveloper } from "@/lib/account/sign-in-developer";
import { updateDeveloper } from "@/lib/account/update-developer";
import { eraseDeveloper } from "@/lib/identity/erasure/erase-developer";
import { eraseDeveloperJob, sweepErasures } from "@/lib/identity/erasure/jobs";
import { finishErasure } from "@/lib/identity/erasure/store";
import { issueJwt } from "@/lib/identity/jwt";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import {
  aBatch,
  aDeveloper,
  aMember,
  anActor,
  aSample,
  aTrackedDevice,
  aWorkspace,
} from "@/tests/support/factories";
import { derivationsOf, leftOfSamples } from "@/tests/support/samples";

const aToken = async (bearer: string): Promise<string> =>
  (await call(mintToken, "POST", { bearer, body: { name: "t" } })).json.token;

async function erase({ jwt }: { jwt: string }): Promise<void> {
  expect((await call(DELETE, "DELETE", { bearer: jwt, query: { erase: "true" } })).status).toBe(204);
}

const run = (id: string) => eraseDeveloperJob.handler({ developer_id: id }, { now: new Date() });

/** Runs the job as often as it asks for. */
async function finish(id: string): Promise<void> {
  while (await run(id));
}

describe("DELETE /developers/me?erase=true", () => {
  /** A developer with a row in every table that holds something personal. */
  async function someoneWithTraces() {
    const { developer, project, deviceId } = await aTrackedDevice();
    const now = new Date();
    const owned = { deviceId, developerId: developer.id, projectId: project.id, eventId: "e1" };
    const sample = await db().trackerSample.create({
      data: {
        ...owned,
        clientSeq: 1,
        ts: now,
        receivedAt: now,
        intervalS: 60,
        appName: "Editor",
        bundleId: "editor",
        windowTitle: "secret plan",
      },
    });
    await db().trackerDerivation.create({
      data: { sampleId: sample.id, category: "coding", confidence: 1, ruleId: "r", signal: "s" },
    });
    await db().$executeRaw`
      INSERT INTO tracker_event_key (ts, device_number, hash)
      VALUES (${now}::timestamptz, tracker_device_number(${deviceId}::uuid), tracker_event_hash(${deviceId}::uuid, 'e1'))`;
    await db().trackerEvidence.create({
      data: {
        ...owned,
        ref: `ev_${randomBytes(8).toString("hex")}`,
        objectKey: "k",
        contentType: "image/png",
        byteSize: 1,
        sha256: "0".repeat(64),
        verifyAt: now,
        createdAt: now,
      },
    });
    await db().developerConnection.create({
      data: { developerId: developer.id, provider: "suite_a", subject: randomUUID(), scopes: [] },
    });
    await aToken(developer.jwt);
    await call(PATCH, "PATCH", { bearer: developer.jwt, body: { name: "Her Name" } });
    await db().auditEvent.updateMany({ where: { actorId: developer.id }, data: { ip: "203.0.113.9" } });
    return developer;
  }

  const traces = async (developerId: string) => {
    const where = { developerId };
    return {
      developer: await db().developer.count({ where: { id: developerId } }),
      connection: await db().developerConnection.count({ where }),
      token: await db().apiToken.count({ where }),
      member: await db().workspaceMember.count({ where }),
      projectMember: await db().projectMember.count({ where }),
      device: await db().trackerDevice.count({ where }),
      sample: await db().trackerSample.count({ where }),
      evidence: await db().trackerEvidence.count({ where }),
      derivation: (await derivationsOf(developerId)).length,
    };
  };

  it("deletes the account and everything personal, keeps audit entries, and affects nobody else", async () => {
    const [ada, grace] = [await someoneWithTraces(), await someoneWithTraces()];
    const others = await traces(grace.id);
    const before = await db().auditEvent.findMany({ where: { actorId: ada.id } });
    expect(before.length).toBeGreaterThan(1);
    await erase(ada);
    await finish(ada.id);
    for (const [table, count] of Object.entries(await traces(ada.id)))
      expect([table, count]).toEqual([table, 0]);
    expect(await traces(grace.id)).toEqual(others);
    expect(others.sample).toBe(1);
    expect(await leftOfSamples()).toEqual({ derivations: 0, keys: 0 });

    const after = await db().auditEvent.findMany({ where: { id: { in: before.map(({ id }) => id) } } });
    expect(after).toHaveLength(before.length);
    for (const row of after) expect(row).toMatchObject({ actorId: null, ip: null });
    expect(JSON.stringify(after)).not.toContain("Her Name");
    const graces = await db().auditEvent.findFirstOrThrow({ where: { actorId: grace.id } });
    expect(graces.ip).toBe("203.0.113.9");

    expect((await call(GET, "GET", { bearer: ada.jwt })).status).toBe(404);
    expect((await call(listTokens, "GET", { bearer: ada.jwt })).status).toBe(401);
  });

  it("ends sign-in, tokens, sending and memberships at once, and hides who it was", async () => {
    const { developer, deviceId, workspace } = await aTrackedDevice();
    const colleague = await aMember(workspace.id, "owner");
    const token = await aToken(developer.jwt);
    await erase(developer);
    for (const bearer of [developer.jwt, token]) {
      expect((await call(listTokens, "GET", { bearer })).status).toBe(401);
      expect((await call(upload, "POST", { bearer, body: aBatch(deviceId, [aSample()]) })).status).toBe(401);
    }
    expect((await call(GET, "GET", { bearer: developer.jwt })).status).toBe(404);
    const listed = await call(members, "GET", {
      bearer: colleague.jwt,
      params: { workspace_id: workspace.id },
    });
    expect(listed.json.map((member: { developer_id: string }) => member.developer_id)).toEqual([
      colleague.id,
    ]);
    const row = await db().developer.findUniqueOrThrow({ where: { id: developer.id } });
    expect(JSON.stringify(row)).not.toContain(developer.email);
    expect(row).toMatchObject({ name: "Erased account", avatarUrl: null, isActive: false });
    expect(await db().developerConnection.count({ where: { developerId: developer.id } })).toBe(0);
  });

  it("switches off the workspaces that nobody is left in, whose public pages nobody could take down any more", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const [own, shared] = [await aWorkspace(ada), await aWorkspace(ada)];
    await aMember(shared.id, "owner", grace);
    const form = { name: "Ask me", is_public: true, fields: [{ key: "name", label: "Name", type: "text" }] };
    const at = { bearer: ada.jwt, params: { workspace_id: own.id } };
    const { id: form_id } = (await call(createForm, "POST", { ...at, body: form })).json;
    const visit = () => call(publicForm, "GET", { params: { form_id } });
    expect((await visit()).status).toBe(200);
    await erase(ada);
    expect((await visit()).status).toBe(404);
    const active = await db().workspace.findMany({
      where: { id: { in: [own.id, shared.id] }, isActive: true },
    });
    expect(active.map(({ id }) => id)).toEqual([shared.id]);
    const entry = await db().auditEvent.findFirstOrThrow({
      where: { workspaceId: own.id, action: "workspace.deleted" },
    });
    expect(entry.targetId).toBe(own.id);
  });

  it("continues in small batches, also after a failure in the middle, until no sample is left", async () => {
    const { developer, deviceId } = await aTrackedDevice();
    const other = await aTrackedDevice();
    for (const { developer: who, deviceId: device } of [{ developer, deviceId }, other]) {
      const events = Array.from({ length: 120 }, (_, n) => aSample({ client_seq: n + 1 }));
      const answer = await call(upload, "POST", { bearer: who.jwt, body: aBatch(device, events) });
      expect(answer.json.accepted).toBe(120);
    }
    await erase(developer);
    const left = () => db().trackerSample.count({ where: { developerId: developer.id } });
    const size = { batchRows: 7, batchesMax: 5 };
    const seen: number[] = [];
    for (let run = 0; run < 3; run++) {
      expect(await eraseDeveloper(developer.id, size)).toBe(false);
      seen.push(await left());
    }
    // Each run keeps what it did, and none does more than its share.
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    expect(seen.every((count) => count > 0 && count < 120)).toBe(true);

    await db().$executeRaw`
      CREATE FUNCTION refuse_erasing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut off'; END $$`;
    await db().$executeRaw`
      CREATE TRIGGER refuse BEFORE DELETE ON tracker_dirty_bucket EXECUTE FUNCTION refuse_erasing()`;
    await expect(run(developer.id)).rejects.toThrow("cut off");
    await db().$executeRaw`DROP FUNCTION refuse_erasing() CASCADE`;
    expect(await left()).toBe(0);
    expect(await db().developer.count({ where: { id: developer.id } })).toBe(1);

    await finish(developer.id);
    for (const [table, count] of Object.entries(await traces(developer.id)))
      expect([table, count]).toEqual([table, 0]);
    expect(await db().trackerSample.count({ where: { developerId: other.developer.id } })).toBe(120);
  });

  it("leaves no sample of a batch that is being uploaded", async () => {
    const { developer, deviceId, project } = await aTrackedDevice();
    const batch = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await batch.connect();
    await batch.query("BEGIN");
    await batch.query("SELECT 1 FROM tracker_device WHERE id = $1 FOR UPDATE", [deviceId]);
    await erase(developer);
    const finishing = finish(developer.id);
    await expect
      .poll(
        () => db().$queryRaw`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM tracker_device%' AND pid <> pg_backend_pid()`,
        { timeout: 10_000, interval: 10 },
      )
      .toHaveLength(1);
    await batch.query(
      `INSERT INTO tracker_event_sample (client_seq, ts, received_at, device_id, developer_id, project_id, interval_s,
         event_id, app_name, bundle_id)
       VALUES (1, now(), now(), $1, $2, $3, 60, 'late', 'Editor', 'editor')`,
      [deviceId, developer.id, project.id],
    );
    await batch.query("COMMIT");
    await batch.end();
    await finishing;
    expect(await db().trackerSample.count({ where: { developerId: developer.id } })).toBe(0);
    expect(await db().developer.count({ where: { id: developer.id } })).toBe(0);
  });

  it("leaves nothing that a request adds which had begun before", async () => {
    const { developer, project } = await aTrackedDevice();
    await erase(developer);
    // As an enrolment and an upload leave it that were authenticated just before.
    const deviceId = randomUUID();
    const owned = { developerId: developer.id, projectId: project.id };
    await db().trackerDevice.create({ data: { id: deviceId, ...owned, enrolledAt: new Date() } });
    await db().trackerSample.createMany({
      data: ["a", "b", "c"].map((eventId, n) => ({
        ...owned,
        deviceId,
        eventId,
        clientSeq: n,
        ts: new Date(),
        receivedAt: new Date(),
        intervalS: 60,
        appName: "Editor",
        bundleId: "editor",
      })),
    });
    // Found by the last step itself, which then has the others gone through again.
    expect(await finishErasure(developer.id, 2)).toBe(false);
    expect(await finishErasure(developer.id, 2)).toBe(false);
    while (!(await finishErasure(developer.id, 2)));
    expect(await db().trackerSample.count({ where: { developerId: developer.id } })).toBe(0);
  });

  it("leaves no address and no words in the audit of a request that had begun before, and no invite it accepted", async () => {
    const developer = await aDeveloper();
    const { id: workspaceId } = await aWorkspace(await aDeveloper());
    const role = await db().customRole.findFirstOrThrow({ where: { workspaceId } });
    await erase(developer);
    const { id: inviteId } = await db().workspaceInvite.create({
      data: {
        workspaceId,
        email: developer.email,
        customRoleId: role.id,
        tokenHash: randomUUID(),
        acceptedById: developer.id,
        acceptedAt: new Date(),
        expiresAt: new Date(),
      },
    });
    const requestId = randomUUID();
    const trace = { requestId, createdAt: new Date(), ip: "203.0.113.9", actorId: developer.id };
    await db().auditEvent.createMany({
      data: [
        { ...trace, action: "developer.updated", targetType: "developer", targetId: developer.id },
        { ...trace, action: "invite.accepted", targetType: "invite", targetId: inviteId, workspaceId },
      ].map((row) => ({ ...row, after: { name: "Her Name" } })),
    });
    while (!(await finishErasure(developer.id, 1)));
    const rows = await db().auditEvent.findMany({ where: { requestId } });
    expect(rows.map(({ actorId, ip, after }) => ({ actorId, ip, after }))).toEqual(
      Array(2).fill({ actorId: null, ip: null, after: null }),
    );
    expect(await db().workspaceInvite.count({ where: { id: inviteId } })).toBe(0);
    expect(await db().developer.count({ where: { id: developer.id } })).toBe(0);
  });

  it("gets no name back from a change of the profile that had begun before", async () => {
    const developer = await aDeveloper();
    const before = await db().developer.findUniqueOrThrow({ where: { id: developer.id } });
    await erase(developer);
    const change = updateDeveloper(anActor(developer.id), before, { name: "Her Name" }, new Date());
    await expect(change).rejects.toThrow("Developer not found");
    const row = await db().developer.findUniqueOrThrow({ where: { id: developer.id } });
    expect(row.name).toBe("Erased account");
    const audited = await db().auditEvent.findMany({ where: { targetId: developer.id } });
    expect(JSON.stringify(audited)).not.toContain("Her Name");
  });

  it("treats somebody who signs in again meanwhile as a new person", async () => {
    const identity = {
      subject: randomUUID(),
      email: `${randomUUID()}@example.com`,
      emailVerified: true,
      name: "Ada",
      avatarUrl: null,
      login: null,
    };
    const grant = { accessToken: "t", refreshToken: null, expiresAt: null, scopes: [] };
    const origin = { ip: null, requestId: randomUUID() };
    const signIn = async () => {
      const signedIn = await signInDeveloper(
        { provider: "suite_a", purpose: "login", identity, grant },
        origin,
        new Date(),
      );
      if (typeof signedIn === "string") throw new Error(signedIn);
      return { id: signedIn.developerId, jwt: await issueJwt(signedIn.developerId, new Date()) };
    };
    const first = await signIn();
    await erase(first);
    const second = await signIn();
    expect(second.id).not.toBe(first.id);
    expect((await call(GET, "GET", { bearer: second.jwt })).json).toMatchObject({ email: identity.email });
    await finish(first.id);
    expect((await call(GET, "GET", { bearer: second.jwt })).status).toBe(200);
    expect((await signIn()).id).toBe(second.id);
  });

  it("is resumed if its job was lost, and affects nobody who is not being erased", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    await erase(ada);
    const jobs = () => db().$queryRaw<unknown[]>`
      SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'developer_id' = ${ada.id}
        AND key LIKE 'identity.erase-developer:%'`;
    expect(await jobs()).toHaveLength(1);
    await db()
      .$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE payload->>'developer_id' = ${ada.id}`;
    await sweepErasures.handler({}, { now: new Date() });
    expect(await jobs()).toHaveLength(0);
    await sweepErasures.handler({}, { now: new Date(Date.now() + 11 * 60_000) });
    expect(await jobs()).toHaveLength(1);
    await finish(grace.id);
    await finish(randomUUID());
    expect((await call(GET, "GET", { bearer: grace.jwt })).status).toBe(200);
  });
});
