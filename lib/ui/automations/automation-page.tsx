"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { partsOf } from "@/lib/ui/api/rebased";
import { useOpenAutomation } from "@/lib/ui/automations/automation-frame";
import { useUpdateAutomation } from "@/lib/ui/automations/queries";
import { useBuilder } from "@/lib/ui/automations/use-builder";
import { IconFlask } from "@/lib/ui/icons";
import { EditorSkeleton } from "@/lib/ui/kit/editor/editor-skeleton";
import OutdatedNotice from "@/lib/ui/kit/editor/outdated-notice";
import { useEdited } from "@/lib/ui/kit/editor/use-edited";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { lazyOverlay, lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";

const AutomationEditor = lazyPart(() => import("@/lib/ui/automations/automation-editor"), <EditorSkeleton />);
const AutomationEnd = lazyPart(() => import("@/lib/ui/automations/automation-end"));
const TestDrawer = lazyOverlay(() => import("@/lib/ui/automations/test-drawer"));

/** The builder of the open automation; read-only for those who may not change it. */
export function AutomationPage() {
  const { can } = useWorkspace();
  const automation = useOpenAutomation();
  const update = useUpdateAutomation(automation.id);
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
            onSubmit={async (_, changed) => {
              const expected = partsOf(automation, changed);
              const saved = await update.mutateAsync({ ...changed, expected });
              edited.keep(saved);
              notifications.show({
                color: "pine",
                message: "Saved. Runs that are still waiting use the new version.",
              });
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
          {isReadOnly ? null : <AutomationEnd />}
          {address.get("try") === "1" ? <TestDrawer onClose={() => address.close("try")} /> : null}
        </>
      )}
    </Loaded>
  );
}
