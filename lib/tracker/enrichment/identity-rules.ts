import { WEB_APP_BUNDLES } from "@/lib/tracker/enrichment/catalogue/browsers";
import { listedAs, squeezed } from "@/lib/tracker/enrichment/catalogue/programs";
import {
  FAMILY_PARTS_MAX,
  IDENTITIES_KEPT_MAX,
  IDENTITY_CHARS_KEPT_MAX,
  PROGRAM_CHARS_READ_MAX,
} from "@/lib/tracker/enrichment/limits";

/** A key to look rules up by, and how exact it is. */
import type { Sample } from "@/lib/tracker/enrichment/sample";

export type Key = readonly [key: string, specificity: number];

/** The program that a sample's names identify. Equal names give the same object while it is cached. */
export type Identity = {
  keys: readonly Key[];
  /** Whether the catalogue lists it, and whether it does so as a browser. */
  known: "program" | "browser" | null;
  /** Whether its own name says that it is a browser. */
  isCalledBrowser: boolean;
  /** The host of an installed web page, if its window's name contains it. */
  host: string | null;
};

const SPECIFICITY = {
  id: 80,
  otherId: 79,
  /** Less than a name without its version or channel: `jetbrains-datagrip-eap` is a DataGrip before it is JetBrains'. */
  family: 74,
  app: 60,
  alias: 59,
  squeezed: 55,
  /** An installed page that is called as a site is. */
  site: 51,
  appFamily: 50,
  folder: 45,
  appEnding: 44,
} as const;
/** How much specificity a name loses when it is shortened, by its version or to its last part. */
const LESS_WHERE_SHORTENED = 4;

const EXECUTABLE = /^(.+?)\.exe(?:\.\d+)?$/;
/** A Windows Store package: its name, its publisher's hash, and the program in it. */
const PACKAGE = /^(.+?)_[a-z0-9]{13}(?:!.*)?$/;
/** Signs behind names that owe them nothing: `ELDEN RING™`. */
const TRADEMARKS = /[™®©]/g;
const FILE_TYPE = /\.(?:desktop|appimage|app|py|sh|bin)$/;
const VERSION = /[\s._*-]*v?(?:\d+(?:\.\d+)*|r\d{4}[ab]|\(x?\d+[- ]?bit\)|x64|x86|x86_64|amd64|arm64)$/;
const CHANNEL =
  /[\s._-]+(?:\(.*\)|- academic use|stable|beta|alpha|dev|devel|next|rc|trunk|daily|canary|nightly|insiders?|preview|esr|eap|unstable|snapshot|portable|bin|gtk|qt|git|snap|flatpak|setapp|direct|mas|helper.*|desktop|client|app|launcher|community|ce|edition|ultimate|educational|professional|enterprise|electron|mac|macos|linux|windows|win)$/;
/** How PortableApps end the names of programs: `Notepad++Portable`. */
const PORTABLE = /(?<=..)portable$/;
/** How Nix calls a program that it starts with an environment of its own: `.slack-wrapped`. */
const WRAPPED = /^\.(.+)-wrapped_*$/;
/** What sets up or removes some program, on Windows. */
const INSTALLER = /(?:setup|install(?:er)?|uninst(?:all(?:er)?)?|unins\d*|updater?)$/;
/** Where launchers install games. Other programs that are installed there are listed by their names. */
const GAMES_FOLDER =
  /[\\/](?:steamapps[\\/]common|epic games|xboxgames|gog galaxy[\\/]games|gog games|riot games|ea games|ubisoft game launcher[\\/]games)[\\/]/i;
/** What comes with Windows. */
const SYSTEM_FOLDER = /^[a-z]:[\\/]windows[\\/](?:system32|syswow64|systemapps|immersivecontrolpanel)[\\/]/i;
/** Installed web pages of browsers on Linux. Their ids don't reveal the page, except those that contain its host. */
const WEB_APP = /^(?:crx_|ffpwa-|webapp-|(?:chrome|msedge|brave|chromium|vivaldi)-_?[a-p]{32})/;
const WEB_APP_OF_HOST = /^(?:(?:chrome|chromium|msedge|brave|vivaldi)-_?)?((?:[a-z0-9-]+\.)+[a-z]{2,})__/;
/** Last parts of ids that many programs share, and that identify none. */
const NOBODYS = new Set([
  "desktop",
  "client",
  "app",
  "mac",
  "macos",
  "electron",
  "main",
  "application",
  "gui",
  "nightly",
  "beta",
  "canary",
]);

