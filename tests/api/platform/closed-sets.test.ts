import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ATTRIBUTE_TYPES } from "@/lib/crm/values/catalog";
import { pool } from "@/lib/platform/database";
import { judgeMigrations } from "@/lib/platform/migration-rules";
import { TaskStatus } from "@/lib/projects/tasks/schema";
import { missingChecks } from "@/lib/server/closed-set-checks";
import { CLOSED_SETS } from "@/lib/server/closed-sets";

const SCHEMA = path.resolve("prisma/schema");

/** `table.column` of each text column whose comment in the Prisma schema lists words: `/// open | closed`. */
async function describedAsClosed(): Promise<string[]> {
  const names: string[] = [];
  for (const file of await readdir(SCHEMA)) {
    const models = (await readFile(path.join(SCHEMA, file), "utf8")).split(/^model /m).slice(1);
    for (const model of models) {
      const table = /@@map\("(\w+)"\)/.exec(model)?.[1];
      const fields = model.matchAll(/\/\/\/ (?:[^\n]*: )?\w+ \| [^\n]*\n\s+(\w+)\s+String([^\n]*)/g);
      for (const [, field, rest = ""] of fields) {
        names.push(`${table}.${/@map\("(\w+)"\)/.exec(rest)?.[1] ?? field}`);
      }
    }
  }
  return names;
}

describe("closed sets", () => {
  it("have a valid CHECK each, with the values in the code: else run npm run db:migration", async () => {
    expect(await missingChecks(pool())).toEqual({ change: [], validate: [] });
  });

  it("are all columns that the schema describes by a list of values", async () => {
    const described = await describedAsClosed();
    expect(described.length).toBeGreaterThan(30);
    expect(described.filter((name) => !(name in CLOSED_SETS))).toEqual([]);
  });

  it("make the database refuse any other value, in a column and in an array of them", async () => {
    const insert = (type: string) =>
      pool().query(
        "INSERT INTO workspace (id, name, slug, type, updated_at) VALUES (gen_random_uuid(), 'A', $1, $1, now())",
        [type],
      );
    await insert("internal");
    await expect(insert("external")).rejects.toMatchObject({
      code: "23514",
      constraint: "workspace_type_check",
    });
    const project = (tabs: string[]) =>
      pool().query(
        `INSERT INTO project (id, workspace_id, name, slug, key, public_tabs, updated_at)
         SELECT gen_random_uuid(), id, 'P', 'p', 'PRO', $1, now() FROM workspace`,
        [tabs],
      );
    await project([]);
    await expect(project(["board", "wall"])).rejects.toMatchObject({
      code: "23514",
      constraint: "project_public_tabs_check",
    });
  });

  it("need one migration for a new value in a small table", async () => {
    const sets = { "crm_attribute.type": [...ATTRIBUTE_TYPES, "percentage"] };
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      const lacking = await missingChecks(client, sets);
      expect(lacking.validate).toEqual([]);
      expect(lacking.change.join("")).toContain("'percentage'");
      const files = [{ name: "99991231235959_a_word", sql: lacking.change.join("") }];
      expect(judgeMigrations(files)).toEqual([]);
      await client.query(lacking.change.join(""));
      expect(await missingChecks(client, sets)).toEqual({ change: [], validate: [] });
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });

  it("say what a migration must do for a new value, and nothing once it is done", async () => {
    const sets = { "task.status": [...TaskStatus.options, "can't"] };
    const words = sets["task.status"].map((word) => `'${word.replace("'", "''")}'`).join(", ");
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      const lacking = await missingChecks(client, sets);
      expect(lacking).toEqual({
        change: [
          `ALTER TABLE "task" DROP CONSTRAINT "task_status_check", ADD CONSTRAINT "task_status_check"\n  CHECK ("status" IN (${words})) NOT VALID;\n`,
        ],
        validate: [`ALTER TABLE "task" VALIDATE CONSTRAINT "task_status_check";\n`],
      });
      await client.query(lacking.change.join(""));
      expect(await missingChecks(client, sets)).toEqual({ change: [], validate: lacking.validate });
      await client.query(lacking.validate.join(""));
      expect(await missingChecks(client, sets)).toEqual({ change: [], validate: [] });
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });

  it("name existing columns", async () => {
    await expect(missingChecks(pool(), { "task.mood": ["good"] })).rejects.toThrow(
      "lib/server/closed-sets.ts names task.mood, and there is no such column.",
    );
  });
});
