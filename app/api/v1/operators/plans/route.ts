import { z } from "zod";
import { operatorRoute } from "@/lib/http/operator-route";
import { listPlans } from "@/lib/operators/list-plans";
import { Plan } from "@/lib/operators/schema";

export const GET = operatorRoute({
  summary: "Plans that a workspace can be on, with their ceilings",
  response: z.array(Plan),
  handle: () => listPlans(),
});
