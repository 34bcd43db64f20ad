import { GivenUpJobParams } from "@/lib/operators/service/schema";
import { retryGivenUpJob } from "@/lib/operators/service/settle-job";
import { operatorRoute } from "@/lib/routes/operator-route";

export const POST = operatorRoute({
  summary: "Retry a job that failed for good, with all its attempts",
  params: GivenUpJobParams,
  handle: ({ operator, params, now }) => retryGivenUpJob(operator, params.job_id, now),
});
