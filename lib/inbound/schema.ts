import { z } from "zod";
import { GivenTime, idParam, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { DELIVERY_STATUSES, STANDINGS, VERIFICATIONS } from "@/lib/inbound/rules";

/** What a provider is answered. */
export const Receipt = z
  .object({
    status: z.enum(["accepted", "ignored"]),
    reason: z.string().optional().meta({ description: "Why it is ignored", example: "duplicate_delivery" }),
  })
  .meta({ id: "WebhookReceipt" });
export type Receipt = z.input<typeof Receipt>;

export const Integration = z
  .object({
    provider: z.string().meta({ example: "code_host" }),
    title: z.string(),
    endpoint_url: z.string().meta({ description: "Where the provider is to post to" }),
    verification: z.enum(STANDINGS).meta({
      description:
        "`required`: unsigned deliveries are refused. `optional`: signatures are verified where there are any. `off`: none can be verified, because no secret is set.",
    }),
    is_configured: z.boolean().meta({
      description: "Whether there is a secret to verify with; `required` without one refuses everything",
    }),
    believes_unsigned: z
      .boolean()
      .meta({ description: "Whether `optional` means that unsigned deliveries are acted on, not dropped" }),
    settings: z.array(z.string()).meta({ description: "The server's settings that verification needs" }),
    last_delivery_at: Timestamp.nullable().meta({ description: "Within the last 7 days" }),
    received_count: z.int().meta({ description: "Deliveries of the last 24 hours" }),
    failed_count: z.int().meta({ description: "Those of them whose work failed and did not succeed since" }),
  })
  .meta({ id: "Integration" });
export type Integration = z.output<typeof Integration>;

/** Few, and always all of them: no pages. */
export const Integrations = z.array(Integration);
export type Integrations = z.input<typeof Integrations>;

export const DeliveryParams = WorkspaceParams.extend({ received_id: idParam("Delivery") });

const DeliveryStatus = z.enum(DELIVERY_STATUSES).meta({
  description:
    "`pending`: waits for its turn. `retrying`: failed and is retried automatically. `failed`: given up; it can be replayed.",
});

export const DeliveryQuery = PageQuery.extend({
  provider: z.string().max(64).optional(),
  status: DeliveryStatus.optional(),
  event: z.string().max(100).optional().meta({ description: "An event, or the part before its dot" }),
  since: GivenTime.optional(),
});
export type DeliveryQuery = z.output<typeof DeliveryQuery>;

export const ReceivedDelivery = z
  .object({
    id: z.string(),
    provider: z.string(),
    external_id: z.string().meta({
      description:
        "The provider's id of it, or a hash where it sends none; `unsigned:` before it where it was ignored as unsigned",
    }),
    event: z.string().meta({ example: "pull_request.opened" }),
    subject: z.string().nullable().meta({ example: "acme/website" }),
    verification: z.enum(VERIFICATIONS).meta({
      description:
        "`verified`: its signature was right. `unsigned`: it came without one. `off`: there was nothing to verify it with.",
    }),
    status: DeliveryStatus,
    reason: z.string().nullable().meta({ description: "Why it is ignored" }),
    attempts: z.int(),
    last_error: z.string().nullable(),
    body_bytes: z.int().meta({ description: "How large it was, whatever is kept of it" }),
    received_at: Timestamp,
    processed_at: Timestamp.nullable(),
  })
  .meta({ id: "ReceivedDelivery" });
export type ReceivedDelivery = z.input<typeof ReceivedDelivery>;

export const ReceivedDeliveryDetail = ReceivedDelivery.extend({
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable().meta({
    description:
      "The body as it was received, or the JSON in its form field. Null if it was erased, was not kept, or also concerns other workspaces. Of unverified deliveries, ignored ones have none, and of bodies over 64 KiB only the part that is read is kept",
  }),
  is_body_cut: z.boolean().meta({ description: "Whether `body` is only a part of a large one" }),
}).meta({ id: "ReceivedDeliveryDetail" });
export type ReceivedDeliveryDetail = z.input<typeof ReceivedDeliveryDetail>;
