import "@mantine/charts/styles.layer.css";
import { BarChart, ChartTooltip } from "@mantine/charts";
import { formatDuration } from "@/lib/ui/kit/time/day";

type PlotSeries = { name: string; label: string; color: string };
type Props = {
  /** Minutes by series name; `bar` is the label below. */
  data: Record<string, string | number>[];
  series: PlotSeries[];
  label: string;
  /** Bars of days and months are labelled in hours. */
  isInHours?: boolean;
  /** Called with a bar's index when it is clicked. */
  onPick?: (index: number) => void;
};

const HEIGHT_PX = 272;
const HOUR_MINUTES = 60;
const TICKS_MINUTES = [0, 15, 30, 45, 60];
const HOURS_PER_TICK = [1, 2, 3, 4, 6, 8, 12, 24, 48, 96];
const TICKS_MAX = 5;

/** Ticks at whole hours up to the highest bar, in minutes. */
function hourTicks(data: Props["data"], series: PlotSeries[]): number[] {
  const sums = data.map((bar) => series.reduce((sum, { name }) => sum + Number(bar[name] ?? 0), 0));
  const hours = Math.max(1, ...sums) / HOUR_MINUTES;
  const step = HOURS_PER_TICK.find((each) => hours / each <= TICKS_MAX) ?? Math.ceil(hours / TICKS_MAX);
  return Array.from({ length: Math.ceil(hours / step) + 1 }, (_, index) => index * step * HOUR_MINUTES);
}

/** Bars of time, stacked by what it went to. Loaded separately, because charts weigh more than the rest of a page. */
export default function ActivityPlot({ data, series, label, isInHours = false, onPick }: Props) {
  const ticks = isInHours ? hourTicks(data, series) : TICKS_MINUTES;
  return (
    // The table beside it has the same numbers, for screen readers.
    <div role="img" aria-label={label}>
      <BarChart
        h={HEIGHT_PX}
        data={data}
        dataKey="bar"
        type="stacked"
        series={series}
        gridAxis="x"
        strokeDasharray="0"
        tickLine="none"
        maxBarWidth={30}
        textColor="dimmed"
        gridColor="var(--line)"
        barChartProps={{
          accessibilityLayer: false,
          margin: { top: 6, right: 0, bottom: 0, left: 0 },
          ...(onPick ? { onClick: ({ activeIndex }) => onPick(Number(activeIndex ?? -1)) } : {}),
        }}
        barProps={{ radius: 3, stroke: "var(--ground-raised)", strokeWidth: 1.5, isAnimationActive: false }}
        xAxisProps={{ interval: "preserveStartEnd", tickMargin: 8, minTickGap: 12 }}
        yAxisProps={{
          domain: [0, ticks.at(-1) ?? HOUR_MINUTES],
          ticks,
          width: isInHours ? 40 : 28,
          tickFormatter: (minutes: number) => (isInHours ? `${minutes / HOUR_MINUTES} h` : String(minutes)),
        }}
        valueFormatter={(minutes) => formatDuration(minutes * 60)}
        tooltipProps={{
          cursor: { fill: "var(--ground-sunken)" },
          content: ({ label: bar, payload }) => (
            <ChartTooltip
              label={bar}
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
