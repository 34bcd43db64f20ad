import { afterAll, beforeAll } from "vitest";
import { inngestEndpoint } from "@/lib/jobs/inngest";
import { sendOutbox } from "@/lib/jobs/outbox";
import { deliverWebhook } from "@/lib/webhooks/jobs";
import { describeDeliveryGuarantees } from "@/tests/support/delivery-guarantees";
import { EVENT_KEY, InngestServer, SIGNING_KEY } from "@/tests/support/inngest-server";

process.env.WEBHOOK_RETRY_INITIAL_SECONDS = "0.2";

const inngest = new InngestServer();
let sweep: NodeJS.Timeout;

beforeAll(async () => {
  const INNGEST_BASE_URL = await inngest.listen();
  Object.assign(process.env, {
    INNGEST_EVENT_KEY: EVENT_KEY,
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_BASE_URL,
  });
  await inngest.connect(inngestEndpoint([deliverWebhook]));
  // What the sweep does each minute.
  sweep = setInterval(() => sendOutbox(new Date()), 100);
});
afterAll(async () => {
  clearInterval(sweep);
  await inngest.disconnect();
  await inngest.close();
});

describeDeliveryGuarantees("Inngest", 1);
