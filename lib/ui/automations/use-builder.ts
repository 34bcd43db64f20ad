"use client";

import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useObjects } from "@/lib/ui/crm/queries";
import { useSequences } from "@/lib/ui/sequences/queries";

/** What an editor chooses from: the objects of the CRM and the sequences; and whether one of them can't be had. */
export function useBuilder() {
  const { id } = useWorkspace();
  const objects = useObjects(id);
  const sequences = useSequences(id, {});
  const error = (objects.data ? null : objects.error) ?? (sequences.items ? null : sequences.error);
  return {
    objects: objects.data,
    sequences: sequences.items,
    error,
    retry: () => {
      void objects.refetch();
      void sequences.refetch();
    },
  };
}
