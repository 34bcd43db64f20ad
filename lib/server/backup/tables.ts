import type pg from "pg";

/*
 * What a database holds, read off its catalogue, so that no table can be forgotten: ours and the embedded job engine's.
 */

const SCHEMAS = ["public", "graphile_worker"];
/** What tells how far a schema is: made by whoever makes its tables. */
const BOOKKEEPING = ["public._prisma_migrations", "graphile_worker.migrations"];

/** A table by its schema and name, quoted where it must be, and the columns that rows are written with. */
export type Table = { name: string; columns: string[] };

/**
 * All tables with rows to keep. What a crash empties anyway (unlogged ones) is left out. A partitioned table stands for its
 * partitions, which may be others where it is restored.
 */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
       array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p' AND n.nspname = ANY($1)
       AND format('%I.%I', n.nspname, c.relname) <> ALL($2)
     GROUP BY 1 ORDER BY 1`,
    [SCHEMAS, BOOKKEEPING],
  );
  return rows;
}

/** Where each sequence stands that was used. */
export async function listSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
     FROM pg_sequences WHERE schemaname = ANY($1) AND last_value IS NOT NULL`,
    [SCHEMAS],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Statements that take the references between tables away, and those that make them again and check each row. */
export async function references(client: pg.Client): Promise<{ drop: string[]; make: string[] }> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT k.conrelid::regclass::text AS "table", quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
     WHERE k.contype = 'f' AND n.nspname = ANY($1) ORDER BY 1, 2`,
    [SCHEMAS],
  );
  return {
    drop: rows.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    make: rows.map(
      ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
    ),
  };
}

/** Tables whose rows start something when they are written. */
export async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT t.tgisinternal AND n.nspname = ANY($1)`,
    [SCHEMAS],
  );
  return rows.map(({ name }) => name);
}
