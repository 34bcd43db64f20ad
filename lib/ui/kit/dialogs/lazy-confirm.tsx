import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";

const load = async () => ({ default: (await import("@/lib/ui/kit/dialogs/confirm-dialog")).ConfirmDialog });

/** Loads the dialog before it is opened, so that it is there even if the service can't be reached by then. */
export function loadConfirm(): void {
  // Opening it retries.
  load().catch(() => undefined);
}

/** `ConfirmDialog`, for pages that load much besides: it is loaded when it is first opened. */
export const LazyConfirmDialog = lazyDialog(load);
