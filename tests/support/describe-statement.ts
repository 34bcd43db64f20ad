import type pg from "pg";
import type { RawStatement } from "@/tests/support/raw-statements";
import type { Kind } from "@/tests/support/row-types";

type Field = { name: string; dataTypeID: number };
type Connection = {
  parse(statement: { name: string; text: string; types: number[] }): void;
  describe(what: { type: "S"; name: string }): void;
  sync(): void;
};

/** Has Postgres parse a statement and say what columns it answers with, without running it. */
class Describe {
  private fields: Field[] = [];
  constructor(
    private readonly sql: string,
    private readonly done: (fields: Field[], error: Error | null) => void,
  ) {}
  submit(connection: Connection): void {
    connection.parse({ name: "", text: this.sql, types: [] });
    connection.describe({ type: "S", name: "" });
    connection.sync();
  }
  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields;
  }
  handleError(error: Error): void {
    this.done([], error);
  }
  handleReadyForQuery(): void {
    this.done(this.fields, null);
  }
}

/**
 * The columns of a statement, as `PREPARE` finds them.
 * @throws the database's error where it refuses the statement
 */
export function columnsOf(client: pg.ClientBase, sql: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    const describe = new Describe(sql, (fields, error) => (error ? reject(error) : resolve(fields)));
    client.query(describe as unknown as pg.Submittable);
  });
}

const TEXTS = [18, 19, 25, 869, 1042, 1043, 2950];
const ARRAYS: Record<number, number> = {
  1000: 16,
  1005: 21,
  1007: 23,
  1009: 25,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1115: 1114,
  1182: 1082,
  1185: 1184,
  2951: 2950,
  3807: 3802,
};

/** What a driver makes of a column's type; null for one that it can't read. */
function kindOf(oid: number, driver: RawStatement["driver"]): Kind | null {
  const element = ARRAYS[oid];
  if (element !== undefined) return `${kindOf(element, driver) ?? "any"}[]`;
  // Prisma's adapter has no names for "char" and name.
  if (TEXTS.includes(oid)) return driver === "prisma" && (oid === 18 || oid === 19) ? null : "string";
  if ([21, 23, 700, 701].includes(oid)) return "number";
  if (oid === 20) return driver === "prisma" ? "bigint" : "string";
  if (oid === 26) return driver === "prisma" ? "bigint" : "number";
  if (oid === 1700) return driver === "prisma" ? "object" : "string";
  if (oid === 16) return "boolean";
  if ([1082, 1114, 1184].includes(oid)) return "Date";
  if (oid === 17) return "bytes";
  if (oid === 114 || oid === 3802) return "any";
  return null;
}

const agrees = (column: Kind, expected: Kind): boolean =>
  column === expected ||
  column === "any" ||
  expected === "any" ||
  (column.endsWith("[]") &&
    expected.endsWith("[]") &&
    agrees(column.slice(0, -2) as Kind, expected.slice(0, -2) as Kind));

/**
 * What of a statement's columns is not as the code's row types have it. Columns that no row type names are none of its
 * business: some are there for what selecting them does.
 */
function disagreements({ driver, rows }: RawStatement, fields: Field[]): string[] {
  const names = fields.map(({ name }) => name);
  const unreadable = fields
    .filter(({ dataTypeID }) => kindOf(dataTypeID, driver) === null)
    .map(({ name, dataTypeID }) => `${driver} can't read column ${name}, of type ${dataTypeID}`);
  if (rows === null || fields.length === 0) return unreadable;
  const lacking = rows.flatMap((row) =>
    [...row.keys()].filter((name) => !names.includes(name)).map((name) => `no column for ${name}`),
  );
  const others = fields.flatMap(({ name, dataTypeID }) => {
    const column = kindOf(dataTypeID, driver);
    const expected = rows.map((row) => row.get(name)).filter((kind) => kind !== undefined);
    if (column === null || expected.length === 0 || expected.some((kind) => agrees(column, kind))) return [];
    return [`column ${name} is ${column}, and the row type says ${expected.join(" or ")}`];
  });
  return [...unreadable, ...lacking, ...others];
}

/** What is wrong with a statement, by the database and by the row type: none where all is well. */
export async function faultsOf(client: pg.ClientBase, statement: RawStatement): Promise<string[]> {
  const faults = new Set<string>();
  // Several in one text, as for tables and schemas, are not prepared but sent as they are.
  for (const text of statement.texts.flatMap((each) => each.split(/;\s*(?=\S)/))) {
    try {
      const columns = await columnsOf(client, text);
      for (const fault of disagreements(statement, columns)) faults.add(fault);
    } catch (error) {
      faults.add(error instanceof Error ? error.message : String(error));
    }
  }
  return [...faults].map((fault) => `${statement.place}: ${fault}`);
}
