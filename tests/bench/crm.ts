import pg from "pg";
import { Pool } from "undici";
import { readerFor } from "@/tests/bench/reader";
import { noSide, percentile } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * Lists of an object with a million records, page after page: filtered, sorted, searched. Filters range from those that
 * most records pass to those that a handful do, because the two are found in different ways.
 */

const RECORDS = 1_000_000;
const OWNERS = 100;
const PAGES = 40;
const WARM_UP_PAGES = 3;
const PAGE_MS_MAX = 100;

/** A workspace of a founder; its built-in objects are made when they are first asked for. */
export async function seedWorkspace(client: pg.Client): Promise<{ founderId: string; workspaceId: string }> {
  const { rows: founders } = await client.query<{ id: string }>(
    `INSERT INTO developer (id, name, email, updated_at)
     VALUES (gen_random_uuid(), 'Founder', 'founder@example.com', now()) RETURNING id`,
  );
  const founderId = founders[0]?.id ?? "";
  const { rows: workspaces } = await client.query<{ id: string }>(
    `INSERT INTO workspace (id, name, slug, owner_id, updated_at)
     VALUES (gen_random_uuid(), 'Acme', 'acme', $1, now()) RETURNING id`,
    [founderId],
  );
  const workspaceId = workspaces[0]?.id ?? "";
  await client.query(
    `INSERT INTO workspace_member (workspace_id, developer_id, role) VALUES ($1, $2, 'admin')`,
    [workspaceId, founderId],
  );
  return { founderId, workspaceId };
}

/** A million deals, with their keys as the service writes them. Indexes are built after the rows, which is faster. */
export async function seedDeals(client: pg.Client, workspaceId: string, records = RECORDS): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('crm_record'::regclass, 'crm_value_key'::regclass) AND NOT indisprimary`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  // Nothing to check: every row is made of rows that are there.
  await client.query("SET session_replication_role = replica");
  await client.query("SET maintenance_work_mem = '512MB'");
  await client.query(
    `INSERT INTO crm_record (id, workspace_id, object_id, title, "values", keys, search, created_at, updated_at)
     SELECT uuidv7(), o.workspace_id, o.id, 'Deal ' || d.word,
       jsonb_build_object('name', 'Deal ' || d.word, 'stage', d.stage, 'amount', d.amount, 'close_date', d.day,
         'owner', d.owner, 'description', repeat('Lorem ipsum ', 10)),
       jsonb_build_object('name', 'deal ' || d.word, 'stage', d.stage, 'close_date', d.day, 'owner', d.owner,
         'amount', encode(set_byte(d.bytes, 0, get_byte(d.bytes, 0) | 128), 'hex'),
         'description', left(repeat('lorem ipsum ', 10), 96) || E'\\x01' || md5(d.word)),
       'deal ' || d.word || E'\\n' || repeat('lorem ipsum ', 10), d.at, d.at
     FROM crm_object o, LATERAL (
       SELECT substr(md5(n::text), 1, 12) AS word,
         (ARRAY['lead', 'lead', 'lead', 'qualified', 'proposal', 'won', 'lost'])[1 + (n * 7919) % 7] AS stage,
         amount, float8send(amount) AS bytes,
         to_char(date '2026-01-01' + ((n * 104729) % 1000)::int, 'YYYY-MM-DD') AS day,
         '00000000-0000-4000-8000-' || lpad(((n * 31) % $3::int)::text, 12, '0') AS owner,
         now() - n * interval '20 seconds' AS at
       FROM (SELECT n, ((n * 15485863) % 1000000)::float8 AS amount FROM generate_series(1, $2::bigint) n) AS n) AS d
     WHERE o.workspace_id = $1 AND o.slug = 'deal'`,
    [workspaceId, records, OWNERS],
  );
  await client.query(
    `INSERT INTO crm_value_key (attribute_id, key, record_id)
     SELECT a.id, r.keys ->> a.slug, r.id FROM crm_record r JOIN crm_attribute a ON a.object_id = r.object_id
     WHERE r.workspace_id = $1 AND r.keys ? a.slug
     ORDER BY 1, 2`,
    [workspaceId],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query("VACUUM ANALYZE crm_record, crm_value_key");
}

const where = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value });

const OWNER = "00000000-0000-4000-8000-000000000007";

/** What is asked for, by name. */
export const LISTS: Record<string, Record<string, string>> = {
  "newest first": {},
  "by amount": { sort: "-amount" },
  "of a stage by amount": { filter: JSON.stringify(where("stage", "eq", "won")), sort: "-amount" },
  "of an owner by close date": { filter: JSON.stringify(where("owner", "eq", OWNER)), sort: "close_date" },
  "of an owner and a stage over an amount by name": {
    filter: JSON.stringify({
      and: [where("owner", "eq", OWNER), where("stage", "eq", "won"), where("amount", "gt", 900_000)],
    }),
    sort: "name",
  },
  "of one day": { filter: JSON.stringify(where("close_date", "eq", "2026-03-01")), sort: "-amount" },
  "of one amount": { filter: JSON.stringify(where("amount", "eq", 123_456)), sort: "name" },
  "of two stages in a range of days": {
    filter: JSON.stringify({
      and: [
        { or: [where("stage", "eq", "won"), where("stage", "eq", "lost")] },
        where("close_date", "gte", "2026-02-01"),
        where("close_date", "lt", "2026-03-01"),
      ],
    }),
    sort: "amount",
  },
  "of a name that begins so": {
    filter: JSON.stringify(where("name", "starts_with", "deal ab")),
    sort: "-amount",
  },
  "of a name with a part that few have": {
    filter: JSON.stringify(where("name", "contains", "abcd")),
    sort: "amount",
  },
  "by text that few have": { search: "c0ffee" },
  "by text that all have": { search: "lorem", sort: "-amount" },
  "by text that nobody has": { search: "nobody" },
};

export default async function crm(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const http = new Pool(service.baseUrl, { connections: 1 });
  try {
    const { founderId, workspaceId } = await seedWorkspace(client);
    const read = await readerFor(http, service.dataDir, founderId);
    const objects = `/api/v1/workspaces/${workspaceId}/crm/objects`;
    await read(objects);
    await seedDeals(client, workspaceId);
    const all = noSide();
    for (const [name, query] of Object.entries(LISTS)) {
      const side = noSide();
      const start = `${objects}/deal/records?${new URLSearchParams(query)}`;
      let at = start;
      for (let page = -WARM_UP_PAGES; page < PAGES; page++) {
        const started = performance.now();
        const { next } = await read(at);
        if (page >= 0) side.latenciesMs.push(performance.now() - started);
        at = next ?? start;
      }
      all.latenciesMs.push(...side.latenciesMs);
      const p95 = percentile(side, 0.95);
      console.log(`list ${name}: p95_ms=${p95.toFixed(1)} p50_ms=${percentile(side, 0.5).toFixed(1)}`);
      if (p95 > PAGE_MS_MAX) {
        console.error(`list ${name} takes more than ${PAGE_MS_MAX} ms a page`);
        process.exitCode = 1;
      }
    }
    console.log(
      `crm: records=${RECORDS} p50_ms=${percentile(all, 0.5).toFixed(1)} p95_ms=${percentile(all, 0.95).toFixed(1)} p99_ms=${percentile(all, 0.99).toFixed(1)}`,
    );
  } finally {
    await http.close();
    await client.end();
    await service.stop();
  }
}
