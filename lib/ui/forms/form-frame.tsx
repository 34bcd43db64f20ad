"use client";

import { ActionIcon, Button, Group, Skeleton, Switch } from "@mantine/core";
import { IconDots, IconExternalLink } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useFormActions } from "@/lib/ui/forms/form-list";
import { type Form, useForm, useUpdateForm } from "@/lib/ui/forms/queries";
import { STATES } from "@/lib/ui/forms/words";
import { CopyIcon } from "@/lib/ui/kit/copy-icon";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { LazyMenu } from "@/lib/ui/kit/lazy-menu";
import { UpLink } from "@/lib/ui/kit/list-page";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { PageTabs } from "@/lib/ui/kit/page-tabs";
import { Status } from "@/lib/ui/kit/status";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./forms.module.css";

const FormContext = createContext<Form | null>(null);

/** The form in the address. @throws outside of its pages */
export function useOpenForm(): Form {
  const form = useContext(FormContext);
  if (form === null) throw new Error("useOpenForm() is for the pages of a form");
  return form;
}

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

function Frame({ formId, children }: { formId: string; children: ReactNode }) {
  const { id, slug } = useWorkspace();
  const form = useForm(id, formId);
  if (form.error && !form.data) {
    return <ErrorNotice error={form.error} what="this form" onRetry={() => void form.refetch()} />;
  }
  if (!form.data) {
    return (
      <div role="status" aria-label="Loading the form">
        <Skeleton height={26} width={220} radius="sm" mb="lg" />
        <Skeleton height={70} radius="lg" mb="md" />
        <Skeleton height={320} radius="lg" />
      </div>
    );
  }
  const { data } = form;
  const { label, tone } = STATES[data.state];
  const base = workspacePath(slug, `forms/${formId}`);
  const tabs = [
    { href: base, label: "Build" },
    { href: `${base}/settings`, label: "Settings" },
    { href: `${base}/submissions`, label: "Submissions" },
  ];
  return (
    <FormContext value={data}>
      <PageHeader
        title={data.name}
        description={
          <span className={classes.link}>
            <Status tone={tone} label={label} />
            {data.is_public ? (
              <>
                <code>{data.url}</code>
                <CopyIcon value={data.url} label="Copy the link" />
              </>
            ) : null}
          </span>
        }
        actions={<Tools form={data} />}
      />
      <PageTabs label="Form" tabs={tabs} />
      {children}
    </FormContext>
  );
}

/** What the pages of one form have in common: its name and state, the switch that publishes it, the way between them. */
export function FormFrame({ formId, children }: { formId: string; children: ReactNode }) {
  const { slug, can } = useWorkspace();
  if (!can("can_view_forms")) return <NoPermission permission="can_view_forms" />;
  return (
    <>
      <UpLink href={workspacePath(slug, "forms")}>Forms</UpLink>
      <Frame key={formId} formId={formId}>
        {children}
      </Frame>
    </>
  );
}
