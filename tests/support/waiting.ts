import { expect } from "vitest";
import { db } from "@/lib/platform/database";

/** Until so many transactions of this file's database wait for a lock that another one holds. */
export async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(
      () => db().$queryRaw`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
      { timeout: 10_000, interval: 10 },
    )
    .toHaveLength(count);
}
