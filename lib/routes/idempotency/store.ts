import { randomUUID } from "node:crypto";
import { type Db, db } from "@/lib/platform/database";
import { IDEMPOTENCY_CLAIM_MS, IDEMPOTENCY_KEY_HOURS } from "@/lib/routes/idempotency/limits";
import type { KEY_STATES } from "@/lib/routes/idempotency/rules";

/** A request by its caller, path and key; `bodyHash` is its fingerprint. */
export type Keyed = { developerId: string; path: string; key: string; bodyHash: string };

export type Kept = {
  bodyHash: string;
  state: (typeof KEY_STATES)[number];
  /** Until then its request may be under way. */
  claimedUntil: Date;
  status: number | null;
  body: string | null;
  etag: string | null;
  madeId: string | null;
};

const HOUR_MS = 3_600_000;

/** Rows from before then no longer count, whether they are swept yet or not. */
function countedSince(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_KEY_HOURS * HOUR_MS);
}

/**
 * Takes a key for one request, by inserting first: of many at once one gets it. What is too old gives way, and so does a
 * claim whose request is gone without having changed anything.
 * @returns the claim's id, or what stands under the key already
 */
export async function claimKey(
  { developerId, path, key, bodyHash }: Keyed,
  now: Date,
): Promise<{ claimId: string } | Kept> {
  const claimId = randomUUID();
  const claimedUntil = new Date(now.getTime() + IDEMPOTENCY_CLAIM_MS);
  for (;;) {
    const claimed = await db().$executeRaw`
      INSERT INTO idempotency_key AS k (developer_id, path, key, body_hash, claim_id, claimed_until, created_at)
      VALUES (${developerId}::uuid, ${path}, ${key}, ${bodyHash}, ${claimId}::uuid, ${claimedUntil}::timestamptz,
              ${now}::timestamptz)
      ON CONFLICT (developer_id, path, key) DO UPDATE
      SET body_hash = excluded.body_hash, claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
          created_at = excluded.created_at, state = 'claimed', status = NULL, body = NULL, etag = NULL, made_id = NULL
      WHERE k.created_at < ${countedSince(now)}::timestamptz
        OR (k.state = 'claimed' AND k.claimed_until < ${now}::timestamptz)`;
    if (claimed === 1) return { claimId };
    const found = await db().idempotencyKey.findUnique({
      where: { developerId_path_key: { developerId, path, key } },
      omit: { claimId: true, createdAt: true },
    });
    // Given back between the two statements: it can be taken now.
    if (found) return found as Kept;
  }
}

/** Notes that a claim's change is about to be committed, in its transaction. @returns whether the claim still stood */
export async function markCommitted(tx: Db, claimId: string, keyed: Keyed): Promise<boolean> {
  const { count } = await tx.idempotencyKey.updateMany({
    where: { ...nameOf(keyed), claimId },
    data: { state: "committed" },
  });
  return count === 1;
}

/** Keeps the answer that a claim's request got. */
export async function keepAnswer(
  claimId: string,
  keyed: Keyed,
  answer: { status: number; body: string | null; etag: string | null; madeId: string | null },
): Promise<void> {
  await db().idempotencyKey.updateMany({
    where: { ...nameOf(keyed), claimId },
    data: { ...answer, state: "answered" },
  });
}

/**
 * Gives a key back, so that a repeat runs; with `onlyUnchanged`, unless something was committed under it: then a repeat
 * need not wait to be told so.
 */
export async function releaseKey(
  claimId: string,
  keyed: Keyed,
  onlyUnchanged: boolean,
  now: Date,
): Promise<void> {
  const where = { ...nameOf(keyed), claimId };
  const { count } = await db().idempotencyKey.deleteMany({
    where: { ...where, ...(onlyUnchanged ? { state: "claimed" } : {}) },
  });
  if (count === 0) await db().idempotencyKey.updateMany({ where, data: { claimedUntil: now } });
}

function nameOf({ developerId, path, key }: Keyed) {
  return { developerId, path, key };
}

/** Deletes keys that no longer count, at most so many; how many it were. */
export async function eraseOldKeys(now: Date, countMax: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM idempotency_key WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency_key WHERE created_at < ${countedSince(now)}::timestamptz
      ORDER BY created_at LIMIT ${countMax} FOR UPDATE SKIP LOCKED))`;
}
