import type { Submission } from "@/lib/ui/forms/queries";

type Option = { value: string; label: string };

/** An answer in words: labels of options, yes and no. */
export function answerWords(
  value: Submission["values"][string] | undefined,
  options: readonly Option[],
): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const all = Array.isArray(value) ? value : [String(value)];
  return all.map((each) => options.find((option) => option.value === each)?.label ?? each).join(", ");
}
