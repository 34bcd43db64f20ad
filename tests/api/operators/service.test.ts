import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as retry } from "@/app/api/v1/operators/given-up-jobs/[job_id]/retry/route";
import { DELETE as discard } from "@/app/api/v1/operators/given-up-jobs/[job_id]/route";
import { GET as givenUp } from "@/app/api/v1/operators/given-up-jobs/route";
import { GET as jobChanges } from "@/app/api/v1/operators/job-changes/route";
import { GET as loads } from "@/app/api/v1/operators/loads/route";
import { GET as samples } from "@/app/api/v1/operators/samples/route";
import { GET as signInProblems } from "@/app/api/v1/operators/sign-in-problems/route";
import { GET as switchedOff } from "@/app/api/v1/operators/switched-off-webhooks/route";
import { POST as upload } from "@/app/api/v1/tracker/events/batch/route";
import { watchService } from "@/lib/operators/service/jobs";
import { LOAD_KINDS, loadSql } from "@/lib/operators/service/store";
import { db, pool } from "@/lib/platform/database";
import type { Route } from "@/lib/routes/route";
import { aCrm } from "@/tests/support/automations";
import { call } from "@/tests/support/call";
import { aBatch, aDeveloper, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { aSubscribedWorkspace, aWebhook } from "@/tests/support/webhooks";

process.env.OPERATOR_EMAILS = "ops@example.com";

let bearer: string;
let operatorId: string;
beforeEach(async () => {
  await pool().query("DELETE FROM developer WHERE email = 'ops@example.com'");
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  await pool().query("DELETE FROM given_up_job");
  const operator = await aDeveloper({ email: "ops@example.com" });
  [bearer, operatorId] = [operator.jwt, operator.id];
});

/** A job whose every attempt failed. */
async function aGivenUpJob(error = "TypeError: it broke"): Promise<string> {
  const { rows } = await pool().query(
    "SELECT id::text FROM graphile_worker.add_job('teams.sync-team', '{}')",
  );
  await pool().query(
    "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = $2 WHERE id = $1",
    [rows[0].id, error],
  );
  return rows[0].id;
}

const jobsOf = async () => (await call(givenUp, "GET", { bearer })).json as { id: string; error: string }[];
const notices = () => db().notification.findMany({ where: { developerId: operatorId } });
const minute = (count: number) => new Date(Date.now() + count * 60_000);

describe("the operators' service routes", () => {
  const ROUTES: [string, Route, string][] = [
    ["samples", samples, "GET"],
    ["given-up-jobs", givenUp, "GET"],
    ["retry", retry, "POST"],
    ["discard", discard, "DELETE"],
    ["switched-off-webhooks", switchedOff, "GET"],
    ["loads", loads, "GET"],
    ["sign-in-problems", signInProblems, "GET"],
    ["job-changes", jobChanges, "GET"],
  ];

  it.each(ROUTES)("%s is only for operators with a verified address", async (_, route, method) => {
    const id = await aGivenUpJob();
    const other = await aDeveloper();
    const params = { job_id: id };
    expect((await call(route, method, { params })).status).toBe(401);
    expect((await call(route, method, { params, bearer: other.jwt })).status).toBe(403);
    await db().developer.update({ where: { id: operatorId }, data: { emailVerified: false } });
    expect((await call(route, method, { params, bearer })).status).toBe(403);
    await db().developer.update({ where: { id: operatorId }, data: { emailVerified: true } });
    expect((await jobsOf()).map((job) => job.id)).toEqual([id]);
  });

  it("show given-up jobs with their errors, without secrets", async () => {
    await aGivenUpJob("Error: refused Bearer abcdefghijkl at postgresql://u:secretword@h/x");
    const [job] = await jobsOf();
    expect(job).toMatchObject({ name: "teams.sync-team", attempts: 25, workspace_id: null });
    expect(job?.error).toContain("Error: refused");
    expect(job?.error).not.toMatch(/abcdefghijkl|secretword/);
  });

  it("retry a given-up job, once", async () => {
    const params = { job_id: await aGivenUpJob() };
    expect((await call(retry, "POST", { bearer, params })).status).toBe(204);
    const { rows } = await pool().query("SELECT is_available, attempts FROM graphile_worker._private_jobs");
    expect(rows).toEqual([{ is_available: true, attempts: 0 }]);
    expect((await call(retry, "POST", { bearer, params })).status).toBe(404);
    expect((await call(discard, "DELETE", { bearer, params })).status).toBe(404);
    expect(await jobsOf()).toEqual([]);
  });

  it("discard a given-up job, but none that is waiting or running", async () => {
    const params = { job_id: await aGivenUpJob() };
    await pool().query("UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'w'");
    expect((await call(discard, "DELETE", { bearer, params })).status).toBe(404);
    await pool().query("UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL");
    expect((await call(discard, "DELETE", { bearer, params })).status).toBe(204);
    expect((await call(discard, "DELETE", { bearer, params })).status).toBe(404);
    for (const id of ["x", "-1", "99999999999999999999", "1.5"]) {
      expect((await call(discard, "DELETE", { bearer, params: { job_id: id } })).status).toBe(404);
    }
  });

  it("record who retried or discarded which job, and nothing if there was none", async () => {
    const [retried, discarded] = [await aGivenUpJob(), await aGivenUpJob()];
    const before = (await call(jobChanges, "GET", { bearer })).json.length;
    await call(retry, "POST", { bearer, params: { job_id: retried } });
    await call(retry, "POST", { bearer, params: { job_id: retried } });
    await call(discard, "DELETE", { bearer, params: { job_id: discarded } });
    const changes = (await call(jobChanges, "GET", { bearer })).json;
    expect(changes).toHaveLength(before + 2);
    const who = { job_name: "teams.sync-team", actor_id: operatorId, actor_email: "ops@example.com" };
    expect(changes.slice(0, 2)).toEqual([
      expect.objectContaining({ ...who, action: "discarded", job_id: discarded }),
      expect.objectContaining({ ...who, action: "retried", job_id: retried }),
    ]);
    // It outlives who did it, without their name.
    await db().developer.delete({ where: { id: operatorId } });
    const other = await aDeveloper({ email: "ops@example.com" });
    const [last] = (await call(jobChanges, "GET", { bearer: other.jwt })).json;
    expect(last).toMatchObject({ job_id: discarded, actor_id: null, actor_name: null, actor_email: null });
  });

  it("list workspaces by the work they caused in the last 24 hours, the most first", async () => {
    const crm = await aCrm();
    await crm.anAutomation({
      trigger: { type: "record.created", object: "company" },
      actions: [{ type: "notify", developer_ids: [crm.ada.id], title: "New", body: "Look" }],
    });
    await crm.create("company", { name: "Acme" });
    const tracked = await aTrackedDevice();
    const body = aBatch(tracked.deviceId, [aSample(), aSample({ client_seq: 2 })]);
    expect((await call(upload, "POST", { bearer: tracked.developer.jwt, body })).json.accepted).toBe(2);
    const event = (workspaceId: string, hoursAgo: number) => {
      const at = new Date(Date.now() - hoursAgo * 3_600_000);
      const data = { workspaceId, eventId: randomUUID(), type: "x", occurredAt: at, receivedAt: at };
      return db().productEvent.create({ data });
    };
    for (const hoursAgo of [0.1, 3, 23.9, 24.1]) await event(tracked.workspace.id, hoursAgo);
    const found = (await call(loads, "GET", { bearer })).json as { workspace_id: string }[];
    const ours = found.filter(({ workspace_id: id }) =>
      [crm.workspace.id, tracked.workspace.id].includes(id),
    );
    expect(ours).toEqual([
      expect.objectContaining({
        workspace_id: crm.workspace.id,
        deliveries: await db().webhookDelivery.count({
          where: { webhook: { workspaceId: crm.workspace.id } },
        }),
        automation_runs: 1,
        product_events: 0,
        tracker_samples: 0,
      }),
      {
        workspace_id: tracked.workspace.id,
        name: "Acme",
        slug: tracked.workspace.slug,
        deliveries: 0,
        automation_runs: 0,
        product_events: 3,
        tracker_samples: 2,
      },
    ]);
  });

  it("count load by one index each, however large the tables are", async () => {
    const client = await pool().connect();
    try {
      // Of small tables the planner would rather read all.
      await client.query("SET enable_seqscan = off");
      await client.query("SET enable_sort = off");
      for (const kind of LOAD_KINDS) {
        const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${loadSql(kind)}`, [new Date(), 50_000]);
        const plan = JSON.stringify(rows);
        const table = { deliveries: "webhook_delivery", automation_runs: "automation_run" }[kind as string];
        const wanted = table ?? kind.slice(0, -1);
        expect(plan).not.toMatch(new RegExp(`"Seq Scan"[^}]*"Relation Name":"${wanted}"`));
        expect(plan).toContain(kind === "product_events" ? "product_event_received_at_idx" : '"Backward"');
        expect(plan).toContain('"Limit"');
      }
    } finally {
      client.release(true);
    }
  });

  it("show webhooks that the service switched off, by their host", async () => {
    const at = await aSubscribedWorkspace();
    const webhook = await aWebhook(at, "http://127.0.0.1:9/secret-path");
    await db().webhook.update({
      where: { id: webhook.id },
      data: { isActive: false, disabledReason: "gone", disabledAt: new Date() },
    });
    const off = await call(switchedOff, "GET", { bearer });
    expect(off.json).toEqual([
      expect.objectContaining({ id: webhook.id, host: "127.0.0.1:9", reason: "gone" }),
    ]);
    expect(off.text).not.toContain("secret-path");
  });
});

describe("each minute", () => {
  it("a sample is kept for the plots", async () => {
    await watchService.handler({}, { now: minute(0) });
    const answer = await call(samples, "GET", { bearer });
    expect(answer.json.at(-1)).toMatchObject({
      due_jobs: expect.any(Number),
      enrichment_hours: expect.any(Number),
    });
  });

  it("operators are notified once of jobs given up since", async () => {
    await aWorkspace({
      ...(await db().developer.findUniqueOrThrow({ where: { id: operatorId } })),
      jwt: bearer,
    });
    await watchService.handler({}, { now: minute(1) });
    expect(await notices()).toEqual([]);
    const first = await aGivenUpJob();
    await aGivenUpJob();
    await watchService.handler({}, { now: minute(2) });
    await Promise.all([3, 4].map((count) => watchService.handler({}, { now: minute(count) })));
    expect(await notices()).toEqual([
      expect.objectContaining({ title: "2 jobs were given up", link: "/operators" }),
    ]);
    // Given up again after it was retried, it is news.
    await call(retry, "POST", { bearer, params: { job_id: first } });
    await pool().query("UPDATE graphile_worker._private_jobs SET attempts = max_attempts");
    await watchService.handler({}, { now: minute(5) });
    expect((await notices()).map(({ title }) => title).sort()).toEqual([
      "2 jobs were given up",
      "A job was given up",
    ]);
  });
});
