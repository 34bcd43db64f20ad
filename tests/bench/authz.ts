import pg from "pg";
import { Pool } from "undici";
import { readerFor } from "@/tests/bench/reader";
import { drive, noSide, percentile, type Side } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * What a permission check costs: a list that asks for a permission against a list that asks for a bearer only, ten rows
 * of the same shape each, in one service, sides in turns. Then the long lists of a big workspace, page by page.
 */

const CONCURRENCY = 8;
const WARM_UP_S = 4;
const ROUNDS = 5;
const ROUND_S = 3;
const ITEMS = 10;

const MEMBERS = 10_000;
const ROLES = 1_000;
const AUDIT_ROWS = 100_000;
const PAGES = 100;
const PAGE_MS_MAX = 50;

/** A founder with ten workspaces, the first of which is big. */
async function seed(client: pg.Client): Promise<{ founderId: string; workspaceId: string; actorId: string }> {
  const { rows: founders } = await client.query<{ id: string }>(
    `INSERT INTO developer (id, name, email, updated_at)
     VALUES (gen_random_uuid(), 'Founder', 'founder@example.com', now()) RETURNING id`,
  );
  const founderId = founders[0]?.id ?? "";
  const { rows: workspaces } = await client.query<{ id: string }>(
    `INSERT INTO workspace (id, name, slug, owner_id, updated_at)
     SELECT gen_random_uuid(), 'Workspace ' || n, 'workspace-' || n, $1, now() FROM generate_series(1, $2::int) n
     RETURNING id`,
    [founderId, ITEMS],
  );
  const workspaceId = workspaces[0]?.id ?? "";
  await client.query(
    `INSERT INTO workspace_member (workspace_id, developer_id, role) SELECT id, $1, 'admin' FROM workspace`,
    [founderId],
  );
  await client.query(
    `INSERT INTO project (id, workspace_id, name, slug, key, updated_at)
     SELECT gen_random_uuid(), $1, 'Project ' || n, 'project-' || n, 'P' || n, now() FROM generate_series(1, $2::int) n`,
    [workspaceId, ITEMS],
  );
  await client.query(
    `INSERT INTO custom_role (id, workspace_id, name, slug, permissions, priority, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'Role ' || n, 'role-' || n,
       ARRAY['can_view_members', 'can_view_teams', 'can_view_projects', 'can_edit_tasks'], n % 90,
       now() - n * interval '1 minute', now()
     FROM generate_series(1, $2::int) n`,
    [workspaceId, ROLES],
  );
  await client.query(
    `WITH person AS (
       INSERT INTO developer (id, name, email, updated_at)
       SELECT gen_random_uuid(), 'Person ' || n, 'person' || n || '@example.com', now()
       FROM generate_series(1, $2::int) n RETURNING id
     ), numbered AS (SELECT id, row_number() OVER () AS n FROM person),
     role AS (SELECT id, row_number() OVER () - 1 AS n FROM custom_role WHERE workspace_id = $1)
     INSERT INTO workspace_member (workspace_id, developer_id, custom_role_id, joined_at)
     SELECT $1, p.id, r.id, now() - p.n * interval '1 minute'
     FROM numbered p JOIN role r ON r.n = p.n % $3::int`,
    [workspaceId, MEMBERS, ROLES],
  );
  const { rows: actors } = await client.query<{ id: string }>(
    "SELECT id FROM developer WHERE name = 'Person 7'",
  );
  const actorId = actors[0]?.id ?? "";
  await client.query(
    `INSERT INTO audit_event (id, workspace_id, actor_id, action, target_type, target_id, before, after, created_at)
     SELECT gen_random_uuid(), $1, CASE WHEN n % 50 = 0 THEN $3::uuid ELSE $4::uuid END,
       (ARRAY['member.updated', 'role.updated', 'project.created', 'invite.created'])[1 + n % 4],
       (ARRAY['member', 'role', 'project', 'invite'])[1 + n % 4], (n % 997)::text,
       '{"name":"before","permissions":["can_view_members"]}', '{"name":"after","permissions":["can_view_teams"]}',
       now() - n * interval '20 seconds'
     FROM generate_series(1, $2::int) n`,
    [workspaceId, AUDIT_ROWS, actorId, founderId],
  );
  await client.query("ANALYZE");
  return { founderId, workspaceId, actorId };
}

type Read = (path: string) => Promise<{ items: unknown[]; next: string | null }>;

/** Reads a list page by page, from its start again where it ends, and tells how long a page takes. */
async function readPages(name: string, read: Read, path: string): Promise<void> {
  await read(path);
  const side = noSide();
  let at = path;
  for (let page = 0; page < PAGES; page++) {
    const started = performance.now();
    const { next } = await read(at);
    side.latenciesMs.push(performance.now() - started);
    at = next ?? path;
  }
  const p95 = percentile(side, 0.95);
  console.log(`list ${name}: p95_ms=${p95.toFixed(1)} p50_ms=${percentile(side, 0.5).toFixed(1)}`);
  if (p95 > PAGE_MS_MAX) {
    console.error(`list ${name} takes more than ${PAGE_MS_MAX} ms a page`);
    process.exitCode = 1;
  }
}

export default async function authz(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const http = new Pool(service.baseUrl, { connections: CONCURRENCY });
  try {
    const { founderId, workspaceId, actorId } = await seed(client);
    const readText = await readerFor(http, service.dataDir, founderId);
    const read: Read = async (path) => {
      const { text, next } = await readText(path);
      return { items: JSON.parse(text), next };
    };
    const api = `/api/v1/workspaces/${workspaceId}`;
    const sending = (path: string) => async () => {
      const { items } = await read(path);
      if (items.length !== ITEMS) throw new Error(`${path} answered ${items.length} items`);
    };
    const checked = sending(`${api}/projects?limit=${ITEMS}`);
    const bare = sending(`/api/v1/workspaces?limit=${ITEMS}`);
    await drive(noSide(), WARM_UP_S, CONCURRENCY, checked);
    await drive(noSide(), WARM_UP_S, CONCURRENCY, bare);
    const [checkedSide, bareSide] = [noSide(), noSide()];
    for (let round = 0; round < ROUNDS; round++) {
      await drive(checkedSide, ROUND_S, CONCURRENCY, checked);
      await drive(bareSide, ROUND_S, CONCURRENCY, bare);
    }
    await readPages("members", read, `${api}/members`);
    await readPages("members by text", read, `${api}/members?search=person77`);
    await readPages("members by a text that nobody has", read, `${api}/members?search=nobody`);
    await readPages("roles", read, `${api}/roles`);
    await readPages("roles by text", read, `${api}/roles?search=99`);
    await readPages("audit", read, `${api}/audit`);
    await readPages("audit of an actor", read, `${api}/audit?actor_id=${actorId}`);
    await readPages("audit by action", read, `${api}/audit?action=role`);
    await readPages("audit of a rare action", read, `${api}/audit?action=workspace.deleted`);
    await readPages("audit of a target", read, `${api}/audit?target_type=role&target_id=7`);
    const perSecond = (side: Side) => side.batches / side.seconds;
    const [requests, bareRequests] = [perSecond(checkedSide), perSecond(bareSide)];
    console.log(
      `authz: requests_per_s=${Math.round(requests)} bare_requests_per_s=${Math.round(bareRequests)} ratio=${(requests / bareRequests).toFixed(2)}`,
    );
  } finally {
    await http.close();
    await client.end();
    await service.stop();
  }
}
