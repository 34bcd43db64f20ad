import { checkHealth } from "@/lib/health/check-health";
import { Health, Unhealthy } from "@/lib/health/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Whether the service works, what its parts run on, and whether work is piling up",
  description:
    "`degraded` still answers 200, and `problems` says why: requests are served. 503 when the database can't be reached. " +
    "For a load balancer, `/health/ready` is the one to ask; for whoever restarts processes, `/health/live`.",
  response: Health,
  errors: ["unavailable"],
  errorFields: { unavailable: Unhealthy },
  headers: { "Cache-Control": "no-store" },
  handle: ({ now }) => checkHealth(now),
});
