"use client";

import { useState } from "react";

/**
 * What an editor began with, which stays while it is open: what others save meanwhile must not wipe what is being
 * written. `take` begins anew, with what others made of it; `keep` goes on with what was saved.
 */
export function useEdited<T>(current: T, contentOf: (item: T) => unknown) {
  const [base, setBase] = useState({ item: current, version: 0 });
  return {
    ...base,
    isOutdated: JSON.stringify(contentOf(current)) !== JSON.stringify(contentOf(base.item)),
    take: (item: T) => setBase({ item, version: base.version + 1 }),
    keep: (item: T) => setBase((now) => ({ ...now, item })),
  };
}
