import type { Held } from "@/lib/first-run/sample-data/rules";
import type { SampleData } from "@/lib/first-run/sample-data/schema";
import type { Mark } from "@/lib/first-run/sample-data/store";

type Marked = Mark & { madeAt: Date; madeBy: { name: string } | null };

/** A workspace's sample data, as the API shows it. */
export function presentSampleData(marks: readonly Marked[], keeps: readonly Held[]): SampleData {
  const [first] = marks;
  return {
    made_at: first?.madeAt.toISOString() ?? null,
    made_by: first?.madeBy?.name ?? null,
    things: marks.map(({ kind, id }) => ({ kind, id })),
    keeps: [...keeps],
  };
}
