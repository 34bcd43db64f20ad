import { z } from "zod";
import { listServiceSamples } from "@/lib/operators/service/list-service";
import { ServiceSample } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "State of the service over the last 24 hours, minute by minute",
  response: z.array(ServiceSample),
  handle: ({ operator, now }) => listServiceSamples(operator, now),
});
