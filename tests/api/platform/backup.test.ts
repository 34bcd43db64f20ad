import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { POST as upload } from "@/app/api/v1/tracker/events/batch/route";
import { POST as fill } from "@/app/api/v1/workspaces/[workspace_id]/sample-data/route";
import { defineJob } from "@/lib/jobs/define-job";
import { db, pool } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { deleteObjectsUnder, putObject, readObject } from "@/lib/platform/storage";
import { withKeysOf } from "@/lib/server/backup/adopt-keys";
import { Manifest, readArchive, readWhole, writeArchive } from "@/lib/server/backup/archive";
import { BackupError } from "@/lib/server/backup/backup-error";
import { restoreBackup } from "@/lib/server/backup/restore-backup";
import { listTables } from "@/lib/server/backup/tables";
import { writeBackup } from "@/lib/server/backup/write-backup";
import { call } from "@/tests/support/call";
import { aBatch, aDeveloper, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { enqueueCommitted } from "@/tests/support/job-guarantees";
import { startObjectStorage } from "@/tests/support/object-storage";

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
let folder: string;
beforeAll(async () => {
  storage = await startObjectStorage();
  Object.assign(process.env, storage.settings);
  folder = await mkdtemp(path.join(tmpdir(), "wps-backup-"));
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const source = () => env().DATABASE_URL;
const restoring = { withObjects: true, tell: () => {} };

/** An empty database on the same server. */
async function anEmptyDatabase(): Promise<{ url: string; client: pg.Client }> {
  const name = `restored_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await pool().query(`CREATE DATABASE ${name}`);
  const url = new URL(source());
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await pool().query(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url: url.href, client };
}

/** Each table's rows as one hash over them, whatever their order. */
async function contents(client: Pick<pg.Client, "query">): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, columns } of await listTables(client as pg.Client)) {
    const { rows } = await client.query<{ rows: string; hash: string }>(
      `SELECT count(*) AS rows, md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS hash
       FROM (SELECT ${columns.join(", ")} FROM ${name}) AS t`,
    );
    found[name] = `${rows[0]?.rows} ${rows[0]?.hash}`;
  }
  return found;
}

/** Constraints, triggers and where sequences stand. */
async function structure(client: Pick<pg.Client, "query">): Promise<unknown> {
  const { rows } = await client.query(
    `SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated AS line
     FROM pg_constraint WHERE connamespace IN ('public'::regnamespace)
     UNION ALL SELECT tgrelid::regclass::text || ' ' || tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT sequencename || ' ' || coalesce(last_value, 0) FROM pg_sequences WHERE schemaname = 'public'
     ORDER BY 1`,
  );
  return rows;
}

const aJob = defineJob({
  name: "test.waits",
  payload: z.object({}),
  handler: async () => undefined,
});

async function anInstallation(): Promise<void> {
  const ada = await aDeveloper();
  const { id } = await aWorkspace(ada);
  const filled = await call(fill, "POST", { bearer: ada.jwt, params: { workspace_id: id } });
  expect(filled.status).toBeLessThan(300);
  await aTrackedDevice();
  await enqueueCommitted(aJob, {});
}

async function aBackup(name: string, withKeys = false): Promise<string> {
  const file = path.join(folder, name);
  await writeBackup(source(), file, { withKeys }, new Date());
  return file;
}

/** The same archive with another manifest. */
async function altered(file: string, change: (manifest: Manifest) => Manifest): Promise<string> {
  const to = `${file}.altered`;
  const archive = writeArchive(to);
  for await (const { name, chunks } of readArchive(file)) {
    const body = await readWhole(chunks);
    const isManifest = name === "manifest.json";
    const text = () => JSON.stringify(change(Manifest.parse(JSON.parse(body.toString()))));
    await archive.add(name, isManifest ? Buffer.from(text()) : body);
  }
  await archive.end();
  return to;
}

describe("a backup", () => {
  it("restores every row of every table, every object, pending jobs, and all constraints", async () => {
    await anInstallation();
    const body = Buffer.alloc(5_000_000, "screenshot");
    await putObject("evidence/one", "image/png", body);
    const before = await contents(pool());
    expect(Object.keys(before).length).toBeGreaterThan(80);
    expect(before["public.crm_record"]).not.toMatch(/^0 /);
    const file = await aBackup("whole.backup");
    await deleteObjectsUnder("evidence/");

    const { url, client } = await anEmptyDatabase();
    await restoreBackup(url, file, restoring);
    expect(await contents(client)).toEqual(before);
    expect(await structure(client)).toEqual(await structure(pool()));
    const { rows } = await client.query(
      "SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs WHERE locked_at IS NULL",
    );
    expect(rows[0].jobs).toBeGreaterThan(0);
    const object = await readObject("evidence/one");
    if (!object) throw new Error("the object is gone");
    expect(object.contentType).toBe("image/png");
    expect(Buffer.compare(await readWhole(object.chunks), body)).toBe(0);
  }, 120_000);

  it("restores samples into months of their own, with keys that tell that they are there", async () => {
    const tracked = await aTrackedDevice();
    // Stored without a key, as the version before months did, and later than where they begin on a new installation.
    const event = aSample();
    await db().trackerSample.create({
      data: {
        clientSeq: 1n,
        ts: new Date(event.ts),
        receivedAt: new Date(),
        deviceId: tracked.deviceId,
        developerId: tracked.developer.id,
        projectId: tracked.project.id,
        intervalS: 60,
        eventId: event.event_id,
      },
    });
    // Other tests expect the same rows in both.
    onTestFinished(async () => {
      await db().trackerSample.deleteMany({ where: { deviceId: tracked.deviceId } });
    });
    const body = aBatch(tracked.deviceId, [aSample()]);
    await call(upload, "POST", { bearer: tracked.developer.jwt, body });
    const { url, client } = await anEmptyDatabase();
    await restoreBackup(url, await aBackup("months.backup"), restoring);
    const { rows } = await client.query(
      `SELECT tableoid::regclass::text ~ '_[0-9]{4}_[0-9]{2}$' AS "isInMonth",
         EXISTS (SELECT FROM tracker_event_key k WHERE k.device_number = tracker_device_number(s.device_id)
           AND k.hash = tracker_event_hash(s.device_id, s.event_id) AND k.ts = s.ts) AS "hasKey"
       FROM tracker_event_sample s WHERE device_id = $1`,
      [tracked.deviceId],
    );
    expect(rows).toEqual([
      { isInMonth: true, hasKey: true },
      { isInMonth: true, hasKey: true },
    ]);
  }, 120_000);

  it("is a snapshot of one moment, whoever writes meanwhile", async () => {
    const file = path.join(folder, "moment.backup");
    await aWorkspace(await aDeveloper());
    const before = await db().workspace.count();
    let goOn = true;
    const writing = (async () => {
      while (goOn) await aWorkspace(await aDeveloper());
    })();
    await writeBackup(source(), file, { withKeys: false }, new Date());
    const atTheEnd = await db().workspace.count();
    await vi.waitFor(async () => expect(await db().workspace.count()).toBeGreaterThan(atTheEnd), {
      timeout: 30_000,
    });
    goOn = false;
    await writing;
    const { url, client } = await anEmptyDatabase();
    await restoreBackup(url, file, restoring);
    // The restore makes every reference again: one to what came after the moment would have failed it.
    const { rows } = await client.query("SELECT count(*)::int AS n FROM workspace");
    expect(rows[0].n).toBeGreaterThanOrEqual(before);
    expect(rows[0].n).toBeLessThan(await db().workspace.count());
  }, 120_000);

  it("says that its file can't be written, and why", async () => {
    const file = path.join(folder, "nowhere", "backup");
    await expect(writeBackup(source(), file, { withKeys: false }, new Date())).rejects.toThrow(
      `${file}.part can't be written (ENOENT: no such file or directory`,
    );
  });

  it("contains keys only on request, and never overwrites a file", async () => {
    const without = await aBackup("without.backup");
    for await (const { chunks } of readArchive(without)) {
      const text = (await readWhole(chunks)).toString("latin1");
      expect(text).not.toContain(env().JWT_SECRET);
      expect(text).not.toContain(process.env.ENCRYPTION_KEYS?.split(":")[1]);
    }
    await expect(aBackup("without.backup")).rejects.toThrow("is there already");
    const withKeys = await aBackup("with.backup", true);
    for await (const { chunks } of readArchive(withKeys)) {
      const { keys } = Manifest.parse(JSON.parse((await readWhole(chunks)).toString()));
      expect(keys).toEqual({ JWT_SECRET: env().JWT_SECRET, ENCRYPTION_KEYS: process.env.ENCRYPTION_KEYS });
      break;
    }
  });
});

