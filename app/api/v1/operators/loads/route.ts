import { z } from "zod";
import { listWorkspaceLoads } from "@/lib/operators/service/list-loads";
import { WorkspaceLoad } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "The workspaces that made most work in the last 24 hours, at most 20",
  description:
    "Of each kind of work the latest 50,000 are counted at most. They are in the order of what that costs: a delivery or an automation run as much as 50 product events or tracker samples.",
  response: z.array(WorkspaceLoad),
  handle: ({ operator, now }) => listWorkspaceLoads(operator, now),
});
