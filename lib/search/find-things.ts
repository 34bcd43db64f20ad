import type { WorkspaceScope } from "@/lib/access/authorise";
import type { PermissionSlug } from "@/lib/access/catalog";
import { AppError } from "@/lib/http/app-error";
import { QUERY_CHARS_MAX } from "@/lib/search/limits";
import { presentHit } from "@/lib/search/present";
import { best, rankOf, readSought } from "@/lib/search/rules";
import { KINDS, type Kind, type SearchQuery, type SearchResults } from "@/lib/search/schema";
import { findInParts, findPlace, findQuickly } from "@/lib/search/store";

/** The permission that lists the things of a kind. */
const PERMISSIONS: Record<Kind, PermissionSlug> = {
  record: "can_view_crm",
  task: "can_view_projects",
  project: "can_view_projects",
  request: "can_view_projects",
  form: "can_view_forms",
  table: "can_view_tables",
  member: "can_view_members",
  team: "can_view_teams",
  object: "can_view_crm",
  automation: "can_view_crm",
  sequence: "can_view_crm",
  webhook: "can_view_webhooks",
  repository: "can_view_repositories",
};

/**
 * Things of the workspace whose names hold all words of a text, of the kinds that the actor may list: the best first.
 * Deleted things, archived projects with what they hold, and merged requests are not among them.
 * @throws AppError bad_request for a text that is too long
 */
export async function findThings(scope: WorkspaceScope, { q, limit }: SearchQuery): Promise<SearchResults> {
  if (q.length > QUERY_CHARS_MAX) {
    const message = `At most ${QUERY_CHARS_MAX} characters`;
    throw new AppError("bad_request", `Search for fewer words: at most ${QUERY_CHARS_MAX} characters.`, {
      issues: [{ path: "q", message }],
    });
  }
  const sought = readSought(q);
  const kinds = new Set(KINDS.filter((kind) => scope.permissions.has(PERMISSIONS[kind])));
  if (sought === null || kinds.size === 0) return { items: [], is_complete: true };
  const place = await findPlace(scope, sought);
  const quick = await findQuickly(scope, place, kinds, sought);
  const lacking = new Set([...kinds].filter((kind) => count(quick, kind) < limit));
  const parts = await findInParts(place, lacking, sought);
  const hits = new Map([...quick, ...parts.hits].map((hit) => [`${hit.kind} ${hit.id}`, hit]));
  const ranked = [...hits.values()].map((hit) => ({
    ...hit,
    rank: hit.isExact ? 0 : rankOf(sought, hit.title),
  }));
  return {
    items: best(ranked, limit).map((hit) => presentHit(place.slug, hit)),
    is_complete: parts.isComplete,
  };
}

function count(hits: readonly { kind: Kind }[], kind: Kind): number {
  return hits.filter((hit) => hit.kind === kind).length;
}
