"use client";

import { type ReactNode, Suspense, useEffect, useState } from "react";
import { LoadedLater } from "@/lib/ui/kit/states/loaded-later";

function Arrival({ onArrive }: { onArrive: () => void }) {
  // An effect waits until everything beside it has been loaded.
  useEffect(onArrive, [onArrive]);
  return null;
}

type Props = { isOpen: boolean; children: (isOpen: boolean) => ReactNode };

/**
 * Wraps a dialog that is loaded when first opened (`lazy(() => import(…))`). From then on it stays, and starts closed,
 * because Mantine notes where to return the focus only when it opens.
 */
export function LazyDialog({ isOpen, children }: Props) {
  const [wasOpened, setWasOpened] = useState(false);
  const [isThere, setIsThere] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <LoadedLater>
      <Suspense fallback={null}>
        {children(isOpen && isThere)}
        {isThere ? null : <Arrival onArrive={() => setIsThere(true)} />}
      </Suspense>
    </LoadedLater>
  );
}
