"use client";

import { Button, Group, Switch } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { type ReactNode, useContext, useRef, useState } from "react";
import { failureNotice } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useFormActions } from "@/lib/ui/forms/form-list";
import { type Form, useForm, useUpdateForm } from "@/lib/ui/forms/queries";
import { UnsavedEdits } from "@/lib/ui/forms/unsaved-edits";
import { STATES } from "@/lib/ui/forms/words";
import { IconExternalLink } from "@/lib/ui/icons";
import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import { focusFirstFault } from "@/lib/ui/kit/fields/form";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { PageTabs } from "@/lib/ui/kit/pages/page-tabs";
import { type Ahead, ResourceFrame, resourceOf, useOpen, useOpenId } from "@/lib/ui/kit/pages/resource-frame";
import { Status } from "@/lib/ui/kit/status/status";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./forms.module.css";

const FORM = resourceOf<Form>("form");

/** The form in the address. @throws outside of its pages */
export const useOpenForm = () => useOpen(FORM);

/** Its id, available before the form is loaded. @throws outside of its pages */
export const useOpenFormId = () => useOpenId(FORM);

/** Publishes the form; unsaved edits are saved first. */
function PublishSwitch({ form }: { form: Form }) {
  const { can } = useWorkspace();
  const update = useUpdateForm(form.id);
  const edits = useContext(UnsavedEdits);
  const [isSaving, setIsSaving] = useState(false);
  const publish = async (isPublic: boolean) => {
    const save = isPublic ? edits?.current : null;
    if (isPublic && !save && form.fields.length === 0) {
      const message = "It has no questions yet. Add the first one, then publish.";
      notifications.show({ color: "red", title: `${form.name} is not published`, message });
      return;
    }
    if (save) {
      setIsSaving(true);
      const isSaved = await save();
      setIsSaving(false);
      if (!isSaved) {
        // What others published is public all the same.
        const message = "It could not be saved. The page says why.";
        notifications.show({ color: "red", title: "What you changed is not published", message });
        // Once the fields have said what is wrong.
        setTimeout(() => focusFirstFault(document));
        return;
      }
    }
    update.mutate({ is_public: isPublic }, failureNotice(`${form.name} stays as it was`));
  };
  const isPublic = update.isPending ? update.variables.is_public : form.is_public;
  return (
    <Switch
      label="Published"
      // Shows the requested state at once; the link appears once visitors can open it.
      checked={isPublic || isSaving}
      disabled={!can("can_manage_forms")}
      // Not disabled while it saves, which would take the focus from it.
      onChange={(event) => (isSaving ? undefined : void publish(event.currentTarget.checked))}
    />
  );
}

function Tools({ form }: { form: Form }) {
  const { slug, can } = useWorkspace();
  const router = useRouter();
  const actions = useFormActions();
  const leave = () => router.push(workspacePath(slug, "forms"));
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
          View form
        </Button>
      ) : null}
      {can("can_manage_forms") ? (
        <DotsMenu
          label="More about this form"
          look="head"
          entries={[
            { name: "Duplicate", onClick: () => actions.duplicate(form) },
            { name: "Delete", isDanger: true, onClick: () => actions.remove(form, leave) },
          ]}
        />
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

type FrameProps = { formId: string; ahead?: Ahead; children: ReactNode };

/** What the pages of one form have in common: its name and state, the publish switch, and its tabs. */
export function FormFrame({ formId, ahead, children }: FrameProps) {
  const { slug } = useWorkspace();
  const edits = useRef<(() => Promise<boolean>) | null>(null);
  return (
    <UnsavedEdits value={edits}>
      <ResourceFrame
        of={FORM}
        id={formId}
        ahead={ahead}
        permission="can_view_forms"
        up={{ href: workspacePath(slug, "forms"), label: "Forms" }}
        useQuery={useForm}
        nameOf={({ name }) => name}
        head={(form) => <Head form={form} />}
      >
        {children}
      </ResourceFrame>
    </UnsavedEdits>
  );
}
