import { z } from "zod";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { listTrackedProjects } from "@/lib/tracker/devices/list-tracked-projects";
import { TrackerProject } from "@/lib/tracker/devices/schema";

export const GET = bearerRoute({
  summary: "Projects you can track time on",
  description: "Those of which you are a member and for which tracking is on.",
  reach: "own_tracker",
  response: z.array(TrackerProject),
  handle: ({ actor }) => listTrackedProjects(actor),
});
