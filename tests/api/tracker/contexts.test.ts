import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import * as events from "@/app/api/v1/tracker/events/route";
import * as own from "@/app/api/v1/tracker/redaction/route";
import { db } from "@/lib/platform/database";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/limits";
import { eraseRange } from "@/lib/tracker/captured/erase-range";
import { redactStored } from "@/lib/tracker/redaction/redact-stored";
import { deleteSamples } from "@/lib/tracker/retention/delete-old";
import { call } from "@/tests/support/call";
import { tablesWith } from "@/tests/support/dump";
import { aBatch, aSample, aTrackedDevice } from "@/tests/support/factories";
import { shownSamples } from "@/tests/support/samples";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

/** Noon of UTC, some days ago. */
const noon = (daysAgo: number, minutes = 0) =>
  new Date((Math.floor(Date.now() / DAY_MS) - daysAgo) * DAY_MS + DAY_MS / 2 + minutes * MINUTE_MS);
/** A word that stands nowhere else in the database. */
const word = () => `w${randomUUID().replaceAll("-", "")}`;

const showing = (window_title: string, at: Date, more = {}) =>
  aSample({ ts: at.toISOString(), active_app: { name: "Code", bundle_id: "code", window_title }, ...more });

async function upload(tracked: Tracked, sent: unknown[]) {
  const body = aBatch(tracked.deviceId, sent);
  const answer = await call(batch.POST, "POST", { bearer: tracked.developer.jwt, body });
  expect([answer.status, answer.json.rejected]).toEqual([200, []]);
  return answer.json;
}

function contextsOf({ developer }: Tracked) {
  return db().trackerContext.findMany({ where: { developerId: developer.id }, orderBy: { day: "asc" } });
}

async function titlesOf({ developer }: Tracked) {
  return (await shownSamples({ developerId: developer.id })).map(({ windowTitle }) => windowTitle);
}

async function erase(tracked: Tracked, from: Date, to: Date) {
  const query = { from: from.toISOString(), to: to.toISOString() };
  const answer = await call(events.DELETE, "DELETE", { bearer: tracked.developer.jwt, query });
  expect(answer.status).toBe(200);
}

describe("what samples show", () => {
  it("is stored once per device and day, and not in the samples", async () => {
    const tracked = await aTrackedDevice();
    const [one, other] = [word(), word()];
    const shown = [one, other, one, one];
    await upload(
      tracked,
      shown.map((title, i) => showing(title, noon(2, i))),
    );
    await upload(tracked, [showing(one, noon(2, 10)), showing(one, noon(1))]);
    expect(await titlesOf(tracked)).toEqual([...shown, one, one]);
    expect((await contextsOf(tracked)).map(({ windowTitle }) => windowTitle).toSorted()).toEqual(
      [one, one, other].toSorted(),
    );
    expect(await tablesWith(one)).toEqual(["public.tracker_context"]);
    const { json } = await call(events.GET, "GET", { bearer: tracked.developer.jwt, query: { limit: "1" } });
    expect(json[0].active_app).toEqual({ name: "Code", bundle_id: "code", window_title: one });
  });

  it("is distinguished by each of its fields, and by whether they are present", async () => {
    const tracked = await aTrackedDevice();
    const file = (path: string | null) => ({ file_context: { path } });
    await upload(tracked, [
      showing("a", noon(1, 0)),
      showing("a", noon(1, 1), file("b")),
      showing("a", noon(1, 2), file("")),
      showing("a", noon(1, 3), { dev_context: { editor_file: "b" } }),
      showing("a", noon(1, 4), file(null)),
    ]);
    expect(await contextsOf(tracked)).toHaveLength(4);
    const rows = await shownSamples({ developerId: tracked.developer.id });
    expect(rows.map(({ filePath, editorFile }) => [filePath, editorFile])).toEqual([
      [null, null],
      ["b", null],
      ["", null],
      [null, "b"],
      [null, null],
    ]);
  });

  it("is stored only for stored samples: not for duplicates, and not for erased ones", async () => {
    const tracked = await aTrackedDevice();
    const [kept, again, erased] = [word(), word(), word()];
    await erase(tracked, noon(3), noon(3, 60));
    const first = showing(kept, noon(1));
    const second = { ...showing(again, noon(1)), event_id: first.event_id };
    const answer = await upload(tracked, [first, second, showing(erased, noon(3, 30))]);
    expect(answer).toMatchObject({ accepted: 1, duplicates: 2 });
    await upload(tracked, [second]);
    expect(await titlesOf(tracked)).toEqual([kept]);
    expect([await tablesWith(again), await tablesWith(erased)]).toEqual([[], []]);
  });
});

