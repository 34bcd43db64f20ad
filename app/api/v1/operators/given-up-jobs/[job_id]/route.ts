import { GivenUpJobParams } from "@/lib/operators/service/schema";
import { discardGivenUpJob } from "@/lib/operators/service/settle-job";
import { operatorRoute } from "@/lib/routes/operator-route";

export const DELETE = operatorRoute({
  summary: "Discard a job that failed for good, without doing its work",
  params: GivenUpJobParams,
  handle: ({ operator, params, now }) => discardGivenUpJob(operator, params.job_id, now),
});
