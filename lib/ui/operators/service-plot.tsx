"use client";

import "@mantine/charts/styles.layer.css";
import { AreaChart } from "@mantine/charts";

type Props = { data: { at: string; value: number }[]; name: string; unit: string; label: string };

const HEIGHT_PX = 140;

/** One measure over a day. Loaded by itself, because charts weigh more than the rest of a page. */
export default function ServicePlot({ data, name, unit, label }: Props) {
  return (
    <div role="img" aria-label={label}>
      <AreaChart
        h={HEIGHT_PX}
        data={data}
        dataKey="at"
        series={[{ name: "value", label: name, color: "pine.6" }]}
        curveType="linear"
        withDots={false}
        gridAxis="x"
        strokeDasharray="0"
        tickLine="none"
        textColor="dimmed"
        gridColor="var(--line)"
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: false, margin: { top: 6, right: 8, bottom: 0, left: 0 } }}
        xAxisProps={{ interval: "preserveStartEnd", tickMargin: 8, minTickGap: 40 }}
        yAxisProps={{ width: 40, allowDecimals: false }}
        valueFormatter={(value) => `${value.toLocaleString()}${unit}`}
      />
    </div>
  );
}
