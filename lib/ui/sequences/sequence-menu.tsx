import { NativeSelect } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { IconRotateClockwise } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { countOf } from "@/lib/ui/kit/words/counts";
import { type Sequence, useRetrySteps } from "@/lib/ui/sequences/queries";

const PERIODS = {
  hour: { label: "In the last hour", ms: HOUR_MS },
  day: { label: "In the last 24 hours", ms: DAY_MS },
  week: { label: "In the last 7 days", ms: 7 * DAY_MS },
  ever: { label: "At any time", ms: null },
} as const;

type Period = keyof typeof PERIODS;
const isPeriod = (text: string): text is Period => text in PERIODS;

/** What else can be done with all of a sequence: its failed steps tried again, once what they need works. */
export function SequenceMenu({ sequence }: { sequence: Sequence }) {
  const retry = useRetrySteps(sequence.id);
  const [isAsking, asking] = useDisclosure();
  const [period, setPeriod] = useState<Period>("day");
  const { ms } = PERIODS[period];
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
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title="Try failed steps again?"
        confirmLabel="Try again"
        isSafe
        onConfirm={async () => {
          const since = ms === null ? {} : { since: new Date(Date.now() - ms).toISOString() };
          const { steps } = await retry.mutateAsync(since);
          notifications.show({
            color: "pine",
            message:
              steps === 0
                ? "No step failed in that time, so nothing is tried again."
                : `${countOf(steps, "failed step")} will be tried again.`,
          });
        }}
      >
        Steps are done as they are now, for records that are in the sequence or completed it. Nobody moves to
        another step. Requests carry the same <code>Idempotency-Key</code> as before, so a receiver can tell.
        <NativeSelect
          mt="sm"
          label="Steps that failed"
          data={Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }))}
          value={period}
          onChange={({ currentTarget }) => {
            if (isPeriod(currentTarget.value)) setPeriod(currentTarget.value);
          }}
        />
      </ConfirmDialog>
    </>
  );
}
