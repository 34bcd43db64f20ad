import { z } from "zod";
import { idParam, Timestamp } from "@/lib/http/fields";
import { ProviderId } from "@/lib/identity/schema";
import { SESSION_KINDS } from "@/lib/identity/sessions/rules";

export const SessionParams = z.object({ session_id: idParam("Session") });

export const Session = z
  .object({
    id: z.uuid().meta({ description: "The `sid` of its JWT" }),
    kind: z.enum(SESSION_KINDS),
    device: z.string().meta({
      description: "What signed in, as far as it said so itself",
      example: "Firefox on macOS",
    }),
    provider: ProviderId.nullable(),
    ip: z.string().nullable().meta({ description: "Where from; null when the server can't know it" }),
    created_at: Timestamp,
    expires_at: Timestamp,
    is_current: z.boolean().meta({ description: "Whether this request was made with its JWT" }),
  })
  .meta({ id: "Session" });
export type Session = z.input<typeof Session>;
