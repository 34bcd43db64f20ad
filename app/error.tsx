"use client";

import { isUnloaded } from "@/lib/ui/light-kit/unloaded";
import { PublicNotice } from "@/lib/ui/public/frame";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  // A service that was updated has other parts, which only a full page load asks for.
  if (isUnloaded(error)) {
    return (
      <div role="alert">
        <PublicNotice
          title="A part of this page could not be loaded"
          text="There is no connection, or the service was updated. What you saved is safe."
        >
          <button type="button" className="public-button" onClick={() => window.location.reload()}>
            Load the page again
          </button>
        </PublicNotice>
      </div>
    );
  }
  return (
    <div role="alert">
      <PublicNotice
        title="This page could not be shown"
        text="Something went wrong on our side, nothing of yours is lost. Trying again often helps."
      >
        <button type="button" className="public-button" onClick={reset}>
          Try again
        </button>
        {error.digest === undefined ? null : (
          <span>
            Reference <code>{error.digest}</code>
          </span>
        )}
      </PublicNotice>
    </div>
  );
}
