import { ApiError } from "@/lib/ui/api/client";
import { formErrorsOf } from "@/lib/ui/api/failure";
import type { ProjectTracker } from "@/lib/ui/tracker/queries";

type Config = Omit<ProjectTracker["config"], "config_etag" | "paused">;
type Set = { [Field in keyof Config]?: Config[Field] | undefined };

/** Capture settings as form values: numbers or nothing, and lists as lines of text. */
export type CaptureValues = {
  sample_interval_s: number | string;
  idle_threshold_s: number | string;
  screenshot_policy: string;
  screenshot_every_n_samples: number | string;
  excluded_bundle_ids: string;
};

const FIELDS = [
  "sample_interval_s",
  "idle_threshold_s",
  "screenshot_policy",
  "screenshot_every_n_samples",
  "excluded_bundle_ids",
] as const;

const LINE_CHARS_SHOWN = 40;

/** Stored settings as form values; empty if not set. */
export function toValues(config: Set): CaptureValues {
  return {
    sample_interval_s: config.sample_interval_s ?? "",
    idle_threshold_s: config.idle_threshold_s ?? "",
    screenshot_policy: config.screenshot_policy ?? "",
    screenshot_every_n_samples: config.screenshot_every_n_samples ?? "",
    excluded_bundle_ids: (config.excluded_bundle_ids ?? []).join("\n"),
  };
}

const numberOf = (value: number | string) => (value === "" ? null : Number(value));

function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

/** Settings from form values, null where empty. */
export function fromValues(values: CaptureValues) {
  const excluded = linesOf(values.excluded_bundle_ids);
  return {
    sample_interval_s: numberOf(values.sample_interval_s),
    idle_threshold_s: numberOf(values.idle_threshold_s),
    screenshot_policy:
      values.screenshot_policy === "" ? null : (values.screenshot_policy as Config["screenshot_policy"]),
    screenshot_every_n_samples: numberOf(values.screenshot_every_n_samples),
    excluded_bundle_ids: excluded.length > 0 ? excluded : null,
  };
}

/** The same without empty ones. */
export function setOf(values: CaptureValues): Partial<Config> {
  return Object.fromEntries(Object.entries(fromValues(values)).filter(([, value]) => value !== null));
}

/** The server's errors by field; an error about an excluded app names the app. */
export function captureErrorsOf(error: unknown, values: CaptureValues): Record<string, string> {
  const lines = linesOf(values.excluded_bundle_ids);
  const issues = error instanceof ApiError ? error.issues : [];
  const ofLines = issues.flatMap(({ path, message }) => {
    const [, at] = /^config\.excluded_bundle_ids\.(\d+)$/.exec(path) ?? [];
    const line = lines[Number(at)]?.slice(0, LINE_CHARS_SHOWN);
    return line === undefined ? [] : [`“${line}”: ${message}`];
  });
  const { form, ...others } = formErrorsOf(error, FIELDS, "config.");
  if (ofLines.length > 0) return { ...others, excluded_bundle_ids: ofLines.join("; ") };
  return form === undefined ? others : { form };
}
