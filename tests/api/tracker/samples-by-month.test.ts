import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v1/tracker/events/batch/route";
import * as captured from "@/app/api/v1/tracker/events/route";
import { closeDatabase, db, pool } from "@/lib/platform/database";
import { MINUTE_MS } from "@/lib/platform/limits";
import { applyMigrations } from "@/lib/platform/migrations";
import { makeJobTables } from "@/lib/server/job-tables";
import { deleteSamplesOf } from "@/lib/tracker/imports/store";
import { call } from "@/tests/support/call";
import { aBatch, aSample, aTrackedDevice } from "@/tests/support/factories";
import { derivationsOf, leftOfSamples } from "@/tests/support/samples";
import {
  deriveAsBefore,
  migrateToBefore,
  type OldEvent,
  storeAsBefore,
} from "@/tests/support/version-before";

/* A database of the version before, with samples, is migrated, and both versions work on it from there on. */

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

const name = `before_${process.pid}`;
const given = new URL(process.env.DATABASE_URL ?? "");
const own = new URL(given);
own.pathname = `/${name}`;

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: given.href });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** A device, and what it had sent before the migration. */
type Held = { tracked: Tracked; importId: string; old: OldEvent[]; was: unknown };
let held: Held[];

/** Everything that a device's samples and their derivations say, as one hash, and sums. */
async function contents(table: string, { deviceId }: Tracked): Promise<unknown> {
  const { rows } = await pool().query(
    `SELECT count(*)::int AS samples, sum(interval_s)::int AS seconds, count(d.sample_id)::int AS derived,
       count(*) FILTER (WHERE is_point)::int AS points, count(import_id)::int AS imported,
       md5(string_agg(s::text || d::text, E'\\n' ORDER BY s.id)) AS hash
     FROM ${table} s LEFT JOIN tracker_derivation d ON d.sample_id = s.id WHERE s.device_id = $1`,
    [deviceId],
  );
  return rows[0];
}

const upload = async ({ tracked }: Held, events: readonly OldEvent[]) => {
  const batch = events.map(({ eventId, clientSeq, ts }) =>
    aSample({ event_id: eventId, client_seq: clientSeq, ts: ts.toISOString() }),
  );
  const answer = await call(POST, "POST", {
    bearer: tracked.developer.jwt,
    body: aBatch(tracked.deviceId, batch),
  });
  expect(answer.status).toBe(200);
  const { accepted, duplicates, rejected } = answer.json;
  return { accepted, duplicates, rejected };
};

let seq = 0;
const some = (count: number, more: Partial<OldEvent> = {}): OldEvent[] =>
  Array.from({ length: count }, () => {
    seq += 1;
    return {
      eventId: randomUUID(),
      clientSeq: seq,
      ts: new Date(Date.now() - (seq + 20) * MINUTE_MS),
      ...more,
    };
  });

async function aHeld(): Promise<Held> {
  const tracked = await aTrackedDevice();
  const importId = randomUUID();
  const old = some(200);
  const all = [...old, ...some(20, { isPoint: true }), ...some(30, { importId })];
  expect(await storeAsBefore(pool(), tracked.deviceId, all)).toBe(250);
  await deriveAsBefore(pool());
  return { tracked, importId, old, was: await contents("tracker_sample", tracked) };
}

const theHeld = (index: number): Held => {
  const found = held[index];
  if (!found) throw new Error("there is one for each test");
  return found;
};
const countOf = ({ tracked }: Held) => db().trackerSample.count({ where: { deviceId: tracked.deviceId } });

beforeAll(async () => {
  await asAdmin(`CREATE DATABASE ${name}`);
  process.env.DATABASE_URL = own.href;
  await migrateToBefore(own.href);
  await makeJobTables(own.href);
  held = [await aHeld(), await aHeld(), await aHeld(), await aHeld()];
  await applyMigrations(own.href);
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
});

