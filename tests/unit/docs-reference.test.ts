import { describe, expect, it } from "vitest";
import { fieldOf } from "@/app/docs/schema";

const document = {
  openapi: "3.1.0",
  info: { title: "", version: "" },
  components: {
    schemas: {
      Json: {
        anyOf: [
          { type: "string" },
          { type: "array", items: { $ref: "#/components/schemas/Json" } },
          { type: "object", additionalProperties: { $ref: "#/components/schemas/Json" } },
        ],
      },
    },
  },
} as const;

describe("the API reference", () => {
  it("names a recursive schema, down to where it recurses", () => {
    const field = fieldOf(document as never, "before", { $ref: "#/components/schemas/Json" }, true);
    expect(field.type).toBe("string | array of anything | map of anything");
  });
});
