"use client";

import { lazy } from "react";
import { LazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import type { DialogProps } from "@/lib/ui/kit/dialogs/modal-dialog";

const ModalDialog = lazy(() => import("@/lib/ui/kit/dialogs/modal-dialog"));

/** A dialog in the middle of the page. What dialogs are made of is loaded when one is first opened. */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  return <LazyDialog isOpen={isOpen}>{(isThere) => <ModalDialog isOpen={isThere} {...rest} />}</LazyDialog>;
}
