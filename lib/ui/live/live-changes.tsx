import { type Query, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isDeleted, keyOf, refresh } from "@/lib/ui/api/resource-queries";
import { useOpenWorkspace } from "@/lib/ui/api/use-open-workspace";
import { isConcerned } from "@/lib/ui/live/concerned";
import { type Change, feed } from "@/lib/ui/live/feed";

const OBJECTS = "/workspaces/{workspace_id}/crm/objects";
/** How soon to look again while something is being fetched, or saved: then the server's data is older than what is shown. */
const BUSY_MS = 250;

/**
 * Whether the next page of a list could not be read. Its notice stands until somebody tries again: a refetch of the pages
 * before would take it away, and with it the way to try.
 */
function lacksNextPage({ state }: Query): boolean {
  return state.status === "error" && state.fetchMeta?.fetchMore?.direction === "forward";
}

/** Refetches what is shown of the open workspace when others change it. */
export default function LiveChanges() {
  const { workspace } = useOpenWorkspace();
  const queries = useQueryClient();
  const id = workspace?.id;
  useEffect(() => (id === undefined ? undefined : feed.follow(id)), [id]);
  useEffect(() => {
    if (id === undefined) return;
    let changes: (Change | null)[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const nameOf = (change: Change) => {
      if (change.area !== "records") return change.id;
      const objects = queries.getQueryData(keyOf(OBJECTS, { workspace_id: id }));
      return objects?.find((object) => object.id === change.id)?.slug ?? null;
    };
    const refreshShown = () => {
      timer = undefined;
      const heard = changes;
      const concerned: QueryFilters = {
        predicate: (query) => {
          const [path, params] = query.queryKey;
          return (
            !lacksNextPage(query) &&
            !isDeleted(query) &&
            heard.some((change) => isConcerned(path, params, change, nameOf))
          );
        },
      };
      // Refetching aborts the fetch under way: on a slow connection, what changes all the time would never be shown.
      if (queries.isMutating() > 0 || queries.isFetching(concerned) > 0) {
        timer = setTimeout(refreshShown, BUSY_MS);
        return;
      }
      changes = [];
      void refresh(queries, concerned);
    };
    const stop = feed.hear((change) => {
      changes.push(change);
      timer ??= setTimeout(refreshShown);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [id, queries]);
  return null;
}
