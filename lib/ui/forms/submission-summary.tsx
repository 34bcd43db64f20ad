"use client";

import { useOpenForm, useOpenFormId } from "@/lib/ui/forms/form-frame";
import { type Summary, useCounts, useSummary } from "@/lib/ui/forms/queries";
import { SubmissionsPlot } from "@/lib/ui/forms/submissions-plot";
import { IconChartBar } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { Empty } from "@/lib/ui/kit/lists/list-page";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import classes from "./submission-summary.module.css";

type Question = Summary["fields"][number];

/** What surely fits into the box of an answer, on a phone too. */
const FITTING_CHARS = 120;
const FITTING_LINES = 4;

const answers = (count: number) => countOf(count, "answer");

/** Whether an answer may be longer than its box, so that whoever has no mouse must get there to scroll it. */
const mayScroll = (text: string) => text.length > FITTING_CHARS || text.split("\n").length > FITTING_LINES;

/** Bars with their numbers, so that no information depends on length alone. */
function Bars({ question }: { question: Question }) {
  const most = Math.max(1, ...question.bars.map(({ count }) => count));
  return (
    <ul className={classes.bars} aria-label={`Answers to ${question.label}`}>
      {question.bars.map(({ label, count }) => (
        <li key={label} className={classes.row}>
          <span className={classes.label}>{question.type === "rating" ? `${label} ★` : label}</span>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.bar} style={{ width: `${(100 * count) / most}%` }} />
          </span>
          <span className={classes.count}>
            {numberText(count)}
            {question.answered === 0 ? null : (
              <span className={classes.share}>{Math.round((100 * count) / question.answered)}%</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function QuestionCard({ question }: { question: Question }) {
  const { key, label, type, answered, bars, average, texts } = question;
  const mean =
    average === null
      ? ""
      : ` · ${average.toLocaleString(readerLocale(), { maximumFractionDigits: 2 })} on average`;
  const shown =
    texts.length > 0 && texts.length < answered ? `, the newest ${texts.length} of them here` : "";
  return (
    <Card id={`question-${key}`} title={label} note={`${answers(answered)}${mean}${shown}`}>
      {bars.length > 0 ? <Bars question={question} /> : null}
      {type === "file" && answered > 0 ? (
        <p className={classes.note}>Each file is in the answer that it came with.</p>
      ) : null}
      {texts.length > 0 ? (
        <ul className={classes.texts} aria-label={`Last answers to ${label}`}>
          {texts.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may answer the same
            <li key={index} {...(mayScroll(text) ? { tabIndex: 0 } : {})}>
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

/** What people answered, question by question. */
export function SubmissionSummary() {
  const form = useOpenForm();
  const summary = useSummary(form.id);
  return (
    <Loaded query={summary} what="the summary" bones={[96, 180, 180]}>
      {(data) =>
        data.submissions === 0 ? (
          <Empty Icon={IconChartBar} title="Nothing to sum up yet">
            As soon as somebody answers, this page shows what they said, question by question.
          </Empty>
        ) : (
          <>
            <SubmissionsPlot formId={form.id} />
            {data.is_cut ? (
              <p className={classes.note}>Of the newest {numberText(data.submissions)} answers.</p>
            ) : null}
            <div className={classes.questions}>
              {data.fields.map((question) => (
                <QuestionCard key={question.key} question={question} />
              ))}
            </div>
          </>
        )
      }
    </Loaded>
  );
}

/** Prefetches it. */
export function SummaryAhead() {
  const id = useOpenFormId();
  useSummary(id);
  useCounts(id);
  return null;
}
