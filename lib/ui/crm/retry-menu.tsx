import { NativeSelect } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { IconRotateClockwise } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { countOf } from "@/lib/ui/kit/words/counts";

const PERIODS = {
  hour: { label: "In the last hour", ms: HOUR_MS },
  day: { label: "In the last 24 hours", ms: DAY_MS },
  week: { label: "In the last 7 days", ms: 7 * DAY_MS },
  ever: { label: "At any time", ms: null },
} as const;

type Period = keyof typeof PERIODS;
const isPeriod = (text: string): text is Period => text in PERIODS;

type Props = {
  /** What the menu is of: `sequence` or `automation`. */
  of: string;
  /** What failed: `step` or `run`. */
  noun: string;
  /** Why nothing can be tried again now. */
  problem: string | null;
  /** What will happen. */
  children: ReactNode;
  /** @returns how many are tried again */
  onRetry: (body: { since?: string }) => Promise<number>;
};

/** The menu in a page's head by which what failed is tried again, since a time that is asked for. */
export function RetryMenu({ of, noun, problem, children, onRetry }: Props) {
  const [isAsking, asking] = useDisclosure();
  const [period, setPeriod] = useState<Period>("day");
  const { ms } = PERIODS[period];
  const retry = async () => {
    const count = await onRetry(ms === null ? {} : { since: new Date(Date.now() - ms).toISOString() });
    const message =
      count === 0
        ? `No ${noun} failed in that time, so nothing is tried again.`
        : `${countOf(count, `failed ${noun}`)} will be tried again.`;
    notifications.show({ color: "pine", message });
  };
  return (
    <>
      <DotsMenu
        look="head"
        label={`More actions for this ${of}`}
        entries={[
          { name: `Try failed ${noun}s again…`, Icon: IconRotateClockwise, problem, onClick: asking.open },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title={`Try failed ${noun}s again?`}
        confirmLabel="Try again"
        isSafe
        onConfirm={retry}
      >
        {children} Requests carry the same <code>Idempotency-Key</code> as before, so a receiver can tell that
        it had them.
        <NativeSelect
          mt="sm"
          label="When they failed"
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
