import { VisuallyHidden } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { relativeTo } from "@/lib/ui/kit/time/time-ago";
import { readerLocale } from "@/lib/ui/kit/words/locale";

const TICK_MS = 20_000;

/** How long ago something was, kept current; the exact time in the reader's zone on hover and for screen readers. */
export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true });
  const exact = new Intl.DateTimeFormat(readerLocale(), { dateStyle: "full", timeStyle: "long" }).format(
    new Date(at),
  );
  return (
    // What is hidden in it is then cut off with it, instead of widening the page from beyond the end of a line.
    <time dateTime={at} title={exact} style={{ position: "relative" }}>
      {relativeTo(new Date(at), now, readerLocale())}
      <VisuallyHidden>, {exact}</VisuallyHidden>
    </time>
  );
}

type SinceProps = { verb: string; at: string | null; never: string };

/** What has happened and how long ago, as in "used 3 minutes ago"; `never` if it has not. */
export function Since({ verb, at, never }: SinceProps) {
  if (at === null) return never;
  return (
    <>
      {verb} <RelativeTime at={at} />
    </>
  );
}