const LIKE_A_BROWSER = /browser|fox$|chrom(?:e|ium)|webkit|webview/i;

type Named = { name: string; isWindows: boolean };

/** Reads a program's name from what a client calls it: a bundle id, path, window class, desktop file or package. */
export function named(text: string): Named {
  const path = text
    .replace(TRADEMARKS, "")
    .replace(/^["'\s]+|(?<!["'\s/\\])["'\s/\\]+$/g, "")
    .toLowerCase();
  const inBundle = /(?<![^/])([^/]+)\.app\/contents\//.exec(path)?.[1];
  const last = inBundle ?? (/^\/|^[a-z]:\/|\\/.test(path) ? (path.split(/[/\\]/).at(-1) ?? "") : path);
  const file = last.slice(0, PROGRAM_CHARS_READ_MAX).replace(WRAPPED, "$1");
  const executable = EXECUTABLE.exec(file)?.[1];
  if (executable !== undefined) return { name: executable, isWindows: true };
  if (file.endsWith(".scr")) return { name: "scrnsave.scr", isWindows: true };
  const inPackage = PACKAGE.exec(file)?.[1];
  if (inPackage !== undefined) return { name: inPackage, isWindows: true };
  return { name: file, isWindows: false };
}

function* shortened(name: string): Generator<string> {
  let rest = name;
  for (let round = 0; round < 4; round++) {
    const shorter = rest.replace(VERSION, "").replace(CHANNEL, "").replace(PORTABLE, "");
    if (shorter === rest || shorter.length < 2) return;
    yield shorter;
    rest = shorter;
  }
}

/**
 * The names under which a program may be listed, the most exact first: as given, without its version, its last part.
 */
function* candidates(given: string): Generator<[candidate: string, less: number]> {
  yield [given, 0];
  const name = given.replace(FILE_TYPE, "");
  if (name !== given) yield [name, 1];
  for (const shorter of shortened(name)) yield [shorter, LESS_WHERE_SHORTENED];
  // `code_code` is a snap, `navigator.firefox` both classes of a window, `org.example.Slack` a desktop file.
  const parts = name.split(/[._]/).filter((part) => !NOBODYS.has(part));
  const last = parts.at(-1);
  if (last === undefined || last === name || last.length < 3) return;
  yield [last, 2 * LESS_WHERE_SHORTENED];
  for (const shorter of shortened(last)) yield [shorter, 3 * LESS_WHERE_SHORTENED];
}

function* families(name: string): Generator<[family: string, more: number]> {
  for (const separator of [".", "-", " "]) {
    const parts = name.split(separator, FAMILY_PARTS_MAX + 1);
    for (let i = 1; i < parts.length; i++) {
      yield [`${parts.slice(0, i).join(separator)}${separator}*`, i / 1_000];
    }
  }
}

/** `*-win64-shipping`, `* password manager`: what programs of one kind end with. */
function* endings(name: string, separator: "-" | " "): Generator<string> {
  const parts = name.split(separator);
  for (let i = Math.max(1, parts.length - 2); i < parts.length; i++) {
    yield `*${separator}${parts.slice(i).join(separator)}`;
  }
}

