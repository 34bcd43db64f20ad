import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";

const UNDO_MS = 8_000;
const latestOf = new Map<string, string>();

/**
 * Says in a toast what was done, with a way to take it back while it stands there. Of a group only the latest stands:
 * taking an earlier step back would not bring about what was before it.
 */
export function notifyUndoable(message: string, undo: () => void, group?: string): void {
  const before = group === undefined ? undefined : latestOf.get(group);
  if (before !== undefined) notifications.hide(before);
  const id = notifications.show({
    color: "pine",
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" lineClamp={2}>
          {message}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
  if (group !== undefined) latestOf.set(group, id);
}
