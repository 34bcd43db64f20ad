import type { Card } from "@/lib/ui/board/board-state";
import {
  IconAlertSquareFilled,
  IconAntennaBars2,
  IconAntennaBars3,
  IconAntennaBars5,
  IconMinus,
} from "@/lib/ui/icons";

export type Priority = Card["priority"];

/** Priorities with their labels, the most urgent first; `color` is the CSS colour of the icon beside the label. */
export const PRIORITIES: Record<Priority, { label: string; Icon: typeof IconMinus; color: string }> = {
  urgent: { label: "Urgent", Icon: IconAlertSquareFilled, color: "var(--mantine-color-red-6)" },
  high: { label: "High", Icon: IconAntennaBars5, color: "var(--mantine-color-orange-6)" },
  medium: { label: "Medium", Icon: IconAntennaBars3, color: "var(--mantine-color-dimmed)" },
  low: { label: "Low", Icon: IconAntennaBars2, color: "var(--mantine-color-dimmed)" },
  none: { label: "No priority", Icon: IconMinus, color: "var(--mantine-color-dimmed)" },
};

export const PRIORITY_NAMES = Object.keys(PRIORITIES) as Priority[];