function* keysOfName({ name, isWindows }: Named): Generator<Key> {
  for (const [family, more] of families(name)) yield [`app:${family}`, SPECIFICITY.appFamily + more];
  for (const [candidate, less] of candidates(name)) {
    if (isWindows) {
      yield [`exe:${candidate}`, SPECIFICITY.id - less];
      for (const [family, more] of families(candidate)) {
        yield [`exe:${family}`, SPECIFICITY.family + more - less];
      }
      for (const ending of endings(candidate, "-")) yield [`exe:${ending}`, SPECIFICITY.appFamily - less];
      if (INSTALLER.test(candidate)) yield ["exe:setup", SPECIFICITY.appFamily - less];
    } else {
      yield [`bundle:${candidate}`, SPECIFICITY.id - less];
      yield [`class:${candidate}`, SPECIFICITY.otherId - less];
      for (const [family, more] of families(candidate)) {
        yield [`bundle:${family}`, SPECIFICITY.family + more - less];
        yield [`class:${family}`, SPECIFICITY.family + more - less];
      }
      for (const ending of endings(candidate, "-")) yield [`class:${ending}`, SPECIFICITY.appFamily - less];
    }
    // The last part of an id is a program's name on Linux; elsewhere many programs share it: `com.example.shop`.
    const isWhole = less < 2 * LESS_WHERE_SHORTENED;
    if (isWhole) yield [`app:${candidate}`, SPECIFICITY.app - less];
    // What people's own rules call a program on any system.
    yield [`program:${candidate}`, SPECIFICITY.app - less];
    // The same program by its name on another system.
    if (isWhole) yield [`squeezed:${squeezed(candidate)}`, SPECIFICITY.squeezed - less];
    if (isWhole) yield [isWindows ? `class:${candidate}` : `exe:${candidate}`, SPECIFICITY.alias - less];
  }
}

/** `sublime_text.Sublime_text`: both classes of a window as some tools print them. */
const SAME_TWICE = /^([^.](?:.{0,49}))\.\1$/i;

/** A window's classes come as one text or as a pair. */
function partsOf(text: string): string[] {
  return text
    .replace(SAME_TWICE, "$1")
    .split(/"?\s*,\s*"?/)
    .filter((part) => part.trim() !== "")
    .slice(0, 2);
}

function read(bundleId: string, appName: string): Identity {
  const keys = new Map<string, number>();
  const add = (names: readonly Named[], specificityMax: number) => {
    for (const name of names) {
      for (const [key, specificity] of keysOfName(name)) {
        const most = Math.min(specificity, specificityMax);
        if ((keys.get(key) ?? 0) < most) keys.set(key, most);
      }
    }
  };
  const ids = partsOf(bundleId).map(named);
  const hosts = [...ids, named(appName)].flatMap(({ name }) => WEB_APP_OF_HOST.exec(name)?.[1] ?? []);
  const isWebApp = ids.some(
    ({ name }) => WEB_APP.test(name) || WEB_APP_BUNDLES.some((family) => name.startsWith(family)),
  );
  if (isWebApp) keys.set(`site:${squeezed(appName)}`, SPECIFICITY.site);
  else add(ids, SPECIFICITY.id);
  if (GAMES_FOLDER.test(bundleId)) keys.set("class:steam_app", SPECIFICITY.folder);
  if (SYSTEM_FOLDER.test(bundleId)) keys.set("exe:svchost", SPECIFICITY.folder);
  keys.set(`bundle:${bundleId.trim().toLowerCase()}`, SPECIFICITY.id);
  const name = appName.replace(TRADEMARKS, "").trim().toLowerCase();
  add([named(appName), { name, isWindows: false }], SPECIFICITY.app);
  // Not where the name is a part of a title, which may end with any words.
  if (ids.length > 0)
    for (const ending of endings(name, " ")) keys.set(`app:${ending}`, SPECIFICITY.appEnding);
  const byStrength = [...keys].toSorted(([, a], [, b]) => b - a);
  const kinds = byStrength.map(([key]) => listedAs(key));
  return {
    keys: byStrength,
    known: kinds.find((kind) => kind !== undefined) ?? null,
    isCalledBrowser: [appName, bundleId.split(".").at(-1) ?? ""].some((name) => LIKE_A_BROWSER.test(name)),
    host: hosts[0] ?? null,
  };
}

const kept = new Map<string, Identity>();

/**
 * Identifies the program behind a sample's names, on any system. Results are cached, because a person uses few
 * programs.
 * @param bundleId a bundle id, a program's path or name, one or both window classes, or a desktop file's name
 */
