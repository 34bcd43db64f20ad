import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClientError } from "@/lib/tracker-client/client-error";
import {
  activityWatch,
  isActivityWatchThere,
  settledTo,
  stretchesOf,
  type Watched,
  type WatchedEvent,
} from "@/lib/tracker-client/sources/activitywatch";
import { chooseSource, fitting } from "@/lib/tracker-client/sources/choose-source";
import { readFront, readIdleMs } from "@/lib/tracker-client/sources/macos";
import { readHyprlandWindow, readSwayTree } from "@/lib/tracker-client/sources/wayland";
import { readLine } from "@/lib/tracker-client/sources/windows";
import { readActiveWindow, readWindow } from "@/lib/tracker-client/sources/x11";

describe("X11", () => {
  it("finds the window in front, if there is one", () => {
    expect(readActiveWindow("_NET_ACTIVE_WINDOW: window id # 0x1a00003\n")).toBe("0x1a00003");
    expect(readActiveWindow("_NET_ACTIVE_WINDOW: window id # 0x0\n")).toBeNull();
    expect(readActiveWindow("_NET_ACTIVE_WINDOW:  not found.\n")).toBeNull();
  });

  it("reads class and title, with quotes, line breaks and letters beyond ASCII, in whichever way xprop writes them", () => {
    const window = readWindow(
      String.raw`WM_CLASS = "Navigator", "firefox"
_NET_WM_NAME = "\"Größe\" \\ caf\303\251\n2 — Mozilla Firefox"
WM_NAME = "other"
`,
    );
    expect(window).toEqual({
      appName: "firefox",
      bundleId: "firefox",
      windowTitle: '"Größe" \\ café 2 — Mozilla Firefox',
    });
  });

  it("uses the old title if there is no new one, and nothing if a window has neither", () => {
    const old = 'WM_CLASS = "xterm", "XTerm"\n_NET_WM_NAME:  not found.\nWM_NAME = "ana@desk: ~"\n';
    expect(readWindow(old)).toEqual({ appName: "XTerm", bundleId: "XTerm", windowTitle: "ana@desk: ~" });
    expect(readWindow("WM_CLASS:  not found.\n_NET_WM_NAME:  not found.\nWM_NAME:  not found.\n")).toBeNull();
    expect(readWindow("")).toBeNull();
  });
});

describe("Sway", () => {
  const tree = (leaf: object) =>
    JSON.stringify({
      type: "root",
      focused: false,
      nodes: [{ type: "output", nodes: [{ type: "workspace", nodes: [], floating_nodes: [leaf] }] }],
    });

  it("finds the window with the focus, of Wayland and of X11", () => {
    const wayland = { type: "floating_con", focused: true, app_id: "foot", name: "vim total.ts" };
    expect(readSwayTree(tree(wayland))).toEqual({
      appName: "foot",
      bundleId: "foot",
      windowTitle: "vim total.ts",
    });
    const x11 = { type: "con", focused: true, app_id: null, name: "a", window_properties: { class: "Code" } };
    expect(readSwayTree(tree(x11))).toEqual({ appName: "Code", bundleId: "Code", windowTitle: "a" });
  });

  it("finds none on an empty workspace", () => {
    expect(
      readSwayTree(
        JSON.stringify({ type: "root", nodes: [{ type: "workspace", focused: true, name: "1" }] }),
      ),
    ).toBeNull();
  });
});

it("Hyprland: reads the window in front, where there is one", () => {
  const window = JSON.stringify({
    address: "0x55",
    class: "kitty",
    title: "nvim",
    pid: 4711,
    xwayland: false,
  });
  expect(readHyprlandWindow(window)).toEqual({ appName: "kitty", bundleId: "kitty", windowTitle: "nvim" });
  expect(readHyprlandWindow("{}")).toBeNull();
});

describe("macOS, as its programs are documented to print", () => {
  it("reads the app in front", () => {
    expect(readFront("Code\ncom.microsoft.VSCode\ntotal.ts — shop\n")).toEqual({
      appName: "Code",
      bundleId: "com.microsoft.VSCode",
      windowTitle: "total.ts — shop",
    });
    expect(readFront("java\nmissing value\n\n")).toEqual({ appName: "java", bundleId: "java" });
    expect(readFront("\n")).toBeNull();
  });

  it("reads the idle time", () => {
    expect(readIdleMs('    | |   "HIDIdleTime" = 2500000000\n')).toBe(2_500);
    expect(readIdleMs("")).toBeNaN();
  });
});

