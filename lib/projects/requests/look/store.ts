import { logoColumns, type Picture, storedLogo } from "@/lib/http/logo";
import { type Db, db } from "@/lib/platform/database";
import type { ProjectPage } from "@/lib/platform/rows";
import type { Page } from "@/lib/projects/requests/page";

/** Keeps how the page behaves. */
export async function upsertPageSettings(
  tx: Db,
  page: Page,
  settings: Pick<ProjectPage, "reviews" | "isIndexed" | "categories" | "color">,
): Promise<void> {
  const { projectId } = page;
  await tx.projectPage.upsert({ where: { projectId }, create: { projectId, ...settings }, update: settings });
}

/** Keeps the logo of a page, or takes it away. */
export async function upsertLogo(tx: Db, { projectId }: Page, logo: Picture | null): Promise<void> {
  const data = logoColumns(logo);
  await tx.projectPage.upsert({ where: { projectId }, create: { projectId, ...data }, update: data });
}

/** The logo of a page; null where it has none. */
export async function findLogo(page: Page, tx: Db = db()): Promise<Picture | null> {
  const row = await tx.projectPage.findUnique({
    where: { projectId: page.projectId },
    select: { logo: true, logoType: true },
  });
  return storedLogo(row);
}
