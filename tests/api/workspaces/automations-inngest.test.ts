import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runAutomationJob, sendRunRequestsJob } from "@/lib/crm/automations/jobs";
import { advanceEnrollmentJob, sendStepRequestsJob } from "@/lib/crm/sequences/jobs";
import { inngestEndpoint } from "@/lib/jobs/inngest";
import { sendOutbox } from "@/lib/jobs/outbox";
import { db } from "@/lib/platform/database";
import { aCrm, aReceiver } from "@/tests/support/automations";
import { EVENT_KEY, InngestServer, SIGNING_KEY } from "@/tests/support/inngest-server";

const inngest = new InngestServer();
let sweep: NodeJS.Timeout;

beforeAll(async () => {
  const INNGEST_BASE_URL = await inngest.listen();
  Object.assign(process.env, {
    INNGEST_EVENT_KEY: EVENT_KEY,
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_BASE_URL,
  });
  await inngest.connect(
    inngestEndpoint([runAutomationJob, sendRunRequestsJob, advanceEnrollmentJob, sendStepRequestsJob]),
  );
  // What the sweep does each minute.
  sweep = setInterval(() => sendOutbox(new Date()), 100);
});
afterAll(async () => {
  clearInterval(sweep);
  await inngest.disconnect();
  await inngest.close();
});

it("Inngest runs automations and what they enrol, from the change to the last step", async () => {
  const crm = await aCrm();
  const receiver = await aReceiver();
  const { id } = await crm.aSequence([
    { type: "task", title: "Greet {{record.name}}" },
    { type: "http_request", url: receiver.url },
  ]);
  await crm.anAutomation({
    trigger: { type: "record.created", object: "company" },
    actions: [
      { type: "http_request", url: receiver.url },
      { type: "enroll_in_sequence", sequence_id: id },
    ],
  });
  await crm.create("company", { name: "A" });
  await vi.waitFor(
    async () => {
      const [row] = await db().sequenceEnrollment.findMany({ where: { sequenceId: id } });
      expect(row?.status).toBe("completed");
    },
    { timeout: 30_000 },
  );
  expect(await db().crmTask.findMany({ where: { workspaceId: crm.workspace.id } })).toMatchObject([
    { title: "Greet A" },
  ]);
  await vi.waitFor(async () => expect(await crm.runs()).toMatchObject([{ status: "completed" }]), {
    timeout: 30_000,
  });
  expect(receiver.received.length).toBe(2);
}, 90_000);
