import { expect, it, vi } from "vitest";
import { runAutomationJob, sendRunRequestsJob } from "@/lib/crm/automations/jobs";
import { advanceEnrollmentJob, sendStepRequestsJob } from "@/lib/crm/sequences/jobs";
import { db } from "@/lib/platform/database";
import { aCrm, aReceiver } from "@/tests/support/automations";
import { servedByInngest } from "@/tests/support/served-by-inngest";

servedByInngest([runAutomationJob, sendRunRequestsJob, advanceEnrollmentJob, sendStepRequestsJob]);

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
