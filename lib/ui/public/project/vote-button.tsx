"use client";

import { useEffect, useRef, useState } from "react";
import { api } from "@/lib/ui/api/client";
import { rememberPath, useToken } from "@/lib/ui/api/session";
import classes from "@/lib/ui/public/project/project.module.css";
import { type Refusal, Refused, refusalOf } from "@/lib/ui/public/project/refused";
import { useStanding } from "@/lib/ui/public/project/visitor";
import shared from "./vote-button.module.css";

const VOTE = "/public/projects/{slug}/requests/{request_id}/vote";

/** Names the request that a visitor was about to vote for when they were sent to sign in. */
const MEANT = "vote";

function setMeant(requestId: string | null): void {
  const url = new URL(window.location.href);
  if (requestId === null) url.searchParams.delete(MEANT);
  else url.searchParams.set(MEANT, requestId);
  window.history.replaceState(window.history.state, "", url);
}

type Props = { slug: string; requestId: string; title: string; votes: number };

/**
 * A visitor's vote. After signing in they come back to this button and must press it again: no address alone ever
 * votes.
 */
export function VoteButton({ slug, requestId, title, votes }: Props) {
  const token = useToken();
  const standing = useStanding(requestId);
  const [own, setOwn] = useState<{ votes: number; voted: boolean }>();
  const [isMeant, setIsMeant] = useState(false);
  const [error, setError] = useState<Refusal>();
  const button = useRef<HTMLButtonElement>(null);
  const shown = own ?? standing ?? { votes, voted: false };

  useEffect(() => {
    if (!token || new URLSearchParams(window.location.search).get(MEANT) !== requestId) return;
    setIsMeant(true);
    button.current?.focus();
  }, [token, requestId]);

  async function press() {
    setError(undefined);
    if (!token) {
      setMeant(requestId);
      rememberPath();
      window.location.assign("/signin");
      return;
    }
    if (isMeant) {
      setIsMeant(false);
      setMeant(null);
    }
    const voted = !shown.voted;
    const before = own;
    setOwn({ votes: shown.votes + (voted ? 1 : -1), voted });
    try {
      const input = { params: { slug, request_id: requestId } };
      setOwn(await (voted ? api.put(VOTE, input) : api.delete(VOTE, input)));
    } catch (failure) {
      setOwn(before);
      setError(refusalOf(failure, "The vote did not go through."));
    }
  }

  return (
    <div className={shared.voting}>
      <button
        ref={button}
        type="button"
        className={classes.vote}
        aria-pressed={shown.voted}
        onClick={() => void press()}
      >
        <svg width={12} height={8} viewBox="0 0 12 8" aria-hidden="true">
          <path d="M6 0 12 8H0z" fill="currentColor" />
        </svg>
        <span className="public-hidden">Vote for {title}: </span>
        {shown.votes}
        <span className="public-hidden">{shown.votes === 1 ? " vote" : " votes"}</span>
      </button>
      {isMeant && !shown.voted ? (
        <p className={shared.hint} role="status">
          You are signed in. Press to vote.
        </p>
      ) : null}
      <Refused refusal={error} slug={slug} />
    </div>
  );
}
