import { CloseButton, Text } from "@mantine/core";
import { PREVIEW_DAYS } from "@/lib/tracker/rules/limits";
import { Card } from "@/lib/ui/kit/cards/card";
import { formatDuration } from "@/lib/ui/kit/time/day";
import { countOf } from "@/lib/ui/kit/words/counts";
import type { RuleList, RulePreview } from "@/lib/ui/rules/rule";
import { CategoryName } from "@/lib/ui/rules/rule-row";
import { colourOf, projectName, ruleText } from "@/lib/ui/rules/words";
import classes from "./rules.module.css";

const LISTED_MAX = 10;

const duration = (minutes: number) => formatDuration(minutes * 60);

function changeText(minutes: number): string {
  if (minutes === 0) return "0 min";
  return `${minutes > 0 ? "+" : "−"}${duration(Math.abs(minutes))}`;
}

/** Time by category before and after, as bars with their numbers. */
function Plot({ preview }: { preview: RulePreview }) {
  const changed = preview.categories
    .filter(({ before, after }) => before !== after)
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  const most = Math.max(...changed.flatMap(({ before, after }) => [before, after]));
  const others = preview.categories.length - changed.length;
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.plot}>
          <caption>
            Time by category: <span className={classes.keyBefore}>before</span>{" "}
            <span className={classes.keyAfter}>after</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ category, before, after }) => (
              <tr key={category}>
                <th scope="row">
                  <CategoryName category={category} />
                  <span className={classes.bars} aria-hidden="true">
                    <span
                      className={classes.before}
                      data-empty={before === 0 || undefined}
                      style={{ inlineSize: `${(100 * before) / most}%`, borderColor: colourOf(category) }}
                    />
                    <span
                      className={classes.after}
                      data-empty={after === 0 || undefined}
                      style={{ inlineSize: `${(100 * after) / most}%`, background: colourOf(category) }}
                    />
                  </span>
                </th>
                <td>{duration(before)}</td>
                <td>{duration(after)}</td>
                <td>{changeText(Math.round((after - before) * 10) / 10)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {others > 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {countOf(others, "other category stays", "other categories stay")} as{" "}
          {others === 1 ? "it is" : "they are"}.
        </Text>
      ) : null}
    </>
  );
}

function Moves({ preview }: { preview: RulePreview }) {
  return (
    <section aria-labelledby="preview-moves">
      <h3 id="preview-moves" className={classes.part}>
        What moves where
      </h3>
      <ul className={classes.facts}>
        {preview.moved.map(({ from, to, minutes }) => (
          <li key={`${from} ${to}`}>
            <span>
              <CategoryName category={from} /> → <CategoryName category={to} />
            </span>
            <span className={classes.minutes}>{duration(minutes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Named = { id: string; text: string; minutes?: number };

function Remarks({ id, title, note, items }: { id: string; title: string; note: string; items: Named[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.part}>
        {title}
      </h3>
      <p className={classes.note}>{note}</p>
      <ul className={classes.facts}>
        {items.slice(0, LISTED_MAX).map(({ id: key, text, minutes }) => (
          <li key={key}>
            <span className={classes.anywhere}>{text}</span>
            {minutes === undefined ? null : <span className={classes.minutes}>{duration(minutes)}</span>}
          </li>
        ))}
      </ul>
      {items.length > LISTED_MAX ? (
        <p className={classes.note}>and {countOf(items.length - LISTED_MAX, "more", "more")}</p>
      ) : null}
    </section>
  );
}

type Props = {
  preview: RulePreview;
  /** The projects that rules can name. */
  projects: readonly { id: string; name: string }[];
  /** The rules that were previewed. */
  list: RuleList;
  /** Whether the rules have changed since. */
  isStale: boolean;
  onClose: () => void;
};

/** What rules would change in the reader's own last days. */
export default function PreviewCard({ preview, projects, list, isStale, onClose }: Props) {
  const named = (place: number): Named => {
    const rule = list.rules[place];
    return { id: String(place), text: rule ? `${place + 1}. ${ruleText(rule)}` : `${place + 1}.` };
  };
  const movedMinutes = preview.moved.reduce((sum, { minutes }) => sum + minutes, 0);
  return (
    <Card
      id="preview"
      title="Preview"
      note={`Of your own last ${PREVIEW_DAYS} days. It changes nothing, and looks at nobody else's time.`}
      action={<CloseButton aria-label="Close the preview" onClick={onClose} />}
    >
      <div className={classes.preview} role="status">
        {isStale ? <p className={classes.stale}>The rules have changed since. Preview them again.</p> : null}
        {preview.minutes === 0 ? (
          <p className={classes.lead}>
            Nothing was recorded for you in these days, so there is nothing to compare.
          </p>
        ) : (
          <p className={classes.lead}>
            {preview.moved.length === 0
              ? `None of ${duration(preview.minutes)} would change its category.`
              : `${duration(movedMinutes)} of ${duration(preview.minutes)} would change their category.`}
            {preview.is_partial ? " There was too much to preview: the oldest time is left out." : ""}
          </p>
        )}
      </div>
      {preview.moved.length > 0 ? (
        <>
          <Plot preview={preview} />
          <Moves preview={preview} />
        </>
      ) : null}
      <Remarks
        id="preview-projects"
        title="For a project"
        note="Time that the rules assign. A branch or a task's page can assign it elsewhere."
        items={preview.projects.map(({ project_id: id, minutes }) => ({
          id,
          text: projectName(projects, id) ?? "",
          minutes,
        }))}
      />
      <Remarks
        id="preview-all"
        title="Matches everything"
        note="Rules after it never apply. Make it narrower, or move it to the end."
        items={preview.matches_all.map(named)}
      />
      <Remarks
        id="preview-conflicts"
        title="Conflicts"
        note="These match too, but a rule above them decides. Move one up if it should decide instead."
        items={preview.conflicts.map(({ rule, decided_by: by, minutes }) => ({
          id: `${rule} ${by}`,
          text: `${named(rule).text} – decided by ${named(by).text}`,
          minutes,
        }))}
      />
      <Remarks
        id="preview-never"
        title="Never matched"
        note={`Nothing in these ${PREVIEW_DAYS} days matched: check them for typos, or keep them for later.`}
        items={preview.minutes === 0 ? [] : preview.never_matched.map(named)}
      />
    </Card>
  );
}
