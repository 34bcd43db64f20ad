import { type ReactNode, useEffect, useState } from "react";
import { lazyOverlay } from "@/lib/ui/kit/states/loaded-later";
import type { Load } from "@/lib/ui/light-kit/unloaded";

function Arrival({ onArrive }: { onArrive: () => void }) {
  // An effect waits until everything beside it has been loaded.
  useEffect(onArrive, [onArrive]);
  return null;
}

type Props = { isOpen: boolean; children: (isOpen: boolean, beside: ReactNode) => ReactNode };

function WhenOpened({ isOpen, children }: Props) {
  const [wasOpened, setWasOpened] = useState(false);
  const [isThere, setIsThere] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return children(isOpen && isThere, isThere ? null : <Arrival onArrive={() => setIsThere(true)} />);
}

/**
 * A dialog that is loaded when it is first opened: `lazyDialog(() => import(…))`. From then on it stays, and starts
 * closed, because Mantine notes where to return the focus only when it opens.
 */
export function lazyDialog<P extends { isOpen: boolean }>(load: Load<P>): (props: P) => ReactNode {
  const Loaded = lazyOverlay(load);
  return (props) => (
    <WhenOpened isOpen={props.isOpen}>
      {(isOpen, beside) => <Loaded {...props} isOpen={isOpen} beside={beside} />}
    </WhenOpened>
  );
}
