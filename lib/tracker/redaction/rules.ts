import { parseUrl } from "@/lib/platform/parse-url";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import { categorise } from "@/lib/tracker/enrichment/category-rules";
import { named, showsPage } from "@/lib/tracker/enrichment/identity-rules";
import { HOST_CHARS_READ_MAX } from "@/lib/tracker/enrichment/limits";
import { HOME, MAY_HOLD_HOME, NOBODYS, normalHost, withoutHome } from "@/lib/tracker/enrichment/spellings";
import { isPrivateWindow } from "@/lib/tracker/redaction/private-windows";
import type { RedactionRule } from "@/lib/tracker/redaction/schema";
import { MASK, maskSecrets } from "@/lib/tracker/redaction/secret-rules";

/*
 * What is removed from a sample before it is stored. It depends on nothing of the server, so that clients can run it
 * too and send less.
 */

/** A sample's texts; null where the client sent nothing. */
export type Captured = {
  appName: string;
  bundleId: string;
  windowTitle: string | null;
  filePath: string | null;
  repo: string | null;
  branch: string | null;
  terminalCwd: string | null;
  lastCommand: string | null;
  editorFile: string | null;
  url: string | null;
  pageTitle: string | null;
  callApp: string | null;
};

/** The same as it may be stored. For private content, only the app. */
export type Redacted = Captured & { isPrivate: boolean };

const HOME_IN_TEXT = new RegExp(
  `(?:(?<![\\w.~)/\\\\-])|(?<=\\bfile://)|(?=/)(?<=\\b(?!https?:)[a-z][a-z0-9+.-]{1,24}://[^\\s/]{1,64}))(?:${HOME})${NOBODYS}(?:[^\\\\/:*?"<>|\\r\\n]{1,64}(?=[\\\\/])|[^\\\\/\\s:*?"<>|]+)`,
  "gi",
);

