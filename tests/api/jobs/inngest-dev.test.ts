import { NextRequest } from "next/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { inngestEndpoint } from "@/lib/jobs/inngest";
import { InngestServer } from "@/tests/support/inngest-server";
import { enqueueCommitted } from "@/tests/support/job-guarantees";

describe("under INNGEST_DEV", () => {
  it("events go to the dev server it names, and unsigned calls are run", async () => {
    const inngest = new InngestServer();
    process.env.INNGEST_DEV = await inngest.listen();
    onTestFinished(() => inngest.close());
    let runs = 0;
    const job = defineJob({
      name: "test.dev",
      payload: z.object({ key: z.string() }),
      handler: async () => {
        runs += 1;
        return undefined;
      },
    });
    await enqueueCommitted(job, { key: "a" });
    const [event] = inngest.events;
    expect(event).toMatchObject({ name: "test.dev", data: { payload: { key: "a" } } });
    const body = {
      ctx: { run_id: "r", attempt: 0, stack: { stack: [], current: 0 } },
      event,
      events: [event],
      steps: {},
    };
    const url = "http://localhost:3000/api/inngest?fnId=workspace-platform-test-dev&stepId=step";
    const answer = await inngestEndpoint([job])(
      new NextRequest(url, { method: "POST", body: JSON.stringify({ ...body, version: 1 }) }),
      {},
    );
    expect(answer.status).toBe(200);
    expect(runs).toBe(1);
  });
});
