import { cache } from "react";
import type { oas31 } from "zod-openapi";
import { apiDocument } from "@/app/api/v1/openapi.json/document";
import { exampleOf, type Field, fieldOf, fieldsOf } from "@/app/docs/schema";

/*
 * The OpenAPI document as the pages of the reference show it.
 */

type Answer = { status: string; description: string };

export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | undefined;
  authentication: "required" | "optional" | "none";
  parameters: (Field & { in: string })[];
  body: Field[] | null;
  success: Answer & { fields: Field[]; example: string | null };
  errors: Answer[];
  curl: string;
};

export type Area = { slug: string; name: string; description: string; operations: Operation[] };

type Json = oas31.MediaTypeObject;
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

function jsonSchema(content: oas31.ContentObject | undefined): Json["schema"] {
  return (content?.["application/json"] as Json | undefined)?.schema;
}

function responseOf(document: oas31.OpenAPIObject, given: unknown): oas31.ResponseObject {
  const { $ref } = given as oas31.ReferenceObject;
  const found = $ref && document.components?.responses?.[$ref.replace("#/components/responses/", "")];
  return (found || given) as oas31.ResponseObject;
}

function authenticationOf(operation: oas31.OperationObject): Operation["authentication"] {
  if (!operation.security) return "required";
  return operation.security.some((each) => "bearer" in each) ? "optional" : "none";
}

/** `$WORKSPACE_ID` for a value that the reader has to fill in. */
const variable = (name: string) => `$${name.toUpperCase()}`;

function curlOf(operation: Omit<Operation, "curl">, body: unknown, baseUrl: string): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name));
  const query = operation.parameters
    .filter((each) => each.in === "query" && each.isRequired)
    .map(({ name }) => `${name}=${variable(name)}`)
    .join("&");
  const lines = [
    `curl "${baseUrl}/api/v1${path}${query && `?${query}`}"`,
    ...(operation.method === "GET" ? [] : [`-X ${operation.method}`]),
    ...(operation.authentication === "required" ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2)}'`]),
  ];
  return lines.join(" \\\n  ");
}

function operationOf(
  document: oas31.OpenAPIObject,
  method: string,
  path: string,
  operation: oas31.OperationObject,
  baseUrl: string,
): Operation {
  const answers = Object.entries(operation.responses ?? {}).map(([status, given]) => ({
    status,
    response: responseOf(document, given),
  }));
  const [success, ...errors] = answers;
  const answered = jsonSchema(success?.response.content);
  const bodySchema = jsonSchema((operation.requestBody as oas31.RequestBodyObject | undefined)?.content);
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[];
  const described: Omit<Operation, "curl"> = {
    id: operation.operationId ?? `${method}${path}`,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? path,
    description: operation.description,
    authentication: authenticationOf(operation),
    parameters: parameters.map((each) => ({
      ...fieldOf(document, each.name, each.schema ?? {}, each.required ?? false),
      ...(each.description ? { description: each.description } : {}),
      in: each.in,
    })),
    body: bodySchema ? fieldsOf(document, bodySchema) : null,
    success: {
      status: success?.status ?? "200",
      description: success?.response.description ?? "",
      fields: answered ? fieldsOf(document, answered) : [],
      example: answered ? JSON.stringify(exampleOf(document, answered, false), null, 2) : null,
    },
    errors: errors.map(({ status, response }) => ({ status, description: response.description })),
  };
  const body = bodySchema ? exampleOf(document, bodySchema, true) : undefined;
  return { ...described, curl: curlOf(described, body, baseUrl) };
}

/** The areas of the interface in reading order, each with its operations; examples speak to `baseUrl`. */
export const listAreas = cache(async (baseUrl: string): Promise<Area[]> => {
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
});

/** What holds for every route, in paragraphs. */
export async function introduction(): Promise<string[]> {
  const { info } = await apiDocument();
  return (info.description ?? "").split("\n\n");
}
