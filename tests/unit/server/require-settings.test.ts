import { expect, it } from "vitest";
import { readBeforeStart } from "@/lib/server/require-settings";

it("Without settings, the embedded database stands in for a database and its secrets", () => {
  expect(readBeforeStart({ DATABASE_URL: "", DIRECT_DATABASE_URL: "" }).PORT).toBe(3000);
});

it("No embedded database is started beside a database whose own address is set and its pooler's is not", () => {
  const given = { DIRECT_DATABASE_URL: "postgresql://u:p@h/d" };
  expect(() => readBeforeStart(given)).toThrow(/^ {2}DATABASE_URL must be set\.$/m);
});
