import { z } from "zod";

export const Category = z
  .object({
    id: z.string().meta({ example: "dev.code" }),
    label: z.string(),
    parent: z.string().nullable().meta({ description: "The id of its group; null for a group" }),
    color: z.string().meta({ description: "Readable on light and dark", example: "#2276e8" }),
  })
  .meta({ id: "TrackerCategory" });
