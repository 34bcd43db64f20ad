import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/v1/tracker/events/batch/route";
import { db, pool } from "@/lib/platform/database";
import { keepSampleMonths } from "@/lib/tracker/retention/jobs";
import { call } from "@/tests/support/call";
import { aBatch, aSample, aTrackedDevice } from "@/tests/support/factories";

async function months(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT relid::text AS name FROM pg_partition_tree('tracker_event_sample') WHERE isleaf ORDER BY 1`,
  );
  return rows.map(({ name }) => name.replace("tracker_event_sample_", "")).sort();
}

/** The months from one of now on, as they are called. */
function named(from: number, count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + from + index));
    return month.toISOString().slice(0, 7).replace("-", "_");
  });
}

const monthsLater = (count: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 15));
};

async function store(tracked: Awaited<ReturnType<typeof aTrackedDevice>>, ts: Date): Promise<bigint> {
  const { id } = await db().trackerSample.create({
    data: {
      clientSeq: 1n,
      ts,
      receivedAt: ts,
      deviceId: tracked.deviceId,
      developerId: tracked.developer.id,
      projectId: tracked.project.id,
      intervalS: 60,
      eventId: randomUUID(),
    },
  });
  return id;
}

async function placeOf(id: bigint): Promise<string | undefined> {
  const { rows } = await pool().query<{ place: string }>(
    "SELECT tableoid::regclass::text AS place FROM tracker_event_sample WHERE id = $1",
    [String(id)],
  );
  return rows[0]?.place.replace("tracker_event_sample_", "");
}

/* Each of these is built on the one before, as months go by. */
describe("months of samples", { shuffle: false }, () => {
  it("are there from the oldest sample that an upload may hold to three months ahead, and new samples go there", async () => {
    const now = new Date();
    await keepSampleMonths.handler({}, { now });
    expect(await months()).toEqual([...named(-2, 6, now), "other", "tracker_sample"]);
    const tracked = await aTrackedDevice();
    const day = 86_400_000;
    const events = [0, 10, 29].map((days) =>
      aSample({ ts: new Date(now.getTime() - days * day).toISOString() }),
    );
    const body = aBatch(tracked.deviceId, events);
    const answer = await call(POST, "POST", { bearer: tracked.developer.jwt, body });
    expect(answer.json.accepted).toBe(3);
    const { rows } = await pool().query<{ place: string }>(
      "SELECT DISTINCT tableoid::regclass::text AS place FROM tracker_event_sample",
    );
    for (const { place } of rows) expect(place).toMatch(/_\d{4}_\d{2}$/);
  });

  it("are made once, also by several at a time, and take in what waited for them elsewhere", async () => {
    const tracked = await aTrackedDevice();
    const now = monthsLater(3);
    const [before, inside, behind] = [
      await store(tracked, monthsLater(4)),
      await store(tracked, monthsLater(6)),
      await store(tracked, monthsLater(7)),
    ];
    expect(await placeOf(inside)).toBe("other");
    await Promise.all([1, 2, 3].map(() => keepSampleMonths.handler({}, { now })));
    expect(await placeOf(before)).toBe(named(4, 1, new Date())[0]);
    expect(await placeOf(inside)).toBe(named(6, 1, new Date())[0]);
    expect(await placeOf(behind)).toBe("other");
    expect(await months()).toEqual([...named(-1, 8, new Date()), "other", "tracker_sample"]);
    await db().trackerSample.deleteMany();
  });

  it("are dropped once they are empty and no retention or upload reaches them", async () => {
    const [short, long] = [await aTrackedDevice(), await aTrackedDevice()];
    const kept = { workspaceId: long.workspace.id, evidenceDays: 30, sampleDays: 200, bucketMonths: 13 };
    await db().trackerRetention.create({ data: kept });
    const held = await store(short, monthsLater(-1));
    // 200 days and the 30 that a sample may be late reach back to the end of the eighth month before.
    const now = monthsLater(8);
    await keepSampleMonths.handler({}, { now });
    const all = await months();
    expect(all).toContain(named(-1, 1, new Date())[0]);
    expect(all).not.toContain(named(-2, 1, new Date())[0]);
    expect(await placeOf(held)).toBe(named(-1, 1, new Date())[0]);

    await db().trackerSample.deleteMany();
    await keepSampleMonths.handler({}, { now });
    expect(await months()).toContain(named(0, 1, new Date())[0]);
    expect(await months()).not.toContain(named(-1, 1, new Date())[0]);
    // One that comes all the same is stored, and goes like any other.
    expect(await placeOf(await store(short, monthsLater(-1)))).toBe("other");
  });
});
