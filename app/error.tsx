"use client";

import { PublicNotice } from "@/lib/ui/public/frame";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
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
