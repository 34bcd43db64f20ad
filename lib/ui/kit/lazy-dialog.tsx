"use client";

import { type ReactNode, Suspense, useEffect, useState } from "react";

function Arrival({ onArrive }: { onArrive: () => void }) {
  // An effect waits until everything beside it has been loaded.
  useEffect(onArrive, [onArrive]);
  return null;
}

type Props = { isOpen: boolean; children: (isOpen: boolean) => ReactNode };

/**
 * Around a dialog that is loaded when it is first opened (`lazy(() => import(…))`). It stays from then on, and begins
 * closed, because only at opening does Mantine note where the focus is to return to.
 */
export function LazyDialog({ isOpen, children }: Props) {
  const [wasOpened, setWasOpened] = useState(false);
  const [isThere, setIsThere] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      {children(isOpen && isThere)}
      {isThere ? null : <Arrival onArrive={() => setIsThere(true)} />}
    </Suspense>
  );
}
