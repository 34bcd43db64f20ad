import type { WorkspaceScope } from "@/lib/access/authorise";
import { AFTER_ALL } from "@/lib/crm/records/value-keys";
import { ATTRIBUTE_TYPES, traitsOf } from "@/lib/crm/values/catalog";
import { type Db, db, escapeLike, isOverTime, Prisma, transaction } from "@/lib/platform/database";
import { KEY_PREFIX_CHARS } from "@/lib/platform/limits";
import { holdsLoosely } from "@/lib/platform/loose-sql";
import { CANDIDATES_PER_KIND, NEWEST_ROWS, NEWEST_ROWS_UNINDEXED, PARTS_MS_MAX } from "@/lib/search/limits";
import type { Sought } from "@/lib/search/rules";
import type { Kind } from "@/lib/search/schema";

/*
 * Names are searched in three ways. Kinds with few rows are read completely. Records, tasks and requests may number
 * millions: for them the start of a text is found in the index of keys, and other matches among the newest rows. Only
 * if that finds little, the trigram index is used: for words that occur often it would take long.
 */

export type Hit = {
  kind: Kind;
  id: string;
  title: string;
  detail: string;
  /** The slug of a record's object, the id of a task's or request's project. */
  parent: string | null;
  /** Of a task. */
  number: number | null;
  /** Found by its number. */
  isExact: boolean;
};

/** Where things of the workspace stand, and whether the index of parts can be asked for what is looked for. */
export type Place = { slug: string; objectIds: string[]; projectIds: string[]; isIndexed: boolean };

/** The workspace's objects and active projects. A run of letters is indexed where a trigram of it has no blank. */
export async function findPlace(scope: WorkspaceScope, { runs }: Sought): Promise<Place> {
  const [place] = await db().$queryRaw<Place[]>`
    SELECT w.slug,
           ARRAY(SELECT o.id::text FROM crm_object o WHERE o.workspace_id = w.id) AS "objectIds",
           ARRAY(SELECT p.id::text FROM project p WHERE p.workspace_id = w.id AND p.is_active) AS "projectIds",
           EXISTS (SELECT 1 FROM unnest(${runs}::text[]) AS run, unnest(show_trgm(run)) AS part
                   WHERE part !~ ' ') AS "isIndexed"
    FROM workspace w WHERE w.id = ${scope.workspaceId}::uuid`;
  if (!place) throw new Error("The scope's workspace is not there");
  return place;
}

const PREFIXED_TYPES = ATTRIBUTE_TYPES.filter((type) => {
  const { key, isSearched } = traitsOf(type);
  return isSearched && key === "folded";
});

/** Whether a text holds every word. */
function holds(text: Prisma.Sql, words: readonly string[], like: Prisma.Sql): Prisma.Sql {
  const tests = words.map((word) => Prisma.sql`${text} ${like} ${`%${escapeLike(word)}%`}`);
  return Prisma.sql`(${Prisma.join(tests, " AND ")})`;
}

const LIKE = Prisma.sql`LIKE`;
const ILIKE = Prisma.sql`ILIKE`;
/** Whether a text holds every word, as it is typed or without such letters. */
function holdsPlainly(text: Prisma.Sql, words: readonly string[], like: Prisma.Sql, { loose }: Sought) {
  const asTyped = holds(text, words, like);
  const isSame = loose.length === 0 || loose.join(" ") === words.join(" ").toLowerCase();
  return isSame ? asTyped : Prisma.sql`(${asTyped} OR ${holds(text, loose, like)})`;
}

function orLoosely(plainly: Prisma.Sql, text: Prisma.Sql, sought: Sought): Prisma.Sql {
  return sought.loose.length === 0
    ? plainly
    : Prisma.sql`(${plainly} OR ${holdsLoosely(text, sought.loose)})`;
}

function named(text: Prisma.Sql, sought: Sought): Prisma.Sql {
  return orLoosely(holdsPlainly(text, sought.words, ILIKE, sought), text, sought);
}

