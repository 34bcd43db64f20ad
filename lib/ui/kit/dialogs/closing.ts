import { createContext, useContext, useEffect, useEffectEvent, useState } from "react";

/** Asks before something is closed, and closes it if the reader agrees. */
type Ask = (close: () => void) => void;

/** What a dialog or drawer asks before its reader closes it: by Escape, its cross, or a click beside it. */
export const Closing = createContext<Set<Ask> | null>(null);

/** The side of the dialog or drawer: its questions, for those within, and how its reader closes it. */
export function useClosing(onClose: () => void): { questions: Set<Ask>; close: () => void } {
  const [questions] = useState(() => new Set<Ask>());
  const close = () => {
    const [ask] = questions;
    if (ask) ask(onClose);
    else onClose();
  };
  return { questions, close };
}

/**
 * The side of what would be lost: while there is any, the dialog or drawer around it asks before it is closed.
 * @returns whether there is one
 */
export function useAskOnClosing(isHeld: boolean, onAsk: Ask): { isInside: boolean } {
  const questions = useContext(Closing);
  const ask = useEffectEvent(onAsk);
  useEffect(() => {
    if (!isHeld || questions === null) return;
    const question: Ask = (close) => ask(close);
    questions.add(question);
    return () => {
      questions.delete(question);
    };
  }, [isHeld, questions]);
  return { isInside: questions !== null };
}
