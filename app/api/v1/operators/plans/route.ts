import { z } from "zod";
import { listPlans } from "@/lib/operators/list-plans";
import { Plan } from "@/lib/operators/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "Plans that a workspace can be on, with their limits",
  response: z.array(Plan),
  handle: () => listPlans(),
});
