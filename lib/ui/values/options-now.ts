import type { Option as Stored } from "@/lib/crm/attributes/schema";

/** As it is sent: one without a colour gets the usual one. */
type Option = { value: string; label: string; color?: Stored["color"] | undefined };

const isSame = (one: Option | undefined, other: Option | undefined) =>
  one?.label === other?.label && one?.color === other?.color;

/**
 * Edited options, brought to what is stored by now: they are saved as a whole, so what others added since `opened` is
 * added at the end, what they removed goes, and what they changed is as they changed it, where the editor did not.
 */
export function optionsNow(
  edited: readonly Option[],
  opened: readonly Option[],
  now: readonly Option[],
): Option[] {
  const before = new Map(opened.map((option) => [option.value, option]));
  const stored = new Map(now.map((option) => [option.value, option]));
  const mine = new Set(edited.map(({ value }) => value));
  const kept = edited.flatMap((option) =>
    isSame(option, before.get(option.value)) ? (stored.get(option.value) ?? []) : option,
  );
  const added = now.filter(({ value }) => !before.has(value) && !mine.has(value));
  return [...kept, ...added];
}
