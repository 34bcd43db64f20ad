"use client";

import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useBoard } from "@/lib/ui/board/queries";
import { useFilters } from "@/lib/ui/kit/filters";
import { useOpenProjectId } from "@/lib/ui/projects/project-frame";

/** Asks for the board of the open project ahead. */
export function BoardAhead() {
  useBoard(useWorkspace().id, useOpenProjectId(), useFilters().all(["assignee", "search"]));
  return null;
}