function identify(bundleId: string, appName: string): Identity {
  if (bundleId.length + appName.length > IDENTITY_CHARS_KEPT_MAX) {
    return read(bundleId.slice(0, IDENTITY_CHARS_KEPT_MAX), appName.slice(0, IDENTITY_CHARS_KEPT_MAX));
  }
  const names = `${bundleId}\n${appName}`;
  const known = kept.get(names);
  if (known) return known;
  const identity = read(bundleId, appName);
  if (kept.size >= IDENTITIES_KEPT_MAX) kept.clear();
  kept.set(names, identity);
  return identity;
}

const TITLE_SEPARATOR = /(?<!\s)\s+[-–—|·•]\s+/;

/** Marks of direction and spaces of no width, which Windows puts around the separators of titles. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** The parts of a window's title between separators, in lower case. */
export function titleParts(title: string | null): string[] {
  return (title ?? "").replace(INVISIBLE, "").toLowerCase().trim().split(TITLE_SEPARATOR);
}

type Shown = {
  bundleId: string;
  appName: string;
  windowTitle: string | null;
  pageTitle: string | null;
  url: string | null;
};

/**
 * Whether a sample shows a page, whose title is written by the page's author. True for browsers that the catalogue
 * lists, and for unlisted programs that look like one by their name, their window's title or because they report an
 * address.
 */
export function showsPage(shown: Shown): boolean {
  const { known, host, isCalledBrowser } = identify(shown.bundleId, shown.appName);
  if (known !== null) return known === "browser";
  if (isCalledBrowser || host !== null || shown.pageTitle !== null) return true;
  if (/^https?:/i.test(shown.url ?? "")) return true;
  // `Page — Mozilla Firefox`, or `Page - Google Chrome – Ana` if there are several profiles.
  const [, ...ends] = titleParts(shown.windowTitle);
  return ends.slice(-2).some((end) => listedAs(`app:${end}`) === "browser");
}

/** Programs that draw the windows of other programs, or run them: what they are called says nothing. */
const FRAMES = new Set([
  "applicationframehost",
  "electron",
  "java",
  "javaw",
  "jp2launcher",
  "net.java.openjdk.java",
  "python",
  "python3",
  "pythonw",
  "sun-awt-x11-xframepeer",
  "wwahost",
]);

function withoutFrame(name: string): string {
  const { name: program } = named(name);
  return FRAMES.has(program) || FRAMES.has(squeezed(program)) ? "" : name;
}

/** Suites that are one program to the system, and whose titles end with the part of them that is open. */
const SUITES = new Set([
  "com.kingsoft.wpsoffice.mac",
  "libreoffice",
  "openoffice",
  "org.libreoffice.libreoffice",
  "org.libreoffice.script",
  "org.openoffice.script",
  "soffice",
  "soffice.bin",
  "vclsalframe",
  "vclsalframe.documentwindow",
  "wps",
  "wpsoffice",
]);

/** Before a version, a part of a title names a program: `Minecraft 1.21 - Singleplayer`. */
const VERSIONED = /\s\*?v?\d+\.\d/;

/**
 * The program of a sample: where its window belongs to another one that its title names, that one. What runs or draws
 * programs is one itself, as far as the catalogue lists it, if the title names none.
 */
export function programOf({
  bundleId,
  appName,
  windowTitle,
}: Pick<Sample, "bundleId" | "appName" | "windowTitle">): Identity {
  const ids = [withoutFrame(bundleId), withoutFrame(appName)] as const;
  const program = identify(...ids);
  const isFrame = ids[0] !== bundleId || ids[1] !== appName;
  const isAsked = (isFrame && program.known === null) || SUITES.has(named(bundleId).name);
  if (!isAsked) return program;
  const parts = titleParts(windowTitle);
  const inTitle = identify("", parts.at(-1) ?? "");
  if (!isFrame) return inTitle.known === "program" ? inTitle : program;
  if (inTitle.known !== null) return inTitle;
  const versioned = identify("", parts.find((part) => VERSIONED.test(part)) ?? "");
  return versioned.known === null ? identify(bundleId, appName) : versioned;
}
