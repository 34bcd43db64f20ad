import {
  type Concurrent,
  concurrentWork,
  holds,
  outermost,
  Reader,
  type Statement,
  splitAtCommas,
  splitStatements,
  type Token,
} from "@/lib/platform/migration-statements";

/*
 * Migrations run while the previous version serves people. These rules refuse statements that would lock a table for as
 * long as it takes to read or rewrite all of it.
 * https://www.postgresql.org/docs/current/sql-altertable.html#SQL-ALTERTABLE-NOTES
 */

/** Migrations up to this time were released before these rules existed. */
const RULES_SINCE = "20261122000000";

/**
 * Tables with a few handmade rows per workspace. Every other table counts as large: forgetting to list a small table
 * here costs a second migration file, while listing a large one by mistake would stop the service for those who have
 * one.
 */
export const SMALL_TABLES: ReadonlySet<string> = new Set([
  "automation",
  "chat_team",
  "crm_attribute",
  "crm_object",
  "crm_view",
  "custom_role",
  "data_table",
  "form",
  "payment_subscription",
  "plan",
  "project_page",
  "sequence",
  "share_link",
  "team",
  "webhook",
  "workspace_key",
]);

/** Functions whose value is the same for all rows, so that Postgres stores one default and rewrites no rows. */
const STABLE_FUNCTIONS = new Set([
  "now",
  "transaction_timestamp",
  "statement_timestamp",
  "current_timestamp",
  "localtimestamp",
  "current_time",
  "localtime",
  "current_setting",
  "jsonb_build_object",
  "jsonb_build_array",
  "json_build_object",
  "json_build_array",
  "cast",
  "coalesce",
  "interval",
  "lower",
  "upper",
]);

const SERIAL_TYPES = new Set(["serial", "bigserial", "smallserial", "serial2", "serial4", "serial8"]);

export type MigrationFile = { name: string; sql: string };

/** A forbidden statement of a migration: the line of its file, and what to do instead. */
export type Finding = { migration: string; line: number; detail: string };

/** What earlier migrations have created. */
type History = {
  partitioned: Set<string>;
  tableOfIndex: Map<string, string>;
  /** Constraints `CHECK (column IS NOT NULL)` by `table.constraint`. */
  notNullChecks: Map<string, string>;
  /** `table.column` whose check holds for all rows, so that SET NOT NULL reads none. */
  provenNotNull: Set<string>;
};

/** A migration that is being read. */
type Reading = {
  history: History;
  created: Set<string>;
  notValidYet: Set<string>;
  validated: { line: number; table: string; constraint: string }[];
  altersLarge: boolean;
  refuse(detail: string): void;
};

const isLarge = (reading: Reading, table: string) => !reading.created.has(table) && !SMALL_TABLES.has(table);

/** Whether a default must be computed per row, which rewrites the whole table. */
function isVolatile(expression: Token[]): boolean {
  return expression.some((token, at) => {
    const isCall = expression[at + 1]?.kind === "symbol" && expression[at + 1]?.text === "(";
    const isType = expression[at - 1]?.kind === "symbol" && expression[at - 1]?.text === ":";
    if (!isCall || isType) return false;
    return (
      token.kind === "name" ||
      (token.kind === "word" && !STABLE_FUNCTIONS.has(token.text) && token.text !== "array")
    );
  });
}

const AFTER_DEFAULT = new Set([
  "constraint",
  "not",
  "null",
  "check",
  "unique",
  "primary",
  "references",
  "generated",
  "collate",
]);

function defaultOf(column: Token[]): Token[] | null {
  const start = column.findIndex(({ kind, text }) => kind === "word" && text === "default");
  if (start < 0) return null;
  const rest = column.slice(start + 1);
  let depth = 0;
  const end = rest.findIndex((token) => {
    if (token.kind === "symbol" && token.text === "(") depth += 1;
    if (token.kind === "symbol" && token.text === ")") depth -= 1;
    return depth === 0 && token.kind === "word" && AFTER_DEFAULT.has(token.text);
  });
  return end < 0 ? rest : rest.slice(0, end);
}

function judgeNewColumn(reading: Reading, table: string, name: string, column: Token[]): void {
  const where = `column "${name}" of "${table}"`;
  const fill = "add the column without it, fill it in batches by a job, and set the default for new rows";
  const outer = outermost(column);
  const given = defaultOf(column);
  if (given && isVolatile(given)) {
    reading.refuse(
      `The default of the new ${where} differs for each row, which writes the whole table: ${fill}.`,
    );
  }
  if (outer[0]?.kind === "word" && SERIAL_TYPES.has(outer[0].text)) {
    reading.refuse(`The new ${where} numbers every row, which writes the whole table: ${fill}.`);
  }
  if (holds(column, "generated") && !holds(column, "virtual")) {
    reading.refuse(`The new ${where} is generated, which writes the whole table: ${fill}.`);
  }
  if (holds(column, "not", "null") && given === null && !holds(column, "generated")) {
    reading.refuse(
      `The new ${where} is NOT NULL without a DEFAULT, which fails when there are rows: give one.`,
    );
  }
  if (holds(column, "unique") || holds(column, "primary", "key")) {
    reading.refuse(
      `The new ${where} is unique, which builds an index under a lock: create a unique index CONCURRENTLY in a later file.`,
    );
  }
  if (holds(column, "check") || (holds(column, "references") && given !== null)) {
    reading.refuse(
      `A constraint of the new ${where} reads the whole table under a lock: add it by ADD CONSTRAINT … NOT VALID, and VALIDATE it in a later file.`,
    );
  }
}

