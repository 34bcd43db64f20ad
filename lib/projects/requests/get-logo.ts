import { AppError } from "@/lib/http/app-error";
import type { Picture } from "@/lib/http/logo";
import { findLogo } from "@/lib/projects/requests/look/store";
import { openPublicPage } from "@/lib/projects/requests/open-page";

/** The logo of a project's public page. @throws AppError not_found, also where it has none */
export async function getLogo(slug: string): Promise<Picture> {
  const logo = await findLogo(await openPublicPage(slug));
  if (!logo) throw new AppError("not_found", "This page has no logo");
  return logo;
}
