"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "@/lib/ui/kit/confirm-dialog";

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

/**
 * Asks before the page is left with unsaved changes, by a link of ours or by the browser. If a save is in progress, it
 * asks only if that fails, and continues if it succeeds.
 */
export function UnsavedGuard({ isDirty, isSaving }: { isDirty: boolean; isSaving: boolean }) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const path = leavesTo(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(path);
    };
    window.addEventListener("beforeunload", warn);
    // Before the router's own listener.
    document.addEventListener("click", hold, true);
    return () => {
      window.removeEventListener("beforeunload", warn);
      document.removeEventListener("click", hold, true);
    };
  }, [isDirty]);
  const isSaved = target !== null && !isDirty;
  useEffect(() => {
    if (!isSaved || target === null) return;
    setTarget(null);
    router.push(target);
  }, [isSaved, target, router]);
  return (
    <ConfirmDialog
      isOpen={target !== null && isDirty && !isSaving}
      onClose={() => setTarget(null)}
      title="Leave without saving?"
      confirmLabel="Leave"
      onConfirm={async () => router.push(target ?? "")}
    >
      What you changed here is not saved and will be lost.
    </ConfirmDialog>
  );
}