/** Whether a record holds every word in one of its texts; what not everybody can type, in its title alone. */
function recorded(sought: Sought): Prisma.Sql {
  const plainly = holdsPlainly(Prisma.sql`r.search`, sought.folded, LIKE, sought);
  return orLoosely(plainly, Prisma.sql`r.title`, sought);
}

type Columns = { title: Prisma.Sql; id?: Prisma.Sql; detail?: Prisma.Sql; parent?: Prisma.Sql };

function branch(kind: Kind, columns: Columns, rest: Prisma.Sql, number?: Prisma.Sql, isExact = false) {
  const { id = Prisma.sql`x.id`, title, detail = Prisma.sql`''`, parent = Prisma.sql`NULL` } = columns;
  return Prisma.sql`(SELECT ${kind} AS kind, ${id}::text AS id, ${title} AS title, ${detail} AS detail,
    ${parent}::text AS parent, ${number ?? Prisma.sql`NULL`}::int AS number, ${isExact}::boolean AS "isExact"
    ${rest} LIMIT ${CANDIDATES_PER_KIND})`;
}

/** What there are at most some hundreds of in a workspace: read through. */
function few(scope: WorkspaceScope, sought: Sought): Partial<Record<Kind, Prisma.Sql>> {
  const here = Prisma.sql`x.workspace_id = ${scope.workspaceId}::uuid`;
  const test = (text: Prisma.Sql) => named(text, sought);
  const name = Prisma.sql`x.name`;
  const byName = (kind: Kind, from: Prisma.Sql, and = Prisma.empty) =>
    branch(
      kind,
      { title: name },
      Prisma.sql`${from} WHERE ${here} ${and} AND ${test(name)} ORDER BY x.id DESC`,
    );
  const alive = Prisma.sql`AND x.deleted_at IS NULL`;
  const person = Prisma.sql`(d.name || ' ' || d.email)`;
  const webhook = Prisma.sql`(x.name || ' ' || x.url)`;
  const object = Prisma.sql`(x.plural_name || ' ' || x.singular_name || ' ' || x.slug)`;
  const project = Prisma.sql`(x.name || ' ' || x.key)`;
  return {
    project: branch(
      "project",
      { title: name, detail: Prisma.sql`x.key` },
      Prisma.sql`FROM project x WHERE ${here} AND x.is_active AND ${test(project)} ORDER BY x.id DESC`,
    ),
    form: byName("form", Prisma.sql`FROM form x`, alive),
    table: byName("table", Prisma.sql`FROM data_table x`, alive),
    team: byName("team", Prisma.sql`FROM team x`),
    automation: byName("automation", Prisma.sql`FROM automation x`),
    sequence: byName("sequence", Prisma.sql`FROM sequence x`),
    member: branch(
      "member",
      { id: Prisma.sql`d.id`, title: Prisma.sql`d.name`, detail: Prisma.sql`d.email` },
      Prisma.sql`FROM workspace_member x JOIN developer d ON d.id = x.developer_id
        WHERE ${here} AND ${test(person)} ORDER BY x.joined_at`,
    ),
    object: branch(
      "object",
      { title: Prisma.sql`x.plural_name`, parent: Prisma.sql`x.slug` },
      Prisma.sql`FROM crm_object x WHERE ${here} AND ${test(object)} ORDER BY x.id`,
    ),
    webhook: branch(
      "webhook",
      {
        title: Prisma.sql`CASE WHEN x.name = '' THEN x.url ELSE x.name END`,
        detail: Prisma.sql`CASE WHEN x.name = '' THEN '' ELSE x.url END`,
      },
      Prisma.sql`FROM webhook x WHERE ${here} ${alive} AND ${test(webhook)} ORDER BY x.id DESC`,
    ),
    repository: branch(
      "repository",
      { title: Prisma.sql`x.full_name` },
      Prisma.sql`FROM workspace_repository x WHERE ${here} AND ${test(Prisma.sql`x.full_name`)} ORDER BY x.id DESC`,
    ),
  };
}

