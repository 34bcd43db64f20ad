import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GET as COUNTS } from "@/app/api/v1/workspaces/[workspace_id]/product-events/counts/route";
import { GET } from "@/app/api/v1/workspaces/[workspace_id]/product-events/route";
import { sweepProductEvents } from "@/lib/ingestion/jobs";
import { db, pool } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

type Given = { type?: string; userId?: string; anonymousId?: string; at: string };

async function aHouse(events: Given[]) {
  const owner = await aDeveloper();
  const { id: workspaceId } = await aWorkspace(owner);
  await db().productEvent.createMany({
    data: events.map(({ at, type = "viewed", ...given }) => ({
      workspaceId,
      eventId: randomUUID(),
      type,
      occurredAt: new Date(at),
      receivedAt: new Date(at),
      ...given,
    })),
  });
  return { bearer: owner.jwt, params: { workspace_id: workspaceId } };
}

type House = Awaited<ReturnType<typeof aHouse>>;

const list = (house: House, query: Record<string, string>) => call(GET, "GET", { ...house, query });
const counts = (house: House, query: Record<string, string>) => call(COUNTS, "GET", { ...house, query });

describe("GET /workspaces/{id}/product-events", () => {
  it("filters by type, person and time, newest first", async () => {
    const house = await aHouse([
      { type: "viewed", userId: "u1", at: "2026-05-01T10:00:00Z" },
      { type: "bought", userId: "u1", at: "2026-05-01T11:00:00Z" },
      { type: "bought", anonymousId: "a1", at: "2026-05-01T12:00:00Z" },
    ]);
    const times = async (query: Record<string, string>) =>
      (await list(house, query)).json.map(({ occurred_at }: { occurred_at: string }) =>
        Number(occurred_at.slice(11, 13)),
      );
    expect(await times({})).toEqual([12, 11, 10]);
    expect(await times({ type: "bought" })).toEqual([12, 11]);
    expect(await times({ user_id: "u1" })).toEqual([11, 10]);
    expect(await times({ anonymous_id: "a1" })).toEqual([12]);
    expect(await times({ since: "2026-05-01T11:00:00Z" })).toEqual([12, 11]);
    expect(await times({ until: "2026-05-01T11:00:00Z", type: "bought" })).toEqual([11]);
  });

  it("pages without gaps or repeats when many events have the same time", async () => {
    const at = "2026-05-01T10:00:00Z";
    const house = await aHouse(Array.from({ length: 7 }, () => ({ at })));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(house, { limit: "3", ...(cursor ? { cursor } : {}) });
      seen.push(...page.json.map(({ id }: { id: string }) => id));
      cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")?.[1];
    } while (cursor);
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  it("shows nothing of another workspace", async () => {
    await aHouse([{ at: "2026-05-01T10:00:00Z" }]);
    const house = await aHouse([]);
    expect((await list(house, {})).json).toEqual([]);
  });
});

describe("GET /workspaces/{id}/product-events/counts", () => {
  const MAY = { since: "2026-05-01T00:00:00Z", until: "2026-05-04T00:00:00Z", bucket: "day" };

  it("counts each type in every bucket, empty ones included", async () => {
    const house = await aHouse([
      { type: "viewed", at: "2026-05-01T00:00:00Z" },
      { type: "viewed", at: "2026-05-01T23:59:59.999Z" },
      { type: "viewed", at: "2026-05-03T10:00:00Z" },
      { type: "bought", at: "2026-05-03T10:00:00Z" },
      { type: "late", at: "2026-05-04T00:00:00Z" },
    ]);
    expect((await counts(house, MAY)).json).toEqual({
      buckets: ["2026-05-01T00:00:00.000Z", "2026-05-02T00:00:00.000Z", "2026-05-03T00:00:00.000Z"],
      series: [
        { type: "viewed", total: 3, counts: [2, 0, 1] },
        { type: "bought", total: 1, counts: [0, 0, 1] },
      ],
      other: null,
      total: 4,
    });
  });

  it("starts days at midnight in the reader's time zone, also around a 23-hour day", async () => {
    // Clocks in Berlin went forward on 29 March 2026.
    const house = await aHouse([
      { at: "2026-03-28T22:59:00Z" },
      { at: "2026-03-28T23:01:00Z" },
      { at: "2026-03-29T21:59:00Z" },
      { at: "2026-03-29T22:01:00Z" },
    ]);
    const { json } = await counts(house, {
      since: "2026-03-27T23:00:00Z",
      until: "2026-03-30T22:00:00Z",
      bucket: "day",
      zone: "Europe/Berlin",
    });
    expect(json.buckets).toEqual([
      "2026-03-27T23:00:00.000Z",
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
    ]);
    expect(json.series[0].counts).toEqual([1, 2, 1]);
  });

  it("starts a day at the first of two midnights, where clocks go back to it", async () => {
    // Those of the Azores went from 1:00 back to 0:00 on 25 October 2026; those of Santiago from 24:00 on 4 April.
    const azores = await aHouse([{ at: "2026-10-25T00:30:00Z" }, { at: "2026-10-25T01:30:00Z" }]);
    const autumn = await counts(azores, {
      since: "2026-10-25T00:00:00Z",
      until: "2026-10-26T02:00:00Z",
      bucket: "day",
      zone: "Atlantic/Azores",
    });
    expect(autumn.json.buckets).toEqual(["2026-10-25T00:00:00.000Z", "2026-10-26T01:00:00.000Z"]);
    expect(autumn.json.series[0]).toMatchObject({ total: 2, counts: [2, 0] });
    const santiago = await counts(await aHouse([]), {
      since: "2026-04-04T03:00:00Z",
      until: "2026-04-05T05:00:00Z",
      bucket: "day",
      zone: "America/Santiago",
    });
    expect(santiago.json.buckets).toEqual(["2026-04-04T03:00:00.000Z", "2026-04-05T04:00:00.000Z"]);
  });

  it("reads times that Postgres would not", async () => {
    const house = await aHouse([{ at: "2026-05-01T10:30:00Z" }]);
    const range = { since: "2026-05-02T02:00:00+16:00", until: `2026-05-01T11:00:00.${"0".repeat(150)}Z` };
    expect((await counts(house, { ...range, bucket: "hour" })).json).toMatchObject({ total: 1 });
  });

  it("counts hours of time zones whose offset is not a whole hour", async () => {
    const house = await aHouse([{ at: "2026-05-01T10:29:00Z" }, { at: "2026-05-01T10:31:00Z" }]);
    const { json } = await counts(house, {
      since: "2026-05-01T10:00:00Z",
      until: "2026-05-01T11:00:00Z",
      bucket: "hour",
      zone: "Asia/Kolkata",
    });
    expect(json.buckets).toEqual(["2026-05-01T09:30:00.000Z", "2026-05-01T10:30:00.000Z"]);
    expect(json.series[0].counts).toEqual([1, 1]);
  });

  it("sums up the types beyond the twenty most frequent, so that the total is complete", async () => {
    const events = Array.from({ length: 23 }, (_, i) =>
      Array.from({ length: i + 1 }, () => ({ type: `t${i}`, at: "2026-05-02T10:00:00Z" })),
    ).flat();
    const { json } = await counts(await aHouse(events), MAY);
    expect(json.series).toHaveLength(20);
    expect(json.series[0]).toEqual({ type: "t22", total: 23, counts: [0, 23, 0] });
    expect(json.other).toEqual({ types: 3, total: 6, counts: [0, 6, 0] });
    expect(json.total).toBe(events.length);
  });

  it("returns empty buckets for an empty workspace", async () => {
    expect((await counts(await aHouse([]), MAY)).json).toMatchObject({ series: [], other: null, total: 0 });
  });

  it.each([
    [{ bucket: "week" }, "bucket"],
    [{ until: "2026-04-30T00:00:00Z" }, "until"],
    [{ until: "2027-07-01T00:00:00Z" }, "until"],
    [{ bucket: "hour", until: "2026-06-02T00:00:00Z" }, "until"],
    [{ zone: "Mars/Olympus" }, "zone"],
    [{ zone: "+02:00" }, "zone"],
    [{ zone: "'; DROP TABLE product_event; --" }, "zone"],
    [{ since: "0000-01-01T00:00:00Z" }, "since"],
    [{ since: "yesterday" }, "since"],
  ])("answers 400 to the query %j and names the field", async (wrong, field) => {
    const answer = await counts(await aHouse([]), { ...MAY, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.json.issues.map(({ path }: { path: string }) => path)).toContain(field);
  });

  it("accepts every time zone that browsers report", async () => {
    const zones = [...Intl.supportedValuesOf("timeZone"), "Asia/Kolkata", "Europe/Kyiv", "Etc/GMT-5", "UTC"];
    const { rows } = await pool().query<{ name: string }>(
      "SELECT name FROM unnest($1::text[]) AS name WHERE NOT EXISTS (SELECT 1 FROM pg_timezone_names z WHERE lower(z.name) = lower(name))",
      [zones],
    );
    expect(rows).toEqual([]);
  });
});

describe("the sweep", () => {
  it("deletes events older than their retention and no others", async () => {
    const now = new Date("2026-11-20T00:00:00Z");
    const house = await aHouse([
      { type: "old", at: "2025-10-20T23:59:59Z" },
      { type: "kept", at: "2025-10-21T00:00:01Z" },
    ]);
    await sweepProductEvents.handler({}, { now });
    const { json } = await list(house, {});
    expect(json.map(({ type }: { type: string }) => type)).toEqual(["kept"]);
  });
});
