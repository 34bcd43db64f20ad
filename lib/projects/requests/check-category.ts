import { invalidBody } from "@/lib/http/app-error";
import type { Page } from "@/lib/projects/requests/page";

/** Makes sure that a request can be sorted into a category; null is always fine. @throws AppError invalid */
export function checkCategory(page: Page, category: string | null | undefined): void {
  if (category === null || category === undefined || page.categories.includes(category)) return;
  throw invalidBody([{ path: "category", message: "This page has no such category" }]);
}
