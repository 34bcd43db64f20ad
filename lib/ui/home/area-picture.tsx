import type { ReactNode } from "react";
import classes from "./area-picture.module.css";

/*
 * Pictures of the product's areas, drawn rather than screenshots: sharp at every size, in both colour schemes, and only
 * a few hundred bytes each. The text beside them says what they show.
 */

const WIDTH = 320;
const HEIGHT = 150;

function Words({
  x,
  y,
  dim = false,
  children,
}: {
  x: number;
  y: number;
  dim?: boolean;
  children: ReactNode;
}) {
  return (
    <text x={x} y={y} className={dim ? classes.dim : classes.words}>
      {children}
    </text>
  );
}

const Box = (props: { x: number; y: number; width: number; height: number }) => (
  <rect {...props} rx="6" className={classes.box} />
);
const colour = (index: number) => classes[`colour${index}`];

const STAGES = [
  { name: "Lead", colour: 1, deals: ["€31,000", "€15,000"] },
  { name: "Proposal", colour: 2, deals: ["€12,500"] },
  { name: "Won", colour: 0, deals: ["€18,400", "€9,200"] },
];

function Deals() {
  return STAGES.map(({ name, colour: index, deals }, column) => {
    const x = 16 + column * 98;
    return (
      <g key={name}>
        <circle cx={x + 6} cy={24} r="4" className={colour(index)} />
        <Words x={x + 16} y={28}>
          {name}
        </Words>
        {deals.map((deal, row) => (
          <g key={deal}>
            <Box x={x} y={40 + row * 50} width={88} height={42} />
            <rect x={x + 9} y={49 + row * 50} width={52} height={6} rx="3" className={classes.line} />
            <Words x={x + 9} y={74 + row * 50} dim>
              {deal}
            </Words>
          </g>
        ))}
      </g>
    );
  });
}

const TASKS = [
  { name: "SHOP-6 Totals differ by a cent", colour: 3, votes: 24 },
  { name: "SHOP-3 Send a receipt", colour: 2, votes: 11 },
  { name: "SHOP-4 Show delivery dates", colour: 1, votes: 8 },
];

function Board() {
  return TASKS.map(({ name, colour: index, votes }, row) => (
    <g key={name}>
      <Box x={16} y={14 + row * 43} width={288} height={36} />
      <rect x={16} y={20 + row * 43} width="4" height="24" rx="2" className={colour(index)} />
      <Words x={32} y={36 + row * 43}>
        {name}
      </Words>
      <rect x={256} y={21 + row * 43} width="38" height="22" rx="11" className={classes.soft} />
      <Words x={264} y={36 + row * 43} dim>
        ▲ {votes}
      </Words>
    </g>
  ));
}

function Answers() {
  return (
    <>
      <Words x={16} y={28}>
        How likely are you to recommend us?
      </Words>
      {[6, 8, 14, 10, 22, 38, 64, 78, 58].map((height, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
          key={index}
          x={18 + index * 32}
          y={126 - height}
          width="22"
          height={height}
          rx="3"
          className={colour(index > 5 ? 0 : 1)}
        />
      ))}
      <line x1="16" x2="304" y1="128" y2="128" className={classes.rule} />
    </>
  );
}

const ROWS = [
  { name: "Choose the name", state: "Done", colour: 0 },
  { name: "Photos of all products", state: "Done", colour: 0 },
  { name: "Rehearse the checkout", state: "Started", colour: 1 },
  { name: "Launch", state: "Open", colour: 2 },
];

function Grid() {
  return (
    <>
      <Box x={16} y={12} width={288} height={126} />
      {ROWS.map(({ name, state, colour: index }, row) => (
        <g key={name}>
          {row === 0 ? null : (
            <line x1="16" x2="304" y1={13 + row * 31} y2={13 + row * 31} className={classes.rule} />
          )}
          <Words x={28} y={33 + row * 31}>
            {name}
          </Words>
          <circle cx={216} cy={29 + row * 31} r="4" className={colour(index)} />
          <Words x={227} y={33 + row * 31} dim>
            {state}
          </Words>
        </g>
      ))}
      <line x1="200" x2="200" y1="12" y2="138" className={classes.rule} />
    </>
  );
}

const DELIVERIES = [
  { type: "record.updated", code: "200", colour: 0 },
  { type: "form.submitted", code: "200", colour: 0 },
  { type: "form.submitted", code: "503", colour: 3 },
  { type: "table.row.created", code: "200", colour: 0 },
];

