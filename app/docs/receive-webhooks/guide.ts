import { readFile } from "node:fs/promises";
import path from "node:path";
import type { oas31 } from "zod-openapi";
import { apiDocument } from "@/app/api/v1/openapi.json/document";
import { type Field, fieldOf, fieldsOf } from "@/app/docs/schema";
import { retryWaitMs } from "@/lib/webhooks/rules";

/*
 * What the guide for subscribers shows: out of the very rules, schemas and files that the service sends and is tested by.
 */

/** The files that verify a request, each by itself, in the order in which they are shown. */
export const SNIPPETS = [
  { title: "Node (verify.mjs)", file: "verify.mjs" },
  { title: "Python (verify.py)", file: "verify.py" },
  { title: "PHP (verify.php)", file: "verify.php" },
  { title: "Shell (verify.sh)", file: "verify.sh" },
] as const;

/** Their texts, in the same order. */
export function readSnippets(): Promise<string[]> {
  const folder = path.join(process.cwd(), "lib/ui/webhooks/snippets");
  return Promise.all(SNIPPETS.map(({ file }) => readFile(path.join(folder, file), "utf8")));
}

type SentEvent = { type: string; summary: string; description: string; fields: Field[] };

type Sent = { headers: Field[]; envelope: Field[]; events: SentEvent[]; request: string };

type Post = oas31.OperationObject & { requestBody: oas31.RequestBodyObject };

function bodyOf({ requestBody }: Post): { schema: oas31.SchemaObject; example: unknown } {
  const json = requestBody.content["application/json"] as oas31.MediaTypeObject | undefined;
  return { schema: (json?.schema ?? {}) as oas31.SchemaObject, example: json?.example };
}

/** The headers, the envelope and the data of every event, and one request as it goes over the wire. */
export async function describeSent(): Promise<Sent> {
  const document = await apiDocument();
  const posts = Object.entries(document.webhooks ?? {}).map(
    ([type, item]) => [type, (item as { post: Post }).post] as const,
  );
  const events = posts.map(([type, post]) => {
    const { data = {} } = bodyOf(post).schema.properties ?? {};
    const { summary = type, description = "" } = post;
    return { type, summary, description, fields: fieldsOf(document, data) };
  });
  const [first] = posts;
  if (!first) throw new Error("the service sends no event");
  const [, post] = first;
  const headers = (post.parameters ?? []) as oas31.ParameterObject[];
  const { schema, example } = bodyOf(post);
  return {
    headers: headers.map(({ name, schema: of = {}, description }) => ({
      ...fieldOf(document, name, of, true),
      description,
    })),
    envelope: fieldsOf(document, schema).map((field) => ({
      ...field,
      fields: [],
      // Of this one event; the guide is about all.
      ...(field.name === "type" ? { type: "string", description: "As in `X-Svc-Event`" } : {}),
    })),
    events,
    request: [
      "POST /your/path HTTP/1.1",
      "Content-Type: application/json",
      ...headers.map(({ name }) => `${name}: …`),
      "",
      JSON.stringify(example, null, 2),
    ].join("\n"),
  };
}

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${Math.round(seconds / 60)} min`;
}

/** How long is waited after each failed attempt, in words. */
export function retryWaits(initialSeconds: number): string[] {
  const waits: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const waitMs = retryWaitMs(attempt, initialSeconds * 1000, 0, 0);
    if (waitMs === null) return waits;
    waits.push(inWords(waitMs));
  }
}
