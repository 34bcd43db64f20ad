"use client";

import { useEffect, useState } from "react";
import { ApiError, api } from "@/lib/ui/api/client";
import { rememberPath, useToken } from "@/lib/ui/api/session";
import classes from "@/lib/ui/public/project/project.module.css";

const FOLLOW = "/public/projects/{slug}/follow";

/**
 * Subscribes a visitor to mails about requests' progress. Visitors who are not signed in do that first and come back.
 */
export function FollowButton({ slug }: { slug: string }) {
  const token = useToken();
  const [following, setFollowing] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    api.get(FOLLOW, { params: { slug }, token, signal: controller.signal }).then(
      (answer) => setFollowing(answer.following),
      // If this fails the button still works: following twice changes nothing.
      () => undefined,
    );
    return () => controller.abort();
  }, [slug, token]);

  async function press() {
    setError(undefined);
    if (!token) {
      rememberPath();
      window.location.assign("/signin");
      return;
    }
    const before = following;
    setFollowing(!before);
    try {
      const input = { params: { slug } };
      const answer = await (before ? api.delete(FOLLOW, input) : api.put(FOLLOW, input));
      setFollowing(answer.following);
    } catch (failure) {
      setFollowing(before);
      setError(failure instanceof ApiError ? failure.detail : "Something went wrong. Please try again.");
    }
  }

  return (
    <div>
      <button
        type="button"
        className="public-button"
        data-variant="quiet"
        aria-pressed={following}
        title="Get an email when a request's status changes"
        onClick={() => void press()}
      >
        {following ? "Following" : "Follow"}
      </button>
      {error === undefined ? null : (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
