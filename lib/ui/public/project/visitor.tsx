"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { api } from "@/lib/ui/api/client";
import type { QueryOf } from "@/lib/ui/api/input";
import { useToken } from "@/lib/ui/api/session";

type Standing = { votes: number; voted: boolean };

const Standings = createContext<ReadonlyMap<string, Standing>>(new Map());

const PROJECT = "/public/projects/{slug}";
const REQUESTS = `${PROJECT}/requests` as const;

/** What a page shows: a project, a list of its requests, or one of them. */
type Source =
  | { slug: string }
  | { slug: string; requests: QueryOf<typeof REQUESTS> }
  | { slug: string; requestId: string };

function read(source: Source, token: string, signal: AbortSignal): Promise<unknown> {
  const { slug } = source;
  if ("requests" in source) {
    return api.page(REQUESTS, { params: { slug }, query: source.requests, token, signal });
  }
  if ("requestId" in source) {
    const params = { slug, request_id: source.requestId };
    return api.get(`${REQUESTS}/{request_id}`, { params, token, signal });
  }
  return api.get(PROJECT, { params: { slug }, token, signal });
}

/** Finds requests wherever an answer holds them. */
function collect(value: unknown, into: Map<string, Standing>): void {
  if (typeof value !== "object" || value === null) return;
  if ("id" in value && "voted" in value && "votes" in value) {
    const { id, voted, votes } = value as { id: string } & Standing;
    into.set(id, { votes, voted });
  } else for (const inner of Object.values(value)) collect(inner, into);
}

/**
 * Pages are the same for everyone, because the bearer is the browser's alone. For whoever is signed in, what they voted
 * for is read from `source` and given to the vote buttons below.
 */
export function Visitor({ source, children }: { source: Source; children: ReactNode }) {
  const asked = JSON.stringify(source);
  const token = useToken();
  const [standings, setStandings] = useState<ReadonlyMap<string, Standing>>(new Map());
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    read(JSON.parse(asked), token, controller.signal).then(
      (answer) => {
        const found = new Map<string, Standing>();
        collect(answer, found);
        setStandings(found);
      },
      // The page stands without it: a vote given twice counts once.
      () => undefined,
    );
    return () => controller.abort();
  }, [asked, token]);
  return <Standings.Provider value={standings}>{children}</Standings.Provider>;
}

/** What the visitor's own view says of a request; undefined where it is not known. */
export function useStanding(requestId: string): Standing | undefined {
  return useContext(Standings).get(requestId);
}
