"use client";

import { useRouter } from "next/navigation";
import { failureNotice, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import {
  type FormSummary,
  useDeleteForm,
  useDuplicateForm,
  useForms,
  useRestoreForm,
} from "@/lib/ui/forms/queries";
import { STATES } from "@/lib/ui/forms/words";
import { IconClipboardText } from "@/lib/ui/icons";
import { choiceFilter, searchFilter } from "@/lib/ui/kit/filters/list-filters";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { Link } from "@/lib/ui/kit/pages/link";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./forms.module.css";

/** Actions on a form: copy it, delete it and undo that. */
export function useFormActions() {
  const { slug } = useWorkspace();
  const router = useRouter();
  const duplicate = useDuplicateForm();
  const remove = useDeleteForm();
  const restore = useRestoreForm();
  return {
    duplicate: (form: Pick<FormSummary, "id" | "name">) =>
      duplicate.mutate(form.id, {
        onSuccess: (copy) => router.push(workspacePath(slug, `forms/${copy.id}`)),
        onError: (error) => notifyFailure(`${form.name} was not copied`, error),
      }),
    remove: (form: Pick<FormSummary, "id" | "name">, onGone?: () => void) =>
      remove.mutate(form.id, {
        onSuccess: () => {
          onGone?.();
          notifyUndoable(`${form.name} is deleted`, () =>
            restore.mutate(form.id, failureNotice(`${form.name} did not come back`)),
          );
        },
        onError: (error) => notifyFailure(`${form.name} was not deleted`, error),
      }),
  };
}

const FILTERS = [
  searchFilter("Search forms", "Search by name"),
  choiceFilter("is_public", "Published", [
    { value: "", label: "All forms" },
    { value: "true", label: "Published" },
    { value: "false", label: "Drafts" },
  ]),
];

function FormRow({ form }: { form: FormSummary }) {
  const { slug, can } = useWorkspace();
  const actions = useFormActions();
  const { label, tone } = STATES[form.state];
  return (
    <li className={classes.row}>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `forms/${form.id}`)} className={page.link} data-opens>
            {form.name}
          </Link>
        </p>
        <p className={rows.detail}>
          {countOf(form.fields_count, "field")}
          {form.last_submitted_at === null ? null : (
            <>
              {" · last answer "}
              <RelativeTime at={form.last_submitted_at} />
            </>
          )}
        </p>
      </div>
      <Status tone={tone} label={label} />
      <p className={classes.count}>
        {countOf(form.responses_count, "answer")}
        {form.spam_count === 0 ? null : <small> · {numberText(form.spam_count)} spam</small>}
      </p>
      {can("can_manage_forms") ? (
        <DotsMenu
          label={`Actions for ${form.name}`}
          entries={[
            { name: "Duplicate", onClick: () => actions.duplicate(form) },
            { name: "Delete", isDanger: true, onClick: () => actions.remove(form) },
          ]}
        />
      ) : (
        <span />
      )}
    </li>
  );
}

/** The forms of the workspace, each with its number of answers. */
export function FormList() {
  const { slug } = useWorkspace();
  return (
    <ListScreen
      permission="can_view_forms"
      title="Forms"
      description="Ask anyone on the internet. Answers go to your CRM or a table, and can trigger automations."
      what="forms"
      label="Forms"
      Icon={IconClipboardText}
      create={{ permission: "can_manage_forms", label: "New form", href: workspacePath(slug, "forms/new") }}
      filters={FILTERS}
      useItems={useForms}
      row={(form) => <FormRow key={form.id} form={form} />}
      empty={{
        title: "No forms yet",
        text: "Start from a template, change what you like, and publish it with one switch.",
        lacking: "Someone with can_manage_forms can build the first one.",
      }}
      noMatch={{ title: "No form matches", text: "Change the search, or show all forms." }}
    />
  );
}
