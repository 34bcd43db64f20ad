"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { api } from "@/lib/ui/api/client";
import type { QueryOf } from "@/lib/ui/api/input";
import { useToken } from "@/lib/ui/api/session";

type Standing = { votes: number; voted: boolean };

type Known = { standings: ReadonlyMap<string, Standing>; own: ReadonlySet<string> };

const NOTHING: Known = { standings: new Map(), own: new Set() };
const Visited = createContext(NOTHING);
const Wrote = createContext<(id: string) => void>(() => {});

const PROJECT = "/public/projects/{slug}";
const REQUESTS = `${PROJECT}/requests` as const;

const COMMENTS = `${REQUESTS}/{request_id}/comments` as const;

/** What the page shows: a project, a list of its requests, or one request. */
type Source =
  | { slug: string }
  | { slug: string; requests: QueryOf<typeof REQUESTS> }
  | { slug: string; requestId: string; comments: QueryOf<typeof COMMENTS> };

function read(source: Source, token: string, signal: AbortSignal): Promise<unknown> {
  const { slug } = source;
  if ("requests" in source) {
    return api.page(REQUESTS, { params: { slug }, query: source.requests, token, signal });
  }
  if ("requestId" in source) {
    const params = { slug, request_id: source.requestId };
    return Promise.all([
      api.get(`${REQUESTS}/{request_id}`, { params, token, signal }),
      api.page(`${REQUESTS}/{request_id}/comments`, { params, query: source.comments, token, signal }),
    ]);
  }
  return api.get(PROJECT, { params: { slug }, token, signal });
}

/** Collects requests and comments wherever an answer contains them. */
function collect(value: unknown, into: { standings: Map<string, Standing>; own: Set<string> }): void {
  if (typeof value !== "object" || value === null) return;
  if ("id" in value && "is_own" in value) {
    const { id, is_own, ...rest } = value as { id: string; is_own: boolean } & Partial<Standing>;
    const { voted, votes } = rest;
    if (is_own) into.own.add(id);
    if (voted !== undefined && votes !== undefined) into.standings.set(id, { votes, voted });
  } else for (const inner of Object.values(value)) collect(inner, into);
}

/**
 * Pages are the same for everyone, because only the browser has the bearer token. For signed-in visitors, what they
 * voted for and wrote is read from `source` and provided to the components inside.
 */
export function Visitor({ source, children }: { source: Source; children: ReactNode }) {
  const asked = JSON.stringify(source);
  const token = useToken();
  const [known, setKnown] = useState(NOTHING);
  // Written since the page was opened.
  const [written, setWritten] = useState<readonly string[]>([]);
  const wrote = useCallback((id: string) => setWritten((now) => [...now, id]), []);
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    read(JSON.parse(asked), token, controller.signal).then(
      (answer) => {
        const found = { standings: new Map<string, Standing>(), own: new Set<string>() };
        collect(answer, found);
        setKnown(found);
      },
      // The page works without it: a second vote counts once.
      () => undefined,
    );
    return () => controller.abort();
  }, [asked, token]);
  const visited = useMemo(
    () => ({ standings: known.standings, own: new Set([...known.own, ...written]) }),
    [known, written],
  );
  return (
    <Visited value={visited}>
      <Wrote value={wrote}>{children}</Wrote>
    </Visited>
  );
}

/** Whether the visitor voted for a request, and its number of votes; undefined while unknown. */
export function useStanding(requestId: string): Standing | undefined {
  return useContext(Visited).standings.get(requestId);
}

/** Whether the visitor wrote a request or a comment. */
export function useIsOwn(id: string): boolean {
  return useContext(Visited).own.has(id);
}

/** Notes that the visitor has just written a request or a comment, so that they may edit and delete it at once. */
export const useWrote = () => useContext(Wrote);
