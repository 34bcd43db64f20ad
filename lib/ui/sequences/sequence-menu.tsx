import { useDisclosure } from "@mantine/hooks";
import { RetryDialog } from "@/lib/ui/crm/retry-dialog";
import { IconRotateClockwise } from "@/lib/ui/icons";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { type Sequence, useRetrySteps } from "@/lib/ui/sequences/queries";

/** What else can be done with all of a sequence: its failed steps tried again, once what they need works. */
export function SequenceMenu({ sequence }: { sequence: Sequence }) {
  const retry = useRetrySteps(sequence.id);
  const [isAsking, asking] = useDisclosure();
  return (
    <>
      <DotsMenu
        look="head"
        label="More actions for this sequence"
        entries={[
          {
            name: "Try failed steps again…",
            Icon: IconRotateClockwise,
            problem: sequence.is_paused ? "Resume the sequence first" : null,
            onClick: asking.open,
          },
        ]}
      />
      <RetryDialog
        isOpen={isAsking}
        onClose={asking.close}
        noun="step"
        onRetry={async (body) => (await retry.mutateAsync(body)).steps}
      >
        Steps are done as they are now, for records that are in the sequence or completed it. No record moves
        to another step.
      </RetryDialog>
    </>
  );
}
