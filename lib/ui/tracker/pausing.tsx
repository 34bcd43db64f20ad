import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { failureNotice } from "@/lib/ui/api/failure";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { usePauseCapture } from "@/lib/ui/tracker/queries";

const PauseDialog = lazyDialog(() => import("@/lib/ui/tracker/pause-dialog"));

type Props = {
  /** What is paused: devices, or a project. */
  of: { device_ids: string[] } | { project_id: string };
  isPaused: boolean;
  /** Whether it is paused, in words. */
  state: string;
  /** Said when it could not be resumed. */
  failure: string;
  /** Of the dialog that asks for how long, and what pausing means, below it. */
  title: string;
  children: ReactNode;
};

/** Whether tracking is paused, and beside it a button to pause or resume it; for a line of the caller's. */
export function Pausing({ of, isPaused, state, failure, title, children }: Props) {
  const pause = usePauseCapture();
  const [isAsking, asking] = useDisclosure();
  return (
    <>
      <Text size="sm">{state}</Text>
      {isPaused ? (
        <Button
          variant="default"
          size="xs"
          loading={pause.isPending}
          onClick={() => pause.mutate({ ...of, paused: false }, failureNotice(failure))}
        >
          Resume
        </Button>
      ) : (
        <Button variant="default" size="xs" onClick={asking.open}>
          Pause…
        </Button>
      )}
      <PauseDialog
        isOpen={isAsking}
        onClose={asking.close}
        title={title}
        onPause={(until) => pause.mutateAsync({ ...of, paused: true, until })}
      >
        {children}
      </PauseDialog>
    </>
  );
}
