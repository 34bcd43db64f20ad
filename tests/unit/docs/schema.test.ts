import { describe, expect, it } from "vitest";
import type { oas31 } from "zod-openapi";
import { fieldOf, fieldsOf } from "@/app/docs/schema";

const document: oas31.OpenAPIObject = {
  openapi: "3.1.1",
  info: { title: "t", version: "1" },
  components: {
    schemas: {
      Person: {
        type: "object",
        description: "Someone",
        required: ["id"],
        properties: {
          id: { type: "string", format: "uuid" },
          boss: { anyOf: [{ $ref: "#/components/schemas/Person" }, { type: "null" }] },
          nick: { type: ["string", "null"], maxLength: 5 },
        },
      },
    },
  },
};
const person = { $ref: "#/components/schemas/Person" };

describe("the reference's reading of a schema", () => {
  it("names types as people do, with null and lists", () => {
    const typeOf = (schema: oas31.SchemaObject) => fieldOf(document, "x", schema, true).type;
    expect(typeOf({ type: "string", format: "date-time" })).toBe("timestamp");
    expect(typeOf({ type: ["integer", "null"] })).toBe("integer or null");
    expect(typeOf({ type: "array", items: { type: "string", enum: ["a", "b"] } })).toBe('array of "a" | "b"');
    expect(typeOf({ type: "array", items: { type: "string" } })).toBe("array of strings");
    expect(typeOf({ type: "object", additionalProperties: { type: "integer" } })).toBe("map of integer");
    expect(typeOf({})).toBe("anything");
  });

  it("says how long and how large a value may be", () => {
    const limits = (schema: oas31.SchemaObject) => fieldOf(document, "x", schema, true).constraints;
    expect(limits({ type: "string", minLength: 1 })).toEqual(["at least 1 character"]);
    expect(limits({ type: "string", minLength: 1, maxLength: 60 })).toEqual(["1 to 60 characters"]);
    expect(limits({ type: "array", minItems: 2, maxItems: 2 })).toEqual(["exactly 2 items"]);
    expect(limits({ type: "integer", minimum: 0 })).toEqual(["at least 0"]);
  });

  it("expands nested fields, and stops at a recursive schema", () => {
    const fields = fieldsOf(document, { type: "array", items: person });
    expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ["id", true],
      ["boss", false],
      ["nick", false],
    ]);
    expect(fields[1]).toMatchObject({ type: "object or null", description: "Someone" });
    expect(fields[2]?.constraints).toEqual(["at most 5 characters"]);
    let [depth, at] = [0, fields];
    while (at.length > 0) [depth, at] = [depth + 1, at[1]?.fields ?? []];
    expect(depth).toBeLessThan(10);
  });
});