/** The part of an address in a text after its path. The look-behind is checked last, because it takes longest. */
const QUERY_IN_TEXT = /[?#](?<=\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s?#]{1,2048}[?#])\S*/gi;

/** A query or a fragment with values, of an address that is written without its scheme. */
const BARE_QUERY = /(?<=[^\s?#])[?#][\w.~%[\]/!-]{1,64}=\S*/g;

/** A home folder as it stands in an address that hands it on: `%2Fhome%2Fana`. */
const ENCODED_HOME =
  /(?:[a-z]%3A)?%(?:2F|5C)(?:Users|home)%(?:2F|5C)(?!(?:Shared|Public)\b)(?:[^%\s/?#&]|%20)+/gi;

function redactTitle(title: string): string {
  // Passwords first: in one, ? and # begin no query.
  let text = title.includes("://") ? maskSecrets(title).replace(QUERY_IN_TEXT, "") : title;
  if (text.includes("=")) text = text.replace(BARE_QUERY, "");
  if (text.includes("%")) text = text.replace(ENCODED_HOME, "~");
  if (MAY_HOLD_HOME.test(text)) text = text.replace(HOME_IN_TEXT, "~");
  return maskSecrets(text);
}

const IS_URI = /^[a-z][a-z0-9+.-]+:\/\//i;
/** `git:/home/ana/a.ts`, `jar:file:///home/ana/a.jar!/b`: schemes of editors before a path. One letter is a drive. */
const SCHEMES_AND_PATH = /^((?:[a-z][a-z0-9+.-]+:)+(?:\/\/)?)(\/[^?#]*)/i;

/** A path, a URI as some editors name their files, or a remote; `git@host:owner/name` stays as it is. */
function redactPath(path: string): string {
  if (IS_URI.test(path)) return redactUrl(path);
  const [, schemes, place = ""] = SCHEMES_AND_PATH.exec(path) ?? [];
  return schemes === undefined ? maskSecrets(withoutHome(path)) : schemes + maskSecrets(withoutHome(place));
}

/** What follows `file://`: a path, or a host and a path on it, which may be a home as a whole (`wsl.localhost/…`). */
function withoutHomeOfFile(place: string): string {
  const bare = withoutHome(place);
  if (bare !== place || /^[/\\]/.test(place)) return bare;
  const shared = withoutHome(`//${place}`);
  if (shared.startsWith("~")) return shared;
  const [, host = "", path = ""] = /^([^/\\]*)([\s\S]*)$/.exec(place) ?? [];
  return host + withoutHome(path);
}

/** Schemes without `//` whose rest is a location; with any other such scheme the rest is content. */
const PLACES = new Set(["about", "blob", "chrome", "edge", "view-source"]);

/** Text after a host that looks like a port but isn't: a password cut off by a `?` or `#`. */
const NO_PORT = /^([^/:[\]]+):[^/]*[^/\d][^/]*/;

/** A task's page in a console like this one: the path names the project, the query the task. */
const TASK_PAGE =
  /^(https?:\/\/[^/?#@\s]+\/w\/[^/?#\s]+\/projects\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/?)\?(?:[^#]*&)?(task=[1-9]\d{0,6})(?:[&#]|$)/;

/**
 * An address without query, fragment, user and password; only a task's page keeps the part that names the task.
 * Addresses that contain their content (`data:`, `mailto:`) are reduced to their scheme.
 */
function redactUrl(url: string): string {
  const [, page, task] = TASK_PAGE.exec(url) ?? [];
  if (page !== undefined) return `${redactUrl(page)}?${task}`;
  const bare = url.replace(/[?#][\s\S]*$/, "").trim();
  const [, scheme] = /^([a-z][a-z0-9+.-]*):(?!\/\/)(?!\d)/i.exec(bare) ?? [];
  if (scheme !== undefined && !PLACES.has(scheme.toLowerCase())) return `${scheme}:`;
  const [, head = "", user = "", rest = ""] =
    /^((?:[a-z][a-z0-9+.-]*:)*\/\/)?([^/\\\s]*@)?([\s\S]*)$/i.exec(bare) ?? [];
  // Not `redactPath`: addresses in addresses would be followed as deep as a client likes.
  if (/^(?:view-source:)?file:/i.test(head)) return `${head}${maskSecrets(withoutHomeOfFile(rest))}`;
  // The user in a remote such as `git@host:owner/name` is no secret.
  if (head === "") return maskSecrets(user.includes(":") ? rest : user + rest);
  const place = rest.replace(NO_PORT, "$1").replace(ENCODED_HOME, "~");
  if (/^(?:view-source:)?https?:/i.test(head)) return `${head}${maskSecrets(place)}`;
  const [, host = "", path = ""] = /^([^/\\]*)([\s\S]*)$/.exec(place) ?? [];
  return `${head}${maskSecrets(host + withoutHome(path))}`;
}

/** An app's name or id, which on Windows may be its program's path, in somebody's home. */
const redactApp = (app: string) => maskSecrets(withoutHome(app));

const ASSIGNMENT = /^[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s*/;
const PROGRAM = /^[\w.+@-]{1,64}$/;

/** The program that a command line runs, without arguments, variables and folder. Null if none is recognised. */
function programOf(command: string): string | null {
  let rest = command.trim();
  for (let assignment = ASSIGNMENT.exec(rest); assignment; assignment = ASSIGNMENT.exec(rest)) {
    rest = rest.slice(assignment[0].length);
  }
  const [, doubleQuoted, singleQuoted, plain] = /^(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(rest) ?? [];
  const first = doubleQuoted ?? singleQuoted ?? plain ?? "";
  // An address, or a secret, that somebody pasted: its last part is no program.
  if (first.includes("://") || maskSecrets(first) !== first) return null;
  const program =
    first
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/(?<![;&|])[;&|]+$/, "") ?? "";
  return PROGRAM.test(program) && maskSecrets(program) === program ? program : null;
}

/** Compiled rules for what is removed on top of the built-in rules. */
export type ExtraRules = { hosts: ReadonlySet<string>; apps: ReadonlySet<string>; texts: RegExp | null };

export const NO_EXTRA_RULES: ExtraRules = { hosts: new Set(), apps: new Set(), texts: null };

function nameOfApp(name: string): string {
  return name
    .normalize()
    .trim()
    .toLowerCase()
    .replace(/\.exe$/, "");
}

function inAddress(char: string): string {
  return [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

/**
 * A pattern for a text as titles, paths and addresses write it: accents as characters of their own or not (macOS does
 * both), encoded or not, and with any space.
 */
function patternOf(text: string): string {
  const forms = new Set([text.normalize("NFC"), text.normalize("NFD")]);
  const patternOfChar = (char: string) => {
    if (/\w/.test(char)) return char;
    // The flag `i` knows neither the percent signs of the other case, nor `İ` and `ß`, whose other case is two letters.
    const cases = [...new Set([char, char.toLowerCase(), char.toUpperCase()])];
    const literal = cases.map((each) => each.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    return `(?:${[...literal, ...cases.map(inAddress)].join("|")})`;
  };
  return [...forms]
    .map((form) =>
      form
        .split(/\s+/)
        .map((word) => [...word].map(patternOfChar).join(""))
        .join("(?:\\s|%20|\\+)+"),
    )
    .join("|");
}

/** Compiles rules for `redact`. Their texts are no patterns themselves, so that none takes long. */
export function compileRules(rules: readonly RedactionRule[]): ExtraRules {
  const of = (kind: RedactionRule["kind"]) =>
    rules.filter((rule) => rule.kind === kind).map(({ value }) => value);
  // Sorted, so that texts with the same beginning are next to each other in the pattern.
  const texts = of("text").toSorted().reverse().map(patternOf);
  return {
    hosts: new Set(of("host")),
    apps: new Set(of("app").map(nameOfApp)),
    texts: texts.length > 0 ? new RegExp(texts.join("|"), "gi") : null,
  };
}

function hides({ hosts, apps }: ExtraRules, { appName, bundleId, url }: Captured): boolean {
  const names = [nameOfApp(appName), nameOfApp(bundleId), named(bundleId).name];
  if (apps.size > 0 && names.some((name) => apps.has(name))) return true;
  const parsed = hosts.size === 0 || url === null ? null : parseUrl(url);
  if (parsed === null) return false;
  const labels = normalHost(parsed.hostname).slice(-HOST_CHARS_READ_MAX).split(".");
  return labels.some((_, from) => hosts.has(labels.slice(from).join(".")));
}

/** Whether the built-in rules call a sample's content private. */
function isSensitive(captured: Captured): boolean {
  if (captured.windowTitle !== null && showsPage(captured) && isPrivateWindow(captured.windowTitle)) {
    return true;
  }
  const seen = {
    ...captured,
    path: captured.filePath ?? captured.editorFile,
    isPrivate: false,
    inCall: false,
    callApp: null,
    inputEvents: null,
    intervalS: 1,
  };
  return categorise(seen, [BUILT_IN_LAYER]).category === "sensitive";
}

/** Masks the rules' texts; text that is masked already is left alone. */
function withoutTexts(text: string, texts: RegExp): string {
  return text
    .split(MASK)
    .map((part) => part.replace(texts, MASK))
    .join(MASK);
}

/** The texts of a private sample, of which only the app is kept. */
export const NO_TEXTS = {
  windowTitle: null,
  filePath: null,
  repo: null,
  branch: null,
  terminalCwd: null,
  lastCommand: null,
  editorFile: null,
  url: null,
  pageTitle: null,
};

/**
 * The parts of a sample's texts that may be kept: only these are stored, derived from, shown and exported.
 * @param extra rules of the workspace and of the sample's person, which can only remove more
 * @param isKnownPrivate whether the client says that it is private; it may have left out the texts that show why
 */
export function redact(
  captured: Captured,
  extra: ExtraRules = NO_EXTRA_RULES,
  isKnownPrivate = false,
): Redacted {
  const map = (text: string | null, redactText: (text: string) => string | null) => {
    const redacted = text === null ? null : redactText(text);
    return redacted === null || extra.texts === null ? redacted : withoutTexts(redacted, extra.texts);
  };
  const app = {
    appName: map(captured.appName, redactApp) ?? "",
    bundleId: map(captured.bundleId, redactApp) ?? "",
    callApp: map(captured.callApp, redactApp),
  };
  if (isKnownPrivate || hides(extra, captured) || isSensitive(captured))
    return { ...NO_TEXTS, ...app, isPrivate: true };
  return {
    ...app,
    windowTitle: map(captured.windowTitle, redactTitle),
    filePath: map(captured.filePath, redactPath),
    repo: map(captured.repo, redactPath),
    branch: map(captured.branch, maskSecrets),
    terminalCwd: map(captured.terminalCwd, redactPath),
    lastCommand: map(captured.lastCommand, programOf),
    editorFile: map(captured.editorFile, redactPath),
    url: map(captured.url, redactUrl),
    pageTitle: map(captured.pageTitle, redactTitle),
    isPrivate: false,
  };
}
