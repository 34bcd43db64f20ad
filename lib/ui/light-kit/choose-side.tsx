"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import classes from "./native-dialog.module.css";

type Props = {
  isOpen: boolean;
  title: string;
  /** What two have changed, as it begins a sentence. */
  what: ReactNode;
  mine: ReactNode;
  theirs: ReactNode;
  /** How many such questions come after this one. */
  more?: number;
  onChoose: (isMine: boolean) => void;
};

/** Two changed one value at once: shows what each wrote, and lets the reader choose. */
export function ChooseSide({ isOpen, title, what, mine, theirs, more = 0, onChoose }: Props) {
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
      // There is no way past the choice: either side would be lost without a word.
      onCancel={(event) => event.preventDefault()}
    >
      {isOpen ? (
        <>
          <h2 id={titleId}>{title}</h2>
          <p>{what} was changed while you were editing it. Which one do you want to keep?</p>
          <div className={classes.sides}>
            <button type="button" className={classes.side} onClick={() => onChoose(true)}>
              <span>Keep mine</span>
              <strong>{mine}</strong>
            </button>
            <button type="button" className={classes.side} onClick={() => onChoose(false)}>
              <span>Keep theirs</span>
              <strong>{theirs}</strong>
            </button>
          </div>
          {more > 0 ? <p className={classes.more}>{more} more after this one.</p> : null}
        </>
      ) : null}
    </dialog>
  );
}
