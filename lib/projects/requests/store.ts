import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Db, db, escapeLike, Prisma } from "@/lib/platform/database";
import { holdsPart } from "@/lib/platform/loose-sql";
import type { Project, ProjectPage, ProjectRequest, ProjectRequestChange } from "@/lib/platform/rows";
import type { Page } from "@/lib/projects/requests/page";

/** Without its logo, which nothing but the logo itself needs. */
export type PageRow = Omit<ProjectPage, "logo">;
type ProjectWithPage = Project & { page: PageRow | null };
const WITH_PAGE = { page: { omit: { logo: true } } } as const satisfies Prisma.ProjectInclude;

/** The active public project at an address, its workspace active too; null otherwise. */
export async function findPublicProject(slug: string): Promise<ProjectWithPage | null> {
  return db().project.findFirst({
    where: { publicSlug: slug, isPublic: true, isActive: true, workspace: { isActive: true } },
    include: WITH_PAGE,
  });
}

/** A project of the scope's workspace, public or not; null for any other. */
export async function findStaffProject(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
): Promise<ProjectWithPage | null> {
  return tx.project.findFirst({
    where: { id: projectId, workspaceId: scope.workspaceId },
    include: WITH_PAGE,
  });
}

/** Since when someone has an account, and whether they are blocked from the page; null for an erased one. */
export async function findParticipant(
  page: Page,
  developerId: string,
): Promise<{ createdAt: Date; isBlocked: boolean } | null> {
  const developer = await db().developer.findUnique({
    where: { id: developerId },
    select: { createdAt: true, projectBlocks: { where: { projectId: page.projectId } } },
  });
  return developer && { createdAt: developer.createdAt, isBlocked: developer.projectBlocks.length > 0 };
}

export type RequestRow = Omit<ProjectRequest, "workspaceId" | "taskId"> & {
  authorName: string | null;
  authorIsBlocked: boolean;
  comments: number;
  pendingComments: number;
  voted: boolean;
  /** Whether the viewer wrote it. */
  isOwn: boolean;
  taskNumber: number | null;
  taskTitle: string | null;
  taskStatus: string | null;
  /** What the list is sorted by, before age. */
  rank: number;
};

/** Who reads: someone on the public page (null when not signed in), or staff with the part they look through. */
export type Reader =
  | { viewerId: string | null }
  | { part: "visible" | "pending" | "hidden" | "merged" | "any" };

/** Whose eyes they are; null for those of nobody in particular. */
export const viewerOf = (reader: Reader) => ("viewerId" in reader ? reader.viewerId : null);

/** Which requests a reader gets: the public sees what is visible, and authors their own that wait. */
function readable(reader: Reader): Prisma.Sql {
  if ("viewerId" in reader) {
    return Prisma.sql`(r.visibility = 'visible'
      OR (r.visibility = 'pending' AND r.author_id = ${reader.viewerId}::uuid))`;
  }
  if (reader.part === "any") return Prisma.sql`true`;
  if (reader.part === "merged") return Prisma.sql`r.merged_into_id IS NOT NULL`;
  return Prisma.sql`r.visibility = ${reader.part} AND r.merged_into_id IS NULL`;
}

function select(page: Page, reader: Reader, rank: Prisma.Sql): Prisma.Sql {
  const viewerId = viewerOf(reader);
  return Prisma.sql`
    SELECT r.id::text, r.project_id::text AS "projectId", r.title, r.description, r.status, r.visibility, r.votes,
           r.author_id::text AS "authorId", r.merged_into_id::text AS "mergedIntoId",
           r.status_changed_at AS "statusChangedAt", r.category, r.edited_at AS "editedAt",
           coalesce(r.author_id = ${viewerId}::uuid, false) AS "isOwn", r.created_at AS "createdAt", r.updated_at AS "updatedAt",
           a.name AS "authorName", ${rank}::int AS rank,
           EXISTS (SELECT 1 FROM project_block b WHERE b.project_id = r.project_id AND b.developer_id = r.author_id)
             AS "authorIsBlocked",
           EXISTS (SELECT 1 FROM project_request_vote v
                   WHERE v.request_id = r.id AND v.developer_id = ${viewerId}::uuid) AS voted,
           said.visible AS comments, said.pending AS "pendingComments",
           t.number AS "taskNumber", t.title AS "taskTitle", t.status AS "taskStatus"
    FROM project_request r
    LEFT JOIN developer a ON a.id = r.author_id
    LEFT JOIN task t ON t.id = r.task_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE c.visibility = 'visible')::int AS visible,
             count(*) FILTER (WHERE c.visibility = 'pending')::int AS pending
      FROM project_request_comment c WHERE c.request_id = r.id) AS said
    WHERE r.project_id = ${page.projectId}::uuid`;
}

