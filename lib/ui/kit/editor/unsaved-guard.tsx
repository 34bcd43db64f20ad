import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { LazyConfirmDialog, loadConfirm } from "@/lib/ui/kit/dialogs/lazy-confirm";
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

/** A path on this site, or an entry of the browser's history. */
type Target = { path: string } | { entry: string };

type Question = { title: string; text: string };

const UNSAVED: Question = {
  title: "Leave without saving?",
  text: "What you changed here is not saved and will be lost.",
};

type Props = {
  isDirty: boolean;
  isSaving: boolean;
  /** Where something else would be lost than what was typed. */
  question?: Question | undefined;
  /** Whether it stands in a drawer: Back closes that, and stays on the page. */
  isInDrawer?: boolean;
};

/**
 * Asks before the page is left with unsaved changes: by a link of ours, by Back or Forward (where the browser has the
 * Navigation API), or by closing it. If a save is in progress, it asks only if that fails, and continues if it succeeds.
 */
export function UnsavedGuard({ isDirty, isSaving, question = UNSAVED, isInDrawer = false }: Props) {
  const router = useRouter();
  const [target, setTarget] = useState<Target | null>(null);
  const isLeaving = useRef(false);
  useHoldsUnsaved(isDirty);
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
        destination.sameDocument && (isInDrawer || new URL(destination.url).pathname !== pathname);
      if (navigationType !== "traverse" || !isElsewhere || isLeaving.current || !event.cancelable) return;
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
  }, [isDirty, isInDrawer]);
  const leave = useCallback(
    (to: Target) => {
      if ("path" in to) return router.push(to.path);
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
  return (
    <LazyConfirmDialog
      isOpen={target !== null && isDirty && !isSaving}
      onClose={() => setTarget(null)}
      title={question.title}
      confirmLabel="Leave"
      onConfirm={async () => target && leave(target)}
    >
      {question.text}
    </LazyConfirmDialog>
  );
}
