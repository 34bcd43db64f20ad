import { Skeleton } from "@mantine/core";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";

export const PLOT_HEIGHT_PX = 272;

/** `ActivityPlot`, loaded when needed; its space is reserved until then. */
export const ActivityPlot = lazyPart(
  () => import("@/lib/ui/time/activity-plot"),
  <Skeleton height={PLOT_HEIGHT_PX} radius="md" />,
);
