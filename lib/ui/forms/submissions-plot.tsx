import { Skeleton } from "@mantine/core";
import { useCounts } from "@/lib/ui/forms/queries";
import { countOf } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import classes from "./forms.module.css";

const answers = (count: number) => countOf(count, "answer");

/** Submissions by day, with spam in grey on top; each bar's title has the same numbers. */
export function SubmissionsPlot({ formId }: { formId: string }) {
  const { data } = useCounts(formId);
  if (!data) return <Skeleton height={96} mb="lg" radius="md" />;
  const { days } = data;
  const most = Math.max(1, ...days.map(({ accepted, spam }) => accepted + spam));
  const total = days.reduce((sum, { accepted }) => sum + accepted, 0);
  const spam = days.reduce((sum, day) => sum + day.spam, 0);
  // Days without a time must not be shifted into another zone.
  const format = new Intl.DateTimeFormat(readerLocale(), { day: "numeric", month: "short", timeZone: "UTC" });
  const nameOf = (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  const words = `${answers(total)} in the last ${days.length} days${spam === 0 ? "" : `, and ${spam} marked as spam`}`;
  return (
    <figure style={{ margin: "0 0 1.25rem" }}>
      <div className={classes.plot} role="img" aria-label={words}>
        {days.map(({ day, accepted, spam: marked }) => (
          <span
            key={day}
            className={classes.day}
            title={`${nameOf(day)}: ${answers(accepted)}, ${marked} spam`}
          >
            {accepted === 0 ? null : (
              <span className={classes.bar} style={{ height: `${(100 * accepted) / most}%` }} />
            )}
            {marked === 0 ? null : (
              <span className={classes.bar} data-spam style={{ height: `${(100 * marked) / most}%` }} />
            )}
          </span>
        ))}
      </div>
      <figcaption className={classes.plotFoot}>
        <span className={classes.edge}>{nameOf(days[0]?.day ?? "")}</span>
        <span>{words}</span>
        <span className={classes.edge}>today</span>
      </figcaption>
    </figure>
  );
}
