import { useState } from "react";

/**
 * The version an editor started with. It stays while the editor is open, so that changes saved by others don't wipe the
 * draft. `take` starts again from others' version; `keep` continues with what was saved.
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
