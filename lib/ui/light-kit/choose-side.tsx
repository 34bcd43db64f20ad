import type { ReactNode } from "react";
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

/** Two people changed one value at the same time: shows both versions and lets the reader choose. */
export function ChooseSide({ isOpen, title, what, mine, theirs, more = 0, onChoose }: Props) {
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
