"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconFlask } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useOpenAutomation } from "@/lib/ui/automations/automation-frame";
import { useDeleteAutomation, useUpdateAutomation } from "@/lib/ui/automations/queries";
import { useBuilder } from "@/lib/ui/automations/use-builder";
import { ConfirmDialog } from "@/lib/ui/kit/confirm-dialog";
import { DangerCard, DangerRow } from "@/lib/ui/kit/danger-card";
import { EditorSkeleton } from "@/lib/ui/kit/editor/editor-skeleton";
import { OutdatedNotice } from "@/lib/ui/kit/editor/outdated-notice";
import { useEdited } from "@/lib/ui/kit/editor/use-edited";
import { useFilters } from "@/lib/ui/kit/filters";
import { Loaded } from "@/lib/ui/kit/loaded";
import { ReadOnlyNote } from "@/lib/ui/kit/no-permission";
import { workspacePath } from "@/lib/ui/shell/navigation";

const AutomationEditor = dynamic(
  () => import("@/lib/ui/automations/automation-editor").then((module) => module.AutomationEditor),
  { loading: EditorSkeleton },
);
const TestDrawer = dynamic(() =>
  import("@/lib/ui/automations/test-drawer").then((module) => module.TestDrawer),
);

function DeleteAutomation() {
  const { id, slug } = useWorkspace();
  const router = useRouter();
  const automation = useOpenAutomation();
  const remove = useDeleteAutomation(id, automation.id);
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <>
      <Button color="red" variant="light" onClick={open}>
        Delete automation
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Delete ${automation.name}?`}
        confirmLabel="Delete automation"
        typed={automation.name}
        onConfirm={async () => {
          await remove.mutateAsync();
          router.push(workspacePath(slug, "crm/automations"));
        }}
      >
        Its run log is deleted too, and runs in progress are cancelled. What it has already done stays.
      </ConfirmDialog>
    </>
  );
}

/** The builder of the open automation; for those who may not change it, the same to read. */
export function AutomationPage() {
  const { id, can } = useWorkspace();
  const automation = useOpenAutomation();
  const update = useUpdateAutomation(id, automation.id);
  const address = useFilters();
  const edited = useEdited(automation, ({ name, trigger, conditions, actions }) => [
    name,
    trigger,
    conditions,
    actions,
  ]);
  const isReadOnly = !can("can_manage_automations");
  return (
    <Loaded query={useBuilder()} what="what the editor offers" skeleton={<EditorSkeleton />}>
      {(offered) => (
        <>
          <ReadOnlyNote permission="can_manage_automations">Changing an automation</ReadOnlyNote>
          {edited.isOutdated ? <OutdatedNotice onTake={() => edited.take(automation)} /> : null}
          <AutomationEditor
            key={edited.version}
            automation={edited.item}
            {...offered}
            isReadOnly={isReadOnly}
            submitLabel="Save"
            onSubmit={async (body) => {
              const saved = await update.mutateAsync(body);
              edited.keep(saved);
              notifications.show({ color: "pine", message: "Saved. Runs that still wait do the new thing." });
              return saved;
            }}
            renderTools={(isDirty) => (
              <Button
                variant="default"
                leftSection={<IconFlask size={16} stroke={1.75} />}
                disabled={isDirty}
                title={
                  isDirty
                    ? "Save it first: the saved version is tested"
                    : "Shows what it would do, without doing it"
                }
                onClick={() => address.open("try")}
              >
                Try it
              </Button>
            )}
          />
          {isReadOnly ? null : (
            <DangerCard isBelowEditor>
              <DangerRow
                title="Delete this automation"
                detail="Its run log is deleted too. To pause it, switch it off instead."
                action={<DeleteAutomation />}
              />
            </DangerCard>
          )}
          {address.get("try") === "1" ? <TestDrawer onClose={() => address.close("try")} /> : null}
        </>
      )}
    </Loaded>
  );
}
