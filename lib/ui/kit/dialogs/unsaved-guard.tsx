import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAskOnClosing } from "@/lib/ui/kit/dialogs/closing";
import { LazyConfirmDialog, loadConfirm } from "@/lib/ui/kit/dialogs/lazy-confirm";
import { isGoingBack } from "@/lib/ui/kit/filters/address-history";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";

/** Where a click leads within this site; null where it does not leave the page, or opens another window. */
function leavesTo(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!isPlain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return null;
  if (link.target !== "" && link.target !== "_self") return null;
  const url = new URL(link.href);
  const isHere = url.pathname === window.location.pathname && url.search === window.location.search;
  return url.origin === window.location.origin && !isHere ? url.pathname + url.search + url.hash : null;
}

/** A path on this site, an entry of the browser's history, or the page without the dialog or drawer. */
type Target = { path: string } | { entry: string } | { close: () => void };

type Question = { title: string; text: string };

const LOST = "What you changed here is not saved and will be lost.";
const UNSAVED: Question = { title: "Leave without saving?", text: LOST };
const UNCLOSED: Question = { title: "Close without saving?", text: LOST };

type Props = {
  isDirty: boolean;
  isSaving: boolean;
  /** Where something else would be lost than what was typed. */
  question?: Question | undefined;
};

/**
 * Asks before the page is left with unsaved changes: by a link of ours, by Back or Forward (where the browser has the
 * Navigation API), or by closing it; in a dialog or drawer, also before that is closed. If a save is in progress, it asks
 * only if that fails, and continues if it succeeds.
 */
export function UnsavedGuard({ isDirty, isSaving, question }: Props) {
  const router = useRouter();
  const [target, setTarget] = useState<Target | null>(null);
  const isLeaving = useRef(false);
  useHoldsUnsaved(isDirty);
  // Back closes what it stands in, and stays on the page.
  const { isInside } = useAskOnClosing(isDirty, (close) => {
    // After the key that asked for it, which the question would take for its own.
    if (target === null) setTimeout(() => setTarget({ close }));
  });
  useEffect(() => {
    if (!isDirty) return;
    loadConfirm();
    const { pathname } = window.location;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const path = leavesTo(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget({ path });
    };
    const stay = (event: NavigateEvent) => {
      const { navigationType, destination } = event;
      // Within the page, Back closes what was opened.
      const isElsewhere =
        destination.sameDocument && (isInside || new URL(destination.url).pathname !== pathname);
      const isMeant = isLeaving.current || isGoingBack();
      if (navigationType !== "traverse" || !isElsewhere || isMeant || !event.cancelable) return;
      event.preventDefault();
      setTarget({ entry: destination.key });
    };
    window.addEventListener("beforeunload", warn);
    // Before the router's own listener.
    document.addEventListener("click", hold, true);
    window.navigation?.addEventListener("navigate", stay);
    return () => {
      window.removeEventListener("beforeunload", warn);
      document.removeEventListener("click", hold, true);
      window.navigation?.removeEventListener("navigate", stay);
    };
  }, [isDirty, isInside]);
  const leave = useCallback(
    (to: Target) => {
      if ("path" in to) return router.push(to.path);
      if ("close" in to) {
        setTarget(null);
        return to.close();
      }
      isLeaving.current = true;
      window.navigation?.traverseTo(to.entry).committed?.catch(() => {
        isLeaving.current = false;
      });
    },
    [router],
  );
  const isSaved = target !== null && !isDirty;
  useEffect(() => {
    if (!isSaved || target === null) return;
    setTarget(null);
    leave(target);
  }, [isSaved, target, leave]);
  const isClosing = target !== null && "close" in target;
  const asked = question ?? (isClosing ? UNCLOSED : UNSAVED);
  return (
    <LazyConfirmDialog
      isOpen={target !== null && isDirty && !isSaving}
      onClose={() => setTarget(null)}
      title={asked.title}
      confirmLabel={isClosing ? "Close" : "Leave"}
      onConfirm={async () => target && leave(target)}
    >
      {asked.text}
    </LazyConfirmDialog>
  );
}
