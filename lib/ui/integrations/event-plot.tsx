import { numberText } from "@/lib/ui/kit/words/counts";
import "@mantine/charts/styles.layer.css";
import { BarChart, ChartTooltip } from "@mantine/charts";

type PlotSeries = { name: string; label: string; color: string };
type Props = {
  /** One for each hour or day: its label as `at`, and a count by series name. */
  data: Record<string, string | number>[];
  series: PlotSeries[];
  label: string;
};

const HEIGHT_PX = 260;
/** With more bars, lines between their parts would cover most of them. */
const LINED_BARS_MAX = 45;

/**
 * Bars of events by hour or day, stacked by type. Loaded separately, because charts weigh more than the rest of a page.
 */
export default function EventPlot({ data, series, label }: Props) {
  return (
    // The legend beside it has the same totals, for screen readers.
    <div role="img" aria-label={label}>
      <BarChart
        h={HEIGHT_PX}
        data={data}
        dataKey="at"
        type="stacked"
        series={series}
        gridAxis="x"
        strokeDasharray="0"
        tickLine="none"
        maxBarWidth={36}
        textColor="dimmed"
        gridColor="var(--line)"
        barChartProps={{ accessibilityLayer: false, margin: { top: 6, right: 0, bottom: 0, left: 0 } }}
        barProps={{
          radius: data.length > LINED_BARS_MAX ? 1 : 3,
          isAnimationActive: false,
          ...(data.length > LINED_BARS_MAX ? {} : { stroke: "var(--ground-raised)", strokeWidth: 1.5 }),
        }}
        xAxisProps={{ interval: "preserveStartEnd", tickMargin: 8, minTickGap: 16 }}
        yAxisProps={{ allowDecimals: false, width: 44, tickFormatter: numberText }}
        valueFormatter={numberText}
        tooltipProps={{
          cursor: { fill: "var(--ground-sunken)" },
          content: ({ label: at, payload }) => (
            <ChartTooltip
              label={at}
              payload={payload.filter(({ value }) => Number(value) > 0)}
              series={series}
              valueFormatter={numberText}
            />
          ),
        }}
      />
    </div>
  );
}
