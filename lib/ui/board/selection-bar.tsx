import { ActionIcon, Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Card, Status } from "@/lib/ui/board/board-state";
import { useDeleteTasks } from "@/lib/ui/board/queries";
import { STATUS_NAMES, STATUSES } from "@/lib/ui/board/statuses";
import type { Change } from "@/lib/ui/board/steps-back";
import { IconTrash, IconX } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import { lazyOverlay } from "@/lib/ui/kit/states/loaded-later";
import { countOf } from "@/lib/ui/kit/words/counts";
import classes from "./selection-bar.module.css";

const ChangeDialog = lazyOverlay(() => import("@/lib/ui/board/change-dialog"));

type Props = {
  /** At least one. */
  cards: readonly Card[];
  moveTo: (status: Status) => void;
  change: (change: Change, words: string) => Promise<unknown>;
  onClear: () => void;
};

/** How many tasks are selected, and what can be done with all of them. Escape clears the selection. */
export default function SelectionBar({ cards, moveTo, change, onClear }: Props) {
  const [isChanging, changing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const remove = useDeleteTasks();
  const what = countOf(cards.length, "task");
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label="The selection"
      onKeyDown={(event) => {
        // What a menu or dialog of it is told comes by here too.
        const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === "Escape" && isOwn) onClear();
      }}
    >
      <span className={classes.count} aria-live="polite">
        {countOf(cards.length, "selected", "selected")}
      </span>
      <LazyMenu
        position="top-start"
        target={
          <Button size="compact-sm" variant="default">
            Move to…
          </Button>
        }
      >
        {(Menu) =>
          STATUS_NAMES.map((status) => {
            const { label, Icon, color } = STATUSES[status];
            return (
              <Menu.Item
                key={status}
                leftSection={<Icon size={16} color={color} />}
                onClick={() => moveTo(status)}
              >
                {label}
              </Menu.Item>
            );
          })
        }
      </LazyMenu>
      <Button size="compact-sm" variant="default" onClick={changing.open}>
        Change…
      </Button>
      <ActionIcon aria-label={`Delete ${what}`} onClick={deleting.open}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label="Clear the selection" onClick={onClear}>
        <IconX size={15} stroke={1.75} />
      </ActionIcon>
      <ChangeDialog cards={cards} isOpen={isChanging} onClose={changing.close} change={change} />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={deleting.close}
        title={`Delete ${what}?`}
        confirmLabel={`Delete ${what}`}
        onConfirm={async () => {
          await remove.mutateAsync({ task_ids: cards.map(({ id }) => id) });
          onClear();
        }}
      >
        <Text size="sm">
          {cards.length === 1 ? "It goes" : "They go"} for good, with comments and all that happened. The
          audit log keeps what was deleted.
        </Text>
      </ConfirmDialog>
    </div>
  );
}
