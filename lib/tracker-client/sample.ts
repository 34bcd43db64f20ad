import type { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { type Captured, type ExtraRules, redact } from "@/lib/tracker/redaction/rules";
import type { Seen, Stretch } from "@/lib/tracker-client/seen";

/** Longer texts are cut: the service takes 32 KB of a sample. */
const TEXT_CHARS_MAX = 1_000;

/** What of a sample may leave the computer. */
export type Rules = {
  extra: ExtraRules;
  /** False where the person keeps titles of windows and pages to themselves. */
  titles: boolean;
};

const cut = (text: string | null | undefined) => text?.slice(0, TEXT_CHARS_MAX) ?? null;

function capturedOf(seen: Seen): Captured {
  return {
    appName: cut(seen.appName) ?? "",
    bundleId: cut(seen.bundleId) ?? "",
    windowTitle: cut(seen.windowTitle),
    filePath: cut(seen.filePath),
    repo: cut(seen.repo),
    branch: cut(seen.branch),
    terminalCwd: null,
    lastCommand: null,
    editorFile: null,
    url: cut(seen.url),
    pageTitle: cut(seen.pageTitle),
    callApp: null,
  };
}

/** An object without its null values; null if nothing is left. */
function filled(texts: Record<string, string | null>): Record<string, string> | null {
  const known = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null);
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** What a sample says in words, with everything taken out of it that the service would take out as well. */
function wordsOf(seen: Seen, { extra, titles }: Rules) {
  const kept = redact(capturedOf(seen), extra, seen.isPrivate);
  const title = titles ? kept.windowTitle : null;
  const file = filled({ path: kept.filePath, repo: kept.repo, branch: kept.branch });
  const browser = filled({ url: kept.url, title: titles ? kept.pageTitle : null });
  return {
    active_app: { name: kept.appName, bundle_id: kept.bundleId, ...filled({ window_title: title }) },
    ...(file && { file_context: file }),
    ...(browser && { browser }),
    // The service could no longer know: what showed it has been removed.
    ...(kept.isPrivate && { is_private: true }),
  };
}

/**
 * The sample that is sent of a stretch: neither the queue nor anybody on the way sees more.
 * @param offsetS how far the computer's clock is ahead of the service's
 */
export function sampleOf(
  { from, to, seen }: Stretch,
  rules: Rules,
  { id, seq, offsetS }: { id: string; seq: number; offsetS: number },
): TrackerEvent {
  return {
    event_id: id,
    client_seq: seq,
    ts: new Date((to - offsetS) * 1_000).toISOString(),
    interval_s: to - from,
    ...wordsOf(seen, rules),
  };
}

/** A sample that waited, as it may be sent now: rules may have come since. */
export function redactedAgain(sample: TrackerEvent, rules: Rules): TrackerEvent {
  const { event_id, client_seq, ts, interval_s, active_app: app, file_context: file, browser } = sample;
  const texts = filled({
    windowTitle: app.window_title ?? null,
    url: browser?.url ?? null,
    pageTitle: browser?.title ?? null,
    filePath: file?.path ?? null,
    repo: file?.repo ?? null,
    branch: file?.branch ?? null,
  });
  const seen = {
    appName: app.name,
    bundleId: app.bundle_id,
    isPrivate: sample.is_private === true,
    ...texts,
  };
  return { event_id, client_seq, ts, interval_s, ...wordsOf(seen, rules) };
}
