import { useElementSize } from "@mantine/hooks";
import type { PlotProps, PlotSeries } from "@/lib/ui/kit/plots/layout";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { numberText } from "@/lib/ui/kit/words/counts";
import classes from "./plot.module.css";

// Not needed for a page's first sight.
const Drawing = lazyPart(() => import("@/lib/ui/kit/plots/drawing"));

export type { PlotSeries };

type Words = "tickText" | "valueText";

type Props = Omit<PlotProps, "width" | "scale" | Words> &
  Partial<Pick<PlotProps, Words>> & {
    /** What it shows, for screen readers, which get the numbers from a table or a legend beside it. */
    label: string;
  };

const USUAL_LETTERS_PX = 16;

/** How much larger than usual the reader's letters are. */
function letterScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_LETTERS_PX;
}

/** Counts or amounts over time, stacked, as bars or areas. Its space is there before it is drawn. */
export function Plot({ label, ...drawn }: Props) {
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className={classes.plot} style={{ height: drawn.height }} role="img" aria-label={label}>
      {width > 0 ? (
        <Drawing
          width={width}
          scale={letterScale()}
          tickText={numberText}
          valueText={numberText}
          {...drawn}
        />
      ) : null}
    </div>
  );
}
