import { Skeleton } from "@mantine/core";
import dynamic from "next/dynamic";

export const PLOT_HEIGHT_PX = 272;

/** `ActivityPlot`, loaded when needed; its space is reserved until then. */
export const ActivityPlot = dynamic(() => import("@/lib/ui/time/activity-plot"), {
  ssr: false,
  loading: () => <Skeleton height={PLOT_HEIGHT_PX} radius="md" />,
});
