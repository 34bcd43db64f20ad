import { z } from "zod";
import { listGivenUpJobs } from "@/lib/operators/service/list-service";
import { GivenUpJob } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "Jobs that failed for good, the latest first, at most 100",
  response: z.array(GivenUpJob),
  handle: ({ operator }) => listGivenUpJobs(operator),
});
