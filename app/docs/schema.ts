import type { oas31 } from "zod-openapi";

/*
 * Reads the schemas of the OpenAPI document for people: what a value is called, which fields it has.
 */

type Schema = oas31.SchemaObject;
type SchemaOrRef = Schema | oas31.ReferenceObject;

/** Deeper than this a schema is named and not opened; it also ends a schema that holds itself. */
const DEPTH_MAX = 5;

export type Field = {
  name: string;
  type: string;
  isRequired: boolean;
  description: string | undefined;
  constraints: string[];
  fields: Field[];
};

function follow(document: oas31.OpenAPIObject, schema: SchemaOrRef): Schema {
  if (!schema.$ref) return schema as Schema;
  const target = document.components?.schemas?.[schema.$ref.replace("#/components/schemas/", "")];
  if (!target) return {};
  const { description } = schema;
  return { ...follow(document, target), ...(description ? { description } : {}) };
}

/** The schema less its null, and whether it had one. */
function unwrapNull(
  document: oas31.OpenAPIObject,
  given: SchemaOrRef,
): { schema: Schema; isNullable: boolean } {
  const schema = follow(document, given);
  if (Array.isArray(schema.type) && schema.type.includes("null")) {
    const types = schema.type.filter((type) => type !== "null");
    return {
      schema: { ...schema, type: types.length === 1 && types[0] ? types[0] : types },
      isNullable: true,
    };
  }
  const options = schema.anyOf ?? schema.oneOf;
  const others = options?.filter((option) => (option as Schema).type !== "null");
  if (options && others?.length === 1 && others[0] && options.length === 2) {
    const inner = follow(document, others[0]);
    return {
      schema: { ...inner, ...(schema.description ? { description: schema.description } : {}) },
      isNullable: true,
    };
  }
  return { schema, isNullable: false };
}

const NAME_OF_FORMAT: Record<string, string> = {
  uuid: "UUID",
  "date-time": "timestamp",
  email: "email",
  uri: "URL",
};

function nameOf(document: oas31.OpenAPIObject, schema: Schema, open: readonly string[]): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => typeOf(document, option, open)).join(" | ");
  if (schema.type === "array") {
    const item = schema.items ? typeOf(document, schema.items, open) : "anything";
    return `array of ${schema.items && item !== "anything" && /^\w+$/.test(item) ? `${item}s` : item}`;
  }
  if (schema.type === "object" && !schema.properties && typeof schema.additionalProperties === "object") {
    return `map of ${typeOf(document, schema.additionalProperties, open)}`;
  }
  if (schema.format) return NAME_OF_FORMAT[schema.format] ?? schema.format;
  return schema.type ? [schema.type].flat().join(" | ") : "anything";
}

/** `open` holds the references that are being named: a schema that holds itself is named down to itself. */
function typeOf(document: oas31.OpenAPIObject, given: SchemaOrRef, open: readonly string[] = []): string {
  if (given.$ref && open.includes(given.$ref)) return "anything";
  const { schema, isNullable } = unwrapNull(document, given);
  return nameOf(document, schema, given.$ref ? [...open, given.$ref] : open) + (isNullable ? " or null" : "");
}

function constraintsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const span = (low: number | undefined, high: number | undefined, unit: string): string[] => {
    const counted = (count: number) => `${count}${unit === "" || count === 1 ? unit : `${unit}s`}`;
    if (low !== undefined && low === high) return [`exactly ${counted(low)}`];
    if (low !== undefined && high !== undefined) return [`${low} to ${counted(high)}`];
    if (high !== undefined) return [`at most ${counted(high)}`];
    return low === undefined ? [] : [`at least ${counted(low)}`];
  };
  return [
    ...span(minimum, maximum, ""),
    ...span(minLength, maxLength, " character"),
    ...span(minItems, maxItems, " item"),
    ...(pattern && !schema.format ? [`matches ${pattern}`] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

/** One named value, with the fields inside it where it is an object or a list of objects. */
export function fieldOf(
  document: oas31.OpenAPIObject,
  name: string,
  given: SchemaOrRef,
  isRequired: boolean,
  depth = 0,
): Field {
  const { schema } = unwrapNull(document, given);
  return {
    name,
    type: typeOf(document, given),
    isRequired,
    description: follow(document, given).description ?? schema.description,
    constraints: constraintsOf(schema),
    fields: fieldsOf(document, schema, depth + 1),
  };
}

/** The fields of an object, or of the objects that a list or a map holds. */
export function fieldsOf(document: oas31.OpenAPIObject, given: SchemaOrRef, depth = 0): Field[] {
  if (depth > DEPTH_MAX) return [];
  const { schema } = unwrapNull(document, given);
  if (schema.items) return fieldsOf(document, schema.items, depth);
  if (!schema.properties && typeof schema.additionalProperties === "object") {
    return fieldsOf(document, schema.additionalProperties, depth);
  }
  return Object.entries(schema.properties ?? {}).map(([name, inner]) =>
    fieldOf(document, name, inner, schema.required?.includes(name) ?? false, depth),
  );
}
