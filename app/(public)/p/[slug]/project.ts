import { notFound } from "next/navigation";
import { cache } from "react";
import { AppError, type ErrorCode } from "@/lib/http/app-error";
import { getPublicProject } from "@/lib/projects/public/get-public-project";

const NOWHERE: readonly ErrorCode[] = ["not_found", "bad_request"];

/**
 * What a use case gives, or the page that says that there is none: alike for what is private, what never was, and the
 * later pages of a list that a mangled address means.
 */
export async function found<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && NOWHERE.includes(error.code)) notFound();
    throw error;
  }
}

/** The project at an address as everyone sees it, read once for a page. */
export const projectOf = cache((slug: string) => found(getPublicProject(slug, null)));

type Tab = Awaited<ReturnType<typeof projectOf>>["tabs"][number];

/** The same, where one of its tabs is on. */
export async function projectWith(slug: string, tab: Tab) {
  const project = await projectOf(slug);
  if (!project.tabs.includes(tab)) notFound();
  return project;
}