describe("content that no sample shows any more", () => {
  it("is deleted with the last sample that showed it when a range is erased, and no sooner", async () => {
    const tracked = await aTrackedDevice();
    const [shared, alone] = [word(), word()];
    await upload(tracked, [
      showing(shared, noon(1)),
      showing(shared, noon(1, 120)),
      showing(alone, noon(1, 1)),
    ]);
    await erase(tracked, noon(1, -5), noon(1, 5));
    expect([await titlesOf(tracked), await tablesWith(alone)]).toEqual([[shared], []]);
    await erase(tracked, noon(1, 100), noon(1, 130));
    expect([await titlesOf(tracked), await tablesWith(shared), await contextsOf(tracked)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it("is deleted at the end of its retention", async () => {
    const tracked = await aTrackedDevice();
    const [old, young] = [word(), word()];
    await upload(tracked, [showing(old, noon(20)), showing(young, noon(2))]);
    const person = { id: tracked.developer.id, evidenceDays: 1, sampleDays: 90, bucketMonths: 1 };
    const later = new Date(Date.now() + 80 * DAY_MS);
    expect(await deleteSamples([person], 100, later)).toBe(1);
    expect([await titlesOf(tracked), await tablesWith(old)]).toEqual([[young], []]);
  });

  it("is deleted when it is redacted, in batches too, and other content stays", async () => {
    const tracked = await aTrackedDevice();
    const [secret, other] = [word(), word()];
    await upload(tracked, [
      ...Array.from({ length: 5 }, (_, i) => showing(`at ${secret}`, noon(1, i))),
      showing(other, noon(1, 10)),
    ]);
    const rules = [{ kind: "text", value: secret }];
    await call(own.PUT, "PUT", { bearer: tracked.developer.jwt, body: { rules } });
    while (
      (await db().trackerRedactionDue.count({
        where: { developerId: tracked.developer.id, againAt: { not: null } },
      })) > 0
    ) {
      await redactStored(2, new Date());
    }
    expect(await tablesWith(secret)).toEqual([]);
    const titles = await titlesOf(tracked);
    expect(titles).toHaveLength(6);
    expect(titles.at(-1)).toBe(other);
    expect(titles).not.toContain(null);
  });

  it("is not deleted while uploads that show it arrive", async () => {
    const tracked = await aTrackedDevice();
    const title = word();
    for (let round = 0; round < 8; round++) {
      const at = noon(5, round * 10);
      await upload(tracked, [showing(title, at)]);
      const range = await db().trackerErasedRange.create({
        data: {
          developerId: tracked.developer.id,
          from: noon(5, round * 10 - 2),
          to: noon(5, round * 10 + 2),
          erasedAt: new Date(),
        },
      });
      await Promise.all([
        eraseRange(range, 1_000, new Date()),
        upload(tracked, [showing(title, noon(5, round * 10 + 5))]),
        upload(tracked, [showing(title, noon(5, round * 10 + 6))]),
      ]);
      const shown = await titlesOf(tracked);
      expect(shown).toEqual(shown.map(() => title));
      expect(shown).toHaveLength(2 * (round + 1));
    }
  });
});
