import { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { Timestamp } from "@/lib/http/fields";
import { jsonResponse } from "@/lib/http/json-response";
import { type AnyDeclaration, presented } from "@/lib/routes/route";

/*
 * Answers for callers who may change something that they may not see. The answer to a change shows the thing as it is
 * now, so a change of nothing would read it. They get the same fields, but of what people wrote only what they sent.
 */

type Fields = Record<string, unknown>;

/** What a caller said of something: its fields in the body, and what the path names. */
type Said = { sent: unknown; named: ReadonlySet<unknown> };

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a schema is about, without what is wrapped around it. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.out as z.ZodType);
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly;
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

/** Ids, a task's key, places in an order, times, states and numbers stay: they tell nothing that anybody wrote. */
function tellsNothing(schema: z.ZodType, name: string): boolean {
  return (
    /^(.*_)?(id|key)$|^position$/.test(name) ||
    unwrapped(schema) === Timestamp ||
    [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral].some((kind) => unwrapped(schema) instanceof kind)
  );
}

function withoutTexts(schema: z.ZodType, value: unknown, { sent, named }: Said, name: string): unknown {
  const inner = unwrapped(schema);
  if (value === null || value === undefined || named.has(value) || tellsNothing(schema, name)) return value;
  if (inner instanceof z.ZodObject && isFields(value))
    return fieldsWithoutTexts(inner, value, { sent, named });
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    if (!Array.isArray(sent)) return [];
    const element = inner.element as z.ZodType;
    return value.map((item, index) => withoutTexts(element, item, { sent: sent[index], named }, name));
  }
  if (inner instanceof z.ZodRecord && isFields(value)) {
    return Object.fromEntries(Object.entries(value).filter(([key]) => isFields(sent) && key in sent));
  }
  if (sent !== undefined) return value;
  return schema.safeParse(null).success ? null : "";
}

function fieldsWithoutTexts(schema: z.ZodObject, value: Fields, { sent, named }: Said): Fields {
  const given = isFields(sent) ? sent : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const of = schema.shape[key];
      return [key, of ? withoutTexts(of as z.ZodType, field, { sent: given[key], named }, key) : null];
    }),
  );
}

/** The answer to a change with, of what people wrote, only what the caller sent. */
async function withoutUnseen({ response }: AnyDeclaration, answer: Response, said: Said): Promise<Response> {
  if (!(response instanceof z.ZodType)) return answer;
  const shown = withoutTexts(response, await answer.json(), said, "");
  return jsonResponse(shown, { status: answer.status, headers: answer.headers });
}

/** A refusal that does not show the thing as it is now. */
function refusalWithoutUnseen({ errorFields }: AnyDeclaration, error: unknown, { named }: Said): unknown {
  const schema = error instanceof AppError ? errorFields?.[error.code] : undefined;
  if (!(error instanceof AppError) || !schema || error.state === undefined) return error;
  return new AppError(error.code, error.message, {
    state: fieldsWithoutTexts(schema, error.state, { sent: undefined, named }),
    cause: error,
  });
}

/**
 * Answers a caller who may not see what they change.
 * @param input what they sent, parsed: keys that the route does not know say nothing
 */
export async function hidingUnseen(
  declaration: AnyDeclaration,
  request: Request,
  { params, body }: { params: unknown; body: unknown },
  answer: () => Promise<unknown>,
): Promise<Response> {
  const said = { sent: body, named: new Set(isFields(params) ? Object.values(params) : []) };
  try {
    const result = await answer();
    const response = result instanceof Response ? result : presented(declaration, request, result);
    return await withoutUnseen(declaration, response, said);
  } catch (error) {
    throw refusalWithoutUnseen(declaration, error, said);
  }
}
