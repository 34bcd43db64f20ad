import { writeFileSync } from "node:fs";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import type { Load } from "@/tests/faults/load";
import { until } from "@/tests/faults/support";
import { startRedis } from "@/tests/support/redis";
import type { Part, Service } from "@/tests/support/service";
import { needPackage, runQuietly } from "@/tests/support/system";

/*
 * What can go wrong around the service. Those of one scene happen one after the other to one running service, which is
 * started with the settings of the scene.
 */

export type Disturbance = {
  name: string;
  /** Resolves when it is over; counting the seconds until all runs again begins then. */
  strike(service: Service, load: Load): Promise<void>;
};

export type Scene = {
  settings: Record<string, string>;
  disturbances: Disturbance[];
  /** After the service has stopped. */
  clear(): Promise<void>;
};

const LASTS_MS = 10_000;
const FELT_WAIT_MS = 60_000;
const SMALL_DISK = "768m";
const CLOCK_STEP_S = 3_600;
const CLOCK_LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

function killing(part: Part): Disturbance {
  return {
    name: `${part} killed`,
    strike: async (service) => {
      await service.kill(part);
      if (part === "launcher") await service.start();
    },
  };
}

async function plainScene(): Promise<Scene> {
  const parts: Part[] = ["web", "worker", "postgres", "identity", "launcher"];
  return {
    settings: {},
    disturbances: parts.map(killing),
    clear: async () => {},
  };
}

async function redisScene(): Promise<Scene> {
  await needPackage("redis-server", "redis-server");
  let redis = await startRedis();
  const feltSince = (service: Service, from: number) =>
    until("A warning about the limit store", FELT_WAIT_MS, () =>
      service.output().slice(from).includes("the limit store does not answer"),
    );
  return {
    settings: { REDIS_URL: redis.url },
    disturbances: [
      {
        name: "redis hanging",
        strike: async (service) => {
          const from = service.output().length;
          redis.freeze();
          await feltSince(service, from);
          await sleep(LASTS_MS);
          redis.resume();
        },
      },
      {
        name: "redis gone",
        strike: async () => {
          await redis.kill();
          await sleep(LASTS_MS);
          redis = await startRedis(redis.port);
        },
      },
    ],
    clear: () => redis.kill(),
  };
}

async function fullDiskScene(): Promise<Scene> {
  const disk = await mkdtemp(path.join(tmpdir(), "wps-small-disk-"));
  await runQuietly("mount", ["-t", "tmpfs", "-o", `size=${SMALL_DISK}`, "tmpfs", disk]);
  return {
    settings: { DATA_DIR: disk },
    disturbances: [
      {
        name: "disk full",
        strike: async (_, load) => {
          const before = load.unansweredTries;
          const { bavail, bsize } = await statfs(disk);
          const filler = path.join(disk, "filler");
          await writeFile(filler, Buffer.alloc(Math.max(bavail * bsize, 0), 1)).catch(() => {});
          // What is freed meanwhile is taken again, until nothing can be written.
          const rest = path.join(disk, "filler-rest");
          await until("A write that fails for want of room", 4 * FELT_WAIT_MS, async () => {
            await writeFile(rest, Buffer.alloc(bsize, 1), { flag: "a" }).catch(() => {});
            return load.unansweredTries > before;
          });
          await sleep(LASTS_MS);
          await rm(rest, { force: true });
          await rm(filler);
        },
      },
    ],
    clear: async () => {
      await runQuietly("umount", [disk]);
      await rm(disk, { recursive: true });
    },
  };
}

/**
 * The clock of every process of the service is set; this program's own stays right, and so does the database's, on whose
 * server the library that sets clocks also stops the timers by which it ends deadlocks.
 */
async function clockScene(): Promise<Scene> {
  await needPackage("faketime", "libfaketime");
  const folder = await mkdtemp(path.join(tmpdir(), "wps-clock-"));
  const postgres = await startEmbeddedPostgres(folder);
  const offset = path.join(folder, "offset");
  writeFileSync(offset, "+0");
  const setClock = (seconds: number) => writeFile(offset, `+${seconds}`);
  return {
    settings: {
      DATABASE_URL: postgres.url,
      DIRECT_DATABASE_URL: postgres.url,
      JWT_SECRET: "a-secret-of-the-faults-that-is-long-enough",
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
      LD_PRELOAD: CLOCK_LIBRARY,
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_CACHE_DURATION: "1",
      DONT_FAKE_MONOTONIC: "1",
    },
    disturbances: [
      { name: "clock an hour on", strike: () => setClock(CLOCK_STEP_S) },
      { name: "clock an hour back", strike: () => setClock(0) },
    ],
    clear: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Each is set up when its turn comes. */
export const SCENES: Record<string, () => Promise<Scene>> = {
  plain: plainScene,
  redis: redisScene,
  disk: fullDiskScene,
  clock: clockScene,
};
