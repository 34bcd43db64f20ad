import { randomUUID } from "node:crypto";
import { type Db, db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { IDEMPOTENCY_CLAIM_MS, IDEMPOTENCY_KEY_HOURS } from "@/lib/routes/idempotency/limits";
import type { KEY_STATES } from "@/lib/routes/idempotency/rules";

/** A request, identified by its caller, path and key; `bodyHash` is its fingerprint. */
export type Keyed = { developerId: string; path: string; key: string; bodyHash: string };

export type Kept = {
  bodyHash: string;
  state: (typeof KEY_STATES)[number];
  /** Until then, its request may be in progress. */
  claimedUntil: Date;
  status: number | null;
  body: string | null;
  etag: string | null;
  madeId: string | null;
};

/** Rows older than this have expired, whether they are swept yet or not. */
function countedSince(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_KEY_HOURS * HOUR_MS);
}

/**
 * Claims a key for one request by inserting first: of many requests at once, one gets it. An expired row gives way, and
 * so does a claim whose request is gone without having changed anything.
 * @returns the claim's id, or what is stored under the key already
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
    // Released between the two statements: now it can be claimed.
    if (found) return found as Kept;
  }
}

/**
 * Records, in its transaction, that a claim's change is about to be committed.
 * @returns whether the claim still existed
 */
export async function markCommitted(tx: Db, claimId: string, keyed: Keyed): Promise<boolean> {
  const { count } = await tx.idempotencyKey.updateMany({
    where: { ...nameOf(keyed), claimId },
    data: { state: "committed" },
  });
  return count === 1;
}

/** Saves the response to a claim's request. */
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
 * Releases a key, so that a repeat runs. With `onlyUnchanged`, not if something was committed under it: then a repeat
 * learns so without waiting.
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

/** Deletes up to `limit` expired keys; returns how many. */
export async function eraseOldKeys(now: Date, countMax: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM idempotency_key WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency_key WHERE created_at < ${countedSince(now)}::timestamptz
      ORDER BY created_at LIMIT ${countMax} FOR UPDATE SKIP LOCKED))`;
}
