import { randomBytes } from "node:crypto";
import pg from "pg";
import { SMALL_TABLES } from "@/lib/platform/migration-rules";
import { applyMigrations } from "@/lib/platform/migrations";
import { CLOSED_SETS } from "@/lib/server/closed-sets";

/**
 * What takes a database's CHECKs to the closed sets; two lists, because a CHECK of a large table is validated in a later
 * migration.
 */
export type CheckChanges = { change: string[]; validate: string[] };

type Column = { type: string; check: string | null; isValid: boolean | null };

const READ = `
  SELECT format('%s.%s', c.relname, a.attname) AS name, format_type(a.atttypid, NULL) AS type,
    pg_get_constraintdef(k.oid) AS "check", k.convalidated AS "isValid"
  FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p')
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.conname = format('%s_%s_check', c.relname, a.attname)
  WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`;

/** The words that a CHECK names. */
function wordsOf(check: string): string[] {
  return [...check.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, word = ""]) => word.replaceAll("''", "'"));
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  JSON.stringify([...some].sort()) === JSON.stringify([...others].sort());

/**
 * The statements that are lacking for each closed set to have a valid CHECK with its words; both lists are empty when
 * all have one.
 * @throws Error where `sets` names a column that is not there
 */
export async function missingChecks(
  client: Pick<pg.Client, "query">,
  sets: typeof CLOSED_SETS = CLOSED_SETS,
): Promise<CheckChanges> {
  const { rows } = await client.query<Column & { name: string }>(READ);
  const columns = new Map(rows.map(({ name, ...column }) => [name, column]));
  const changes: CheckChanges = { change: [], validate: [] };
  for (const [name, words] of Object.entries(sets)) {
    const column = columns.get(name);
    if (!column) throw new Error(`lib/server/closed-sets.ts names ${name}, and there is no such column.`);
    const [table = "", field = ""] = name.split(".");
    const isRight = column.check !== null && isSame(wordsOf(column.check), words);
    if (isRight && column.isValid) continue;
    const isSmall = SMALL_TABLES.has(table);
    const constraint = `"${table}_${field}_check"`;
    if (!isRight) {
      const list = words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ");
      const rule = column.type.endsWith("[]") ? `"${field}" <@ ARRAY[${list}]` : `"${field}" IN (${list})`;
      const drop = column.check === null ? "" : ` DROP CONSTRAINT ${constraint},`;
      changes.change.push(
        `ALTER TABLE "${table}"${drop} ADD CONSTRAINT ${constraint}\n  CHECK (${rule})${isSmall ? "" : " NOT VALID"};\n`,
      );
      if (isSmall) continue;
    }
    changes.validate.push(`ALTER TABLE "${table}" VALIDATE CONSTRAINT ${constraint};\n`);
  }
  return changes;
}

/**
 * As `missingChecks`, of a database that all migrations were applied to: it is made for that, and dropped again.
 * @param databaseUrl of a server on which a database may be created
 */
export async function pendingChecks(databaseUrl: string): Promise<CheckChanges> {
  const scratch = new URL(databaseUrl);
  scratch.pathname = `/checks_${randomBytes(6).toString("hex")}`;
  const name = scratch.pathname.slice(1);
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name}`);
    await applyMigrations(scratch.href);
    const client = new pg.Client({ connectionString: scratch.href });
    await client.connect();
    return await missingChecks(client).finally(() => client.end());
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}
