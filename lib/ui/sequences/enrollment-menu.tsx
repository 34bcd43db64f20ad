import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconLogout2, IconPlayerPause, IconPlayerPlay, IconRotateClockwise } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import {
  type Enrollment,
  useExitEnrollment,
  useRetryEnrollment,
  useUpdateEnrollment,
} from "@/lib/ui/sequences/queries";
import { useOpenSequence } from "@/lib/ui/sequences/sequence-frame";
import { recordOf } from "@/lib/ui/sequences/words";

/**
 * Pauses and resumes a record's way through the open sequence, has its failed steps tried again, or takes it out after
 * confirmation.
 */
export function EnrollmentMenu({ enrollment }: { enrollment: Enrollment }) {
  const { can } = useWorkspace();
  const sequence = useOpenSequence();
  const update = useUpdateEnrollment(sequence.id);
  const exit = useExitEnrollment(sequence.id);
  const [isLeaving, leaving] = useDisclosure();
  const name = recordOf(enrollment);
  const retry = useRetryEnrollment(sequence.id);
  const { status } = enrollment;
  const isOpen = status === "active" || status === "paused";
  const hasFailed = enrollment.steps_failed > 0 && (status === "active" || status === "completed");
  if (!(isOpen || hasFailed) || !can("can_edit_records")) return null;
  const tryAgain = () =>
    retry.mutate(enrollment.id, {
      onSuccess: () =>
        notifications.show({ color: "pine", message: `What failed for ${name} will be tried again.` }),
      onError: (error) => notifyFailure("Nothing is tried again", error),
    });
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
          hasFailed && {
            name: "Try failed steps again",
            Icon: IconRotateClockwise,
            problem: sequence.is_paused ? "Resume the sequence first" : null,
            onClick: tryAgain,
          },
          status === "active" && { name: "Pause", Icon: IconPlayerPause, onClick: () => void pause() },
          status === "paused" && {
            name: "Resume",
            Icon: IconPlayerPlay,
            onClick: () => void set("active"),
          },
          isOpen && { name: "Take out…", Icon: IconLogout2, isDanger: true, onClick: leaving.open },
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
