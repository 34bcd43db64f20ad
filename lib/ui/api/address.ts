import type { AnyPath, ParamsOf } from "@/lib/ui/api/input";

/** A call's input: `rest` is the variable part of the path that `params` lack, or else the body. */
export function inputWith(path: string, params: object, rest: unknown): { params: object; body?: unknown } {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const missing = names.find((name) => !(name in params));
  return missing === undefined ? { params, body: rest } : { params: { ...params, [missing]: rest } };
}

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
