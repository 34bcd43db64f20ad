import { retryGivenUpJob } from "@/lib/operators/service/list-service";
import { GivenUpJobParams } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const POST = operatorRoute({
  summary: "Let a job that failed for good run again, with all its attempts",
  params: GivenUpJobParams,
  handle: ({ operator, params }) => retryGivenUpJob(operator, params.job_id),
});
