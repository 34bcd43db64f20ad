import { type ReactNode, useEffect, useId, useRef } from "react";
import classes from "./native-dialog.module.css";

type Props = {
  isOpen: boolean;
  title: string;
  /** Nothing of the page is seen behind it. */
  hidesPage?: boolean;
  children: ReactNode;
};

/** A dialog that only an answer closes, because something would be lost without one. */
export function RequiredDialog({ isOpen, title, hidesPage = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const isOpenNow = useRef(isOpen);
  isOpenNow.current = isOpen;
  useEffect(() => {
    // Keys would close what is open behind it, or be taken for shortcuts.
    const keep = (event: KeyboardEvent) => {
      if (isOpenNow.current) event.stopImmediatePropagation();
    };
    window.addEventListener("keydown", keep, true);
    return () => window.removeEventListener("keydown", keep, true);
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${classes.dialog} ${hidesPage ? classes.alone : ""}`}
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
