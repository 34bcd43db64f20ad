import { z } from "zod";

export const PLAN_RESOURCES = ["members", "projects", "devices", "webhooks"] as const;

export const Billing = z
  .object({
    plan: z.object({ id: z.string(), name: z.string(), description: z.string() }),
    usage: z.array(
      z.object({
        resource: z.enum(PLAN_RESOURCES),
        used: z.int(),
        max: z.int().nullable().meta({ description: "null means without limit" }),
      }),
    ),
  })
  .meta({ id: "Billing" });
export type Billing = z.input<typeof Billing>;
