import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from "react";
import { MINUTE_MS } from "@/lib/platform/limits";
import { colourOf } from "@/lib/ui/time/colours";
import type { DayTimeline, Lane, Span } from "@/lib/ui/time/queries";
import { type DayWindow, placeIn } from "@/lib/ui/time/window";
import { deviceName, spanText } from "@/lib/ui/time/words";
import classes from "./timeline.module.css";

/** A stretch of one device's time that the reader chose, in ms since 1970. */
export type Choice = { deviceId: string; from: number; to: number };

/** The span under the pointer, and its position on the screen. */
export type Pointed = { span: Span; x: number; y: number };

/** The shortest pointer movement that counts as dragging. */
const DRAG_PX_MIN = 5;

type Props = {
  lane: Lane;
  shown: DayWindow;
  zone: string;
  projects: DayTimeline["projects"];
  choice: Choice | null;
  onChoose: (choice: Choice | null) => void;
  onPoint: (pointed: Pointed | null) => void;
};

function placed(shown: DayWindow, from: number, to: number) {
  const left = placeIn(shown, from);
  return { left: `${left}%`, width: `${placeIn(shown, to) - left}%` };
}

const within = (span: Span, from: number, to: number) =>
  Date.parse(span.from) < to && Date.parse(span.to) > from;

type SpansProps = Pick<Props, "lane" | "shown" | "zone" | "projects" | "choice"> & { active: number | null };

// Memoised: there may be two thousand spans, and the pointer moves often.
const Spans = memo(function Spans({ lane, shown, zone, projects, choice, active }: SpansProps) {
  return lane.spans.map((span, index) => {
    const isAway = span.category === "idle";
    const names = [
      classes.span,
      isAway ? classes.away : "",
      !isAway && span.seconds === 0 ? classes.beside : "",
      span.suggested_project_id === null ? "" : classes.suggested,
      index === active ? classes.active : "",
    ];
    return (
      <div
        key={span.from}
        id={`span-${lane.device_id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={choice !== null && within(span, choice.from, choice.to)}
        aria-label={spanText(zone, projects, span)}
        className={names.join(" ")}
        style={{
          ...placed(shown, Date.parse(span.from), Date.parse(span.to)),
          ...(isAway ? {} : { background: colourOf(span.category) }),
        }}
      />
    );
  });
});

/**
 * What one device saw. Pointing at a span shows details; a click chooses the span, dragging chooses a stretch. With the
 * keyboard the arrows choose a span, and with Shift they extend the choice.
 */
export function TimelineLane({ lane, shown, zone, projects, choice, onChoose, onPoint }: Props) {
  const [active, setActive] = useState<number | null>(null);
  const anchor = useRef(0);
  const pressed = useRef<{ x: number; at: number } | null>(null);
  const wasDragged = useRef(false);
  const { spans, device_id: deviceId } = lane;
  const name = deviceName(lane.device_name);

  const timeAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return shown.from + ((event.clientX - left) / width) * (shown.to - shown.from);
  };
  const indexAt = (at: number) => {
    // A span of seconds is drawn wider than it is.
    const slack = (shown.to - shown.from) / 500;
    const hit = spans.findIndex(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to));
    return hit >= 0 ? hit : spans.findIndex((span) => within(span, at - slack, at + slack));
  };
  /** Chooses the spans from the anchor to an index. */
  const choose = (index: number, isMore: boolean) => {
    if (!isMore) anchor.current = index;
    const [first, last] = [spans[Math.min(anchor.current, index)], spans[Math.max(anchor.current, index)]];
    if (!first || !last) return;
    setActive(index);
    onChoose({ deviceId, from: Date.parse(first.from), to: Date.parse(last.to) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = active ?? 0;
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: spans.length - 1,
      " ": at,
      Enter: at,
    };
    const step = steps[event.key];
    if (event.key === "Escape" && choice) {
      event.preventDefault();
      event.stopPropagation();
      onChoose(null);
    }
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(Math.min(Math.max(step, 0), spans.length - 1), event.shiftKey);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const at = timeAt(event);
    const start = pressed.current;
    if (start && Math.abs(event.clientX - start.x) >= DRAG_PX_MIN) {
      wasDragged.current = true;
      const [from, to] = [Math.min(start.at, at), Math.max(start.at, at)];
      const snapped = [Math.floor(from / MINUTE_MS) * MINUTE_MS, Math.ceil(to / MINUTE_MS) * MINUTE_MS];
      const [low = from, high = to] = snapped.map((edge) => Math.min(Math.max(edge, shown.from), shown.to));
      onChoose({ deviceId, from: low, to: high });
      onPoint(null);
      return;
    }
    const span = spans[indexAt(at)];
    const { top } = event.currentTarget.getBoundingClientRect();
    onPoint(span && event.pointerType !== "touch" ? { span, x: event.clientX, y: top } : null);
  };

  return (
    <div className={classes.lane}>
      <span className={classes.name} aria-hidden="true">
        {name}
      </span>
      <div
        role="listbox"
        aria-label={`Timeline of ${name}`}
        aria-multiselectable="true"
        aria-activedescendant={active === null ? undefined : `span-${deviceId}-${active}`}
        tabIndex={0}
        className={classes.track}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.currentTarget.matches(":focus-visible") && active === null) setActive(0);
        }}
        onPointerDown={(event) => {
          wasDragged.current = false;
          // Touch scrolls.
          if (event.pointerType === "touch" || event.button !== 0) return;
          pressed.current = { x: event.clientX, at: timeAt(event) };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          pressed.current = null;
        }}
        onPointerCancel={() => {
          pressed.current = null;
        }}
        onPointerLeave={() => onPoint(null)}
        onClick={(event) => {
          if (wasDragged.current) return;
          const index = indexAt(timeAt(event as unknown as PointerEvent<HTMLElement>));
          if (index >= 0) choose(index, event.shiftKey);
          else onChoose(null);
        }}
      >
        <Spans
          lane={lane}
          shown={shown}
          zone={zone}
          projects={projects}
          choice={choice?.deviceId === deviceId ? choice : null}
          active={active}
        />
        {choice?.deviceId === deviceId ? (
          <div className={classes.chosen} style={placed(shown, choice.from, choice.to)} />
        ) : null}
      </div>
    </div>
  );
}
