import { TIME_COLUMNS } from "@/lib/crm/records/rules";
import type { Subject } from "@/lib/ui/light-kit/conditions/draft";

/* Records can be filtered by when they were created and changed, as if by attributes. */

const TIME_NAMES: Record<(typeof TIME_COLUMNS)[number], string> = {
  created_at: "Created",
  updated_at: "Changed",
};

export const TIME_SUBJECTS: readonly Subject[] = TIME_COLUMNS.map((slug) => ({
  slug,
  name: TIME_NAMES[slug],
  type: "time",
  operators: ["gt", "gte", "lt", "lte"],
  input: "datetime-local",
}));
