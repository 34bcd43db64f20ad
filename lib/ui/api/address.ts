import type { AnyPath, ParamsOf } from "@/lib/ui/api/input";

/** The address of a route: fills in its variable parts, and leaves out query parameters that are empty or null. */
export function addressOf<P extends AnyPath>(
  path: P,
  params: ParamsOf<P>,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const parts: Readonly<Record<string, string>> = params;
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ""));
  const set = Object.entries(query).flatMap(([name, value]) =>
    value == null || value === "" ? [] : [[name, String(value)]],
  );
  return `/api/v1${at}${set.length === 0 ? "" : `?${new URLSearchParams(set)}`}`;
}
