import { Liveness } from "@/lib/health/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Whether this process answers",
  description: "Asks nobody else, the database neither: a process that fails here needs a restart.",
  response: Liveness,
  headers: { "Cache-Control": "no-store" },
  handle: async () => ({ status: "ok" as const }),
});
