import { VisuallyHidden } from "@mantine/core";
import { IconCalendarDue } from "@/lib/ui/icons";
import { dayOf } from "@/lib/ui/kit/time/day";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import classes from "./due-date.module.css";

/** `20 Nov`, with the year where it is another than this one. */
function shortDay(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const isThisYear = day.startsWith(String(new Date().getFullYear()));
  return new Intl.DateTimeFormat(readerLocale(), {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" as const }),
    timeZone: "UTC",
  }).format(at);
}

/** The day by which something is to be done, in the reader's own words, and whether it is late. */
export function DueDate({ day, isDone = false }: { day: string; isDone?: boolean }) {
  const today = dayOf(new Date());
  const state = isDone ? "done" : day < today ? "late" : day === today ? "today" : "later";
  return (
    <time dateTime={day} className={classes.due} data-state={state}>
      <IconCalendarDue size={14} stroke={1.75} aria-hidden="true" />
      <VisuallyHidden>{state === "late" ? "Overdue since " : "Due "}</VisuallyHidden>
      {state === "today" ? "Today" : shortDay(day)}
    </time>
  );
}