export type RequestPlace = { rank: number; at: Date; id: string };

type Order = "newest" | "votes" | { trendingSince: Date };

function rankBy(order: Order): Prisma.Sql {
  // Cast, because a bare number in ORDER BY is the place of a column.
  if (order === "newest") return Prisma.sql`0::int`;
  if (order === "votes") return Prisma.sql`r.votes`;
  return Prisma.sql`(SELECT count(*) FROM project_request_vote w
    WHERE w.request_id = r.id AND w.created_at > ${order.trendingSince})`;
}

type RequestFilters = {
  status: string | undefined;
  category: string | undefined;
  search: string | undefined;
};

/** A page of a project's requests, the highest rank first and then the newest. Merged ones show to staff only. */
export async function listRequestRows(
  page: Page,
  reader: Reader,
  { status, category, search }: RequestFilters,
  order: Order,
  limit: number,
  after: RequestPlace | null,
): Promise<RequestRow[]> {
  const rank = rankBy(order);
  const conditions = [
    readable(reader),
    ...("viewerId" in reader ? [Prisma.sql`r.merged_into_id IS NULL`] : []),
    ...(status ? [Prisma.sql`r.status = ${status}`] : []),
    ...(category ? [Prisma.sql`r.category = ${category}`] : []),
    ...(search
      ? [
          Prisma.sql`(${holdsPart(Prisma.sql`r.title`, search)} OR r.description ILIKE ${`%${escapeLike(search)}%`})`,
        ]
      : []),
    ...(after
      ? [Prisma.sql`(${rank}, r.created_at, r.id) < (${after.rank}, ${after.at}, ${after.id}::uuid)`]
      : []),
  ];
  return db().$queryRaw<RequestRow[]>`
    ${select(page, reader, rank)} AND ${Prisma.join(conditions, " AND ")}
    ORDER BY ${rank} DESC, r.created_at DESC, r.id DESC LIMIT ${limit}`;
}

/** Visible requests whose title is like a text, or holds something like it, the likest first. */
export async function listSimilarRows(
  page: Page,
  reader: { viewerId: string | null },
  title: string,
  limit: number,
): Promise<RequestRow[]> {
  return db().$queryRaw<RequestRow[]>`
    ${select(page, reader, Prisma.sql`0`)} AND r.visibility = 'visible' AND r.merged_into_id IS NULL
      AND (r.title % ${title} OR ${title} <% r.title)
    ORDER BY greatest(similarity(r.title, ${title}), word_similarity(${title}, r.title)) DESC, r.id LIMIT ${limit}`;
}

/** A column that holds no request. */
export type EmptyColumnRow = { columnStatus: string; columnCount: 0; id: null };

/** The first requests of each column of a roadmap with how many each holds, in one query. */
export async function listRoadmapRows(
  page: Page,
  reader: { viewerId: string | null },
  statuses: readonly string[],
  requestsMax: number,
): Promise<((RequestRow & { columnStatus: string; columnCount: number }) | EmptyColumnRow)[]> {
  return db().$queryRaw`
    SELECT wanted.status AS "columnStatus", whole.count AS "columnCount", known.*
    FROM unnest(${statuses}::text[]) WITH ORDINALITY AS wanted(status, place)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM project_request r
      WHERE r.project_id = ${page.projectId}::uuid AND r.status = wanted.status
        AND r.visibility = 'visible' AND r.merged_into_id IS NULL) AS whole
    LEFT JOIN LATERAL (
      ${select(page, reader, Prisma.sql`0`)} AND r.status = wanted.status
        AND r.visibility = 'visible' AND r.merged_into_id IS NULL
      ORDER BY r.votes DESC, r.created_at DESC, r.id DESC LIMIT ${requestsMax}) AS known ON true
    ORDER BY wanted.place, known.votes DESC, known."createdAt" DESC, known.id DESC`;
}

