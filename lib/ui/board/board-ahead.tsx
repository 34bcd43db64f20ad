"use client";

import { PRIORITY_NAMES } from "@/lib/ui/board/priorities";
import { useBoard } from "@/lib/ui/board/queries";
import { useFilters } from "@/lib/ui/kit/filters/filters";

/** Prefetches the board of the open project. */
export function BoardAhead() {
  const given = useFilters().all(["assignee", "priority", "label", "search"]);
  const priority = PRIORITY_NAMES.find((name) => name === given.priority) ?? "";
  useBoard({ ...given, priority });
  return null;
}
