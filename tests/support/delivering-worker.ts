import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { deliverWebhook, wakeWebhookDeliveries } from "@/lib/webhooks/jobs";

/** A worker process that delivers, beside which a test may run others, or which it may kill. */
await startEmbeddedEngine([deliverWebhook, wakeWebhookDeliveries]);
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