/**
 * One request that the reader may see; null for any other. Of a merged one the public learns where it went, if that
 * one is to be seen.
 */
export async function findRequestRow(
  page: Page,
  reader: Reader,
  requestId: string,
  tx: Db = db(),
): Promise<RequestRow | null> {
  const [row] = await tx.$queryRaw<RequestRow[]>`
    ${select(page, reader, Prisma.sql`0`)} AND r.id = ${requestId}::uuid AND ${readable(reader)}
      AND (${!("viewerId" in reader)} OR r.merged_into_id IS NULL OR EXISTS (
        SELECT 1 FROM project_request m WHERE m.id = r.merged_into_id AND m.visibility = 'visible'))`;
  return row ?? null;
}

type NewRequest = Pick<ProjectRequest, "title" | "description" | "visibility" | "category"> & {
  authorId: string;
};

/** Files a request on a page, with its author's vote. @returns its id */
export async function insertRequest(tx: Db, page: Page, request: NewRequest, now: Date): Promise<string> {
  const { projectId, workspaceId } = page;
  const row = await tx.projectRequest.create({
    data: {
      ...request,
      projectId,
      workspaceId,
      createdAt: now,
      updatedAt: now,
      voters: { create: { developerId: request.authorId, createdAt: now } },
    },
    select: { id: true },
  });
  return row.id;
}

/**
 * Casts a person's vote, or leaves it as it is. The request's row is locked first, as everyone does who changes votes
 * or merges requests.
 */
export async function insertVote(
  page: Page,
  requestId: string,
  developerId: string,
  now: Date,
): Promise<void> {
  await db().$executeRaw`
    INSERT INTO project_request_vote (request_id, developer_id, created_at)
    SELECT id, ${developerId}::uuid, ${now} FROM project_request
    WHERE id = ${requestId}::uuid AND project_id = ${page.projectId}::uuid
      AND visibility = 'visible' AND merged_into_id IS NULL
    FOR NO KEY UPDATE
    ON CONFLICT DO NOTHING`;
}

/** Takes a person's vote back, if there is one. */
export async function deleteVote(page: Page, requestId: string, developerId: string): Promise<void> {
  await db().$executeRaw`
    WITH request AS (
      SELECT id FROM project_request
      WHERE id = ${requestId}::uuid AND project_id = ${page.projectId}::uuid
        AND visibility = 'visible' AND merged_into_id IS NULL
      FOR NO KEY UPDATE)
    DELETE FROM project_request_vote v USING request
    WHERE v.request_id = request.id AND v.developer_id = ${developerId}::uuid`;
}

/** How many votes a request has that takes votes; null for one that is not to be seen or was merged. */
export async function findVotes(page: Page, requestId: string): Promise<number | null> {
  const row = await db().projectRequest.findFirst({
    where: { id: requestId, projectId: page.projectId, visibility: "visible", mergedIntoId: null },
    select: { votes: true },
  });
  return row?.votes ?? null;
}

/** Locks requests of the page until the transaction ends, always in the same order; those it has, by id. */
export async function lockRequests(
  tx: Db,
  page: Page,
  requestIds: readonly string[],
): Promise<Map<string, ProjectRequest>> {
  await tx.$queryRaw`
    SELECT 1 FROM project_request
    WHERE id = ANY (${requestIds}::uuid[]) AND project_id = ${page.projectId}::uuid
    ORDER BY id FOR NO KEY UPDATE`;
  const rows = await tx.projectRequest.findMany({
    where: { id: { in: [...requestIds] }, projectId: page.projectId },
  });
  return new Map(rows.map((row) => [row.id, row]));
}

type RequestChanges = Partial<
  Pick<
    ProjectRequest,
    "status" | "visibility" | "title" | "description" | "taskId" | "statusChangedAt" | "category" | "editedAt"
  >
