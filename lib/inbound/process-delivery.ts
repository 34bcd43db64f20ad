import { AppError } from "@/lib/http/app-error";
import { parseJson } from "@/lib/http/request-body";
import { PROCESS_ATTEMPTS_MAX } from "@/lib/inbound/limits";
import { findProvider } from "@/lib/inbound/registry";
import { findBody, lockDelivery, markProcessed, recordFailure } from "@/lib/inbound/store";
import { transaction } from "@/lib/platform/database";

/** What the log of a workspace says of a failure; the cause goes to the service's log. */
function words(error: unknown): string {
  return error instanceof AppError ? error.message : "Something went wrong on our side.";
}

/**
 * Lets a delivery's provider do its work, in one transaction with marking it processed: however often the job runs, the
 * work is done once.
 * @throws whatever the provider throws, after noting it on the delivery
 */
export async function processDelivery(id: string, now: Date): Promise<void> {
  try {
    await transaction(async (tx) => {
      const delivery = await lockDelivery(tx, id);
      if (!delivery || delivery.status === "processed" || delivery.status === "ignored") return;
      const bytes = await findBody(tx, id);
      if (!bytes) throw new AppError("gone", "The body was erased before it was handled.");
      const provider = findProvider(delivery.provider);
      if (!provider) throw new AppError("not_configured", "This provider is no longer supported.");
      const body = provider.parse ? provider.parse(bytes) : parseJson(bytes).value;
      await provider.handle({ ...delivery, body }, tx, now);
      await markProcessed(tx, id, now);
    });
  } catch (error) {
    await recordFailure(id, words(error), PROCESS_ATTEMPTS_MAX, now);
    throw error;
  }
}
