import { describe, expect, it } from "vitest";
import { judgeMigrations } from "@/lib/platform/migration-rules";
import { concurrentWork, splitStatements } from "@/lib/platform/migration-statements";
import { migrationFiles } from "@/lib/platform/migrations";

const BEFORE = `
CREATE TABLE "sample" ("id" BIGINT NOT NULL, "note" TEXT);
CREATE TABLE "form" ("id" UUID NOT NULL);
CREATE TABLE "event" ("at" TIMESTAMPTZ NOT NULL) PARTITION BY RANGE ("at");
CREATE INDEX "sample_note_idx" ON "sample"("note");
CREATE INDEX "form_id_idx" ON public.form ("id");
`;

/** What the rules say of files that follow each other, after one that made the tables. */
function refusals(...files: string[]): string[] {
  return judgeMigrations([
    { name: "20261101000000_before", sql: BEFORE },
    ...files.map((sql, index) => ({ name: `2027010100000${index}_file`, sql })),
  ]).map(({ detail }) => detail);
}

const texts = (sql: string) =>
  splitStatements(sql).map(({ tokens }) => tokens.map(({ text }) => text).join(" "));

describe("splitStatements", () => {
  it("cuts at the semicolons that end a statement, and at no other", () => {
    expect(
      texts(`
        -- a comment; with a semicolon
        SELECT 'it''s; one' , E'a\\'; b'; /* and /* nested; */ ; */
        SELECT "odd;""name" ;;
        CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $body$ BEGIN RETURN $$;$$; END $body$;
        CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT 1; SELECT 2);
        CREATE FUNCTION g() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END;
        SELECT $1, a$b FROM t`),
    ).toEqual([
      "select 'it''s; one' , E'a\\'; b'",
      'select odd;"name',
      "create function f ( ) returns int language plpgsql as $body$ BEGIN RETURN $$;$$; END $body$",
      "create rule r as on insert to t do also ( select 1 ; select 2 )",
      "create function g ( ) returns int begin atomic select case when true then 1 end ; select 2 ; end",
      "select $ 1 , a$b from t",
    ]);
  });

  it("counts the lines on which statements begin", () => {
    expect(splitStatements("-- one\n\nSELECT\n1;\n/* a\nb */ SELECT 2").map(({ line }) => line)).toEqual([
      3, 6,
    ]);
  });

  it("reads an unclosed quote to the end, which Postgres would refuse", () => {
    for (const open of ["'text; ", '"name; ', "/* comment; ", "$$ body; ", "$a$ body $$; "]) {
      expect(splitStatements(`SELECT 1; SELECT ${open}`), open).toHaveLength(2);
    }
  });

  it("names the index that a statement creates or drops concurrently", () => {
    const of = (sql: string) => splitStatements(sql).map(concurrentWork);
    expect(of(`CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "Odd idx" ON public."sample" (a)`)).toEqual([
      { does: "create", index: "Odd idx", table: "sample" },
    ]);
    expect(of("DROP INDEX CONCURRENTLY IF EXISTS sample_idx")).toEqual([
      { does: "drop", index: "sample_idx", table: "" },
    ]);
    expect(of("ALTER TABLE a DETACH PARTITION b CONCURRENTLY; REINDEX INDEX CONCURRENTLY i")).toEqual([
      { does: "other", index: "", table: "" },
      { does: "other", index: "", table: "" },
    ]);
    expect(of("CREATE INDEX concurrently_idx ON t (a); REFRESH MATERIALIZED VIEW CONCURRENTLY v")).toEqual([
      null,
      null,
    ]);
  });
});

