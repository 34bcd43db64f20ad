import { Kbd, Switch, Text } from "@mantine/core";
import { Fragment } from "react";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { useSingleKeys } from "@/lib/ui/shell/single-keys";
import classes from "./palette.module.css";

type Shortcut = { keys: readonly string[]; label: string };

const SINGLE: readonly Shortcut[] = [
  { keys: ["c"], label: "Create a new item of the page" },
  { keys: ["/"], label: "Search in the page" },
  { keys: ["j"], label: "Next row or card" },
  { keys: ["k"], label: "Previous row or card" },
  { keys: ["Enter"], label: "Open the row or card" },
  { keys: ["x"], label: "Select the row or card" },
  { keys: ["?"], label: "Show these shortcuts" },
];

const BOARD: readonly Shortcut[] = [
  { keys: ["←", "↑", "→", "↓"], label: "Go to another card" },
  { keys: ["Shift", "→"], label: "Move the card" },
];

const RECORDS: readonly Shortcut[] = [
  { keys: ["←", "↑", "→", "↓"], label: "Go to another cell" },
  { keys: ["Enter"], label: "Change the cell" },
];

function Shortcuts({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className={classes.shortcutsTitle}>{title}</h3>
      <dl className={classes.shortcuts}>
        {shortcuts.map(({ keys, label }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** The keyboard shortcuts, and a switch for single-letter ones. */
export default function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isOn, setIsOn] = useSingleKeys();
  const isApple = /Mac|iPhone|iPad/.test(window.navigator.userAgent);
  return (
    <ModalDialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <Shortcuts
        title="Everywhere"
        shortcuts={[{ keys: [isApple ? "⌘" : "Ctrl", "K"], label: "Find, go, create" }, ...SINGLE]}
      />
      <Shortcuts title="On a board" shortcuts={BOARD} />
      <Shortcuts title="In a list of records" shortcuts={RECORDS} />
      <Switch
        mt="lg"
        label="Single-key shortcuts"
        description="Switch them off if you press keys by accident, or speak to your computer."
        checked={isOn}
        onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" mt="sm">
        This browser remembers the choice.
      </Text>
    </ModalDialog>
  );
}
