import type { oas31 } from "zod-openapi";

/*
 * How an operation of the API reference is called from a shell: what the reader has to fill in is a variable, and all
 * else is as the service takes it.
 */

type Described = { method: string; path: string; operation: oas31.OperationObject };

const shellName = (text: string) => text.replace(/\W+/g, "_").toUpperCase();
const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** `tables` → `table`, for names of variables. */
const singular = (word: string) => word.replace(/(?<!s)s$/, "");

function parametersOf({ operation }: Described, place: string): oas31.ParameterObject[] {
  return ((operation.parameters ?? []) as oas31.ParameterObject[]).filter((each) => each.in === place);
}

/** What a parameter is in an example: its own, or a variable under that name. */
function valueOr(parameter: oas31.ParameterObject | undefined, variable: string): string {
  const schema = (parameter?.schema ?? {}) as oas31.SchemaObject;
  const own =
    parameter?.example ?? schema.examples?.[0] ?? schema.example ?? schema.const ?? schema.enum?.[0];
  return own === undefined ? `$${variable}` : String(own);
}

/** As in an address: an example is encoded, and a variable stays one. */
function queryValue(parameter: oas31.ParameterObject): string {
  const value = valueOr(parameter, shellName(parameter.name));
  return value.startsWith("$") ? value : encodeURIComponent(value);
}

/**
 * The path with `$WORKSPACE_ID` and the like. A name that says too little is told apart by the part before it
 * (`$INVITE_TOKEN`): `$TOKEN` is the bearer, and has no business in an address.
 */
function pathOf(described: Described): string {
  const inPath = parametersOf(described, "path");
  return described.path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, before: string, name: string) => {
    const variable = shellName(name.includes("_") ? name : `${singular(before)}_${name}`);
    const parameter = inPath.find((each) => each.name === name);
    return `${before}/${valueOr(parameter, variable)}`;
  });
}

/** The header that proves who calls, by the first way that the operation takes; null where that is none at all. */
function proofOf(document: oas31.OpenAPIObject, { operation }: Described): string | null {
  const [way] = operation.security ?? document.security ?? [];
  const [name] = Object.keys(way ?? {});
  if (name === undefined) return null;
  const scheme = document.components?.securitySchemes?.[name] as oas31.SecuritySchemeObject;
  if (scheme.type === "http")
    return `Authorization: Bearer $${name === "bearer" ? "TOKEN" : shellName(name)}`;
  return `${scheme.name}: $${shellName(name)}`;
}

function bodyOf({ operation }: Described): unknown {
  const content = (operation.requestBody as oas31.RequestBodyObject | undefined)?.content;
  const json = content?.["application/json"] as oas31.MediaTypeObject | undefined;
  const [first] = Object.values(json?.examples ?? {}) as oas31.ExampleObject[];
  return json && (json.example ?? first?.value);
}

/** The command that calls an operation at `baseUrl`. */
export function curlOf(document: oas31.OpenAPIObject, described: Described, baseUrl: string): string {
  const query = parametersOf(described, "query")
    .filter(({ required }) => required)
    .map((each) => `${each.name}=${queryValue(each)}`)
    .join("&");
  const method = described.method.toUpperCase();
  const proof = proofOf(document, described);
  const headers = parametersOf(described, "header")
    .filter(({ required }) => required)
    .map((each) => `${each.name}: ${valueOr(each, shellName(each.name))}`);
  const body = bodyOf(described);
  const lines = [
    `curl "${baseUrl}/api/v1${pathOf(described)}${query && `?${query}`}"`,
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...[...(proof === null ? [] : [proof]), ...headers].map((header) => `-H "${header}"`),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${inQuotes(JSON.stringify(body, null, 2))}`]),
  ];
  return lines.join(" \\\n  ");
}