it("Windows: reads what the script prints", () => {
  expect(readLine('{"idle_ms":1500,"title":"total.ts","name":"Code"}')).toEqual({
    seen: { appName: "Code.exe", bundleId: "Code.exe", windowTitle: "total.ts" },
    idleMs: 1_500,
  });
  expect(readLine('{"idle_ms":0,"title":"","name":""}')?.seen).toBeNull();
  expect(readLine("Add-Type : error")).toBeNull();
});

describe("which source", () => {
  it.each([
    ["darwin", {}, "macos"],
    ["win32", {}, "windows"],
    ["linux", { SWAYSOCK: "/run/sway", DISPLAY: ":0", XDG_SESSION_TYPE: "wayland" }, "sway"],
    ["linux", { HYPRLAND_INSTANCE_SIGNATURE: "x" }, "hyprland"],
    ["linux", { DISPLAY: ":0" }, "x11"],
    ["linux", { DISPLAY: ":0", XDG_SESSION_TYPE: "wayland" }, null],
    ["linux", {}, null],
  ] as const)("%s %j: %s", (platform, env, name) => expect(fitting(platform, env)).toBe(name));

  it("says which there are, when another is wanted", async () => {
    await expect(chooseSource("toString")).rejects.toThrow("activitywatch, x11, sway");
  });
});

const MORNING = Date.parse("2026-11-20T09:00:00Z") / 1_000;
const at = (second: number, fraction = 0) => new Date((MORNING + second) * 1_000 + fraction).toISOString();
const event = (from: number, to: number, data: WatchedEvent["data"]): WatchedEvent => ({
  timestamp: at(from).replace("Z", "000+00:00"),
  duration: to - from,
  data,
});
const bucket = (type: string, id: string, hostname = "desk") => ({ id, type, hostname });
const WINDOW = bucket("currentwindow", "aw-watcher-window_desk");
const AFK = bucket("afkstatus", "aw-watcher-afk_desk");
const WEB = bucket("web.tab.current", "aw-watcher-web-firefox", "unknown");
const EDITOR = bucket("app.editor.activity", "aw-watcher-vscode_desk", "unknown");

/** An hour as its watchers wrote it. */
const HOUR: Watched = [
  {
    bucket: WINDOW,
    events: [
      event(0, 600, { app: "Code", title: "total.ts - shop" }),
      event(600, 1_200, { app: "firefox", title: "Pull Request #87 — Mozilla Firefox" }),
      event(1_200, 1_800, { app: "Slack", title: "general" }),
    ],
  },
  {
    bucket: AFK,
    events: [
      event(0, 900, { status: "not-afk" }),
      event(900, 1_500, { status: "afk" }),
      event(1_500, 1_800, { status: "not-afk" }),
    ],
  },
  {
    bucket: WEB,
    events: [
      event(630, 700, {
        url: "https://github.com/acme/shop/pull/87",
        title: "Pull Request #87",
        audible: false,
        incognito: false,
      }),
      event(700, 760, {
        url: "https://bank.example/secret",
        title: "Secret",
        audible: false,
        incognito: true,
      }),
    ],
  },
  {
    bucket: EDITOR,
    events: [event(0, 300, { file: "/home/ana/shop/total.ts", project: "shop", language: "ts" })],
  },
];

const shown = (watched: Watched, from = MORNING, to = MORNING + 1_800) =>
  stretchesOf(watched, from, to).map(({ from: since, to: until, seen }) => [
    since - MORNING,
    until - MORNING,
    seen,
  ]);

