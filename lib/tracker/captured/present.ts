import type { CapturedEvent } from "@/lib/tracker/captured/schema";
import type { EventRow } from "@/lib/tracker/captured/store";
import { categoryLabel } from "@/lib/tracker/enrichment/catalog";

type Event = CapturedEvent;

function presentDerived(row: EventRow): Event["derived"] {
  if (row.category === null) return null;
  return {
    category: row.category,
    category_label: categoryLabel(row.category),
    rule_id: row.ruleId ?? "",
    project_id: row.derivedProjectId,
    project_name: row.derivedProjectName,
    task_key: row.taskKey,
    // Stored in four bytes, which turn 0.725 into 0.7250000238418579.
    confidence: Math.round((row.confidence ?? 0) * 1_000) / 1_000,
    signal: row.signal ?? "",
    suggested_project_id: row.suggestedProjectId,
    suggested_task_key: row.suggestedTaskKey,
  };
}

/** A sample as its person sees it. */
export function presentEvent(row: EventRow): Event {
  return {
    sample_id: String(row.id),
    event_id: row.eventId,
    device_id: row.deviceId,
    client_seq: Number(row.clientSeq),
    ts: row.ts.toISOString(),
    interval_s: row.intervalS,
    is_point: row.isPoint,
    received_at: row.receivedAt.toISOString(),
    active_app: { name: row.appName, bundle_id: row.bundleId, window_title: row.windowTitle },
    file_context: { path: row.filePath, repo: row.repo, branch: row.branch },
    dev_context: {
      terminal_cwd: row.terminalCwd,
      last_command: row.lastCommand,
      editor_file: row.editorFile,
    },
    browser: { url: row.url, title: row.pageTitle },
    meeting: { in_call: row.inCall, call_app: row.callApp },
    input_cadence: { key_events: row.keyEvents, mouse_events: row.mouseEvents },
    evidence_ref: row.evidenceRef,
    is_private: row.isPrivate,
    project_id: row.projectId,
    derived: presentDerived(row),
  };
}

/** The same as one row of a table, with columns such as `browser.url` and `browser.title`. */
export function presentCells(row: EventRow): Record<string, string | number | boolean | null> {
  const { derived, ...event } = presentEvent(row);
  const flat = (object: object, prefix: string): [string, string | number | boolean | null][] =>
    Object.entries(object).flatMap(([key, value]) =>
      typeof value === "object" && value !== null ? flat(value, `${key}.`) : [[`${prefix}${key}`, value]],
    );
  return Object.fromEntries([...flat(event, ""), ...flat(derived ?? {}, "derived.")]);
}
