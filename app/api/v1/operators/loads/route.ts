import { z } from "zod";
import { listWorkspaceLoads } from "@/lib/operators/service/list-service";
import { WorkspaceLoad } from "@/lib/operators/service/schema";
import { operatorRoute } from "@/lib/routes/operator-route";

export const GET = operatorRoute({
  summary: "The workspaces with most deliveries on their way, at most 20",
  response: z.array(WorkspaceLoad),
  handle: ({ operator }) => listWorkspaceLoads(operator),
});
