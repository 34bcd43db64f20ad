import { Alert, Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { IconAlertTriangle } from "@/lib/ui/icons";
import { CopyCommand } from "@/lib/ui/kit/copy/copy-command";

type Props = {
  value: string;
  copyLabel: string;
  /** Why it can't be shown again. */
  note: ReactNode;
  /** Below it: how it is used. */
  children?: ReactNode;
  /** Beside the button that ends it. */
  aside?: ReactNode;
  onDone: () => void;
};

/** A secret, the one time that it can be seen. */
export function ShownOnce({ value, copyLabel, note, children, aside, onDone }: Props) {
  return (
    <Stack>
      <Alert role="note" color="yellow" icon={<IconAlertTriangle size={18} />} title="Copy it now">
        {note}
      </Alert>
      <CopyCommand command={value} label={copyLabel} />
      {children}
      <Group justify={aside ? "space-between" : "flex-end"}>
        {aside}
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
