import { AppError } from "@/lib/http/app-error";
import { CLAIM_MS, CLAIMED_AT_ONCE, PROCESS_ATTEMPTS_MAX, TURN_MS } from "@/lib/inbound/limits";
import { parseBody } from "@/lib/inbound/parse-body";
import { findProvider } from "@/lib/inbound/registry";
import { retryInMs } from "@/lib/inbound/rules";
import {
  type ClaimedDelivery,
  claimDelivery,
  claimNew,
  claimTried,
  giveUpLost,
  markProcessed,
  readGist,
  readWholeBody,
  recordFailure,
} from "@/lib/inbound/store";
import type { Outcome } from "@/lib/jobs/define-job";
import { takeTurn } from "@/lib/jobs/take-turn";
import { transaction } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";

/** What the log of a workspace says of a failure; the cause goes to the service's log. */
function words(error: unknown): string {
  return error instanceof AppError ? error.message : "Something went wrong on our side.";
}

/** The provider of a delivery, and what it makes of the body. */
async function readDelivery({ id, provider: name, bytes }: ClaimedDelivery) {
  const provider = findProvider(name);
  if (!provider) throw new AppError("not_configured", "This provider is no longer supported.");
  const gist = bytes === null ? await readGist(id) : null;
  if (gist !== null) return { provider, body: JSON.parse(gist) };
  const whole = bytes ?? (await readWholeBody(id));
  if (whole === null) throw new AppError("gone", "The body was erased before it was handled.");
  return { provider, body: (await parseBody(provider, whole)).body };
}

/** Lets a delivery's provider do its work, in one transaction with marking it processed: whoever else tries, it is done once. */
async function handle(delivery: ClaimedDelivery, now: Date): Promise<void> {
  const { id } = delivery;
  try {
    const { provider, body } = await readDelivery(delivery);
    await transaction(async (tx) => {
      if (await markProcessed(tx, id, now)) await provider.handle({ ...delivery, body }, tx, now);
    });
  } catch (error) {
    const { attempts } = delivery;
    const retryMs = attempts < PROCESS_ATTEMPTS_MAX ? retryInMs(attempts) : null;
    await recordFailure(id, words(error), retryMs, now);
    throw error;
  }
}

type Named = Pick<ClaimedDelivery, "id" | "provider">;

/** Counts and logs what keeps a delivery from being handled: others must get their turn whatever becomes of it. */
async function quietly({ id, provider }: Named, work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    metrics()?.inboundDeliveries.inc({ provider, verdict: "failed" });
    log.error({ err: error, delivery_id: id, provider }, "a received webhook could not be handled");
  });
}

/**
 * Handles one delivery that is waiting and unclaimed; does nothing for any other.
 * @throws whatever its provider's handler throws, after recording it on the delivery with the time of the retry
 */
export async function processDelivery(id: string, now: Date): Promise<void> {
  const delivery = await claimDelivery(id, CLAIM_MS);
  if (delivery) await handle(delivery, now);
}

/**
 * Handles due deliveries, a few new ones and one that is due once more at a time, until none is left or the turn is over:
 * neither kind waits for all of the other. A failing one does not stop the others. What a killed process had claimed
 * becomes due again after a while.
 * @param first one to begin with: an earlier version may have added it without a due time
 * @returns the outcome for the job
 */
export async function processDue(now: Date, first?: Named): Promise<Outcome> {
  if (first) await quietly(first, processDelivery(first.id, now));
  return takeTurn(now, TURN_MS, async (at) => {
    const claimed = await claimNew(CLAIMED_AT_ONCE, CLAIM_MS);
    for (const delivery of claimed) await quietly(delivery, handle(delivery, at));
    const tried = await claimTried(CLAIM_MS);
    if (tried) await quietly(tried, handle(tried, at));
    return tried !== null || claimed.length === CLAIMED_AT_ONCE;
  });
}

/** Gives up deliveries whose handling ended the process at each attempt: they would end it for ever. */
export async function giveUpFatal(now: Date): Promise<void> {
  for (const { id, provider } of await giveUpLost("The process ended while it handled this.", now)) {
    metrics()?.inboundDeliveries.inc({ provider, verdict: "failed" });
    log.error(
      { delivery_id: id, provider },
      "a received webhook was given up: the process ended while it handled it",
    );
  }
}
