"use client";

import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** A day, with the exact time on hover: in the reader's zone, or in UTC without scripts. */
export function Day({ at }: { at: string }) {
  const isHere = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const zone = isHere ? {} : { timeZone: "UTC" };
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", ...zone });
  const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", ...zone });
  const time = new Date(at);
  return (
    <time dateTime={at} title={`${exact.format(time)}${isHere ? "" : " UTC"}`}>
      {day.format(time)}
    </time>
  );
}