describe("ActivityWatch", () => {
  it("gives windows while somebody was there, with pages and files beside them", () => {
    const code = { appName: "Code", bundleId: "Code", windowTitle: "total.ts - shop" };
    const firefox = {
      appName: "firefox",
      bundleId: "firefox",
      windowTitle: "Pull Request #87 — Mozilla Firefox",
    };
    expect(shown(HOUR)).toEqual([
      [0, 300, { ...code, filePath: "/home/ana/shop/total.ts", repo: "shop" }],
      [300, 600, code],
      [600, 630, firefox],
      [630, 700, { ...firefox, url: "https://github.com/acme/shop/pull/87", pageTitle: "Pull Request #87" }],
      // Of a private window neither page nor title.
      [700, 760, { appName: "firefox", bundleId: "firefox", isPrivate: true }],
      [760, 900, firefox],
      [1_500, 1_800, { appName: "Slack", bundleId: "Slack", windowTitle: "general" }],
    ]);
  });

  it("gives the page that a browser's window names on a Mac, unless the browser's own watcher says more", () => {
    const url = "https://github.com/acme/shop";
    const page = { app: "Google Chrome", title: "acme/shop", url };
    const chrome = { appName: "Google Chrome", bundleId: "Google Chrome", windowTitle: "acme/shop" };
    const windows = { bucket: WINDOW, events: [event(0, 60, page), event(60, 90, { app: "Code", url })] };
    const code = { appName: "Code", bundleId: "Code" };
    expect(shown([windows])).toEqual([
      [0, 60, { ...chrome, url }],
      [60, 90, code],
    ]);
    const tab = { url: `${url}/pull/1`, title: "1", incognito: false };
    expect(shown([windows, { bucket: WEB, events: [event(0, 20, tab)] }])).toEqual([
      [0, 20, { ...chrome, url: tab.url, pageTitle: "1" }],
      [20, 60, { ...chrome, url }],
      [60, 90, code],
    ]);
    const hidden = { ...page, incognito: true };
    expect(shown([{ bucket: WINDOW, events: [event(0, 60, hidden)] }])).toEqual([
      [0, 60, { appName: "Google Chrome", bundleId: "Google Chrome", isPrivate: true }],
    ]);
  });

  it("gives a browser the page that its own watcher saw, not the one that another browser shows behind it", () => {
    const tab = (url: string) => ({ url, title: "Page", incognito: false });
    const watched: Watched = [
      {
        bucket: WINDOW,
        events: [
          event(0, 60, { app: "Google-chrome" }),
          event(60, 90, { app: "Navigator" }),
          event(90, 120, { app: "zen" }),
        ],
      },
      {
        bucket: { ...WEB, id: "aw-watcher-web-chrome_laptop" },
        events: [event(0, 80, tab("https://a.example"))],
      },
      {
        bucket: { ...WEB, id: "aw-watcher-web-firefox" },
        events: [event(30, 120, tab("https://b.example"))],
      },
    ];
    const found = stretchesOf(watched, MORNING, MORNING + 1_800);
    expect(found.map(({ from, to, seen }) => [from - MORNING, to - MORNING, seen.appName, seen.url])).toEqual(
      [
        [0, 60, "Google-chrome", "https://a.example"],
        [60, 90, "Navigator", "https://b.example"],
        // A browser without a watcher of its name may be one that calls itself by another's.
        [90, 120, "zen", "https://b.example"],
      ],
    );
  });

  it("gives the same in two parts as in one", () => {
    for (const cut of [1, 299, 650, 900, 1_650]) {
      const parts = [
        ...stretchesOf(HOUR, MORNING, MORNING + cut),
        ...stretchesOf(HOUR, MORNING + cut, MORNING + 1_800),
      ];
      const total = parts.reduce((sum, { from, to }) => sum + to - from, 0);
      expect(total).toBe(1_200);
    }
  });

  it("never gives a second twice, where watchers overlap or write nonsense", () => {
    const messy: Watched = [
      {
        bucket: WINDOW,
        events: [
          event(0, 100, { app: "Code", title: "a" }),
          event(50, 150, { app: "Slack", title: "b" }),
          event(140, 145, { app: "Mail" }),
          { timestamp: "yesterday", duration: 60, data: { app: "Code" } },
          event(200, 100, { app: "Code" }),
          event(300, 400, { title: "no app" }),
        ],
      },
    ];
    const stretches = shown(messy);
    expect(stretches.map(([from, to]) => [from, to])).toEqual([
      [0, 100],
      [100, 150],
    ]);
  });

  it("takes times without a zone for UTC's, wherever the computer is", () => {
    const zone = process.env.TZ;
    process.env.TZ = "Asia/Kolkata";
    try {
      const [window] = HOUR;
      const events = (window?.events ?? []).map((each) => ({
        ...each,
        timestamp: each.timestamp.replace(/Z|\+00:00/, ""),
      }));
      expect(events.every(({ timestamp }) => /\d$/.test(timestamp))).toBe(true);
      expect(shown([{ bucket: WINDOW, events }])).toEqual(shown(HOUR.slice(0, 1)));
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it("holds back what its watchers may still change", () => {
    const to = MORNING + 1_800;
    expect(settledTo(HOUR, MORNING, to)).toBe(to);
    const quiet: Watched = [{ bucket: AFK, events: [event(0, 120, { status: "not-afk" })] }];
    expect(settledTo(quiet, MORNING, to)).toBe(MORNING + 120);
    expect(settledTo([{ bucket: AFK, events: [] }], MORNING, to)).toBe(MORNING);
    expect(settledTo([{ bucket: WINDOW, events: [] }], MORNING, to)).toBe(to);
  });

  describe("over its API", () => {
    let server: Server;
    let address: string;
    let asked: string[];

    beforeEach(async () => {
      asked = [];
      const buckets = [WINDOW, AFK, WEB, EDITOR, bucket("currentwindow", "aw-watcher-window_other", "other")];
      server = createServer((request, response) => {
        const url = new URL(request.url ?? "/", "http://localhost");
        asked.push(url.pathname);
        const id = /^\/api\/0\/buckets\/([^/]+)\/events$/.exec(url.pathname)?.[1];
        const range = [url.searchParams.get("start"), url.searchParams.get("end")].map((each) =>
          Date.parse(each ?? ""),
        );
        const inRange = ({ timestamp, duration }: WatchedEvent) =>
          Date.parse(timestamp) <= (range[1] ?? 0) &&
          Date.parse(timestamp) + duration * 1_000 >= (range[0] ?? 0);
        const json =
          url.pathname === "/api/0/info"
            ? { hostname: "desk", version: "v0.13.2", testing: false, device_id: "7a" }
            : url.pathname === "/api/0/buckets/"
              ? Object.fromEntries(
                  buckets.map((each) => [each.id, { client: "aw-watcher", created: at(0), ...each }]),
                )
              : HOUR.find((each) => each.bucket.id === id)
                  ?.events.filter(inRange)
                  .toReversed();
        response.writeHead(json === undefined ? 404 : 200, { "content-type": "application/json" });
        response.end(JSON.stringify(json ?? { message: "There's no bucket" }));
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    it("reads what this computer's watchers wrote, hour by hour, up to what is settled", async () => {
      expect(await isActivityWatchThere(address)).toBe(true);
      const source = activityWatch(address);
      if (source.kind !== "reading") throw new Error("not reading");
      const first = await source.read(MORNING, MORNING + 1_000);
      // Who left at 900 did so without a word until later: the part from 900 to 990 is settled by that.
      expect(first.to).toBe(MORNING + 990);
      const second = await source.read(first.to, MORNING + 90_000);
      expect(second.to).toBe(first.to + 3_600);
      const all = [...first.stretches, ...second.stretches];
      expect(all.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(1_200);
      expect(asked).not.toContain("/api/0/buckets/aw-watcher-window_other/events");
    });

    it("has nothing to read yet where nothing is settled", async () => {
      const source = activityWatch(address);
      if (source.kind !== "reading") throw new Error("not reading");
      expect(await source.read(MORNING, MORNING + 5)).toEqual({ stretches: [], to: MORNING });
    });

    it("says so when it does not answer", async () => {
      server.closeAllConnections();
      server.close();
      expect(await isActivityWatchThere(address)).toBe(false);
      const source = activityWatch(address);
      if (source.kind !== "reading") throw new Error("not reading");
      await expect(source.read(MORNING, MORNING + 1_000)).rejects.toThrow("does not answer");
    });
  });

  it("is read on this computer alone", () => {
    expect(() => activityWatch("http://192.168.0.7:5600")).toThrow(ClientError);
  });
});
