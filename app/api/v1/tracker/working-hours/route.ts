import { bearerRoute } from "@/lib/routes/bearer-route";
import { SetWorkingHours, WorkingHours } from "@/lib/tracker/hours/schema";
import { getWorkingHours, setWorkingHours } from "@/lib/tracker/hours/set-working-hours";

export const GET = bearerRoute({
  summary: "The hours in which you let your devices record",
  reach: "own_tracker",
  response: WorkingHours,
  handle: ({ actor }) => getWorkingHours(actor),
});

export const PUT = bearerRoute({
  summary: "Set the hours in which you let your devices record",
  description:
    "They apply to all your devices, in every workspace, and nobody else can see or change them. Outside these hours " +
    "your devices are paused, and samples taken then are refused as `not_captured`, whenever they arrive.",
  reach: "personal",
  body: SetWorkingHours,
  response: WorkingHours,
  handle: ({ actor, body, now }) => setWorkingHours(actor, body, now),
});
