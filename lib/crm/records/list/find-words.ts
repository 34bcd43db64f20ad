import type { WorkspaceScope } from "@/lib/access/authorise";
import { findObjects, type ObjectRow } from "@/lib/crm/objects/store";
import type { Words } from "@/lib/crm/records/list/rules";
import type { Db } from "@/lib/platform/database";

/** The local day at a time; `zone` is an IANA name. */
function dayIn(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  return parts.format(now);
}

/**
 * The meaning of words in a filter, for the person who asks. Referenced objects are looked up only if the filter uses
 * their attributes, all in one query.
 */
export async function findWords(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  { attributes }: Pick<ObjectRow, "attributes">,
  filter: string,
  zone: string,
  now: Date,
): Promise<Words> {
  const slugs = attributes.flatMap(({ slug, referenceSlug }) =>
    referenceSlug !== null && filter.includes(`"${slug}.`) ? [referenceSlug] : [],
  );
  const objects = slugs.length === 0 ? [] : await findObjects(tx, workspaceId, slugs);
  return {
    me: actor.developerId,
    today: dayIn(zone, now),
    related: new Map(objects.map((object) => [object.slug, object])),
  };
}
