import type { RequestTemplate } from "@/lib/crm/requests/schema";
import type { Issue } from "@/lib/ui/api/client";
import type { HeaderRow } from "@/lib/ui/kit/editor/header-rows";
import type { Keyed } from "@/lib/ui/kit/editor/items";
import { newKey } from "@/lib/ui/light-kit/new-key";

/* Requests of automations and sequences as they are being edited: input is kept as it was typed. */

export type RequestDraft = {
  method: RequestTemplate["method"];
  url: string;
  headers: HeaderRow[];
  /** JSON as it was typed; if empty, the standard body is sent. */
  body: string;
};

export const EMPTY_REQUEST: RequestDraft = { method: "POST", url: "", headers: [], body: "" };

/** A stored request as a draft. */
export function requestDraft(request: {
  method: RequestTemplate["method"];
  url: string;
  headers: { name: string; value: string | null }[];
  body: unknown;
}): RequestDraft {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers.map(({ name, value }) => ({
      key: newKey(),
      name,
      value: value ?? "",
      isStored: value === null,
    })),
    body: request.body === null || request.body === undefined ? "" : JSON.stringify(request.body, null, 2),
  };
}

/** The errors in a request that can be found before saving, by path. */
export function requestProblems({ url, headers, body }: RequestDraft, path: string): Issue[] {
  const issues: Issue[] = [];
  if (url.trim() === "") issues.push({ path: `${path}.url`, message: "Enter a URL" });
  headers.forEach(({ name }, index) => {
    if (name.trim() === "") {
      issues.push({ path: `${path}.headers.${index}.name`, message: "Give it a name, or remove it" });
    }
  });
  try {
    if (body.trim() !== "") JSON.parse(body);
  } catch {
    const message = 'This is not valid JSON. Placeholders stand inside quotes: "{{record.name}}"';
    issues.push({ path: `${path}.body`, message });
  }
  return issues;
}

/** A request in the API's format; its body must be valid JSON. */
export function requestBody({ method, url, headers, body }: RequestDraft) {
  return {
    method,
    url: url.trim(),
    headers: headers.map(({ name, value, isStored }) => ({
      name: name.trim(),
      value: isStored && value === "" ? null : value,
    })),
    body: body.trim() === "" ? null : (JSON.parse(body) as RequestTemplate["body"]),
  };
}

/** A copy of an action or step, not stored yet and without the original's secrets. */
export function copyOf<T extends Keyed>(item: T): T {
  const { id: _id, ...rest } = item;
  const copy = { ...structuredClone(rest), key: newKey() } as T;
  if (!("headers" in copy)) return copy;
  const { headers } = copy as { headers: HeaderRow[] };
  return { ...copy, headers: headers.map((header) => ({ ...header, key: newKey(), isStored: false })) };
}
