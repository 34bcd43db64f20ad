"use client";

import { Skeleton, UnstyledButton } from "@mantine/core";
import { useRouter } from "next/navigation";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { type FormTemplate, useCreateForm, useTemplates } from "@/lib/ui/forms/queries";
import { FIELD_KINDS } from "@/lib/ui/forms/words";
import { firstClick } from "@/lib/ui/kit/fields/first-click";
import { NewPage } from "@/lib/ui/kit/pages/new-page";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./forms.module.css";

const BLANK = {
  slug: "blank",
  name: "Blank form",
  summary: "Start from scratch",
  form: { name: "Untitled form", fields: [] },
};

function Templates() {
  const { slug } = useWorkspace();
  const router = useRouter();
  const templates = useTemplates();
  const create = useCreateForm();
  const begin = ({ form }: Pick<FormTemplate, "form"> | typeof BLANK) =>
    create.mutate(form, {
      onSuccess: (made) => router.push(workspacePath(slug, `forms/${made.id}`)),
      onError: (error) => notifyFailure("The form was not created", error),
    });
  if (templates.error && !templates.data) {
    return (
      <ErrorNotice error={templates.error} what="the templates" onRetry={() => void templates.refetch()} />
    );
  }
  return (
    <ul className={classes.templates} aria-label="Templates">
      {[BLANK, ...(templates.data ?? [])].map((template) => (
        <li key={template.slug}>
          <UnstyledButton
            className={`mantine-focus-auto ${classes.template}`}
            disabled={create.isPending || create.isSuccess}
            onClick={firstClick(() => begin(template))}
          >
            <span className={classes.templateName}>{template.name}</span>
            <span className={classes.dimmed}>{template.summary}</span>
            <span className={classes.templateKinds} aria-hidden="true">
              {template.form.fields.map(({ key, type }) => {
                const { Icon } = FIELD_KINDS[type];
                return <Icon key={key} size={15} stroke={1.5} />;
              })}
            </span>
          </UnstyledButton>
        </li>
      ))}
      {templates.data
        ? null
        : [1, 2, 3, 4, 5].map((each) => <Skeleton key={each} height={120} radius="lg" />)}
    </ul>
  );
}

/** The templates for a new form. */
export function NewForm() {
  const { slug } = useWorkspace();
  return (
    <NewPage
      permissions={["can_view_forms", "can_manage_forms"]}
      up={{ href: workspacePath(slug, "forms"), label: "Forms" }}
      title="New form"
      description="Nobody sees it until you publish it, and you can change everything later."
    >
      <Templates />
    </NewPage>
  );
}
