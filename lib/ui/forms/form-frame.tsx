"use client";

import { ActionIcon, Button, Group, Switch } from "@mantine/core";
import { IconDots, IconExternalLink } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useFormActions } from "@/lib/ui/forms/form-list";
import { type Form, useForm, useUpdateForm } from "@/lib/ui/forms/queries";
import { STATES } from "@/lib/ui/forms/words";
import { CopyIcon } from "@/lib/ui/kit/copy-icon";
import { LazyMenu } from "@/lib/ui/kit/lazy-menu";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { PageTabs } from "@/lib/ui/kit/page-tabs";
import { ResourceFrame, resourceOf, useOpen } from "@/lib/ui/kit/resource-frame";
import { Status } from "@/lib/ui/kit/status";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./forms.module.css";

const FORM = resourceOf<Form>("form");

/** The form in the address. @throws outside of its pages */
export const useOpenForm = () => useOpen(FORM);

function PublishSwitch({ form }: { form: Form }) {
  const { id, can } = useWorkspace();
  const update = useUpdateForm(id, form.id);
  return (
    <Switch
      label="Published"
      checked={form.is_public}
      disabled={!can("can_manage_forms")}
      onChange={(event) =>
        update.mutate(
          { is_public: event.currentTarget.checked },
          { onError: (error) => notifyFailure(`${form.name} stays as it was`, error) },
        )
      }
    />
  );
}

function Tools({ form }: { form: Form }) {
  const { slug, can } = useWorkspace();
  const router = useRouter();
  const actions = useFormActions();
  return (
    <Group gap="sm">
      <PublishSwitch form={form} />
      {form.is_public ? (
        <Button
          component="a"
          href={form.url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} stroke={1.75} />}
        >
          Open
        </Button>
      ) : null}
      {can("can_manage_forms") ? (
        <LazyMenu
          position="bottom-end"
          target={
            <ActionIcon variant="default" size={36} aria-label="More about this form">
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          }
        >
          {(Menu) => (
            <>
              <Menu.Item onClick={() => actions.duplicate(form)}>Duplicate</Menu.Item>
              <Menu.Item
                color="red"
                onClick={() => actions.remove(form, () => router.push(workspacePath(slug, "forms")))}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </LazyMenu>
      ) : null}
    </Group>
  );
}

function Head({ form }: { form: Form }) {
  const { slug } = useWorkspace();
  const { label, tone } = STATES[form.state];
  const base = workspacePath(slug, `forms/${form.id}`);
  const tabs = [
    { href: base, label: "Build" },
    { href: `${base}/settings`, label: "Settings" },
    { href: `${base}/submissions`, label: "Submissions" },
    { href: `${base}/summary`, label: "Summary" },
  ];
  return (
    <>
      <PageHeader
        title={form.name}
        description={
          <span className={classes.link}>
            <Status tone={tone} label={label} />
            {form.is_public ? (
              <>
                <code>{form.url}</code>
                <CopyIcon value={form.url} label="Copy the link" />
              </>
            ) : null}
          </span>
        }
        actions={<Tools form={form} />}
      />
      <PageTabs label="Form" tabs={tabs} />
    </>
  );
}

/** What the pages of one form have in common: its name and state, the switch that publishes it, the way between them. */
export function FormFrame({ formId, children }: { formId: string; children: ReactNode }) {
  const { slug } = useWorkspace();
  return (
    <ResourceFrame
      of={FORM}
      id={formId}
      permission="can_view_forms"
      up={{ href: workspacePath(slug, "forms"), label: "Forms" }}
      useQuery={useForm}
      head={(form) => <Head form={form} />}
    >
      {children}
    </ResourceFrame>
  );
}
