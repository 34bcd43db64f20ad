import { z } from "zod";
import { JobChange } from "@/lib/operators/service/schema";
import { listChangesOfJobs } from "@/lib/operators/service/settle-job";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "Who retried or discarded jobs that failed for good, newest first, at most 50",
  response: z.array(JobChange),
  handle: ({ operator }) => listChangesOfJobs(operator),
});
