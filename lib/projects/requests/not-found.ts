import { AppError } from "@/lib/http/app-error";
import { type Db, db } from "@/lib/platform/database";
import type { Page } from "@/lib/projects/requests/page";
import { findRequestRow, type RequestRow } from "@/lib/projects/requests/store";

/**
 * Says that a request is not there for its reader.
 * @param row what they may read of it: one that was merged is named with the one that has its votes and comments now
 */
export function requestNotFound(row: Pick<RequestRow, "mergedIntoId"> | null): AppError {
  const intoId = row?.mergedIntoId ?? null;
  if (intoId === null) return new AppError("not_found", "Request not found");
  const state = { merged_into_id: intoId };
  return new AppError("not_found", "This request was merged into another one", { state });
}

/** Says to a visitor why a request that they want to change is not there. @param viewerId the visitor */
export async function whyNotThere(
  page: Page,
  viewerId: string,
  requestId: string,
  tx: Db = db(),
): Promise<AppError> {
  return requestNotFound(await findRequestRow(page, { viewerId }, requestId, tx));
}
