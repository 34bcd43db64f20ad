"use client";

import "@mantine/charts/styles.layer.css";
import { BarChart, ChartTooltip } from "@mantine/charts";
import { formatDuration } from "@/lib/ui/kit/day";

type PlotSeries = { name: string; label: string; color: string };
type Props = { data: Record<string, string | number>[]; series: PlotSeries[]; label: string };

const HEIGHT_PX = 272;
const HOUR_MINUTES = 60;
const TICKS_MINUTES = [0, 15, 30, 45, 60];

/** Bars of minutes by hour, stacked by category. Loaded by itself, because charts weigh more than the rest of a page. */
export default function ActivityPlot({ data, series, label }: Props) {
  return (
    // The same numbers stand in the table beside it, which is what a screen reader gets.
    <div role="img" aria-label={label}>
      <BarChart
        h={HEIGHT_PX}
        data={data}
        dataKey="hour"
        type="stacked"
        series={series}
        gridAxis="x"
        strokeDasharray="0"
        tickLine="none"
        maxBarWidth={30}
        textColor="dimmed"
        gridColor="var(--line)"
        barChartProps={{ accessibilityLayer: false, margin: { top: 6, right: 0, bottom: 0, left: 0 } }}
        barProps={{ radius: 3, stroke: "var(--ground-raised)", strokeWidth: 1.5, isAnimationActive: false }}
        xAxisProps={{ interval: "preserveStartEnd", tickMargin: 8, minTickGap: 12 }}
        yAxisProps={{
          domain: [0, HOUR_MINUTES],
          ticks: TICKS_MINUTES,
          width: 28,
          tickFormatter: (minutes: number) => String(minutes),
        }}
        valueFormatter={(minutes) => formatDuration(minutes * 60)}
        tooltipProps={{
          cursor: { fill: "var(--ground-sunken)" },
          content: ({ label: hour, payload }) => (
            <ChartTooltip
              label={hour}
              payload={payload.filter(({ value }) => Number(value) > 0)}
              series={series}
              valueFormatter={(minutes) => formatDuration(minutes * 60)}
            />
          ),
        }}
      />
    </div>
  );
}
