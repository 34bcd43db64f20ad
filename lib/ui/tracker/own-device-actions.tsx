import { useDisclosure } from "@mantine/hooks";
import { failureNotice } from "@/lib/ui/api/failure";
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { type OwnDevice, usePauseOwnDevice, useUnenrolDevice } from "@/lib/ui/tracker/queries";
import { projectOf } from "@/lib/ui/tracker/words";

const PauseDialog = lazyDialog(() => import("@/lib/ui/tracker/pause-dialog"));
const RenameDialog = lazyDialog(() => import("@/lib/ui/tracker/rename-device"));

/** The reader's actions on one of their devices. */
export function OwnDeviceActions({ device }: { device: OwnDevice }) {
  const pause = usePauseOwnDevice();
  const unenrol = useUnenrolDevice();
  const [isPausing, pausing] = useDisclosure();
  const [isRenaming, renaming] = useDisclosure();
  const [isAsking, asking] = useDisclosure();
  const { device_id: id, paused_by: by } = device;
  const name = device.name ?? "this device";
  const isPausedByOwner = by.includes("owner");
  const resume = () =>
    pause.mutate({ id, paused: false, until: null }, failureNotice(`${name} stays paused`));
  return (
    <>
      <DotsMenu
        label={`Actions for ${name}`}
        entries={[
          isPausedByOwner
            ? { name: "Resume", Icon: IconPlayerPlay, onClick: resume }
            : { name: "Pause…", Icon: IconPlayerPause, onClick: pausing.open },
          { name: "Rename…", Icon: IconPencil, onClick: renaming.open },
          { name: "Unenrol…", Icon: IconTrash, isDanger: true, onClick: asking.open },
        ]}
      />
      <PauseDialog
        isOpen={isPausing}
        onClose={pausing.close}
        title={`Pause ${name}?`}
        onPause={(until) => pause.mutateAsync({ id, paused: true, until })}
      >
        Nothing it captures meanwhile is kept, and nobody else can end your pause.
      </PauseDialog>
      <RenameDialog isOpen={isRenaming} onClose={renaming.close} device={device} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title={`Unenrol ${name}?`}
        confirmLabel="Unenrol device"
        onConfirm={() => unenrol.mutateAsync(id)}
      >
        It records no more time for {projectOf(device)}, and what it has not sent yet is refused. What it
        recorded before stays. You can enrol it again.
      </ConfirmDialog>
    </>
  );
}
