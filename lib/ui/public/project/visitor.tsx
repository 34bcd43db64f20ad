"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { get } from "@/lib/ui/api/client";
import { useToken } from "@/lib/ui/api/session";

type Standing = { votes: number; voted: boolean };

const Standings = createContext<ReadonlyMap<string, Standing>>(new Map());

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
export function Visitor({ source, children }: { source: string; children: ReactNode }) {
  const token = useToken();
  const [standings, setStandings] = useState<ReadonlyMap<string, Standing>>(new Map());
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    get<unknown>(source, { signal: controller.signal, token }).then(
      (answer) => {
        const found = new Map<string, Standing>();
        collect(answer, found);
        setStandings(found);
      },
      // The page stands without it: a vote given twice counts once.
      () => undefined,
    );
    return () => controller.abort();
  }, [source, token]);
  return <Standings.Provider value={standings}>{children}</Standings.Provider>;
}

/** What the visitor's own view says of a request; undefined where it is not known. */
export function useStanding(requestId: string): Standing | undefined {
  return useContext(Standings).get(requestId);
}
