import type pg from "pg";
import { workerId } from "@/lib/jobs/heartbeat";
import { log } from "@/lib/platform/log";

/*
 * A lane lets one job run at a time, across all workers. Each concurrency key has its own lane, named by a flag of its
 * jobs (`lib/jobs/places.ts`). While a worker runs a lane's job, it has a row for the lane, which is deleted with the
 * worker's heartbeat.
 */

/** Lanes that this process has, or is taking. One set, because several engines may share the process's heartbeat. */
const held = new Set<string>();

async function giveBack(pgPool: pg.Pool, lane: string, id: string): Promise<void> {
  try {
    await pgPool.query("DELETE FROM job_lane WHERE lane = $1 AND worker_id = $2", [lane, id]);
  } catch (error) {
    // Its jobs wait until the next sweep.
    log.warn({ reason: String(error), lane }, "a lane could not be given back");
  } finally {
    held.delete(lane);
  }
}

/**
 * Takes a lane for a job.
 * @returns a function that gives it back; null if another job has the lane, or if others took this worker for dead
 */
export async function takeLane(pgPool: pg.Pool, lane: string): Promise<(() => Promise<void>) | null> {
  if (held.has(lane)) return null;
  held.add(lane);
  const id = workerId();
  try {
    const { rowCount } = await pgPool.query(
      `INSERT INTO job_lane (lane, worker_id) SELECT $1, worker_id FROM worker_heartbeat WHERE worker_id = $2
       ON CONFLICT DO NOTHING`,
      [lane, id],
    );
    if (rowCount === 1) return () => giveBack(pgPool, lane, id);
  } catch (error) {
    held.delete(lane);
    throw error;
  }
  held.delete(lane);
  return null;
}

/** Frees lanes of this worker that none of its jobs has: giving them back failed. */
export async function sweepLanes(pgPool: pg.Pool, id: string): Promise<void> {
  await pgPool.query("DELETE FROM job_lane WHERE worker_id = $1 AND lane <> ALL ($2::text[])", [
    id,
    [...held],
  ]);
}
