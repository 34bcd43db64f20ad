import { bearerRoute } from "@/lib/routes/bearer-route";
import { enrollDevice, requireTrackedProject } from "@/lib/tracker/devices/enroll-device";
import { EnrollDevice, EnrolledDevice } from "@/lib/tracker/devices/schema";

export const POST = bearerRoute({
  summary: "Enrol a device on a project, or re-point one of yours",
  reach: "own_tracker",
  body: EnrollDevice,
  response: EnrolledDevice,
  status: 201,
  mayStill: requireTrackedProject,
  errors: ["forbidden", "payment_required"],
  handle: ({ actor, body, now }) => enrollDevice(actor, body, now),
});
