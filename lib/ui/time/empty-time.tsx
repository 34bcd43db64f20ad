import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { rangeOfDay, shiftDay } from "@/lib/tracker/days/rules";
import { ACTIVITY_DAYS_MAX } from "@/lib/tracker/enrichment/limits";
import { Link } from "@/lib/ui/kit/pages/link";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import { useDays } from "@/lib/ui/time/queries";
import classes from "./time-card.module.css";

type Props = {
  title: string;
  today: string;
  zone: string;
  /** For who has recorded nothing at all. */
  children: ReactNode;
};

/** A stretch without time. It leads to the last day that has some; only who has recorded nothing is told how to begin. */
export function EmptyTime({ title, today, zone, children }: Props) {
  const from = shiftDay(today, 1 - ACTIVITY_DAYS_MAX);
  const { data, error } = useDays({ from, to: today }, "category", false);
  const last = data?.days.at(-1)?.day;
  return (
    <div className={classes.empty}>
      <Text fw={500}>{title}</Text>
      {last === undefined ? (
        data || error ? (
          children
        ) : (
          // Keeps the line below the title, so that what follows stays where it is.
          <Text size="sm" mt={4} aria-hidden="true">
            &nbsp;
          </Text>
        )
      ) : (
        <Text size="sm" c="dimmed" mt={4}>
          The last day with recorded time is{" "}
          <Anchor
            component={Link}
            href={last === today ? "/home" : `/home?day=${last}`}
            size="sm"
            underline="always"
          >
            {last === today ? "today" : longDay(last, zone)}
          </Anchor>
          .
        </Text>
      )}
    </div>
  );
}

/** A day as a sentence names it, with its year where the reader might wonder. */
function longDay(day: string, zone: string): string {
  const at = rangeOfDay(day, zone)?.from ?? new Date(day);
  return new Intl.DateTimeFormat(readerLocale(), { dateStyle: "full", timeZone: zone }).format(at);
}