describe("judgeMigrations", () => {
  it.each([
    ["an index", `CREATE INDEX "i" ON "sample"("note")`, "CREATE INDEX CONCURRENTLY"],
    [
      "an index without a name",
      "create index on public.sample using gin (note)",
      "CREATE INDEX CONCURRENTLY",
    ],
    ["an index on ONLY what has no partitions", "CREATE INDEX i ON ONLY sample (note)", "CONCURRENTLY"],
    ["an index on a table it can't know", "CREATE INDEX i ON other.thing (a)", "CREATE INDEX CONCURRENTLY"],
    [
      "a concurrent index beside something else",
      `CREATE INDEX CONCURRENTLY "i" ON "sample"("note"); SELECT 1`,
      "a file of its own",
    ],
    ["a concurrent index without a name", "CREATE INDEX CONCURRENTLY ON sample (note)", "Name the index"],
    ["an index on a partitioned table", `CREATE INDEX "i" ON "event"("at")`, 'ON ONLY "event"'],
    [
      "a concurrent index on a partitioned table",
      `CREATE INDEX CONCURRENTLY "i" ON "event"("at")`,
      "ATTACH PARTITION",
    ],
    ["the drop of an index", `DROP INDEX "sample_note_idx"`, "DROP INDEX CONCURRENTLY"],
    ["the drop of an unknown index", "DROP INDEX IF EXISTS public.nobody_knows", "DROP INDEX CONCURRENTLY"],
    ["one of two indexes dropped", "DROP INDEX form_id_idx, sample_note_idx", '"sample_note_idx"'],
    [
      "a foreign key",
      `ALTER TABLE "sample" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "form"("id") ON DELETE CASCADE`,
      "NOT VALID",
    ],
    [
      "a foreign key without a name",
      "ALTER TABLE sample ADD FOREIGN KEY (id) REFERENCES form (id)",
      "NOT VALID",
    ],
    ["a check", "ALTER TABLE ONLY sample ADD CONSTRAINT c CHECK (note <> 'NOT VALID')", "NOT VALID"],
    ["a unique constraint", "ALTER TABLE sample ADD CONSTRAINT u UNIQUE (note)", "USING INDEX"],
    ["SET NOT NULL", `ALTER TABLE "sample" ALTER COLUMN "note" SET NOT NULL`, "IS NOT NULL) NOT VALID"],
    ["another type", "ALTER TABLE sample ALTER note TYPE varchar(5)", "add a new column"],
    [
      "another type in the long form",
      "ALTER TABLE sample ALTER COLUMN note SET DATA TYPE text",
      "add a new column",
    ],
    [
      "a volatile default",
      `ALTER TABLE "sample" ADD COLUMN "u" UUID NOT NULL DEFAULT gen_random_uuid()`,
      "differs for each row",
    ],
    [
      "a volatile default among others",
      "ALTER TABLE sample ADD a int DEFAULT 1, ADD b float8 DEFAULT (random() * 2)",
      'column "b"',
    ],
    ["a serial column", "ALTER TABLE sample ADD COLUMN n BIGSERIAL", "numbers every row"],
    ["a stored generated column", "ALTER TABLE sample ADD n int GENERATED ALWAYS AS (1) STORED", "generated"],
    ["a column that can't be empty", "ALTER TABLE sample ADD COLUMN n int NOT NULL", "without a DEFAULT"],
    ["a unique column", "ALTER TABLE sample ADD COLUMN n int UNIQUE", "unique"],
    ["a column with a check", "ALTER TABLE sample ADD COLUMN n int CHECK (n > 0)", "NOT VALID"],
    ["VACUUM", "VACUUM FULL sample", "VACUUM"],
  ])("refuses %s on a table that may be large, and says what to do", (_, sql, words) => {
    expect(refusals(sql)).toEqual([expect.stringContaining(words)]);
  });

  it.each([
    [
      "a concurrent index that stands alone",
      `-- why\nCREATE INDEX CONCURRENTLY "i" ON "sample"("note");\n-- end`,
    ],
    ["the concurrent drop of an index", `DROP INDEX CONCURRENTLY "sample_note_idx";`],
    ["an index on a small table", `CREATE INDEX "i" ON "form"("id")`],
    ["the drop of an index of a small table", "DROP INDEX form_id_idx"],
    ["an index on ONLY a partitioned table", `CREATE INDEX "i" ON ONLY "event"("at")`],
    [
      "a constraint that is not valid yet",
      "ALTER TABLE sample ADD CONSTRAINT c CHECK (note <> '') NOT VALID",
    ],
    ["a constraint by an index that stands", "ALTER TABLE sample ADD CONSTRAINT u UNIQUE USING INDEX i"],
    [
      "columns with constant and stable defaults",
      `ALTER TABLE "sample" ADD COLUMN "a" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
         ADD COLUMN "b" VARCHAR(5) NOT NULL DEFAULT 'random()'::varchar(5),
         ADD COLUMN "c" TEXT[] DEFAULT ARRAY[]::TEXT[], ADD COLUMN "d" TIMESTAMPTZ(3) NOT NULL DEFAULT now()`,
    ],
    ["a column that refers to another table", "ALTER TABLE sample ADD COLUMN f uuid REFERENCES form (id)"],
    [
      "anything with a table of its own",
      `CREATE TABLE "new" ("id" BIGSERIAL); CREATE INDEX "i" ON "new"("id"); DROP INDEX "i";
       ALTER TABLE "new" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "sample"("id");
       ALTER TABLE "new" ALTER COLUMN "id" SET NOT NULL; ALTER TABLE "new" ALTER "id" TYPE int;`,
    ],
    [
      "what only stands in comments, texts and functions",
      `-- CREATE INDEX i ON sample (note);
       /* DROP INDEX sample_note_idx; */
       COMMENT ON TABLE sample IS '; CREATE INDEX i ON sample (note);';
       CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN CREATE INDEX i ON sample (note); END $$;`,
    ],
  ])("lets %s pass", (_, sql) => {
    expect(refusals(sql)).toEqual([]);
  });

  it("requires constraints to be validated in a later file, apart from other changes", () => {
    const add = "ALTER TABLE sample ADD CONSTRAINT c CHECK (note <> '') NOT VALID;";
    const validate = "ALTER TABLE sample VALIDATE CONSTRAINT c;";
    expect(refusals(add, validate)).toEqual([]);
    expect(refusals(add + validate)).toEqual([expect.stringContaining("a later file")]);
    expect(refusals(add, `${validate} ALTER TABLE sample ADD COLUMN n int;`)).toEqual([
      expect.stringContaining("a file of its own"),
    ]);
  });

  it("lets SET NOT NULL pass once a validated check has proved it", () => {
    const add = 'ALTER TABLE "sample" ADD CONSTRAINT "c" CHECK ("note" IS NOT NULL) NOT VALID;';
    const validate = 'ALTER TABLE "sample" VALIDATE CONSTRAINT "c";';
    const set =
      'ALTER TABLE "sample" ALTER COLUMN "note" SET NOT NULL; ALTER TABLE "sample" DROP CONSTRAINT "c";';
    expect(refusals(add, validate, set)).toEqual([]);
    expect(refusals(add, set)).toEqual([expect.stringContaining("SET NOT NULL")]);
    expect(refusals(add, validate + set)).toHaveLength(2);
  });

  it("names file and line, and ignores migrations older than the rules", () => {
    const sql = "-- one\n\nCREATE INDEX i ON sample (note);";
    const files = [
      { name: "20261101000000_before", sql: `${BEFORE}CREATE INDEX j ON event (at);` },
      { name: "20261101000001_old", sql },
      { name: "20270101000000_new", sql },
    ];
    expect(judgeMigrations(files)).toEqual([
      { migration: "20270101000000_new", line: 3, detail: expect.stringContaining('"sample"') },
    ]);
  });

  it("accepts the migrations of the service", async () => {
    const files = await migrationFiles();
    expect(files.length).toBeGreaterThan(19);
    expect(judgeMigrations(files)).toEqual([]);
  });
});
