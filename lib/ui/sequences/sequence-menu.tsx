import { RetryMenu } from "@/lib/ui/crm/retry-menu";
import { type Sequence, useRetrySteps } from "@/lib/ui/sequences/queries";

/** What else can be done with all of a sequence: its failed steps tried again, once what they need works. */
export function SequenceMenu({ sequence }: { sequence: Sequence }) {
  const retry = useRetrySteps(sequence.id);
  return (
    <RetryMenu
      of="sequence"
      noun="step"
      problem={sequence.is_paused ? "Resume the sequence first" : null}
      onRetry={async (body) => (await retry.mutateAsync(body)).steps}
    >
      Steps are done as they are now, for records that are in the sequence or completed it. No record moves to
      another step.
    </RetryMenu>
  );
}