describe("a restore refuses", () => {
  it("a truncated file, wherever it ends, and changes nothing; the whole one can follow", async () => {
    await anInstallation();
    const file = await aBackup("half.backup");
    const { length } = await readFile(file);
    const { url, client } = await anEmptyDatabase();
    for (const share of [0.99, 0.6, 0.3]) {
      const half = path.join(folder, `half-${share}`);
      await writeFile(half, await readFile(file));
      await truncate(half, Math.floor(length * share));
      await expect(restoreBackup(url, half, restoring)).rejects.toThrow("is cut off");
    }
    const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([]);
    await restoreBackup(url, file, restoring);
    expect(await contents(client)).toEqual(await contents(pool()));
  }, 120_000);

  it("a database that contains data, ours or others'", async () => {
    await aDeveloper();
    const file = await aBackup("held.backup");
    await expect(restoreBackup(source(), file, restoring)).rejects.toThrow(
      "holds people or workspaces already",
    );
    const { url, client } = await anEmptyDatabase();
    await client.query("CREATE TABLE theirs (id int)");
    await expect(restoreBackup(url, file, restoring)).rejects.toThrow("tables of something else");
  });

  it("a later version's backup, a file that is no backup, and one made with other keys", async () => {
    const file = await aBackup("later.backup");
    const { url, client } = await anEmptyDatabase();
    const later = await altered(file, (manifest) => ({
      ...manifest,
      version: "9.0.0",
      migrations: [...manifest.migrations, "29990101000000_to_come"],
    }));
    await expect(restoreBackup(url, later, restoring)).rejects.toThrow("was made by version 9.0.0");
    await rm(later);
    const otherKey = await altered(file, (manifest) => ({
      ...manifest,
      key_ids: [{ id: "k1", mark: "0123456789abcdef" }],
    }));
    await expect(restoreBackup(url, otherKey, restoring)).rejects.toThrow(
      /lacks the keys that this backup was made with: k1\. Set .* or make the backup with --with-keys\.$/,
    );
    const holdingKeys = await altered(otherKey, (manifest) => ({
      ...manifest,
      keys: { JWT_SECRET: "theirs", ENCRYPTION_KEYS: "theirs" },
    }));
    await expect(restoreBackup(url, holdingKeys, restoring)).rejects.toThrow(
      /made with: k1\. It holds them: restore it into a new data folder, or set .* as tar -xOzf .* manifest\.json shows them\.$/,
    );
    const text = path.join(folder, "text");
    await writeFile(text, "no archive");
    await expect(restoreBackup(url, text, restoring)).rejects.toThrow("is no backup");
    const { rows } = await client.query(
      "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(rows[0].n).toBe(0);
  });
});

describe("a restore into a new data folder", () => {
  it("keeps the keys of the backup once it is done, and none of one that it refused", async () => {
    const file = await aBackup("moves.backup", true);
    const dataDir = path.join(folder, "new");
    vi.stubEnv("DATABASE_URL", "");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const refused = withKeysOf(file, dataDir, () => Promise.reject(new BackupError("is cut off")));
    await expect(refused).rejects.toThrow("is cut off");
    expect(await readdir(dataDir)).toEqual([]);
    await withKeysOf(file, dataDir, async () => {});
    expect(JSON.parse(await readFile(path.join(dataDir, "secrets.json"), "utf8"))).toEqual({
      JWT_SECRET: env().JWT_SECRET,
      ENCRYPTION_KEYS: process.env.ENCRYPTION_KEYS,
    });
  });
});