const RECORD: Columns = {
  title: Prisma.sql`x.title`,
  detail: Prisma.sql`o.singular_name`,
  parent: Prisma.sql`o.slug`,
};
const TASK: Columns = { title: Prisma.sql`x.title`, detail: Prisma.sql`p.key`, parent: Prisma.sql`p.id` };
const REQUEST: Columns = { title: Prisma.sql`x.title`, detail: Prisma.sql`p.name`, parent: Prisma.sql`p.id` };
const TASK_NUMBER = Prisma.sql`x.number`;

/** Records of which a text begins so: out of the index of keys, which holds live records alone. */
function beginning(scope: WorkspaceScope, { folded }: Sought): Prisma.Sql {
  const from = folded.join(" ").slice(0, KEY_PREFIX_CHARS).toWellFormed();
  return branch(
    "record",
    RECORD,
    Prisma.sql`FROM (
      SELECT DISTINCT k.record_id FROM (
        SELECT k.record_id FROM crm_object o
        JOIN crm_attribute a ON a.object_id = o.id AND a.archived_at IS NULL AND a.type = ANY(${PREFIXED_TYPES}::text[])
        CROSS JOIN LATERAL (
          SELECT v.record_id FROM crm_value_key v
          WHERE v.attribute_id = a.id AND v.key >= ${from}::text AND v.key < ${from + AFTER_ALL}::text
          ORDER BY v.key, v.record_id LIMIT ${CANDIDATES_PER_KIND}) AS k
        WHERE o.workspace_id = ${scope.workspaceId}::uuid
        ORDER BY a.position LIMIT ${CANDIDATES_PER_KIND}) AS k) AS k
    JOIN crm_record x ON x.id = k.record_id AND x.deleted_at IS NULL
    JOIN crm_object o ON o.id = x.object_id
    WHERE x.workspace_id = ${scope.workspaceId}::uuid`,
  );
}

/** The newest rows of each object or project, read one by one: so many of all together. */
function newest(place: Place, sought: Sought, rowsMax: number): Partial<Record<Kind, Prisma.Sql>> {
  const share = (parents: readonly string[]) =>
    Math.max(20, Math.ceil(rowsMax / Math.max(1, parents.length)));
  const inProjects = (table: Prisma.Sql, and: Prisma.Sql) => Prisma.sql`
    FROM project p CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT * FROM ${table} r WHERE r.project_id = p.id
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${share(place.projectIds)}) AS r
      WHERE ${named(Prisma.sql`r.title`, sought)} ${and} LIMIT ${CANDIDATES_PER_KIND}) AS x
    WHERE p.id = ANY(${place.projectIds}::uuid[])`;
  return {
    // Of live records deleted_at is null and changes no order; named, the planner sees that an index has this order.
    record: branch(
      "record",
      RECORD,
      Prisma.sql`FROM crm_object o CROSS JOIN LATERAL (
        SELECT * FROM (
          SELECT r.id, r.title, r.search FROM crm_record r WHERE r.object_id = o.id AND r.deleted_at IS NULL
          ORDER BY r.deleted_at DESC, r.updated_at DESC, r.id DESC LIMIT ${share(place.objectIds)}) AS r
        WHERE ${recorded(sought)} LIMIT ${CANDIDATES_PER_KIND}) AS x
      WHERE o.id = ANY(${place.objectIds}::uuid[])`,
    ),
    task: branch("task", TASK, inProjects(Prisma.sql`task`, Prisma.empty), TASK_NUMBER),
    request: branch(
      "request",
      REQUEST,
      inProjects(Prisma.sql`project_request`, Prisma.sql`AND r.merged_into_id IS NULL`),
    ),
  };
}

