import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PeopleHere, SharedArea } from "@/lib/live/schema";
import { api } from "@/lib/ui/api/client";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { feed } from "@/lib/ui/live/feed";

const PEOPLE = "/workspaces/{workspace_id}/live/people";
/** How often a page reports that somebody is looking at it. */
const SAY_MS = 20_000;

export type PersonHere = PeopleHere["people"][number];

/**
 * Reports that the reader is looking at a thing, while this is mounted and the tab is visible.
 * @returns who else is
 */
export function usePeopleHere(area: SharedArea, id: string | undefined): PersonHere[] {
  const { id: workspaceId } = useWorkspace();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [PEOPLE, { workspace_id: workspaceId }, { area, id }],
    queryFn: () => api.put(PEOPLE, { params: { workspace_id: workspaceId }, body: { area, id: id ?? "" } }),
    enabled: id !== undefined,
    refetchInterval: SAY_MS,
    refetchOnWindowFocus: "always",
    // Who was there when the page was last open is no longer relevant.
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (id === undefined) return;
    const key = [PEOPLE, { workspace_id: workspaceId }, { area, id }];
    const stop = feed.hear((change) => {
      if (change?.kind === "people" && change.area === area && change.id === id && !document.hidden)
        void queries.invalidateQueries({ queryKey: key });
    });
    const params = { workspace_id: workspaceId };
    const leave = () => void api.delete(PEOPLE, { params, query: { area, id } }).catch(() => {});
    const look = () => (document.hidden ? leave() : undefined);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pagehide", leave);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [workspaceId, area, id, queries]);
  return data?.people ?? [];
}
