import { Combobox, Loader, Modal, TextInput, useCombobox } from "@mantine/core";
import { useEffect, useState } from "react";
import { sentenceOf } from "@/lib/ui/api/failure";
import { IconSearch } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useCommands } from "@/lib/ui/shell/palette-commands";
import classes from "./palette.module.css";

const NewWorkspaceDialog = lazyDialog(() => import("@/lib/ui/shell/new-workspace"));
const NewTaskDialog = lazyDialog(() => import("@/lib/ui/shell/new-task"));

/** The server accepts no more. */
const TEXT_CHARS_MAX = 200;

/**
 * Selects the first command whenever the list changes, so that Enter runs the best match. Must be rendered after the
 * commands.
 */
function FirstChosen({ of, choose }: { of: string; choose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what is shown that counts
  useEffect(() => {
    choose();
  }, [of]);
  return null;
}

type Props = {
  isOpen: boolean;
  /** What stands in the field. */
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
  onShowShortcuts: () => void;
};

/** One field for everything: open, find or create something, switch workspaces. */
export default function Palette({ isOpen, text, onType, onClose, onShowShortcuts }: Props) {
  // The list handles Escape itself, so closing the list means closing the palette.
  const combobox = useCombobox({ opened: isOpen, onDropdownClose: onClose });
  const [making, setMaking] = useState<"workspace" | "task" | null>(null);
  const { groups, isSearching, error } = useCommands(text, isOpen, {
    createWorkspace: () => setMaking("workspace"),
    createTask: () => setMaking("task"),
    showShortcuts: onShowShortcuts,
  });
  const commands = groups.flatMap((group) => group.commands);
  const shown = commands.map(({ id }) => id).join();
  const run = (id: string) => {
    onClose();
    commands.find((command) => command.id === id)?.run();
  };
  const state = isSearching ? "Searching…" : error ? sentenceOf(error) : "Nothing found";
  return (
    <>
      <Modal.Root
        opened={isOpen}
        onClose={onClose}
        size={600}
        padding={0}
        yOffset="12vh"
        transitionProps={{ duration: 80 }}
      >
        <Modal.Overlay />
        <Modal.Content aria-label="Command palette">
          <Combobox store={combobox} onOptionSubmit={run}>
            <Combobox.EventsTarget withExpandedAttribute>
              <TextInput
                role="combobox"
                data-autofocus
                className={classes.field ?? ""}
                variant="unstyled"
                size="md"
                aria-label="Search or jump to"
                placeholder="Search, or type a command"
                maxLength={TEXT_CHARS_MAX}
                leftSection={<IconSearch size={17} stroke={1.75} />}
                rightSection={isSearching ? <Loader size={14} aria-hidden="true" /> : null}
                value={text}
                onChange={(event) => onType(event.currentTarget.value)}
              />
            </Combobox.EventsTarget>
            <Combobox.Options
              className={classes.options ?? ""}
              aria-label="Commands"
              aria-busy={isSearching || undefined}
              // A list of options must not be empty for those who hear it.
              hidden={commands.length === 0}
            >
              {groups.map((group) => (
                <Combobox.Group key={group.label} label={group.label}>
                  {group.commands.map(({ id, label, detail, Icon }) => (
                    <Combobox.Option key={id} value={id} className={classes.option ?? ""}>
                      <Icon size={17} stroke={1.75} aria-hidden="true" />
                      <span className={classes.label} dir="auto">
                        {label}
                      </span>
                      {detail ? <span className={classes.detail}>{detail}</span> : null}
                    </Combobox.Option>
                  ))}
                </Combobox.Group>
              ))}
            </Combobox.Options>
            {commands.length === 0 ? <Combobox.Empty role="status">{state}</Combobox.Empty> : null}
            <FirstChosen of={shown} choose={combobox.selectFirstOption} />
          </Combobox>
        </Modal.Content>
      </Modal.Root>
      <NewWorkspaceDialog isOpen={making === "workspace"} onClose={() => setMaking(null)} />
      <NewTaskDialog isOpen={making === "task"} onClose={() => setMaking(null)} />
    </>
  );
}
