import { randomInt, randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { POST as replay } from "@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/[received_id]/replay/route";
import { GET as getOne } from "@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/[received_id]/route";
import { GET as list } from "@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/route";
import { GET as integrations } from "@/app/api/v1/workspaces/[workspace_id]/integrations/route";
import { eraseOldDeliveries, processDeliveryJob, processDueDeliveries } from "@/lib/inbound/jobs";
import { claimDelivery, claimNew, claimTried } from "@/lib/inbound/store";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { db, pool } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { catalogue } from "@/lib/server/catalogue";
import { call } from "@/tests/support/call";
import { deliver, processAll, processNow, WEBHOOK_SECRET } from "@/tests/support/code-host-webhooks";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

process.env.CODE_HOST_WEBHOOK_SECRET = WEBHOOK_SECRET;

/** A workspace that has adopted a repository. */
async function aHouse(given: { externalId?: number; isPrivate?: boolean } = {}) {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const host = {
    id: given.externalId ?? randomInt(1, 2 ** 40),
    full_name: "acme/web",
    private: given.isPrivate ?? false,
    default_branch: "main",
  };
  const repository = await db().workspaceRepository.create({
    data: {
      workspaceId: workspace.id,
      externalId: String(host.id),
      fullName: host.full_name,
      defaultBranch: "main",
      isPrivate: host.private,
      adoptedByDeveloperId: owner.id,
    },
  });
  const push = { ref: "refs/heads/main", repository: host, commits: [{ id: "a".repeat(40), message: "x" }] };
  const at = (received_id: string) => ({
    bearer: owner.jwt,
    params: { workspace_id: workspace.id, received_id },
  });
  const listed = async (query: Record<string, string> = {}) =>
    (await call(list, "GET", { bearer: owner.jwt, params: { workspace_id: workspace.id }, query })).json;
  return { owner, workspace, host, repository, push, at, listed };
}

/** Makes the database refuse commits, until it is told not to. */
const refuseCommits = () =>
  pool().query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is on fire'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON repository_commit EXECUTE FUNCTION refuse()`);
const takeCommits = () => pool().query("DROP FUNCTION IF EXISTS refuse CASCADE");

afterEach(async () => {
  await takeCommits();
  await db().inboundDelivery.deleteMany();
});

describe("the log", () => {
  it("shows a workspace its repositories' deliveries, newest first, and no other workspace's", async () => {
    const [one, other] = [await aHouse(), await aHouse()];
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const delivery of ids) await deliver("push", one.push, { delivery });
    await deliver("push", other.push);
    await deliver("ping", { zen: "of nobody's repository" });
    const shown = await one.listed();
    expect(shown.map(({ external_id }: { external_id: string }) => external_id)).toEqual(ids.reverse());
    expect(shown[0]).toMatchObject({
      provider: "code_host",
      event: "push",
      subject: "acme/web",
      verification: "verified",
      status: "pending",
      attempts: 0,
    });
    expect(await other.listed()).toHaveLength(1);
  });

  it("answers alike for another workspace's delivery and an unknown one", async () => {
    const [one, other] = [await aHouse(), await aHouse()];
    await deliver("push", one.push);
    const [delivery] = await one.listed();
    for (const [route, method] of [
      [getOne, "GET"],
      [replay, "POST"],
    ] as const) {
      const answer = await call(route, method, other.at(delivery.id));
      expect([answer.status, answer.json.detail]).toEqual([404, "Delivery not found"]);
    }
  });

  it("is closed to members without can_manage_integrations", async () => {
    const { workspace, push, listed } = await aHouse();
    await deliver("push", push);
    const [delivery] = await listed();
    const member = await aMember(workspace.id, "developer");
    const params = { workspace_id: workspace.id, received_id: delivery.id };
    for (const [route, method] of [
      [integrations, "GET"],
      [list, "GET"],
      [getOne, "GET"],
      [replay, "POST"],
    ] as const) {
      const answer = await call(route, method, { bearer: member.jwt, params });
      expect([answer.status, answer.json.detail]).toEqual([403, "Permission denied"]);
    }
  });

  it("pages and filters by status, event, provider and time", async () => {
    const { push, host, listed, owner, workspace } = await aHouse();
    await deliver("push", push);
    await deliver("issues", { action: "opened", repository: host });
    await deliver("repository", { repository: host });
    await processAll();
    const events = async (query: Record<string, string>) =>
      (await listed(query)).map(({ event }: { event: string }) => event);
    expect(await events({ status: "processed" })).toEqual(["push"]);
    expect(await events({ status: "ignored" })).toEqual(["repository", "issues.opened"]);
    expect(await events({ event: "issues" })).toEqual(["issues.opened"]);
    expect(await events({ event: "issue" })).toEqual([]);
    expect(await events({ event: "%" })).toEqual([]);
    expect(await events({ provider: "payments" })).toEqual([]);
    expect(await events({ since: new Date(Date.now() + DAY_MS).toISOString() })).toEqual([]);
    const reasons = (await listed()).map(({ reason }: { reason: string | null }) => reason);
    expect(reasons).toEqual(["missing_fields", "missing_fields", null]);
    const page = await call(list, "GET", {
      bearer: owner.jwt,
      params: { workspace_id: workspace.id },
      query: { limit: "2" },
    });
    const cursor =
      new URL(/<(.+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "", "http://x").searchParams.get(
        "cursor",
      ) ?? "";
    expect([...page.json, ...(await listed({ limit: "2", cursor }))].map(({ event }) => event)).toEqual([
      "repository",
      "issues.opened",
      "push",
    ]);
  });

  it("shows a body as it was sent, markup and all, and only the beginning of a large one", async () => {
    const { push, listed, at } = await aHouse();
    const body = JSON.stringify({ ...push, note: "<script>alert(1)</script> é" });
    await deliver("push", body);
    const [small] = await listed();
    const shown = await call(getOne, "GET", at(small.id));
    expect(shown.json).toMatchObject({ body, is_body_cut: false, headers: { "x-host-event": "push" } });
    await deliver("push", { ...push, note: "x".repeat(300_000) });
    const [large] = await listed();
    const cut = (await call(getOne, "GET", at(large.id))).json;
    expect([cut.body.length, cut.is_body_cut]).toEqual([262_144, true]);
  });

  it("shows nobody the body of a delivery about an account's other repositories", async () => {
    const { host, at, listed } = await aHouse();
    const repositories = [host, { id: 7, full_name: "acme/secret-plans" }];
    const delivery = randomUUID();
    await deliver("installation", { action: "created", repositories }, { delivery });
    expect(await listed()).toEqual([]);
    const stored = await db().inboundDelivery.findFirstOrThrow({ where: { externalId: delivery } });
    expect((await call(getOne, "GET", at(stored.id))).status).toBe(404);
  });

  it("shows nobody unhandled events, such as alerts about an adopted repository", async () => {
    const { host, listed } = await aHouse();
    const alert = { action: "created", alert: { secret: "s3cr3t" }, repository: host };
    expect((await deliver("secret_scanning_alert", alert)).json.status).toBe("ignored");
    expect(await listed()).toEqual([]);
  });

  it("hides what a provider marks as private, though the workspace sees the delivery", async () => {
    const { push, listed, at } = await aHouse();
    await deliver("push", push);
    const [delivery] = await listed();
    await db().inboundDelivery.update({ where: { id: delivery.id }, data: { showsBody: false } });
    expect((await call(getOne, "GET", at(delivery.id))).json.body).toBeNull();
  });
});

describe("the providers", () => {
  it("are listed with their endpoint, how they are verified, and their recent deliveries", async () => {
    const { owner, workspace, push } = await aHouse();
    const read = async () =>
      (
        await call(integrations, "GET", { bearer: owner.jwt, params: { workspace_id: workspace.id } })
      ).json.find(({ provider }: { provider: string }) => provider === "code_host");
    expect(await read()).toMatchObject({
      endpoint_url: "http://localhost:3000/api/v1/webhooks/code_host",
      verification: "optional",
      settings: ["CODE_HOST_WEBHOOK_SECRET"],
      last_delivery_at: null,
      received_count: 0,
    });
    await refuseCommits();
    await deliver("push", push);
    await expect(processAll()).rejects.toThrow();
    expect(await read()).toMatchObject({ received_count: 1, failed_count: 1 });
    expect((await read()).last_delivery_at).not.toBeNull();
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    await db().inboundDeliveryWorkspace.updateMany({
      where: { workspaceId: workspace.id },
      data: { receivedAt: dayBefore },
    });
    expect(await read()).toMatchObject({
      received_count: 0,
      failed_count: 0,
      last_delivery_at: dayBefore.toISOString(),
    });
  });

  it("show whether there is a secret, and whether unsigned deliveries are trusted", async () => {
    const { owner, workspace } = await aHouse();
    const answer = await call(integrations, "GET", {
      bearer: owner.jwt,
      params: { workspace_id: workspace.id },
    });
    const facts = new Map<string, object>(
      answer.json.map((each: { provider: string }) => [each.provider, each]),
    );
    expect(facts.get("code_host")).toMatchObject({ is_configured: true, believes_unsigned: true });
    expect(facts.get("payments")).toMatchObject({ is_configured: false, believes_unsigned: false });
  });
});

describe("a failing job", () => {
  it("undoes all its work, says so on the delivery without the cause, and is done once it succeeds", async () => {
    const { push, listed, repository } = await aHouse();
    await deliver("push", push);
    await refuseCommits();
    const [{ id }] = await listed();
    await expect(processNow(id)).rejects.toThrow(/disk/);
    await expect(processNow(id)).rejects.toThrow(/disk/);
    const [failing] = await listed();
    expect(failing).toMatchObject({
      status: "retrying",
      attempts: 2,
      last_error: "Something went wrong on our side.",
    });
    await takeCommits();
    await processNow(id);
    await processNow(id);
    expect((await listed())[0]).toMatchObject({ status: "processed", attempts: 3, last_error: null });
    const { commitCount } = await db().workspaceRepository.findUniqueOrThrow({
      where: { id: repository.id },
    });
    expect(commitCount).toBe(1);
  });

  it("fails after its last attempt, and a replay starts it again", async () => {
    const { push, listed, at, repository } = await aHouse();
    await deliver("push", push);
    await refuseCommits();
    const [{ id }] = await listed();
    for (let attempt = 0; attempt < 10; attempt++) await processNow(id).catch(() => {});
    expect((await listed())[0]).toMatchObject({ status: "failed", attempts: 10 });
    await takeCommits();
    const answer = await call(replay, "POST", at(id));
    expect([answer.status, answer.json.status, answer.json.attempts]).toEqual([202, "pending", 0]);
    await processAll();
    expect((await listed())[0]).toMatchObject({ status: "processed" });
    expect(await db().repositoryCommit.count({ where: { repositoryId: repository.id } })).toBe(1);
  });

  it("runs under the service's own engine, once for a delivery that two workspaces share", async () => {
    const one = await aHouse();
    const other = await aHouse({ externalId: one.host.id });
    const engine = await startEmbeddedEngine(catalogue.filter((job) => job.name === processDeliveryJob.name));
    await deliver("push", one.push);
    await expect.poll(async () => (await one.listed())[0].status, { timeout: 15_000 }).toBe("processed");
    await engine.stop();
    expect((await other.listed())[0]).toMatchObject({ status: "processed", attempts: 1 });
  });
});

describe("a replay", () => {
  it("of a processed delivery changes nothing, but adds an audit row", async () => {
    const { push, listed, at, repository, workspace, owner } = await aHouse();
    await deliver("push", push);
    await processAll();
    const [{ id }] = await listed();
    expect((await call(replay, "POST", at(id))).status).toBe(202);
    await processAll();
    const row = await db().workspaceRepository.findUniqueOrThrow({ where: { id: repository.id } });
    expect(row.commitCount).toBe(1);
    const audit = await db().auditEvent.findMany({
      where: { workspaceId: workspace.id, action: "inbound_delivery.replayed" },
    });
    expect(audit).toMatchObject([
      { actorId: owner.id, targetId: id, after: { provider: "code_host", event: "push" } },
    ]);
  });

  it("of an ignored delivery, or of one whose body is erased, is refused and changes nothing", async () => {
    const { push, host, listed, at } = await aHouse();
    await deliver("issues", { repository: host });
    const [ignored] = await listed();
    expect((await call(replay, "POST", at(ignored.id))).status).toBe(409);
    await deliver("push", push);
    await processAll();
    const [processed] = await listed();
    await db().inboundBody.delete({ where: { deliveryId: processed.id } });
    expect((await call(replay, "POST", at(processed.id))).status).toBe(409);
    expect((await listed()).map(({ status }: { status: string }) => status)).toEqual([
      "processed",
      "ignored",
    ]);
  });

  it("requested many times at once handles the delivery once more", async () => {
    const { push, listed, at } = await aHouse();
    const delivery = randomUUID();
    await deliver("push", push, { delivery });
    await processAll();
    const [{ id }] = await listed();
    await Promise.all(Array.from({ length: 10 }, () => call(replay, "POST", at(id))));
    await processAll();
    expect((await listed())[0]).toMatchObject({ status: "processed", attempts: 1 });
  });
});

describe("time", () => {
  it("erases bodies after 30 days and deletes deliveries after a year, however many there are", async () => {
    const { push, listed, at } = await aHouse();
    await deliver("push", push);
    await processAll();
    const [{ id }] = await listed();
    const now = Date.now();
    const run = async (days: number) => {
      while (await eraseOldDeliveries.handler({}, { now: new Date(now + days * DAY_MS) })) {}
    };
    await run(29);
    expect((await call(getOne, "GET", at(id))).json.body).not.toBeNull();
    await run(31);
    expect((await call(getOne, "GET", at(id))).json).toMatchObject({ body: null, status: "processed" });
    await run(364);
    expect(await listed()).toHaveLength(1);
    await pool().query(
      `INSERT INTO inbound_delivery (id, provider, external_id, event, verification, headers, body_bytes, shows_body,
         status, received_at, touched_at)
       SELECT gen_random_uuid(), 'code_host', 'old-' || n, 'push', 'off', '{}', 0, false, 'processed', now(), now()
       FROM generate_series(1, 1100) AS n`,
    );
    await run(366);
    expect(await db().inboundDelivery.count()).toBe(0);
  });

  it("restores deliveries whose job was lost, or whose process was killed", async () => {
    const { push, listed } = await aHouse();
    await deliver("push", push);
    await pool().query("DELETE FROM graphile_worker._private_jobs WHERE payload->>'provider' = 'code_host'");
    const [{ id }] = await listed();
    // In the hands of a process that does not come back.
    expect(await claimDelivery(id, 60_000)).toMatchObject({ id });
    await processDueDeliveries.handler({}, { now: new Date() });
    expect((await listed())[0]).toMatchObject({ status: "pending" });
    await pool().query("UPDATE inbound_delivery SET due_at = now() - interval '1 s' WHERE id = $1", [id]);
    await processDueDeliveries.handler({}, { now: new Date() });
    expect((await listed())[0]).toMatchObject({ status: "processed" });
  });

  it("gives up what ended its process at every attempt, and counts that against no other", async () => {
    const [{ push, listed }, other] = [await aHouse(), await aHouse()];
    await deliver("push", push);
    await deliver("push", other.push);
    // A process takes both, and ends before it is done. Then others take the first one.
    expect(await claimNew(20, 60_000)).toHaveLength(2);
    const [{ id }] = await listed();
    for (let attempt = 2; attempt <= 10; attempt++) {
      await pool().query("UPDATE inbound_delivery SET due_at = now() - interval '1 s' WHERE id = $1", [id]);
      expect(await claimTried(60_000)).toMatchObject({ id, attempts: attempt });
    }
    await pool().query("UPDATE inbound_delivery SET due_at = now() - interval '1 s' WHERE due_at > now()");
    await processDueDeliveries.handler({}, { now: new Date() });
    expect((await listed())[0]).toMatchObject({
      status: "failed",
      attempts: 10,
      last_error: "The process ended while it handled this.",
    });
    expect((await other.listed())[0]).toMatchObject({ status: "processed", attempts: 2 });
  });

  it("waits longer after each failure, and retries only what is due", async () => {
    const { push, listed } = await aHouse();
    await deliver("push", push);
    await refuseCommits();
    const waitS = async () => {
      const { rows } = await pool().query<{ s: number }>(
        "SELECT extract(epoch FROM due_at - now())::float8 AS s FROM inbound_delivery WHERE id = $1",
        [(await listed())[0].id],
      );
      return rows[0]?.s ?? 0;
    };
    await processDueDeliveries.handler({}, { now: new Date() });
    const first = await waitS();
    await pool().query(
      "UPDATE inbound_delivery SET due_at = now() - interval '1 s' WHERE due_at IS NOT NULL",
    );
    await processDueDeliveries.handler({}, { now: new Date() });
    expect(await waitS()).toBeGreaterThan(Math.max(first, 2.7));
    await takeCommits();
    await processDueDeliveries.handler({}, { now: new Date() });
    expect((await listed())[0]).toMatchObject({ status: "retrying", attempts: 2 });
  });

  it("handles what is due again between new ones, however many of these come", async () => {
    const [again, fresh] = [await aHouse(), await aHouse()];
    await deliver("push", again.push);
    const [{ id }] = await again.listed();
    await claimNew(20, 60_000);
    await pool().query("UPDATE inbound_delivery SET due_at = now() - interval '1 s' WHERE id = $1", [id]);
    for (let i = 0; i < 60; i++) await deliver("push", fresh.push);
    await processDueDeliveries.handler({}, { now: new Date() });
    const { rows } = await pool().query<{ id: string }>(
      "SELECT id FROM inbound_delivery WHERE status = 'processed' ORDER BY processed_at",
    );
    expect(rows).toHaveLength(61);
    expect(rows.findIndex((row) => row.id === id)).toBeLessThan(40);
  });

  it("finds the delivery of a job that an earlier version added", async () => {
    const { push, listed } = await aHouse();
    await deliver("push", push);
    const [{ id }] = await listed();
    await pool().query("UPDATE inbound_delivery SET due_at = NULL WHERE id = $1", [id]);
    const payload = { delivery_id: id, provider: "code_host", external_id: "any" };
    await processDeliveryJob.handler(payload, { now: new Date() });
    expect((await listed())[0]).toMatchObject({ status: "processed" });
  });

  it("doesn't let a failing one block others", async () => {
    const [bad, good] = [await aHouse(), await aHouse()];
    await deliver("push", bad.push);
    await deliver("push", good.push);
    const [first] = await bad.listed();
    await db().inboundDelivery.update({ where: { id: first.id }, data: { provider: "gone" } });
    await processDueDeliveries.handler({}, { now: new Date() });
    expect((await bad.listed())[0]).toMatchObject({
      status: "retrying",
      last_error: "This provider is no longer supported.",
    });
    expect((await good.listed())[0]).toMatchObject({ status: "processed" });
  });
});
