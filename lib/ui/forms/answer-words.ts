import type { Submission } from "@/lib/ui/forms/queries";
import { dateText } from "@/lib/ui/kit/time/calendar-date";

type Option = { value: string; label: string };

/** An answer in words: labels of options, dates, yes and no. */
export function answerWords(
  value: Submission["values"][string] | undefined,
  { type, options }: { type: string; options: readonly Option[] },
): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (type === "date") return dateText(String(value));
  const all = Array.isArray(value) ? value : [String(value)];
  return all.map((each) => options.find((option) => option.value === each)?.label ?? each).join(", ");
}
