import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { countOf } from "@/lib/ui/kit/words/counts";
import classes from "./grid.module.css";

/** Which rows are drawn: those in sight, and for paper, which can't be scrolled, all that were read. */
export function useDrawnRows(rowAt: (index: number) => unknown) {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser takes what is drawn when this returns.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  const read = ({ count }: Range) =>
    Array.from({ length: count }, (_, index) => index).filter((index) => rowAt(index) !== undefined);
  return { isPrinting, rangeExtractor: isPrinting ? read : defaultRangeExtractor };
}

/** Below the rows on paper: how many more there are. */
export function Unprinted({ count }: { count: number }) {
  return count === 0 ? null : (
    <p className={classes.unprinted}>
      {countOf(count, "row")} more, which were not read yet. An exported file has all of them.
    </p>
  );
}
