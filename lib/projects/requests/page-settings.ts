import { isDeepStrictEqual } from "node:util";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { dataUrlOf, readLogo } from "@/lib/http/logo";
import { type Db, transaction } from "@/lib/platform/database";
import { findLogo, upsertLogo, upsertPageSettings } from "@/lib/projects/requests/look/store";
import { openStaffPage } from "@/lib/projects/requests/open-page";
import type { Page } from "@/lib/projects/requests/page";
import { PageSettings, type UpdatePageSettings } from "@/lib/projects/requests/schema";
import { lockProject } from "@/lib/projects/store";

type Settings = PageSettings;
/** What is compared and audited: of the logo only whether there is one. */
type AuditedSettings = Omit<Settings, "logo">;

function presentSettings(page: Page): AuditedSettings {
  return {
    reviews: PageSettings.shape.reviews.parse(page.reviews),
    is_indexed: page.isIndexed,
    categories: [...page.categories],
    color: page.color,
    has_logo: page.hasLogo,
  };
}

async function withLogo(page: Page, settings: AuditedSettings, tx?: Db): Promise<Settings> {
  const logo = settings.has_logo ? await findLogo(page, tx) : null;
  return { ...settings, logo: logo && dataUrlOf(logo) };
}

/** How a project's public page behaves. @throws AppError not_found */
export async function getPageSettings(scope: WorkspaceScope, projectId: string): Promise<Settings> {
  const page = await openStaffPage(scope, projectId);
  return withLogo(page, presentSettings(page));
}

/** Changes what is named of it. @throws AppError not_found, invalid for a logo that is no picture */
export async function updatePageSettings(
  scope: WorkspaceScope,
  projectId: string,
  body: UpdatePageSettings,
  now: Date,
): Promise<Settings> {
  return transaction(async (tx) => {
    // Before looking, so that what somebody else changes at the same time stays.
    await lockProject(tx, scope, projectId);
    const page = await openStaffPage(scope, projectId, tx);
    const before = presentSettings(page);
    const after = {
      reviews: body.reviews ?? before.reviews,
      is_indexed: body.is_indexed ?? before.is_indexed,
      categories: body.categories ?? before.categories,
      color: body.color === undefined ? before.color : body.color,
      has_logo: body.logo === undefined ? before.has_logo : body.logo !== null,
    };
    if (body.logo !== undefined) await upsertLogo(tx, page, body.logo === null ? null : readLogo(body.logo));
    if (body.logo === undefined && isDeepStrictEqual(before, after)) return withLogo(page, after, tx);
    const { reviews, is_indexed: isIndexed, categories, color } = after;
    await upsertPageSettings(tx, page, { reviews, isIndexed, categories, color });
    const { name } = page.project;
    const entry = {
      action: "project.page_updated",
      target: { type: "project", id: projectId },
      before: { name, ...before },
      after: { name, ...after },
    };
    await recordAudit(tx, scope, entry, now);
    return withLogo(page, after, tx);
  });
}
