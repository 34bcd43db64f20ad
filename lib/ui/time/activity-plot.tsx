import { Plot, type PlotSeries } from "@/lib/ui/kit/plots/plot";
import { formatDuration } from "@/lib/ui/kit/time/day";

type Props = {
  /** The label below each bar. */
  places: string[];
  /** In minutes. */
  series: PlotSeries[];
  label: string;
  /** Bars of days and months are labelled in hours. */
  isInHours?: boolean;
  /** Called with a bar's index when it is clicked. */
  onPick?: (index: number) => void;
};

export const PLOT_HEIGHT_PX = 272;
const BAR_MAX_PX = 30;
const HOUR_MINUTES = 60;
const TICKS_MINUTES = [0, 15, 30, 45, 60];
const HOURS_PER_TICK = [1, 2, 3, 4, 6, 8, 12, 24, 48, 96];
const TICKS_MAX = 5;

/** Ticks at whole hours up to the highest bar, in minutes. */
function hourTicks(places: string[], series: PlotSeries[]): number[] {
  const sums = places.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));
  const hours = Math.max(1, ...sums) / HOUR_MINUTES;
  const step = HOURS_PER_TICK.find((each) => hours / each <= TICKS_MAX) ?? Math.ceil(hours / TICKS_MAX);
  return Array.from({ length: Math.ceil(hours / step) + 1 }, (_, index) => index * step * HOUR_MINUTES);
}

/** Bars of time, stacked by what it went to. The table beside it has the same numbers. */
export function ActivityPlot({ places, series, label, isInHours = false, onPick }: Props) {
  return (
    <Plot
      shape="bars"
      places={places}
      series={series}
      label={label}
      height={PLOT_HEIGHT_PX}
      barMax={BAR_MAX_PX}
      ticks={isInHours ? hourTicks(places, series) : TICKS_MINUTES}
      tickText={(minutes) => (isInHours ? `${minutes / HOUR_MINUTES} h` : String(minutes))}
      valueText={(minutes) => formatDuration(minutes * 60)}
      {...(onPick ? { onPick } : {})}
    />
  );
}
