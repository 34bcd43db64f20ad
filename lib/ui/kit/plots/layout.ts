import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";

export type PlotSeries = {
  name: string;
  color: string;
  /** One for each place, from 0. */
  values: number[];
};

export type PlotProps = {
  shape: "bars" | "areas";
  /** What is written below each place, and above its values. */
  places: string[];
  series: PlotSeries[];
  /** Of the whole, in pixels, as its width. */
  height: number;
  width: number;
  /** How much larger than usual the reader's letters are. */
  scale: number;
  /** The widest a bar gets, in pixels. */
  barMax?: number;
  /** The lines to draw, up to the highest; whole numbers that fit the values if left out. */
  ticks?: number[];
  tickText: (value: number) => string;
  valueText: (value: number) => string;
  /** Called with a place when it is clicked. */
  onPick?: (place: number) => void;
};

/** Above the highest line, in pixels, for half its label. */
export const TOP_PX = 8;
const BELOW_PX = 28;
/** The distance of the lines, about. */
const LINES_PX = 52;
/** Of digits and small letters, at the size of the labels. */
const LETTER_PX = 6.8;
/** Between labels: so much, and a part of their width. */
const LABEL_GAP_PX = 8;
const LABEL_GAP = 0.5;

/** How wide a label is at most, in pixels. */
export const widthOf = (text: string, scale: number) => text.length * LETTER_PX * scale;
const longest = (texts: string[], scale: number) => Math.max(0, ...texts.map((text) => widthOf(text, scale)));

/**
 * Where everything goes, in pixels: `layers` are the series stacked, in values, for each place from where until where;
 * `lines` are values; `left` and `bottom` are where the axes are.
 */
export function layOut({ places, series, width, height, scale, ticks, tickText, shape }: PlotProps) {
  const layers = stack<number, number>()
    .keys(series.keys())
    .value((place, layer) => series[layer]?.values[place] ?? 0)(places.keys());
  const most = Math.max(1, ...layers.flatMap((layer) => layer.map(([, until]) => until)));
  const bottom = height - BELOW_PX * scale;
  const y = scaleLinear([0, ticks ? Math.max(most, ...ticks) : most], [bottom, TOP_PX]);
  const count = Math.max(2, Math.round((bottom - TOP_PX) / (LINES_PX * scale)));
  const lines = ticks ?? y.nice(count).ticks(count).filter(Number.isInteger);
  const left = longest(lines.map(tickText), scale) + 8;
  const x = scaleBand(places.keys(), [left, width]).paddingInner(shape === "bars" ? 0.2 : 0);
  const middle = (place: number) => (x(place) ?? 0) + x.bandwidth() / 2;
  return { layers, lines, x, y, left, bottom, middle };
}

export type Layout = ReturnType<typeof layOut>;

/** As many labels as fit side by side, at even distances. */
export function shownPlaces(places: string[], step: number, scale: number): number[] {
  const every = Math.max(1, Math.ceil((longest(places, scale) * (1 + LABEL_GAP) + LABEL_GAP_PX) / step));
  return [...places.keys()].filter((place) => place % every === 0);
}

const HINT_PX = 256;
/** Between the hint and the middle of its place. */
const HINT_GAP_PX = 16;
const HINT_ROW_PX = 21;
/** Its edges, and the line that says which place it is of. */
const HINT_HEAD_PX = 42;

type HintOf = { middle: number; width: number; height: number; scale: number; rows: number };

/** The room for a hint that stays inside of the plot, the side of it that is at its place, and how many of its rows fit. */
export function hintPlace({ middle, width, height, scale, rows }: HintOf) {
  const wide = Math.min(HINT_PX * scale, width);
  const isLeft = middle > width / 2;
  const beside = isLeft ? middle - HINT_GAP_PX - wide : middle + HINT_GAP_PX;
  const fit = Math.floor((height - HINT_HEAD_PX * scale) / (HINT_ROW_PX * scale));
  return {
    left: Math.min(Math.max(0, beside), width - wide),
    width: wide,
    justifyContent: isLeft ? "flex-end" : "flex-start",
    rows: rows <= fit ? rows : Math.max(1, fit - 1),
  };
}
