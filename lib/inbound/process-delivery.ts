import { AppError } from "@/lib/http/app-error";
import { PROCESS_ATTEMPTS_MAX } from "@/lib/inbound/limits";
import { parseBody } from "@/lib/inbound/parse-body";
import { findProvider } from "@/lib/inbound/registry";
import { findBody, lockDelivery, markProcessed, recordFailure } from "@/lib/inbound/store";
import { transaction } from "@/lib/platform/database";

/** What the log of a workspace says of a failure; the cause goes to the service's log. */
function words(error: unknown): string {
  return error instanceof AppError ? error.message : "Something went wrong on our side.";
}

/** The provider of a delivery that is to be handled, and what it makes of the body; null where there is no body. */
async function readDelivery(id: string) {
  const found = await findBody(id);
  if (!found) return null;
  const provider = findProvider(found.provider);
  if (!provider) throw new AppError("not_configured", "This provider is no longer supported.");
  const body = "gist" in found ? JSON.parse(found.gist) : (await parseBody(provider, found.bytes)).body;
  return { provider, body };
}

/**
 * Lets a delivery's provider do its work, in one transaction with marking it processed: however often the job runs, the
 * work is done once.
 * @throws whatever the provider throws, after noting it on the delivery
 */
export async function processDelivery(id: string, now: Date): Promise<void> {
  try {
    const read = await readDelivery(id);
    await transaction(async (tx) => {
      const delivery = await lockDelivery(tx, id);
      if (!delivery || delivery.status === "processed" || delivery.status === "ignored") return;
      if (!read) throw new AppError("gone", "The body was erased before it was handled.");
      await read.provider.handle({ ...delivery, body: read.body }, tx, now);
      await markProcessed(tx, id, now);
    });
  } catch (error) {
    await recordFailure(id, words(error), PROCESS_ATTEMPTS_MAX, now);
    throw error;
  }
}