>;

/** Changes a request of the page. */
export async function updateRequestRow(
  tx: Db,
  page: Page,
  requestId: string,
  changes: RequestChanges,
  now: Date,
): Promise<void> {
  await tx.projectRequest.update({
    where: { id: requestId, projectId: page.projectId },
    data: { ...changes, updatedAt: now },
  });
}

/** Whether anybody but its author has voted for a request or commented on it. */
export async function hasOthers(tx: Db, requestId: string, authorId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM project_request_vote
                   WHERE request_id = ${requestId}::uuid AND developer_id <> ${authorId}::uuid)
        OR EXISTS (SELECT 1 FROM project_request_comment
                   WHERE request_id = ${requestId}::uuid AND author_id IS DISTINCT FROM ${authorId}::uuid)
        OR EXISTS (SELECT 1 FROM project_request WHERE merged_into_id = ${requestId}::uuid) AS has`;
  return row?.has ?? false;
}

/** Deletes a request of the page for good, with its votes and comments. The caller has locked its row. */
export async function deleteRequestRow(tx: Db, page: Page, requestId: string): Promise<void> {
  await tx.projectRequest.deleteMany({ where: { id: requestId, projectId: page.projectId } });
}

/** Writes one step into the history of a request's status. */
export async function insertChange(
  tx: Db,
  page: Page,
  change: Pick<ProjectRequestChange, "requestId" | "from" | "to" | "actorId">,
  now: Date,
): Promise<void> {
  await tx.projectRequestChange.create({
    data: { ...change, projectId: page.projectId, createdAt: now },
  });
}

/** The history of a request's status, oldest first. */
export async function listChangeRows(page: Page, requestId: string, limit: number) {
  return db().projectRequestChange.findMany({
    where: { requestId, projectId: page.projectId },
    include: { actor: { select: { name: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
  });
}

/** The id of the page's task with a number; null where there is none. */
export async function findTaskId(tx: Db, page: Page, number: number): Promise<string | null> {
  const row = await tx.task.findUnique({
    where: { projectId_number: { projectId: page.projectId, number } },
    select: { id: true },
  });
  return row?.id ?? null;
}

/**
 * Gives all that a request has to another: votes (one a person), comments, and what was merged into it before. The
 * caller holds both rows.
 */
export async function mergeRows(
  tx: Db,
  page: Page,
  fromId: string,
  intoId: string,
  now: Date,
): Promise<void> {
  const { projectId } = page;
  await tx.$executeRaw`
    INSERT INTO project_request_vote (request_id, developer_id, created_at)
    SELECT ${intoId}::uuid, developer_id, created_at FROM project_request_vote WHERE request_id = ${fromId}::uuid
    ON CONFLICT DO NOTHING`;
  await tx.projectRequestVote.deleteMany({ where: { requestId: fromId } });
  await tx.projectRequestComment.updateMany({ where: { requestId: fromId }, data: { requestId: intoId } });
  await tx.projectRequest.updateMany({
    where: { projectId, OR: [{ id: fromId }, { mergedIntoId: fromId }] },
    data: { mergedIntoId: intoId, updatedAt: now },
  });
}

export type PublicTaskRow = { status: string; count: number; number: number | null; title: string | null };

/** The first tasks of each column of the page's board: numbers and titles, and nothing else of them. */
export async function listPublicBoardRows(
  page: Page,
  statuses: readonly string[],
  tasksMax: number,
): Promise<PublicTaskRow[]> {
  return db().$queryRaw<PublicTaskRow[]>`
    SELECT wanted.status, whole.count, t.number, t.title
    FROM unnest(${statuses}::text[]) WITH ORDINALITY AS wanted(status, rank)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM task
      WHERE project_id = ${page.projectId}::uuid AND status = wanted.status) AS whole
    LEFT JOIN LATERAL (
      SELECT number, title, position, id FROM task
      WHERE project_id = ${page.projectId}::uuid AND status = wanted.status
      ORDER BY position, id LIMIT ${tasksMax}) AS t ON true
    ORDER BY wanted.rank, t.position, t.id`;
}
