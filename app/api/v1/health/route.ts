import { checkHealth } from "@/lib/health/check-health";
import { Health } from "@/lib/health/schema";
import { publicRoute } from "@/lib/http/public-route";

export const GET = publicRoute({
  summary: "Whether the service works, and what its parts run on",
  description: "503 with the same parts when the database can't be reached.",
  response: Health,
  errors: ["unavailable"],
  handle: () => checkHealth(),
});
