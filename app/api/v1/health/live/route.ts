import { Liveness } from "@/lib/health/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Whether this process answers",
  description: "Checks nothing else, not even the database: a process that fails here needs a restart.",
  response: Liveness,
  headers: { "Cache-Control": "no-store" },
  handle: async () => ({ status: "ok" as const }),
});