/** The column of a `CHECK (column IS NOT NULL)`, or null. */
function notNullColumn(constraint: Token[]): string | null {
  const texts = constraint
    .filter(({ kind, text }) => kind !== "symbol" || !"()".includes(text))
    .map(({ text }) => text);
  return texts[0] === "check" && texts.slice(2, 5).join(" ") === "is not null" && texts.length <= 7
    ? (texts[1] ?? null)
    : null;
}

function judgeConstraint(reading: Reading, table: string, name: string, constraint: Token[]): void {
  const key = `${table}.${name}`;
  const column = notNullColumn(constraint);
  if (column !== null) reading.history.notNullChecks.set(key, column);
  if (holds(constraint, "not", "valid")) reading.notValidYet.add(key);
  else if (column !== null) reading.history.provenNotNull.add(`${table}.${column}`);
  if (!isLarge(reading, table)) return;
  const reader = new Reader(constraint);
  const what = `Constraint "${name}" of "${table}"`;
  if (reader.take("primary", "key") || reader.take("unique")) {
    if (!holds(constraint, "using", "index")) {
      reading.refuse(
        `${what} builds its index under a lock: create a unique index CONCURRENTLY in a file of its own, then add the constraint USING INDEX.`,
      );
    }
  } else if (reader.take("exclude")) {
    reading.refuse(`${what} reads the whole table under a lock, and there is no other way to add one.`);
  } else if (!holds(constraint, "not", "valid")) {
    reading.refuse(
      `${what} reads the whole table under a lock: add it NOT VALID, and VALIDATE it in a later file.`,
    );
  }
}

function judgeAdd(reading: Reading, table: string, reader: Reader): void {
  if (reader.take("constraint")) {
    const name = reader.name();
    judgeConstraint(reading, table, name, reader.rest());
    return;
  }
  const [first, second] = reader.rest();
  const startsConstraint =
    first?.kind === "word" &&
    (["check", "unique", "exclude"].includes(first.text) ||
      (["primary", "foreign"].includes(first.text) && second?.text === "key") ||
      (first.text === "not" && second?.text === "null"));
  if (startsConstraint) {
    judgeConstraint(reading, table, "", reader.rest());
    return;
  }
  reader.take("column");
  reader.take("if", "not", "exists");
  const name = reader.name();
  if (isLarge(reading, table)) judgeNewColumn(reading, table, name, reader.rest());
}

function judgeColumnChange(reading: Reading, table: string, reader: Reader): void {
  reader.take("column");
  const name = reader.name();
  if (!isLarge(reading, table)) return;
  if (reader.take("type") || reader.take("set", "data", "type") || reader.take("set", "expression")) {
    reading.refuse(
      `Changing the type of "${table}"."${name}" writes the whole table under a lock: add a new column, write both, fill the new one in batches by a job, read it, and drop the old one in a later version.`,
    );
  }
  if (reader.take("set", "not", "null") && !reading.history.provenNotNull.has(`${table}.${name}`)) {
    reading.refuse(
      `SET NOT NULL reads the whole of "${table}" under a lock: add CHECK ("${name}" IS NOT NULL) NOT VALID, VALIDATE it in a later file, SET NOT NULL after that, which then reads nothing, and drop the check.`,
    );
  }
}

function judgeAlterTable(reading: Reading, statement: Statement, reader: Reader): void {
  reader.take("if", "exists");
  reader.take("only");
  const table = reader.name();
  reader.symbol("*");
  for (const action of splitAtCommas(reader.rest())) {
    const act = new Reader(action);
    if (act.take("validate", "constraint")) {
      reading.validated.push({ line: statement.line, table, constraint: act.name() });
      continue;
    }
    if (isLarge(reading, table)) reading.altersLarge = true;
    if (act.take("add")) judgeAdd(reading, table, act);
    else if (act.take("alter")) judgeColumnChange(reading, table, act);
    else if (act.take("rename", "to")) {
      if (reading.created.has(table)) reading.created.add(act.name());
    }
  }
}

