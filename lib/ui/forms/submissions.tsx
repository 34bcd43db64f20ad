"use client";

import { Button, NativeSelect, UnstyledButton } from "@mantine/core";
import { usePathname } from "next/navigation";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { answerWords } from "@/lib/ui/forms/answer-words";
import { useOpenForm, useOpenFormId } from "@/lib/ui/forms/form-frame";
import { exportSubmissions, type Form, type Submission, useSubmissions } from "@/lib/ui/forms/queries";
import { SubmissionsPlot } from "@/lib/ui/forms/submissions-plot";
import { IconDownload, IconInbox } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { customFilter, searchFilter, sinceFilter } from "@/lib/ui/kit/filters/list-filters";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { ListAhead, ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import { Link } from "@/lib/ui/kit/pages/link";
import frame from "@/lib/ui/kit/pages/page-tabs.module.css";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { numberText } from "@/lib/ui/kit/words/counts";
import classes from "./forms.module.css";

const SubmissionDrawer = lazyDialog(() => import("@/lib/ui/forms/submission-drawer"));

const COLUMNS_MAX = 5;

function cellOf(submission: Submission, field: Form["fields"][number]): string {
  if (field.type !== "file") return answerWords(submission.values[field.key], field);
  return submission.files.find((file) => file.field === field.key)?.file_name ?? "";
}

type TableProps = { form: Form; submissions: readonly Submission[]; onOpen: (id: string) => void };

function SubmissionTable({ form, submissions, onOpen }: TableProps) {
  const columns = form.fields.filter(({ is_visible }) => is_visible).slice(0, COLUMNS_MAX);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
    <section className={classes.scroll} aria-label="Submissions" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Sent</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col" title={label}>
                {label}
              </th>
            ))}
            {form.destination === null ? null : <th scope="col">Destination</th>}
          </tr>
        </thead>
        <tbody>
          {submissions.map((submission) => (
            <tr key={submission.id}>
              <td>
                <UnstyledButton
                  className={`mantine-focus-auto ${classes.open}`}
                  onClick={() => onOpen(submission.id)}
                  data-opens
                >
                  <RelativeTime at={submission.submitted_at} />
                </UnstyledButton>
              </td>
              {columns.map((field) => {
                const text = cellOf(submission, field);
                return (
                  <td key={field.key} title={text}>
                    {text}
                  </td>
                );
              })}
              {form.destination === null ? null : (
                <td className={submission.delivery.status === "failed" ? classes.failed : undefined}>
                  {{ none: "", done: "Written", failed: "Refused" }[submission.delivery.status]}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ExportButton({ formId, filters }: { formId: string; filters: Record<string, string> }) {
  const { id } = useWorkspace();
  const save = (format: "csv" | "json") =>
    void exportSubmissions(id, formId, format, filters).catch((error: unknown) =>
      notifyFailure("Nothing was exported", error),
    );
  return (
    <LazyMenu
      position="bottom-end"
      target={
        <Button variant="default" size="sm" ms="auto" leftSection={<IconDownload size={16} stroke={1.75} />}>
          Export
        </Button>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item onClick={() => save("csv")}>As CSV</Menu.Item>
          <Menu.Item onClick={() => save("json")}>As JSON</Menu.Item>
        </>
      )}
    </LazyMenu>
  );
}

/** Chooses the question to search in. */
function QuestionField({ value, set }: { value: string; set: (field: string) => void }) {
  const { fields } = useOpenForm();
  return (
    <NativeSelect
      aria-label="Field to search in"
      size="sm"
      className={page.choice ?? ""}
      data={[{ value: "", label: "Any field" }, ...fields.map(({ key, label }) => ({ value: key, label }))]}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

const FILTERS = [
  customFilter("status", { isView: true, read: (asked) => (asked === "spam" ? "spam" : "accepted") }),
  // Filters nothing on its own.
  customFilter("field", {
    isView: true,
    field: ({ value, set }) => <QuestionField value={value} set={set} />,
  }),
  searchFilter("Search submissions", "Contains", "contains"),
  sinceFilter(),
];

type Query = AddressTexts<(typeof FILTERS)[number]["name"]>;

const asked = ({ status, field, contains, since }: Query) => ({
  status: status === "spam" ? ("spam" as const) : ("accepted" as const),
  field: contains === "" ? "" : field,
  contains,
  since,
});

function useOpenSubmissions(query: Query) {
  return useSubmissions(useOpenFormId(), asked(query));
}

function Parts() {
  const { responses_count, spam_count } = useOpenForm();
  const path = usePathname();
  const isSpam = useFilters().get("status") === "spam";
  return (
    <nav aria-label="Submissions" className={frame.header}>
      <span className={frame.tabs}>
        <Link href={path} aria-current={isSpam ? undefined : "page"}>
          Answers ({numberText(responses_count)})
        </Link>
        <Link href={`${path}?status=spam`} aria-current={isSpam ? "page" : undefined}>
          Spam ({numberText(spam_count)})
        </Link>
      </span>
    </nav>
  );
}

/** The open form's submissions and, separately, its spam. */
export function Submissions() {
  const form = useOpenForm();
  return (
    <ListScreen
      what="submissions"
      label="Submissions"
      Icon={IconInbox}
      filters={FILTERS}
      tools={(query) => <ExportButton formId={form.id} filters={asked(query)} />}
      useItems={useOpenSubmissions}
      table={(items, open) => <SubmissionTable form={form} submissions={items} onOpen={open} />}
      empty={({ status }) =>
        status === "spam"
          ? {
              title: "No spam",
              text: "Submissions that look automated are kept here, and go nowhere until you mark them as not spam.",
            }
          : {
              title: "No answers yet",
              text: form.is_public
                ? "Share the form's link. Answers appear here at once."
                : "The form is not published yet: nobody can fill it in.",
            }
      }
      noMatch={{ title: "Nothing matches", text: "Change the search to see others." }}
      detail={{
        name: "submission",
        drawer: ({ id, items, ...drawer }) => (
          <SubmissionDrawer {...drawer} form={form} submission={items.find((each) => each.id === id)} />
        ),
      }}
    >
      <SubmissionsPlot formId={form.id} />
      <Parts />
    </ListScreen>
  );
}

/** Prefetches them. */
export function SubmissionsAhead() {
  return <ListAhead filters={FILTERS} useItems={useOpenSubmissions} />;
}
