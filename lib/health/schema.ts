import { z } from "zod";

/** What each part of the service is and whether it can be reached; no addresses, no versions. */
export const Health = z
  .object({
    status: z.literal("ok"),
    database: z.literal("ok"),
    jobs: z.enum(["embedded", "inngest"]),
    limits: z.enum(["in_process", "redis", "upstash"]),
    storage: z.enum(["configured", "not_configured"]),
  })
  .meta({ id: "Health" });
export type Health = z.output<typeof Health>;
