import { z } from "zod";
import { listWorkspaceLoads } from "@/lib/operators/service/list-loads";
import { WorkspaceLoad } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "The workspaces with the highest load in the last 24 hours, at most 20",
  description:
    "At most the latest 50,000 of each kind are counted. A delivery or an automation run weighs as much as 50 product events or tracker samples.",
  response: z.array(WorkspaceLoad),
  handle: ({ operator, now }) => listWorkspaceLoads(operator, now),
});