function numbered(place: Place, task: NonNullable<Sought["task"]>): Prisma.Sql {
  const ofKey = task.key === null ? Prisma.empty : Prisma.sql`AND p.key = ${task.key}`;
  return branch(
    "task",
    TASK,
    Prisma.sql`FROM project p JOIN task x ON x.project_id = p.id AND x.number = ${task.number}::int
      WHERE p.id = ANY(${place.projectIds}::uuid[]) ${ofKey}`,
    TASK_NUMBER,
    true,
  );
}

function ask(tx: Db, branches: readonly (Prisma.Sql | undefined)[]): Promise<Hit[]> {
  const asked = branches.filter((each) => each !== undefined);
  return asked.length === 0 ? Promise.resolve([]) : tx.$queryRaw<Hit[]>`${Prisma.join(asked, " UNION ALL ")}`;
}

/** All that is found without the index of parts, in one statement: most of what is looked for. */
export async function findQuickly(
  scope: WorkspaceScope,
  place: Place,
  kinds: ReadonlySet<Kind>,
  sought: Sought,
): Promise<Hit[]> {
  const ways = [few(scope, sought), newest(place, sought, NEWEST_ROWS)];
  return ask(db(), [
    ...(kinds.has("task") && sought.task ? [numbered(place, sought.task)] : []),
    ...(kinds.has("record") ? [beginning(scope, sought)] : []),
    ...[...kinds].flatMap((kind) => ways.map((way) => way[kind])),
  ]);
}

/** Rows with all words anywhere in their text, by the index of parts. */
function inParts(place: Place, { words, folded }: Sought): Partial<Record<Kind, Prisma.Sql>> {
  const ofProjects = Prisma.sql`JOIN project p ON p.id = x.project_id
    WHERE x.project_id = ANY(${place.projectIds}::uuid[]) AND ${holds(Prisma.sql`x.title`, words, ILIKE)}`;
  return {
    record: branch(
      "record",
      RECORD,
      Prisma.sql`FROM crm_record x JOIN crm_object o ON o.id = x.object_id
        WHERE x.object_id = ANY(${place.objectIds}::uuid[]) AND ${holds(Prisma.sql`x.search`, folded, LIKE)}
          AND x.deleted_at IS NULL`,
    ),
    task: branch("task", TASK, Prisma.sql`FROM task x ${ofProjects}`, TASK_NUMBER),
    request: branch(
      "request",
      REQUEST,
      Prisma.sql`FROM project_request x ${ofProjects} AND x.merged_into_id IS NULL`,
    ),
  };
}

/**
 * What is left to find of some kinds: by the index of parts, or one by one among more of the newest rows where the words
 * have nothing that it knows. It takes `msMax` at most.
 * @returns isComplete false where that was too little
 */
export async function findInParts(
  place: Place,
  kinds: ReadonlySet<Kind>,
  sought: Sought,
  msMax = PARTS_MS_MAX,
): Promise<{ hits: Hit[]; isComplete: boolean }> {
  const ways = place.isIndexed
    ? inParts(place, sought)
    : sought.hasLetters
      ? newest(place, sought, NEWEST_ROWS_UNINDEXED)
      : {};
  const branches = [...kinds].map((kind) => ways[kind]).filter((each) => each !== undefined);
  if (branches.length === 0) return { hits: [], isComplete: true };
  try {
    const hits = await transaction(async (tx) => {
      // The planner would rather read a table from its end than use the index for what it believes to be common.
      const scans = place.isIndexed ? "off" : "on";
      await tx.$executeRaw`
        SELECT set_config('statement_timeout', ${String(msMax)}, true),
               set_config('enable_seqscan', ${scans}, true), set_config('enable_indexscan', ${scans}, true)`;
      return ask(tx, branches);
    });
    return { hits, isComplete: true };
  } catch (error) {
    if (isOverTime(error)) return { hits: [], isComplete: false };
    throw error;
  }
}
