import { type ReactNode, useEffect } from "react";
import { RequiredDialog } from "@/lib/ui/light-kit/required-dialog";
import classes from "./native-dialog.module.css";

type Props = {
  isOpen: boolean;
  title: string;
  /** What both have changed, as the beginning of a sentence. */
  what: ReactNode;
  mine: ReactNode;
  theirs: ReactNode;
  /** How many further conflicts follow. */
  more?: number;
  onChoose: (isMine: boolean) => void;
};

/**
 * Two people changed one value at the same time: shows both versions and lets the reader choose. Back, too, leads away
 * only then (where the browser has the Navigation API): what it would close has what the reader wrote.
 */
export function ChooseSide({ isOpen, title, what, mine, theirs, more = 0, onChoose }: Props) {
  useEffect(() => {
    if (!isOpen) return;
    const stay = (event: NavigateEvent) => {
      if (event.navigationType === "traverse" && event.cancelable) event.preventDefault();
    };
    window.navigation?.addEventListener("navigate", stay);
    return () => window.navigation?.removeEventListener("navigate", stay);
  }, [isOpen]);
  return (
    <RequiredDialog isOpen={isOpen} title={title}>
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
    </RequiredDialog>
  );
}
