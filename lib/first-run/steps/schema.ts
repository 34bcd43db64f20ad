import { z } from "zod";

export const StepKey = z.enum([
  "invite",
  "record",
  "project",
  "form",
  "table",
  "webhook",
  "device",
  "repository",
  "api_token",
]);
export type StepKey = z.output<typeof StepKey>;

export const FirstSteps = z
  .object({
    steps: z.array(z.object({ key: StepKey, is_done: z.boolean() })).meta({
      description: "Those that you may take and that this service can do; sample data counts for none",
    }),
    sends_mail: z.boolean().meta({ description: "Whether invites are mailed: SMTP is set" }),
    has_sample_data: z.boolean(),
  })
  .meta({ id: "FirstSteps" });
export type FirstSteps = z.output<typeof FirstSteps>;
