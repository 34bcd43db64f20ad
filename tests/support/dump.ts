import { pool } from "@/lib/platform/database";

/**
 * The tables of the database, the jobs' among them, in which some row holds a text, whatever the column's type. Partitions
 * are read as the table that they are of.
 */
export async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')
     ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool().query(
      `SELECT FROM ${name} AS t WHERE position($1 IN t::text) > 0 LIMIT 1`,
      [text],
    );
    if (rowCount) found.push(name);
  }
  return found;
}
