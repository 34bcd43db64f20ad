import type { Status } from "@/lib/ui/board/board-state";
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleX,
  IconEye,
  IconProgress,
} from "@/lib/ui/icons";

/** The columns with their labels; `color` is the CSS colour of the icon beside the label. */
export const STATUSES: Record<Status, { label: string; Icon: typeof IconCircle; color: string }> = {
  backlog: { label: "Backlog", Icon: IconCircleDashed, color: "var(--mantine-color-dimmed)" },
  todo: { label: "To do", Icon: IconCircle, color: "var(--mantine-color-dimmed)" },
  in_progress: { label: "In progress", Icon: IconProgress, color: "var(--mantine-color-orange-6)" },
  in_review: { label: "In review", Icon: IconEye, color: "var(--mantine-color-blue-6)" },
  done: { label: "Done", Icon: IconCircleCheckFilled, color: "var(--mantine-color-pine-6)" },
  cancelled: { label: "Cancelled", Icon: IconCircleX, color: "var(--mantine-color-dimmed)" },
};

/** In the order of the board. */
export const STATUS_NAMES = Object.keys(STATUSES) as Status[];
