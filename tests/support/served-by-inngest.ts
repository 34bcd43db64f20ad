import { afterAll, beforeAll } from "vitest";
import { inngestEndpoint } from "@/lib/jobs/inngest";
import { sendOutbox } from "@/lib/jobs/outbox";
import { EVENT_KEY, InngestServer, SIGNING_KEY } from "@/tests/support/inngest-server";

/** An Inngest that runs jobs while the tests of a file run. Their events leave the outbox within a tenth of a second. */
export function servedByInngest(jobs: Parameters<typeof inngestEndpoint>[0]): InngestServer {
  const inngest = new InngestServer();
  let sweep: NodeJS.Timeout;
  beforeAll(async () => {
    const INNGEST_BASE_URL = await inngest.listen();
    Object.assign(process.env, {
      INNGEST_EVENT_KEY: EVENT_KEY,
      INNGEST_SIGNING_KEY: SIGNING_KEY,
      INNGEST_BASE_URL,
    });
    await inngest.connect(inngestEndpoint(jobs));
    // What the sweep does each minute.
    sweep = setInterval(() => sendOutbox(new Date()), 100);
  });
  afterAll(async () => {
    clearInterval(sweep);
    await inngest.disconnect();
    await inngest.close();
  });
  return inngest;
}
