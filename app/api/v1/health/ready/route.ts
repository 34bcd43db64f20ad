import { checkReadiness } from "@/lib/health/check-readiness";
import { Readiness, Unready } from "@/lib/health/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Whether requests can be sent here",
  description:
    "200 once the database answers, every migration of this version is applied, and the built-in identity provider " +
    "answers where it is used. 503 with the state of each until then, and what is missing in `detail`.",
  response: Readiness,
  errors: ["unavailable"],
  errorFields: { unavailable: Unready },
  headers: { "Cache-Control": "no-store" },
  handle: ({ now }) => checkReadiness(now),
});
