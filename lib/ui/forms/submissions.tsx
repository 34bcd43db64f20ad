"use client";

import { Button, NativeSelect, TextInput, UnstyledButton } from "@mantine/core";
import { IconDownload, IconInbox } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { answerWords } from "@/lib/ui/forms/answer-words";
import { useOpenForm } from "@/lib/ui/forms/form-frame";
import { exportSubmissions, type Form, type Submission, useSubmissions } from "@/lib/ui/forms/queries";
import { SubmissionsPlot } from "@/lib/ui/forms/submissions-plot";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { SearchField, useFilters } from "@/lib/ui/kit/filters";
import { LazyMenu } from "@/lib/ui/kit/lazy-menu";
import { Link } from "@/lib/ui/kit/link";
import { Empty } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { RowSkeletons, ShowMore } from "@/lib/ui/kit/list-states";
import { fromField, toField } from "@/lib/ui/kit/moments";
import frame from "@/lib/ui/kit/page-tabs.module.css";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import classes from "./forms.module.css";

const SubmissionDrawer = dynamic(() =>
  import("@/lib/ui/forms/submission-drawer").then((module) => module.SubmissionDrawer),
);

const COLUMNS_MAX = 5;

function cellOf(submission: Submission, { key, type, options }: Form["fields"][number]): string {
  if (type !== "file") return answerWords(submission.values[key], options);
  return submission.files.find(({ field }) => field === key)?.file_name ?? "";
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
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} />}>
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

/** What came in through the open form: the good and, apart from it, the spam. */
export function Submissions() {
  const { id } = useWorkspace();
  const form = useOpenForm();
  const path = usePathname();
  const filters = useFilters();
  const isSpam = filters.get("status") === "spam";
  const [field, contains, since] = [filters.get("field"), filters.get("contains"), filters.get("since")];
  const chosen = { field: contains === "" ? "" : field, contains, since };
  const query = { status: isSpam ? ("spam" as const) : ("accepted" as const), ...chosen };
  const list = useSubmissions(id, form.id, query);
  const openId = filters.get("submission");
  const isFiltered = contains !== "" || since !== "";
  return (
    <>
      <SubmissionsPlot formId={form.id} />
      <nav aria-label="Submissions" className={frame.header}>
        <span className={frame.tabs}>
          <Link href={path} aria-current={isSpam ? undefined : "page"}>
            Answers ({form.responses_count.toLocaleString()})
          </Link>
          <Link href={`${path}?status=spam`} aria-current={isSpam ? "page" : undefined}>
            Spam ({form.spam_count.toLocaleString()})
          </Link>
        </span>
      </nav>
      <div className={classes.filters}>
        <NativeSelect
          aria-label="Field to search in"
          size="sm"
          className={classes.filter ?? ""}
          data={[
            { value: "", label: "Any field" },
            ...form.fields.map(({ key, label }) => ({ value: key, label })),
          ]}
          value={field}
          onChange={(event) => filters.set({ field: event.currentTarget.value })}
        />
        <SearchField
          aria-label="Search submissions"
          placeholder="Contains"
          className={classes.search ?? ""}
          value={contains}
          onSearch={(text) => filters.set({ contains: text })}
        />
        <TextInput
          type="datetime-local"
          aria-label="Since"
          size="sm"
          className={classes.since ?? ""}
          leftSection="Since"
          leftSectionWidth={56}
          value={toField(since)}
          onChange={(event) => filters.set({ since: fromField(event.currentTarget.value) })}
        />
        <span className={classes.spacer} />
        <ExportButton formId={form.id} filters={query} />
      </div>
      <div className={page.panel}>
        {list.isPending ? <RowSkeletons count={4} what="submissions" /> : null}
        {list.error && list.items === undefined ? (
          <ErrorNotice error={list.error} what="the submissions" onRetry={() => list.refetch()} />
        ) : null}
        {list.items?.length === 0 ? (
          <Empty
            Icon={IconInbox}
            title={isFiltered ? "Nothing matches" : isSpam ? "No spam" : "No answers yet"}
          >
            {isFiltered
              ? "Change the search to see others."
              : isSpam
                ? "What looks like it was sent by a program is kept here, and reaches nobody until you say otherwise."
                : form.is_public
                  ? "Share the link of the form. What comes in stands here at once."
                  : "The form is not published yet: nobody can fill it in."}
          </Empty>
        ) : null}
        {list.items?.length ? (
          <SubmissionTable
            form={form}
            submissions={list.items}
            onOpen={(submission) => filters.set({ submission })}
          />
        ) : null}
        <ShowMore list={list} />
      </div>
      <SubmissionDrawer
        form={form}
        submission={list.items?.find((each) => each.id === openId) ?? null}
        onClose={() => filters.set({ submission: "" })}
      />
    </>
  );
}
