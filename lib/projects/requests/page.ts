import type { Project } from "@/lib/platform/rows";

declare const opened: unique symbol;

/**
 * Proof that a project's page may be looked at: by anyone, because it is public, or by staff. Nothing but
 * `open-page.ts` makes one, and every query of requests takes one first.
 */
export type Page = {
  readonly [opened]: true;
  readonly projectId: string;
  readonly workspaceId: string;
  readonly project: Project;
  readonly reviews: string;
  readonly isIndexed: boolean;
  readonly categories: readonly string[];
  readonly color: string | null;
  readonly hasLogo: boolean;
};
