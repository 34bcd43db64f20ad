import { useClickOutside, useWindowEvent } from "@mantine/hooks";
import { area, line, type SeriesPoint } from "d3-shape";
import { type PointerEvent, type ReactNode, useState } from "react";
import {
  hintPlace,
  type Layout,
  layOut,
  type PlotProps,
  shownPlaces,
  TOP_PX,
  widthOf,
} from "@/lib/ui/kit/plots/layout";
import classes from "./plot.module.css";

/** Between the parts of a bar, so that those of similar colours are told apart. */
const PART_GAP_PX = 1;
const ROUNDED_FROM_PX = 8;

function Axes({ plot, layout }: { plot: PlotProps; layout: Layout }) {
  const { places, width, height, scale, tickText } = plot;
  const { lines, x, y, left, middle } = layout;
  return (
    <>
      {lines.map((value) => (
        <g key={value} transform={`translate(0 ${y(value)})`}>
          <line className={classes.line} x1={left} x2={width} />
          <text x={left - 8} dy="0.32em" textAnchor="end">
            {tickText(value)}
          </text>
        </g>
      ))}
      {shownPlaces(places, x.step(), scale).map((place) => {
        const text = places[place] ?? "";
        const half = widthOf(text, scale) / 2;
        return (
          <text
            key={place}
            x={Math.min(Math.max(middle(place), half), width - half)}
            y={height - 6 * scale}
            textAnchor="middle"
          >
            {text}
          </text>
        );
      })}
    </>
  );
}

function Bars({ plot: { series, barMax = 36 }, layout }: { plot: PlotProps; layout: Layout }) {
  const { layers, x, y, middle } = layout;
  const width = Math.min(barMax, x.bandwidth());
  return layers.map((layer) => {
    const { name, color } = series[layer.key] ?? { name: "", color: "" };
    return (
      <g key={`${layer.key} ${name}`} fill={color} data-series={name}>
        {layer.map(([from, until], place) =>
          until > from ? (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is by its position
              key={place}
              x={middle(place) - width / 2}
              y={y(until)}
              width={width}
              height={Math.max(1, y(from) - y(until) - PART_GAP_PX)}
              rx={width < ROUNDED_FROM_PX ? 1 : 2.5}
            />
          ) : null,
        )}
      </g>
    );
  });
}

function Areas({ plot: { series }, layout }: { plot: PlotProps; layout: Layout }) {
  const { layers, y, middle } = layout;
  return layers.map((layer) => {
    const { name, color } = series[layer.key] ?? { name: "", color: "" };
    const place = (_: unknown, index: number) => middle(index);
    const filled = area<SeriesPoint<number>>(
      place,
      ([from]) => y(from),
      ([, until]) => y(until),
    );
    const edge = line<SeriesPoint<number>>(place, ([, until]) => y(until));
    return (
      <g key={`${layer.key} ${name}`} data-series={name}>
        <path className={classes.area} d={filled(layer) ?? ""} fill={color} />
        <path className={classes.edge} d={edge(layer) ?? ""} stroke={color} />
      </g>
    );
  });
}

type HintProps = { plot: PlotProps; place: number; middle: number };

/** The values of the place below the pointer, beside it where there is room. */
function Hint({ plot, place, middle }: HintProps) {
  const { places, series, width, height, scale, valueText } = plot;
  const there = series
    .map((each, key) => ({ ...each, key, value: each.values[place] ?? 0 }))
    .filter(({ value }) => value > 0 || series.length === 1);
  const { rows, ...beside } = hintPlace({ middle, width, height, scale, rows: there.length });
  const left = there.length - rows;
  return (
    <div className={classes.hintPlace} style={beside}>
      <div className={classes.hint}>
        <p className={classes.hintTitle}>{places[place]}</p>
        {there.length === 0 ? <p className={classes.none}>Nothing</p> : null}
        {there.slice(0, rows).map(({ key, name, color, value }) => (
          <p key={key} className={classes.hintRow}>
            <span className={classes.swatch} style={{ background: color }} />
            <span className={classes.hintName} dir="auto">
              {name}
            </span>
            <span>{valueText(value)}</span>
          </p>
        ))}
        {left > 0 ? <p className={classes.none}>and {left} more</p> : null}
      </div>
    </div>
  );
}

type FollowedProps = { plot: PlotProps; layout: Layout; children: ReactNode };

/**
 * What follows a pointer; around the rest, which is not drawn again while it moves. What a finger has found stays when it
 * is lifted, until another place is touched.
 */
function Followed({ plot, layout, children }: FollowedProps) {
  const [place, setPlace] = useState<number | null>(null);
  const { places, series, shape, onPick } = plot;
  const { x, left, bottom, middle } = layout;
  const placeAt = ({ clientX, currentTarget }: { clientX: number; currentTarget: Element }) => {
    const inside = clientX - currentTarget.getBoundingClientRect().left;
    const found = Math.floor((inside - left) / x.step());
    return found >= 0 && found < places.length ? found : null;
  };
  const follow = (event: PointerEvent<HTMLElement>) => setPlace(placeAt(event));
  const leave = () => setPlace(null);
  const box = useClickOutside<HTMLDivElement>(leave);
  useWindowEvent("keydown", ({ key }) => (key === "Escape" ? leave() : undefined));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table beside it leads to the same by keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: likewise
    <div
      ref={box}
      className={classes.followed}
      data-is-picked={onPick !== undefined && series.some(({ values }) => (values[place ?? -1] ?? 0) > 0)}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={({ pointerType }) => (pointerType === "touch" ? undefined : leave())}
      onClick={(event) => {
        const picked = placeAt(event);
        if (picked !== null) onPick?.(picked);
      }}
    >
      {children}
      {place === null || place >= places.length ? null : (
        <>
          <div
            className={shape === "bars" ? classes.band : classes.mark}
            style={{
              top: TOP_PX,
              height: bottom - TOP_PX,
              ...(shape === "bars"
                ? { left: (x(place) ?? 0) - (x.step() - x.bandwidth()) / 2, width: x.step() }
                : { left: middle(place) }),
            }}
          />
          <Hint plot={plot} place={place} middle={middle(place)} />
        </>
      )}
    </div>
  );
}

/** The lines, the labels and the shapes of a plot, and what a pointer finds there. */
export default function Drawing(plot: PlotProps) {
  const { width, height, shape } = plot;
  const layout = layOut(plot);
  return (
    <Followed plot={plot} layout={layout}>
      <svg
        className={classes.drawing}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
      >
        <Axes plot={plot} layout={layout} />
        {shape === "bars" ? <Bars plot={plot} layout={layout} /> : <Areas plot={plot} layout={layout} />}
      </svg>
    </Followed>
  );
}
