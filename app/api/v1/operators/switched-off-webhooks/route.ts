import { z } from "zod";
import { listSwitchedOffWebhooks } from "@/lib/operators/service/list-service";
import { SwitchedOffWebhook } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "Webhooks that the service switched off, the latest first, at most 100",
  response: z.array(SwitchedOffWebhook),
  handle: ({ operator }) => listSwitchedOffWebhooks(operator),
});
