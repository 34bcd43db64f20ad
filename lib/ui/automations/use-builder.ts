"use client";

import { type CrmObject, useObjects } from "@/lib/ui/crm/queries";
import type { Reading } from "@/lib/ui/kit/states/loaded";
import { type Sequence, useSequences } from "@/lib/ui/sequences/queries";

type Builder = { objects: CrmObject[]; sequences: Sequence[] };

/** Prefetches what the builder needs. */
export function BuilderAhead() {
  useBuilder();
  return null;
}

/** What an editor chooses from: the objects of the CRM and the sequences. */
export function useBuilder(): Reading<Builder> {
  const objects = useObjects();
  const sequences = useSequences({});
  return {
    data: objects.data && sequences.items ? { objects: objects.data, sequences: sequences.items } : undefined,
    error: (objects.data ? null : objects.error) ?? (sequences.items ? null : sequences.error),
    refetch: () => {
      void objects.refetch();
      void sequences.refetch();
    },
  };
}
