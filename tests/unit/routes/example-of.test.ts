import { describe, expect, it } from "vitest";
import type { oas31 } from "zod-openapi";
import { exampleOf } from "@/lib/routes/example-of";

const person = { $ref: "#/components/schemas/Person" };
const document: oas31.OpenAPIObject = {
  openapi: "3.1.1",
  info: { title: "t", version: "1" },
  components: {
    schemas: {
      Person: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "string", format: "uuid" },
          boss: { anyOf: [person, { type: "null" }] },
          reports: { type: "array", items: person },
          deputy: person,
          nick: { type: ["string", "null"], maxLength: 5, minLength: 5 },
        },
      },
      Endless: {
        type: "object",
        required: ["next"],
        properties: { next: { $ref: "#/components/schemas/Endless" } },
      },
    },
  },
};

describe("an example", () => {
  it("of an answer has every field, and stops at a recursive schema", () => {
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(exampleOf(document, person, false)).toEqual({ id, boss: null, reports: [], nick: "text-" });
  });

  it("of a request has the required fields, or the first one if none is required", () => {
    expect(Object.keys(exampleOf(document, person, true) as object)).toEqual(["id"]);
    const optional: oas31.SchemaObject = {
      type: "object",
      properties: { name: { type: "string" }, size: { type: "integer" } },
    };
    expect(exampleOf(document, optional, true)).toEqual({ name: "Website" });
  });

  it("shows ids, names of people and well-known fields as they look", () => {
    const text = { type: "string" } as const;
    const properties = {
      id: text,
      owner_id: text,
      member_ids: { type: "array", items: text },
      plan_id: text,
      task_key: text,
      created_by_name: text,
      note: text,
    } as const;
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(exampleOf(document, { type: "object", properties }, false)).toEqual({
      id,
      owner_id: id,
      member_ids: [id],
      plan_id: "enterprise",
      task_key: "SHOP-12",
      created_by_name: "Ada Lovelace",
      note: "text",
    });
  });

  it("is the schema's own where it has one", () => {
    expect(exampleOf(document, { type: "integer", examples: [7] }, true)).toBe(7);
    expect(exampleOf(document, { type: "integer", default: 9 }, true)).toBe(9);
    expect(exampleOf(document, { type: "string", enum: ["a", "b"] }, true)).toBe("a");
  });

  it("is refused for a schema that can't be described", () => {
    expect(() => exampleOf(document, { $ref: "#/components/schemas/Endless" }, true)).toThrow("without end");
  });
});
