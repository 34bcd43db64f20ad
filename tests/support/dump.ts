import { pool } from "@/lib/platform/database";

/** The tables of the database, the jobs' among them, in which some row holds a text, whatever the column's type. */
export async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
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
