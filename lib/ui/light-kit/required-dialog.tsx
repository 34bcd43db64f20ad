"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import classes from "./native-dialog.module.css";

type Props = { isOpen: boolean; title: string; children: ReactNode };

/** A dialog that only an answer closes, because something would be lost without one. */
export function RequiredDialog({ isOpen, title, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // Browsers close it all the same once Escape is pressed twice.
      onClose={() => {
        if (isOpen) dialog.current?.showModal();
      }}
    >
      {isOpen ? (
        <>
          <h2 id={titleId}>{title}</h2>
          {children}
        </>
      ) : null}
    </dialog>
  );
}
