import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { transaction } from "@/lib/platform/database";
import { openStaffPage } from "@/lib/projects/requests/open-page";
import type { Page } from "@/lib/projects/requests/page";
import { PageSettings, type UpdatePageSettings } from "@/lib/projects/requests/schema";
import { upsertPageSettings } from "@/lib/projects/requests/store";

function presentSettings(page: Page): z.input<typeof PageSettings> {
  return { reviews: PageSettings.shape.reviews.parse(page.reviews), is_indexed: page.isIndexed };
}

/** How a project's public page behaves. @throws AppError not_found */
export async function getPageSettings(
  scope: WorkspaceScope,
  projectId: string,
): Promise<z.input<typeof PageSettings>> {
  return presentSettings(await openStaffPage(scope, projectId));
}

/** Changes what is named of it. @throws AppError not_found */
export async function updatePageSettings(
  scope: WorkspaceScope,
  projectId: string,
  body: z.output<typeof UpdatePageSettings>,
  now: Date,
): Promise<z.input<typeof PageSettings>> {
  return transaction(async (tx) => {
    const page = await openStaffPage(scope, projectId, tx);
    const before = presentSettings(page);
    const after = {
      reviews: body.reviews ?? before.reviews,
      is_indexed: body.is_indexed ?? before.is_indexed,
    };
    if (isDeepStrictEqual(before, after)) return after;
    await upsertPageSettings(tx, page, { reviews: after.reviews, isIndexed: after.is_indexed });
    const entry = {
      workspaceId: scope.workspaceId,
      action: "project.page_updated",
      target: { type: "project", id: projectId },
      before,
      after,
    };
    await recordAudit(tx, scope.actor, entry, now);
    return after;
  });
}