function Deliveries() {
  return DELIVERIES.map(({ type, code, colour: index }, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
    <g key={row}>
      <circle cx={26} cy={28 + row * 32} r="5" className={colour(index)} />
      <text x={42} y={32 + row * 32} className={classes.code}>
        {type}
      </text>
      <text x={272} y={32 + row * 32} className={classes.code}>
        {code}
      </text>
      {row === 0 ? null : (
        <line x1="16" x2="304" y1={12 + row * 32} y2={12 + row * 32} className={classes.rule} />
      )}
    </g>
  ));
}

const DAYS = [
  { name: "Mon", parts: [46, 18, 12] },
  { name: "Tue", parts: [58, 10, 20] },
  { name: "Wed", parts: [34, 30, 16] },
  { name: "Thu", parts: [62, 14, 8] },
  { name: "Fri", parts: [40, 12, 22] },
];

function Days() {
  return DAYS.map(({ name, parts }, day) => {
    let top = 122;
    return (
      <g key={name}>
        {parts.map((height, index) => {
          top -= height;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity
              key={index}
              x={30 + day * 56}
              y={top + 1}
              width="36"
              height={height - 2}
              rx="3"
              className={colour(index)}
            />
          );
        })}
        <Words x={36 + day * 56} y={140} dim>
          {name}
        </Words>
      </g>
    );
  });
}

const COMMITS = [
  { name: "Round prices per line", colour: 0, by: "AL" },
  { name: "Merge pull request #87", colour: 4, by: "GH" },
  { name: "Totals differ by a cent", colour: 0, by: "AL" },
  { name: "Show delivery dates", colour: 1, by: "MT" },
];

function Commits() {
  return (
    <>
      <line x1="30" x2="30" y1="20" y2="134" className={classes.rule} />
      {COMMITS.map(({ name, colour: index, by }, row) => (
        <g key={name}>
          <circle cx={30} cy={28 + row * 32} r="6" className={colour(index)} />
          <Words x={50} y={32 + row * 32}>
            {name}
          </Words>
          <circle cx={288} cy={28 + row * 32} r="11" className={classes.person} />
          <text x={288} y={31 + row * 32} className={classes.initials}>
            {by}
          </text>
        </g>
      ))}
    </>
  );
}

const GRANTS = [
  { name: "Edit records", held: [true, true, false] },
  { name: "Manage projects", held: [true, true, false] },
  { name: "Manage roles", held: [true, false, false] },
];

function Grants() {
  return (
    <>
      {["Owner", "Manager", "Viewer"].map((role, column) => (
        <Words key={role} x={128 + column * 64} y={28} dim>
          {role}
        </Words>
      ))}
      {GRANTS.map(({ name, held }, row) => (
        <g key={name}>
          <line x1="16" x2="304" y1={40 + row * 34} y2={40 + row * 34} className={classes.rule} />
          <Words x={16} y={61 + row * 34}>
            {name}
          </Words>
          {held.map((isHeld, column) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity
              key={column}
              cx={144 + column * 64}
              cy={57 + row * 34}
              r="6"
              className={isHeld ? colour(0) : classes.hollow}
            />
          ))}
        </g>
      ))}
    </>
  );
}

const CODE = [
  { x: 0, text: "GET /crm/objects/deal/records", isDim: true },
  { x: 0, text: "{" },
  { x: 14, text: '"title": "Spring order",' },
  { x: 14, text: '"stage": "Won",' },
  { x: 14, text: '"amount": 18400' },
  { x: 0, text: "}" },
];

function Call() {
  return CODE.map(({ x, text, isDim = false }, row) => (
    <text
      key={text}
      x={20 + x}
      y={30 + row * 20 + (row === 0 ? 0 : 2)}
      className={isDim ? classes.call : classes.code}
    >
      {text}
    </text>
  ));
}

const PICTURES = {
  crm: Deals,
  projects: Board,
  forms: Answers,
  tables: Grid,
  webhooks: Deliveries,
  tracker: Days,
  repositories: Commits,
  access: Grants,
  api: Call,
};

export type Area = keyof typeof PICTURES;

/** A picture of an area. Decorative: the text beside it says the same. */
export function AreaPicture({ area }: { area: Area }) {
  const Picture = PICTURES[area];
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes.picture} aria-hidden="true">
      <Picture />
    </svg>
  );
}
