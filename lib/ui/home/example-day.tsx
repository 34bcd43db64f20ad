import classes from "./example-day.module.css";

/** Minutes by hour of a made-up day: code, review, chat, meeting, docs. */
const HOURS: [hour: string, minutes: number[]][] = [
  ["09", [22, 0, 14, 15, 0]],
  ["10", [48, 0, 6, 0, 0]],
  ["11", [31, 18, 4, 0, 6]],
  ["12", [12, 0, 3, 0, 0]],
  ["13", [0, 0, 9, 30, 10]],
  ["14", [52, 0, 2, 0, 4]],
  ["15", [38, 14, 5, 0, 0]],
  ["16", [9, 26, 8, 0, 12]],
  ["17", [0, 8, 6, 0, 21]],
];
const CATEGORIES = ["Code", "Review", "Chat", "Meetings", "Docs"];
const HOUR_MINUTES = 60;
const BAR_WIDTH = 26;
const BAR_STEP = 44;
const PLOT_HEIGHT = 168;
const GAP = 2;

function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / HOUR_MINUTES);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % HOUR_MINUTES} min`;
}

/** A day as the console draws it, with made-up numbers that add up. */
export function ExampleDay() {
  const totals = CATEGORIES.map((_, index) =>
    HOURS.reduce((sum, [, minutes]) => sum + (minutes[index] ?? 0), 0),
  );
  const total = totals.reduce((sum, minutes) => sum + minutes, 0);
  return (
    <figure className={classes.card}>
      <figcaption className={classes.caption}>
        <span className={classes.kicker}>An example day</span>
        <span className={classes.total}>{formatMinutes(total)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${HOURS.length * BAR_STEP} ${PLOT_HEIGHT + 24}`}
        className={classes.plot}
        role="img"
        aria-label="Bars of minutes by hour from 9:00 to 18:00, stacked by category"
      >
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            x1="0"
            x2={HOURS.length * BAR_STEP}
            y1={PLOT_HEIGHT * share}
            y2={PLOT_HEIGHT * share}
            className={classes.grid}
          />
        ))}
        {HOURS.map(([hour, minutes], column) => {
          let top = PLOT_HEIGHT;
          return (
            <g key={hour}>
              {minutes.map((value, index) => {
                const height = (value / HOUR_MINUTES) * PLOT_HEIGHT;
                top -= height;
                return value === 0 ? null : (
                  <rect
                    key={CATEGORIES[index]}
                    x={column * BAR_STEP + (BAR_STEP - BAR_WIDTH) / 2}
                    y={top + GAP / 2}
                    width={BAR_WIDTH}
                    height={Math.max(1, height - GAP)}
                    rx="3"
                    className={classes[`series${index}`]}
                  />
                );
              })}
              <text x={column * BAR_STEP + BAR_STEP / 2} y={PLOT_HEIGHT + 18} className={classes.tick}>
                {hour}
              </text>
            </g>
          );
        })}
      </svg>
      <ul className={classes.legend}>
        {CATEGORIES.map((category, index) => (
          <li key={category}>
            <span className={`${classes.dot} ${classes[`series${index}`]}`} aria-hidden="true" />
            {category}
            <span className={classes.minutes}>{formatMinutes(totals[index] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
