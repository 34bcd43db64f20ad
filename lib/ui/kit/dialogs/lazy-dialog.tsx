import {
  type Attributes,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  useEffect,
  useState,
} from "react";
import { LoadedLater } from "@/lib/ui/kit/states/loaded-later";

function Arrival({ onArrive }: { onArrive: () => void }) {
  // An effect waits until everything beside it has been loaded.
  useEffect(onArrive, [onArrive]);
  return null;
}

type Props = { isOpen: boolean; children: (isOpen: boolean) => ReactNode };

function WhenOpened({ isOpen, children }: Props) {
  const [wasOpened, setWasOpened] = useState(false);
  const [isThere, setIsThere] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <LoadedLater>
      {children(isOpen && isThere)}
      {isThere ? null : <Arrival onArrive={() => setIsThere(true)} />}
    </LoadedLater>
  );
}

/**
 * A dialog that is loaded when it is first opened: `lazyDialog(() => import(…))`. From then on it stays, and starts
 * closed, because Mantine notes where to return the focus only when it opens.
 */
export function lazyDialog<P extends { isOpen: boolean }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): (props: P) => ReactNode {
  const Loaded: ComponentType<P> = lazy(load);
  return (props) => (
    <WhenOpened isOpen={props.isOpen}>
      {(isOpen) => createElement(Loaded, { ...props, isOpen } as P & Attributes)}
    </WhenOpened>
  );
}
