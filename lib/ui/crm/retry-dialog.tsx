import { NativeSelect } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
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
  isOpen: boolean;
  onClose: () => void;
  /** What failed: `step` or `run`. */
  noun: string;
  /** What will happen. */
  children: ReactNode;
  /** @returns how many are tried again */
  onRetry: (body: { since?: string }) => Promise<number>;
};

/** Asks since when what failed is to be tried again. */
export function RetryDialog({ noun, children, onRetry, ...dialog }: Props) {
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
    <ConfirmDialog
      {...dialog}
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
  );
}
