import { beforeEach, describe, expect, it } from "vitest";
import { POST as retry } from "@/app/api/v1/operators/given-up-jobs/[job_id]/retry/route";
import { DELETE as discard } from "@/app/api/v1/operators/given-up-jobs/[job_id]/route";
import { GET as givenUp } from "@/app/api/v1/operators/given-up-jobs/route";
import { GET as loads } from "@/app/api/v1/operators/loads/route";
import { GET as samples } from "@/app/api/v1/operators/samples/route";
import { GET as switchedOff } from "@/app/api/v1/operators/switched-off-webhooks/route";
import { watchService } from "@/lib/operators/service/jobs";
import { db, pool } from "@/lib/platform/database";
import type { Route } from "@/lib/routes/route";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { aSubscribedWorkspace, aWebhook, emitCommitted } from "@/tests/support/webhooks";

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
  ];

  it.each(ROUTES)("%s is for operators with a verified address alone", async (_, route, method) => {
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

  it("let a given-up job run again, once", async () => {
    const params = { job_id: await aGivenUpJob() };
    expect((await call(retry, "POST", { bearer, params })).status).toBe(204);
    const { rows } = await pool().query("SELECT is_available, attempts FROM graphile_worker._private_jobs");
    expect(rows).toEqual([{ is_available: true, attempts: 0 }]);
    expect((await call(retry, "POST", { bearer, params })).status).toBe(404);
    expect((await call(discard, "DELETE", { bearer, params })).status).toBe(404);
    expect(await jobsOf()).toEqual([]);
  });

  it("discard a given-up job, and none that waits or runs", async () => {
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

  it("show webhooks that the service switched off, by their host, and workspaces by their load", async () => {
    const at = await aSubscribedWorkspace();
    const webhook = await aWebhook(at, "http://127.0.0.1:9/secret-path");
    await emitCommitted(at.workspaceId, [{ n: 1 }, { n: 2 }]);
    const busy = await call(loads, "GET", { bearer });
    expect(busy.json[0]).toMatchObject({ workspace_id: at.workspaceId, pending_deliveries: 2 });
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

  it("operators are told once of jobs that were given up since", async () => {
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