describe("samples that were there before there were months", () => {
  it("stay as they were, with what was derived of them", async () => {
    const { tracked, was } = theHeld(0);
    expect(was).toMatchObject({ samples: 250, seconds: 15_000, derived: 250, points: 20, imported: 30 });
    expect(await contents("tracker_event_sample", tracked)).toEqual(was);
    expect(await derivationsOf(tracked.developer.id)).toHaveLength(250);
    const listed = await call(captured.GET, "GET", {
      bearer: tracked.developer.jwt,
      query: { limit: "100" },
    });
    expect(listed.json).toHaveLength(100);
  });

  it("are known when they are uploaded again, alone or among new ones, from several sides at once", async () => {
    const mine = theHeld(1);
    const fresh = some(10);
    expect(await upload(mine, mine.old)).toEqual({ accepted: 0, duplicates: 200, rejected: [] });
    const sides = await Promise.all(
      [1, 2, 3, 4].map(() => upload(mine, [...mine.old.slice(0, 50), ...fresh])),
    );
    expect(sides.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(10);
    expect(await countOf(mine)).toBe(260);
  });

  it("share their table with what a process of the version before still stores, and each knows the other's", async () => {
    const mine = theHeld(2);
    const { deviceId } = mine.tracked;
    const [theirs, ours, both] = [some(10), some(10), some(10)];
    expect(await storeAsBefore(pool(), deviceId, theirs)).toBe(10);
    expect(await upload(mine, [...theirs, ...ours])).toMatchObject({ accepted: 10, duplicates: 10 });
    expect(await storeAsBefore(pool(), deviceId, [...theirs, ...ours])).toBe(0);
    const [stored, answers] = await Promise.all([
      Promise.all([1, 2, 3].map(() => storeAsBefore(pool(), deviceId, both))),
      Promise.all([1, 2, 3].map(() => upload(mine, both))),
    ]);
    const accepted = [...stored, ...answers.map((answer) => answer.accepted)];
    expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(10);
    expect(await countOf(mine)).toBe(280);
  });

  it("take their derivations and keys along when they go, whoever deletes them", async () => {
    const mine = theHeld(3);
    const { gone } = await deleteSamplesOf(db(), mine.importId, 100, new Date());
    expect(gone).toBe(30);
    expect(await leftOfSamples()).toEqual({ derivations: 0, keys: 0 });
    const fresh = some(5);
    await upload(mine, fresh);
    const { rowCount } = await pool().query("DELETE FROM tracker_sample WHERE event_id = ANY($1)", [
      [...mine.old.slice(0, 50), ...fresh].map(({ eventId }) => eventId),
    ]);
    expect(rowCount).toBe(55);
    expect(await leftOfSamples()).toEqual({ derivations: 0, keys: 0 });
    // Nothing says any more that they were there.
    expect(await upload(mine, fresh)).toMatchObject({ accepted: 5, duplicates: 0 });
    const where = { deviceId: mine.tracked.deviceId };
    expect(await db().trackerSample.deleteMany({ where })).toEqual({ count: 175 });
    expect(await leftOfSamples()).toEqual({ derivations: 0, keys: 0 });
  });

  it("find their derivations and keys by an index, also over connections that deleted while the tables were empty", async () => {
    const client = new pg.Client({ connectionString: own.href });
    await client.connect();
    const work = async () => {
      const { rows } = await client.query(
        `SELECT sum(n_tup_del)::int AS deleted, sum(seq_scan)::int AS "readWhole" FROM pg_stat_xact_user_tables
         WHERE relname LIKE 'tracker\\_event\\_key%' OR relname = 'tracker_derivation'`,
      );
      return rows[0];
    };
    try {
      await client.query("BEGIN");
      await client.query("TRUNCATE tracker_event_key, tracker_derivation");
      await client.query("ANALYZE tracker_event_key, tracker_derivation");
      await client.query("DELETE FROM tracker_event_sample");
      await client.query(
        `INSERT INTO tracker_event_sample (client_seq, ts, received_at, device_id, developer_id, project_id, interval_s,
           event_id, app_name, bundle_id)
         SELECT n, now() - n * interval '1 minute', now(), $1, $1, $1, 60, n, 'Editor', 'editor' FROM generate_series(1, 100) n`,
        [randomUUID()],
      );
      await client.query(
        `INSERT INTO tracker_event_key (device_number, hash, ts)
         SELECT tracker_device_number(device_id), tracker_event_hash(device_id, event_id), ts FROM tracker_event_sample`,
      );
      const before = await work();
      const { rowCount } = await client.query("DELETE FROM tracker_event_sample");
      expect(rowCount).toBe(100);
      expect(await work()).toEqual({ deleted: before.deleted + 100, readWhole: before.readWhole });
    } finally {
      await client.end();
    }
  });
});
