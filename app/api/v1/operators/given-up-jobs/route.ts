import { z } from "zod";
import { listGivenUpJobs } from "@/lib/operators/service/list-service";
import { GivenUpJob } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "The latest 100 jobs that failed permanently, newest first",
  response: z.array(GivenUpJob),
  handle: ({ operator }) => listGivenUpJobs(operator),
});
