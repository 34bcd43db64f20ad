import { crc32 } from "node:zlib";
import type { z } from "zod";
import { MINUTE_MS } from "@/lib/platform/limits";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";

/*
 * A working day as a desktop client would have seen it. The same day always gives the same samples, ids included, so
 * that playing it twice shows what the server makes of a repetition.
 */

export type Sample = z.input<typeof TrackerEvent>;

export const SAMPLE_INTERVAL_S = 60;
const DAY_START_MINUTE = 8 * 60 + 30;
const MINUTES_WORTH_SHOWING = 60;

type Scene = Pick<Sample, "active_app"> &
  Partial<Pick<Sample, "file_context" | "dev_context" | "browser" | "meeting">> & {
    /** Typical keys and mouse events in a minute. */
    keys: number;
    mouse: number;
  };

const app = (name: string, bundle_id: string, window_title: string) => ({ name, bundle_id, window_title });

function editing(branch: string, file: string): Scene {
  return {
    active_app: app("Visual Studio Code", "com.microsoft.VSCode", `${file.split("/").at(-1)} — storefront`),
    file_context: { path: `/Users/demo/code/storefront/${file}`, repo: "acme/storefront", branch },
    dev_context: { editor_file: file, terminal_cwd: "/Users/demo/code/storefront" },
    keys: 160,
    mouse: 45,
  };
}

function terminal(branch: string, command: string): Scene {
  return {
    active_app: app("iTerm2", "com.googlecode.iterm2", `storefront — ${command}`),
    file_context: { repo: "acme/storefront", branch },
    dev_context: { terminal_cwd: "/Users/demo/code/storefront", last_command: command },
    keys: 70,
    mouse: 15,
  };
}

function browsing(url: string, title: string, keys = 20, mouse = 90): Scene {
  return {
    active_app: app("Google Chrome", "com.google.Chrome", title),
    browser: { url, title },
    keys,
    mouse,
  };
}

function call(title: string): Scene {
  return {
    active_app: app("zoom.us", "us.zoom.xos", title),
    meeting: { in_call: true, call_app: "zoom.us", calendar_event_id: `demo-${crc32(title)}` },
    keys: 6,
    mouse: 20,
  };
}

const chat = (channel: string): Scene => ({
  active_app: app("Slack", "com.tinyspeck.slackmacgap", `${channel} — Acme`),
  keys: 110,
  mouse: 40,
});

const mail: Scene = {
  active_app: app("Mail", "com.apple.mail", "Inbox — 12 messages"),
  keys: 90,
  mouse: 50,
};

/** Minutes and what they were spent on; a block of several scenes switches between them. Null is lunch: no samples. */
function blocks(key: string): [minutes: number, scenes: Scene[] | null][] {
  const feature = `feature/${key}-12`;
  const fix = `fix/${key}-7`;
  const pull = "https://github.com/acme/storefront/pull/87";
  return [
    [20, [mail, chat("#general")]],
    [15, [call("Stand-up")]],
    [
      75,
      [
        editing(feature, "src/cart/total.ts"),
        editing(feature, "src/cart/total.test.ts"),
        editing(feature, "src/cart/total.ts"),
        terminal(feature, "npm test"),
      ],
    ],
    [10, [chat("#storefront")]],
    [
      30,
      [
        browsing(`${pull}/files`, "Round prices per line by grace · Pull Request #87"),
        browsing(pull, "Round prices per line · Pull Request #87", 60),
      ],
    ],
    [
      30,
      [
        editing(feature, "src/cart/discount.ts"),
        browsing(
          "https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Intl/NumberFormat",
          "Intl.NumberFormat - JavaScript | MDN",
        ),
      ],
    ],
    [60, null],
    [
      40,
      [
        browsing("https://docs.google.com/document/d/demo/edit", "Checkout: how prices are rounded", 120, 50),
        browsing("https://www.figma.com/design/demo/checkout", "Checkout – Figma", 5, 180),
      ],
    ],
    [45, [call("Design review")]],
    [
      90,
      [
        editing(fix, "src/checkout/rounding.ts"),
        editing(fix, "src/checkout/money.ts"),
        terminal(fix, "npm run check"),
        browsing(
          "https://stackoverflow.com/questions/11832914",
          "How to round to at most two decimal places - Stack Overflow",
        ),
      ],
    ],
    [15, [chat("Grace Hopper"), mail]],
    [
      65,
      [
        editing(fix, "src/checkout/rounding.test.ts"),
        editing(fix, "src/checkout/rounding.ts"),
        terminal(fix, "git push"),
      ],
    ],
    [15, [browsing(`https://tracker.example.com/browse/${key}-7`, `${key}-7 Totals differ by a cent`, 80)]],
  ];
}

function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

function sampleAt(scenes: Scene[], minute: number, day: string, at: Date): Sample {
  const chance = crc32(`${day} ${minute}`);
  // A scene lasts for a few minutes before the person switches.
  const { keys, mouse, ...scene } = scenes[crc32(`${day} ${Math.floor(minute / 7)}`) % scenes.length] ?? {
    ...mail,
  };
  const share = 0.4 + (chance % 1000) / 1000;
  return {
    event_id: `demo-${day}-${String(minute).padStart(4, "0")}`,
    client_seq: Math.floor(at.getTime() / MINUTE_MS),
    ts: at.toISOString(),
    interval_s: SAMPLE_INTERVAL_S,
    ...scene,
    system: { on_battery: false, displays: 2, online: true, network: "office" },
    input_cadence: { key_events: Math.round(keys * share), mouse_events: Math.round(mouse * share) },
  };
}

export type WorkingDay = { from: Date; to: Date; samples: Sample[] };

/**
 * The latest working day of the reader's time zone of which at least an hour has passed, up to `now`, sample by sample
 * with task keys of `key`; `from` and `to` are that day's midnights.
 */
export function workingDay(now: Date, key: string): WorkingDay {
  const midnight = (daysAgo: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
  const started =
    now.getTime() - midnight(0).getTime() > (DAY_START_MINUTE + MINUTES_WORTH_SHOWING) * MINUTE_MS;
  const from = midnight(started ? 0 : 1);
  const to = midnight(started ? -1 : 0);
  const day = dayOf(from);
  const samples: Sample[] = [];
  let minute = DAY_START_MINUTE;
  for (const [minutes, scenes] of blocks(key)) {
    for (const end = minute + minutes; minute < end; minute++) {
      // Local hours, so that the day looks right where a clock was changed that night; a sample ends its interval.
      const at = new Date(from.getFullYear(), from.getMonth(), from.getDate(), 0, minute + 1);
      if (scenes && at <= now) samples.push(sampleAt(scenes, minute, day, at));
    }
  }
  return { from, to, samples };
}
