import { taskKey } from "@/lib/projects/tasks/rules";
import type { Kind, SearchResult } from "@/lib/search/schema";
import type { Hit } from "@/lib/search/store";

/** Below `/w/{slug}/`. */
const PATHS: Record<Kind, (hit: Hit) => string> = {
  record: ({ id, parent }) => `crm/${parent}/${id}`,
  task: ({ parent, number }) => `projects/${parent}?task=${number}`,
  project: ({ id }) => `projects/${id}`,
  request: ({ id, parent }) => `projects/${parent}/requests?request=${id}`,
  form: ({ id }) => `forms/${id}`,
  table: ({ id }) => `tables/${id}`,
  member: ({ id }) => `members?member=${id}`,
  team: ({ id }) => `teams/${id}`,
  object: ({ parent }) => `crm/${parent}`,
  automation: ({ id }) => `crm/automations/${id}`,
  sequence: ({ id }) => `crm/sequences/${id}`,
  webhook: ({ id }) => `webhooks/${id}`,
  repository: ({ title }) => `repositories?search=${encodeURIComponent(title)}`,
};

/** A thing that was found, as the wire has it. */
export function presentHit(slug: string, hit: Hit): SearchResult {
  const { kind, id, title, detail, number } = hit;
  return {
    kind,
    id,
    title: title || "Untitled",
    detail: kind === "task" && number !== null ? taskKey(detail, number) : detail,
    link: `/w/${encodeURIComponent(slug)}/${PATHS[kind](hit)}`,
  };
}
