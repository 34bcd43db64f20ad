import type { oas31 } from "zod-openapi";
import { apiDocument } from "@/app/api/v1/openapi.json/document";
import { curlOf } from "@/app/docs/curl";
import { type Field, fieldOf, fieldsOf } from "@/app/docs/schema";

/*
 * The OpenAPI document as the pages of the reference show it.
 */

type Answer = {
  status: string;
  description: string;
  /** What its body holds; nothing where it is an error as every route has it. */
  fields: Field[];
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | undefined;
  /** Who may call it, in paragraphs. */
  authentication: string;
  parameters: (Field & { in: string })[];
  body: Field[] | null;
  /** What it answers if all goes well, then every other answer. */
  answers: Answer[];
  /** The body of the first of them. */
  example: string | null;
  curl: string;
};

export type Area = { slug: string; name: string; description: string; operations: Operation[] };

type Json = oas31.MediaTypeObject;
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

function jsonOf(content: oas31.ContentObject | undefined): Json {
  return (content?.["application/json"] ?? {}) as Json;
}

function responseOf(document: oas31.OpenAPIObject, given: unknown): oas31.ResponseObject {
  const { $ref } = given as oas31.ReferenceObject;
  const found = $ref && document.components?.responses?.[$ref.replace("#/components/responses/", "")];
  return (found || given) as oas31.ResponseObject;
}

/** Who may call it, in a sentence. */
function authenticationOf(document: oas31.OpenAPIObject, operation: oas31.OperationObject): string {
  const ways = operation.security ?? document.security ?? [];
  const needsNone = ways.length === 0 || ways.some((way) => Object.keys(way).length === 0);
  const names = ways.flatMap((way) => Object.keys(way));
  if (names.length === 0) return "Needs no token.";
  if (names.join() === "bearer") {
    return needsNone ? "Works without a token; a bearer token is honoured." : "Needs a bearer token.";
  }
  const schemes = names.map(
    (name) => document.components?.securitySchemes?.[name] as oas31.SecuritySchemeObject,
  );
  const sentences = schemes.map(({ name, scheme, description = "" }) => {
    const carrier = name
      ? `\`${name}\``
      : scheme === "basic"
        ? "HTTP basic authentication"
        : "`Authorization: Bearer`";
    return `${carrier}: ${description}`;
  });
  return [needsNone ? "Authenticate with any of:" : "Needs one of:", ...sentences].join("\n\n");
}

function operationOf(
  document: oas31.OpenAPIObject,
  method: string,
  path: string,
  operation: oas31.OperationObject,
  baseUrl: string,
): Operation {
  const answers = Object.entries(operation.responses ?? {}).map(([status, given]) => {
    const { description, content } = responseOf(document, given);
    return { status, description, json: jsonOf(content), isShared: "$ref" in (given as object) };
  });
  const [success] = answers;
  const body = jsonOf((operation.requestBody as oas31.RequestBodyObject | undefined)?.content).schema;
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[];
  return {
    id: operation.operationId ?? `${method}${path}`,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? path,
    description: operation.description,
    authentication: authenticationOf(document, operation),
    parameters: parameters.map((each) => ({
      ...fieldOf(document, each.name, each.schema ?? {}, each.required ?? false),
      ...(each.description ? { description: each.description } : {}),
      in: each.in,
    })),
    body: body ? fieldsOf(document, body) : null,
    answers: answers.map(({ status, description, json, isShared }) => ({
      status,
      description,
      fields: json.schema && !isShared ? fieldsOf(document, json.schema) : [],
    })),
    example: success?.json.schema ? JSON.stringify(success.json.example, null, 2) : null,
    curl: curlOf(document, { method, path, operation }, baseUrl),
  };
}

async function readAreas(baseUrl: string): Promise<Area[]> {
  const document = await apiDocument();
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation
        ? [{ tag: operation.tags?.[0], ...operationOf(document, method, path, operation, baseUrl) }]
        : [];
    }),
  );
  return (document.tags ?? []).map(({ name, description = "" }) => ({
    slug: name.toLowerCase().replace(/\W+/g, "-"),
    name,
    description,
    operations: operations.filter(({ tag }) => tag === name),
  }));
}

const areasFor = new Map<string, Promise<Area[]>>();

/**
 * The areas of the interface in reading order, each with its operations; examples speak to `baseUrl`. They are read on
 * first use: if each page read them anew, anyone could keep the process busy by asking for some.
 */
export function listAreas(baseUrl: string): Promise<Area[]> {
  const areas = areasFor.get(baseUrl) ?? readAreas(baseUrl);
  areasFor.set(baseUrl, areas);
  areas.catch(() => areasFor.delete(baseUrl));
  return areas;
}

/** What holds for every route, in paragraphs. */
export async function introduction(): Promise<string[]> {
  const { info } = await apiDocument();
  return (info.description ?? "").split("\n\n");
}
