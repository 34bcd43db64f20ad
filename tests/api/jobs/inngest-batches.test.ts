import { randomInt, randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import { processDeliveryJob } from "@/lib/inbound/jobs";
import { db, pool } from "@/lib/platform/database";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { call } from "@/tests/support/call";
import { deliver, WEBHOOK_SECRET } from "@/tests/support/code-host-webhooks";
import { aBatch, aDeveloper, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { servedByInngest } from "@/tests/support/served-by-inngest";

const WAIT = { timeout: 30_000, interval: 25 };

process.env.CODE_HOST_WEBHOOK_SECRET = WEBHOOK_SECRET;
const inngest = servedByInngest([processDeliveryJob, enrichBuckets]);

it("received webhooks are handled in batches, and their events have the provider's id", async () => {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const host = { id: randomInt(1, 2 ** 40), full_name: "acme/web", private: false, default_branch: "main" };
  const repository = await db().workspaceRepository.create({
    data: {
      workspaceId: workspace.id,
      externalId: String(host.id),
      fullName: host.full_name,
      defaultBranch: "main",
      isPrivate: false,
      adoptedByDeveloperId: owner.id,
    },
  });
  const ids = Array.from({ length: 30 }, () => randomUUID());
  for (const [i, delivery] of ids.entries()) {
    const commits = [{ id: i.toString(16).padStart(40, "0"), message: `Commit ${i}` }];
    const answer = await deliver("push", { ref: "refs/heads/main", repository: host, commits }, { delivery });
    expect(answer.json).toEqual({ status: "accepted" });
  }
  await vi.waitFor(async () => {
    const rows = await db().inboundDelivery.findMany({ where: { externalId: { in: ids } } });
    expect(rows.map(({ status }) => status)).toEqual(ids.map(() => "processed"));
  }, WAIT);
  expect(await db().repositoryCommit.count({ where: { repositoryId: repository.id } })).toBe(30);
  const sent = inngest.events.filter(({ name }) => name === processDeliveryJob.name);
  expect(sent.length).toBeGreaterThan(0);
  for (const { id = "" } of sent)
    expect(ids.filter((each) => id.includes(`code_host-${each}`))).toHaveLength(1);
});

it("samples of several workspaces are derived by runs that take all of them", async () => {
  const tracked = await Promise.all(Array.from({ length: 3 }, () => aTrackedDevice()));
  inngest.executions.length = 0;
  const hourMs = Math.floor(Date.now() / 3_600_000 - 3) * 3_600_000;
  for (const { developer, deviceId } of tracked) {
    const samples = Array.from({ length: 20 }, (_, i) =>
      aSample({ ts: new Date(hourMs + i * 30_000).toISOString() }),
    );
    const answer = await call(batch.POST, "POST", { bearer: developer.jwt, body: aBatch(deviceId, samples) });
    expect(answer.json).toMatchObject({ rejected: [] });
  }
  await vi.waitFor(async () => {
    const { rows } = await pool().query("SELECT count(*)::int AS dirty FROM tracker_dirty_bucket");
    expect(rows).toEqual([{ dirty: 0 }]);
  }, WAIT);
  for (const { developer } of tracked) {
    expect(await db().trackerBucket.count({ where: { developerId: developer.id } })).toBeGreaterThan(0);
  }
  await vi.waitFor(() => expect(inngest.idle).toBe(true), WAIT);
  expect(inngest.executions.length).toBeLessThanOrEqual(tracked.length);
});
