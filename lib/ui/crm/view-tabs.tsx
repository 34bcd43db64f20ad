import { Alert, Button, Checkbox, Group, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { VIEW_NAME_CHARS_MAX } from "@/lib/crm/views/limits";
import { failureNotice, formErrorsOf, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { changedOf } from "@/lib/ui/api/rebased";
import { type CrmObject, useCreateView, useDeleteView, useUpdateView, type View } from "@/lib/ui/crm/queries";
import type { OpenLook } from "@/lib/ui/crm/view-state";
import { inSentence } from "@/lib/ui/crm/wording";
import { IconEdit, IconInfoCircle, IconLock, IconTrash, IconUsers } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { Dialog } from "@/lib/ui/kit/dialogs/dialog";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import classes from "./record-table.module.css";

type Named = { name: string; is_shared: boolean };

function ViewForm({
  view,
  submitLabel,
  onSubmit,
  onSaved,
  onClose,
}: {
  view?: View | undefined;
  submitLabel: string;
  onSubmit: (values: Named) => Promise<View>;
  /** After it is closed, unless it was cancelled meanwhile. */
  onSaved?: (saved: View) => void;
  onClose: () => void;
}) {
  const isClosed = useIsClosed();
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setIsShared] = useState(view?.is_shared ?? false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    if (name.trim() === "") {
      setErrors({ name: "Give it a name" });
      return;
    }
    setIsBusy(true);
    try {
      const made = await onSubmit({ name: name.trim(), is_shared: isShared });
      if (isClosed()) return;
      onClose();
      onSaved?.(made);
    } catch (error) {
      setErrors(formErrorsOf(error, ["name"]));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <DialogForm
      problem={errors.form}
      submitLabel={submitLabel}
      isBegun={name !== (view?.name ?? "") || isShared !== (view?.is_shared ?? false)}
      isBusy={isBusy}
      onSubmit={save}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Closing this month"
        maxLength={VIEW_NAME_CHARS_MAX}
        autoComplete="off"
        data-autofocus
        value={name}
        error={errors.name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setErrors({});
        }}
      />
      <Checkbox
        label="For everyone in the workspace"
        description="Otherwise only you see it"
        checked={isShared}
        onChange={(event) => setIsShared(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}

type Props = { object: CrmObject; views: readonly View[]; look: OpenLook; isGone: boolean };

/** Tabs for all records and for the saved views, with actions to save, rename and delete one. */
export function ViewTabs({ object, views, look: { view, look, saved, isChanged, open }, isGone }: Props) {
  const { can } = useWorkspace();
  const create = useCreateView(object.slug);
  const update = useUpdateView(object.slug);
  const remove = useDeleteView(object.slug);
  const [isSavingAs, savingAs] = useDisclosure();
  const [isRenaming, renaming] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  const mayChange = view !== undefined && (view.is_mine || (view.is_shared && can("can_manage_crm")));
  const save = () => {
    if (!view) return;
    update.mutate(
      // Only what the reader changed: what others saved of the rest meanwhile stays.
      { id: view.id, ...changedOf(look, saved) },
      {
        onSuccess: () => open(view.id),
        onError: (error) => notifyFailure(`${view.name} was not saved`, error),
      },
    );
  };
  const share = ({ id: viewId, name }: View, is_shared: boolean) =>
    update.mutate({ id: viewId, is_shared }, failureNotice(`${name} was not changed`));
  return (
    <>
      <div className={classes.views}>
        <nav aria-label="Views" className={classes.viewList}>
          <button
            type="button"
            className={`mantine-focus-auto ${classes.view}`}
            aria-current={view ? undefined : "true"}
            onClick={() => open("")}
          >
            All {inSentence(object.plural_name)}
          </button>
          {views.map((each) => (
            <button
              key={each.id}
              type="button"
              className={`mantine-focus-auto ${classes.view}`}
              aria-current={each.id === view?.id ? "true" : undefined}
              onClick={() => open(each.id)}
            >
              {each.is_shared ? null : <IconLock size={13} stroke={1.75} aria-label="Only yours" />}
              <span className={classes.viewName} title={each.name}>
                {each.name}
              </span>
            </button>
          ))}
        </nav>
        <Group gap={6} wrap="nowrap">
          {isChanged && mayChange ? (
            <Button size="compact-sm" variant="light" loading={update.isPending} onClick={save}>
              Save view
            </Button>
          ) : null}
          {isChanged ? (
            <>
              <Button size="compact-sm" variant="subtle" onClick={savingAs.open}>
                Save as…
              </Button>
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => open(view?.id ?? "")}>
                Reset
              </Button>
            </>
          ) : null}
          {mayChange ? (
            <DotsMenu
              label={`Actions for the view ${view.name}`}
              entries={[
                { name: "Rename", Icon: IconEdit, onClick: renaming.open },
                view.is_shared
                  ? { name: "Keep to yourself", Icon: IconLock, onClick: () => share(view, false) }
                  : { name: "Share with the workspace", Icon: IconUsers, onClick: () => share(view, true) },
                { name: "Delete view", Icon: IconTrash, isDanger: true, onClick: deleting.open },
              ]}
            />
          ) : null}
        </Group>
        <Dialog isOpen={isSavingAs} onClose={savingAs.close} title="Save as a view">
          <ViewForm
            submitLabel="Save view"
            onClose={savingAs.close}
            onSubmit={(named) => create.mutateAsync({ ...look, ...named })}
            onSaved={(made) => open(made.id)}
          />
        </Dialog>
        <Dialog isOpen={isRenaming} onClose={renaming.close} title="Rename the view">
          <ViewForm
            view={view}
            submitLabel="Save"
            onClose={renaming.close}
            onSubmit={(named) =>
              update.mutateAsync({ id: view?.id ?? "", ...(view ? changedOf(named, view) : {}) })
            }
          />
        </Dialog>
        <ConfirmDialog
          isOpen={isDeleting}
          onClose={deleting.close}
          title={`Delete the view ${view?.name ?? ""}?`}
          confirmLabel="Delete view"
          onConfirm={async () => view && remove.mutateAsync(view.id)}
          onDone={() => open("")}
        >
          Its records stay.{view?.is_shared ? " Others lose the view too." : ""}
        </ConfirmDialog>
      </div>
      {isGone && !isDeleting ? (
        <Alert
          role="status"
          mb="sm"
          icon={<IconInfoCircle size={18} />}
          title="This view is gone"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => open("")}
        >
          It was deleted, or its owner no longer shares it. The list is shown without it.
        </Alert>
      ) : null}
    </>
  );
}
