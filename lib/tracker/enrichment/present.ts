import type { z } from "zod";
import { categoryLabel } from "@/lib/tracker/enrichment/catalog";
import type { Activity } from "@/lib/tracker/enrichment/schema";
import type { ActivitySums } from "@/lib/tracker/enrichment/store";

const FORMER_PROJECT = "Former project";

/** Sums of activity as they go out, with what people call their keys. */
export function presentActivity(
  group: "category" | "project" | "hour",
  from: Date,
  to: Date,
  { isSettled, rows }: ActivitySums,
): z.input<typeof Activity> {
  const head = {
    from: from.toISOString(),
    to: to.toISOString(),
    is_settled: isSettled,
    total_seconds: rows.reduce((total, row) => total + row.seconds, 0),
  };
  if (group === "hour") {
    const hours = rows.map(({ key, seconds, byCategory }) => {
      const hour = new Date(key).toISOString();
      const label = `${hour.slice(0, 10)} ${hour.slice(11, 16)} UTC`;
      return { key: hour, label, seconds, by_category: byCategory ?? {} };
    });
    return { ...head, group, rows: hours };
  }
  const labelled = rows.map(({ key, seconds, name }) => ({
    key,
    label: group === "category" ? categoryLabel(key) : (name ?? FORMER_PROJECT),
    seconds,
  }));
  return { ...head, group, rows: labelled };
}