/** `CREATE [UNIQUE] INDEX …` after INDEX. */
function judgeCreateIndex(reading: Reading, reader: Reader, concurrent: Concurrent | null): void {
  reader.take("concurrently");
  reader.take("if", "not", "exists");
  const index = reader.take("on") ? "" : reader.name();
  if (index !== "") reader.take("on");
  const isOnly = reader.take("only");
  const table = reader.name();
  if (index !== "") reading.history.tableOfIndex.set(index, table);
  if (!isLarge(reading, table)) return;
  if (reading.history.partitioned.has(table)) {
    if (isOnly) return;
    reading.refuse(
      `"${table}" is partitioned: create the index ON ONLY "${table}", then one on each partition CONCURRENTLY in a file of its own, then ALTER INDEX … ATTACH PARTITION.`,
    );
  } else if (!concurrent) {
    reading.refuse(
      `CREATE INDEX holds up every write to "${table}" until it is built: write CREATE INDEX CONCURRENTLY, alone in its file. (Small tables are named in lib/platform/migration-rules.ts.)`,
    );
  } else if (index === "") {
    reading.refuse("Name the index, so that an unfinished one is found again and dropped.");
  }
}

function judgeDropIndex(reading: Reading, reader: Reader): void {
  if (reader.take("concurrently")) return;
  reader.take("if", "exists");
  for (const part of splitAtCommas(reader.rest())) {
    const index = new Reader(part).name();
    const table = reading.history.tableOfIndex.get(index);
    if (table !== undefined && (!isLarge(reading, table) || reading.history.partitioned.has(table))) continue;
    reading.refuse(
      `DROP INDEX "${index}" waits for all who use its table and holds up the rest: write DROP INDEX CONCURRENTLY, alone in its file.`,
    );
  }
}

function noteTable(reading: Reading, { tokens }: Statement, reader: Reader): void {
  reader.take("if", "not", "exists");
  const table = reader.name();
  reading.created.add(table);
  if (holds(tokens, "partition", "by")) reading.history.partitioned.add(table);
}

function judgeStatement(reading: Reading, statement: Statement): void {
  const reader = new Reader(statement.tokens);
  if (reader.take("create")) {
    const isUnique = reader.take("unique");
    if (reader.take("index")) judgeCreateIndex(reading, reader, concurrentWork(statement));
    else if (!isUnique) {
      reader.takeAny("global", "local");
      reader.takeAny("temporary", "temp", "unlogged");
      if (reader.take("table") || reader.take("materialized", "view")) noteTable(reading, statement, reader);
    }
  } else if (reader.take("drop", "index")) judgeDropIndex(reading, reader);
  else if (reader.take("alter", "table")) judgeAlterTable(reading, statement, reader);
  else if (reader.take("alter", "index")) {
    reader.take("if", "exists");
    const index = reader.name();
    const table = reading.history.tableOfIndex.get(index);
    if (reader.take("rename", "to") && table !== undefined)
      reading.history.tableOfIndex.set(reader.name(), table);
  } else {
    const word = reader.takeAny("cluster", "vacuum", "reindex");
    if (word && !concurrentWork(statement)) {
      reading.refuse(
        `${word.toUpperCase()} is no part of a migration: it holds its table until it is through.`,
      );
    }
  }
}

function judgeValidations(reading: Reading, findings: (line: number, detail: string) => void): void {
  for (const { line, table, constraint } of reading.validated) {
    const key = `${table}.${constraint}`;
    const column = reading.history.notNullChecks.get(key);
    if (column !== undefined) reading.history.provenNotNull.add(`${table}.${column}`);
    if (!isLarge(reading, table)) continue;
    if (reading.notValidYet.has(key)) {
      findings(
        line,
        `"${key}" is validated in the file that adds it, which holds the table all the while: VALIDATE it in a later file.`,
      );
    } else if (reading.altersLarge) {
      findings(
        line,
        `VALIDATE reads the whole of "${table}" while this file holds locks for its other changes: give it a file of its own.`,
      );
    }
  }
}

/**
 * Statements in the migrations that would block people who use the service meanwhile; empty if there are none. Tables
 * created by the same migration are empty, so anything goes.
 * @param files all migrations, in the order in which they are applied; those older than the rules are only read
 */
export function judgeMigrations(files: MigrationFile[]): Finding[] {
  const findings: Finding[] = [];
  const history: History = {
    partitioned: new Set(),
    tableOfIndex: new Map(),
    notNullChecks: new Map(),
    provenNotNull: new Set(),
  };
  for (const { name, sql } of files) {
    const statements = splitStatements(sql);
    const found: Finding[] = [];
    let line = 1;
    const reading: Reading = {
      history,
      created: new Set(),
      notValidYet: new Set(),
      validated: [],
      altersLarge: false,
      refuse: (detail) => found.push({ migration: name, line, detail }),
    };
    for (const statement of statements) {
      line = statement.line;
      judgeStatement(reading, statement);
      if (statements.length > 1 && concurrentWork(statement)) {
        reading.refuse("What works CONCURRENTLY can't be in a transaction: give it a file of its own.");
      }
    }
    judgeValidations(reading, (at, detail) => found.push({ migration: name, line: at, detail }));
    if (name >= RULES_SINCE) findings.push(...found);
  }
  return findings;
}
