import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { exactTime, secondsUntil } from "@/lib/ui/kit/time/moments";

/** A countdown to the next attempt, with the exact time in the reader's zone beside it or on hover. */
export function NextRetry({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true });
  const exact = exactTime(at);
  const words = secondsUntil(at, now);
  if (isExact) {
    return (
      <time dateTime={at}>
        {words} <small>({exact})</small>
      </time>
    );
  }
  return (
    <time dateTime={at} title={exact}>
      {words}
    </time>
  );
}
