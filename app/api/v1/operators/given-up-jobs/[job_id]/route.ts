import { discardGivenUpJob } from "@/lib/operators/service/list-service";
import { GivenUpJobParams } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const DELETE = operatorRoute({
  summary: "Discard a job that failed for good: its work is never done",
  params: GivenUpJobParams,
  handle: ({ operator, params }) => discardGivenUpJob(operator, params.job_id),
});
