import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";

/** A dialog in the middle of the page. What dialogs are made of is loaded when one is first opened. */
export const Dialog = lazyDialog(() => import("@/lib/ui/kit/dialogs/modal-dialog"));
