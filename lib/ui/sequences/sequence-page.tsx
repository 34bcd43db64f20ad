"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { partsOf } from "@/lib/ui/api/rebased";
import { SequenceDependents } from "@/lib/ui/crm/dependents";
import { useObjects } from "@/lib/ui/crm/queries";
import { DangerCard, DangerRow } from "@/lib/ui/kit/cards/danger-card";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { EditorSkeleton } from "@/lib/ui/kit/editor/editor-skeleton";
import OutdatedNotice from "@/lib/ui/kit/editor/outdated-notice";
import { useEdited } from "@/lib/ui/kit/editor/use-edited";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { countOf } from "@/lib/ui/kit/words/counts";
import { useDeleteSequence, useUpdateSequence } from "@/lib/ui/sequences/queries";
import { useOpenSequence } from "@/lib/ui/sequences/sequence-frame";
import { workspacePath } from "@/lib/ui/shell/navigation";

const SequenceEditor = lazyPart(() => import("@/lib/ui/sequences/sequence-editor"), <EditorSkeleton />);

function DeleteSequence() {
  const { slug } = useWorkspace();
  const router = useRouter();
  const sequence = useOpenSequence();
  const remove = useDeleteSequence(sequence.id);
  const { open_enrollments: count } = sequence;
  return (
    <ConfirmButton
      label="Delete sequence"
      title={`Delete ${sequence.name}?`}
      confirmLabel="Delete sequence"
      typed={sequence.name}
      onConfirm={() => remove.mutateAsync()}
      onDone={() => router.push(workspacePath(slug, "crm/sequences"))}
    >
      {count === 0 ? "Nobody is in it. " : `${countOf(count, "record leaves", "records leave")} it at once. `}
      Its history is deleted too; tasks that it created stay.
      <SequenceDependents id={sequence.id} />
    </ConfirmButton>
  );
}

/** The steps of the open sequence; read-only for those who may not change it. */
export function SequencePage() {
  const { can } = useWorkspace();
  const sequence = useOpenSequence();
  const update = useUpdateSequence(sequence.id);
  const edited = useEdited(sequence, ({ name, steps }) => [name, steps]);
  const isReadOnly = !can("can_manage_automations");
  return (
    <Loaded query={useObjects()} what="the objects" skeleton={<EditorSkeleton />}>
      {(objects) => (
        <>
          <ReadOnlyNote permission="can_manage_automations">Changing a sequence</ReadOnlyNote>
          {edited.isOutdated ? <OutdatedNotice onTake={() => edited.take(sequence)} /> : null}
          <SequenceEditor
            key={edited.version}
            sequence={edited.item}
            objects={objects}
            isReadOnly={isReadOnly}
            submitLabel="Save"
            onSubmit={async (_, { object: _object, ...changed }) => {
              const expected = partsOf(sequence, changed);
              const saved = await update.mutateAsync({ ...changed, expected });
              edited.keep(saved);
              notifications.show({ color: "pine", message: "Saved." });
              return saved;
            }}
          />
          {isReadOnly ? null : (
            <DangerCard isBelowEditor>
              <DangerRow
                title="Delete this sequence"
                detail="Records in it are taken out. To stop it for a while, pause it instead."
                action={<DeleteSequence />}
              />
            </DangerCard>
          )}
        </>
      )}
    </Loaded>
  );
}
