import { z } from "zod";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { CATEGORIES } from "@/lib/tracker/enrichment/catalog";
import { Category } from "@/lib/tracker/enrichment/schema";

export const GET = bearerRoute({
  summary: "Every category that time can have, in the order of a legend",
  description: "The same for all workspaces.",
  reach: "anyone",
  response: z.array(Category),
  handle: async () => [...CATEGORIES],
});
