import { z } from "zod";
import { listSignInProblems } from "@/lib/operators/service/list-service";
import { SignInProblem } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "How often signing in failed in the last 7 days, by provider and reason",
  response: z.array(SignInProblem),
  handle: ({ operator, now }) => listSignInProblems(operator, now),
});
