import { useDisclosure } from "@mantine/hooks";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconLogout2, IconPlayerPause, IconPlayerPlay } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { type Enrollment, useExitEnrollment, useUpdateEnrollment } from "@/lib/ui/sequences/queries";
import { useOpenSequence } from "@/lib/ui/sequences/sequence-frame";
import { recordOf } from "@/lib/ui/sequences/words";

/** Pauses and resumes a record's way through the open sequence, or takes it out after confirmation. */
export function EnrollmentMenu({ enrollment }: { enrollment: Enrollment }) {
  const { can } = useWorkspace();
  const sequence = useOpenSequence();
  const update = useUpdateEnrollment(sequence.id);
  const exit = useExitEnrollment(sequence.id);
  const [isLeaving, leaving] = useDisclosure();
  const name = recordOf(enrollment);
  const isOpen = enrollment.status === "active" || enrollment.status === "paused";
  if (!isOpen || !can("can_edit_records")) return null;
  const set = (status: "active" | "paused") =>
    update
      .mutateAsync({ id: enrollment.id, status })
      .then(() => true)
      .catch((error: unknown) => {
        notifyFailure(`${name} stays as it is`, error);
        return false;
      });
  const pause = async () => {
    if (await set("paused")) notifyUndoable(`${name} is paused.`, () => void set("active"), enrollment.id);
  };
  return (
    <>
      <DotsMenu
        label={`Actions for ${name}`}
        entries={[
          enrollment.status === "active"
            ? { name: "Pause", Icon: IconPlayerPause, onClick: () => void pause() }
            : { name: "Resume", Icon: IconPlayerPlay, onClick: () => void set("active") },
          { name: "Take out…", Icon: IconLogout2, isDanger: true, onClick: leaving.open },
        ]}
      />
      <ConfirmDialog
        isOpen={isLeaving}
        onClose={leaving.close}
        title={`Take ${name} out?`}
        confirmLabel="Take out"
        onConfirm={async () => {
          await exit.mutateAsync(enrollment.id);
        }}
      >
        What has been done stays, and no more steps run. If it is enrolled again, it starts at the first step.
      </ConfirmDialog>
    </>
  );
}
