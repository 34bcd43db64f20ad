import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db } from "@/lib/platform/database";
import type { Page } from "@/lib/projects/requests/page";

/** Which of some people are blocked from the page. */
export async function listBlockedAmong(page: Page, developerIds: readonly string[]): Promise<Set<string>> {
  const rows = await db().projectBlock.findMany({
    where: { projectId: page.projectId, developerId: { in: [...developerIds] } },
    select: { developerId: true },
  });
  return new Set(rows.map(({ developerId }) => developerId));
}

/** Whether someone has asked, voted or said anything on the page. */
export async function hasTakenPart(tx: Db, page: Page, developerId: string): Promise<boolean> {
  const { projectId } = page;
  const wrote = await tx.projectRequest.findFirst({
    where: {
      projectId,
      OR: [
        { authorId: developerId },
        { voters: { some: { developerId } } },
        { comments: { some: { authorId: developerId } } },
      ],
    },
    select: { id: true },
  });
  return wrote !== null;
}

/** Blocks someone from the page. @returns whether they were not blocked before */
export async function insertBlock(
  tx: Db,
  page: Page,
  developerId: string,
  blockedById: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.projectBlock.createMany({
    data: [{ projectId: page.projectId, developerId, blockedById, createdAt: now }],
    skipDuplicates: true,
  });
  return count > 0;
}

/** Lifts a block. @returns whether there was one */
export async function deleteBlock(tx: Db, page: Page, developerId: string): Promise<boolean> {
  const { count } = await tx.projectBlock.deleteMany({ where: { projectId: page.projectId, developerId } });
  return count > 0;
}

/** A page of who is blocked, latest first. */
export async function listBlockRows(page: Page, { limit, after }: Slice) {
  return db().projectBlock.findMany({
    where: {
      projectId: page.projectId,
      AND: beyond(after, "desc", ["createdAt", "developerId"]),
    },
    include: { developer: { select: { name: true } } },
    orderBy: [{ createdAt: "desc" }, { developerId: "desc" }],
    take: limit,
  });
}
