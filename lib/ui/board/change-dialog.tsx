import { NativeSelect, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { LABEL_CHARS_MAX, TASK_LABELS_MAX } from "@/lib/projects/tasks/limits";
import { formErrorsOf } from "@/lib/ui/api/failure";
import type { Card } from "@/lib/ui/board/board-state";
import { PRIORITIES, PRIORITY_NAMES, type Priority } from "@/lib/ui/board/priorities";
import { useTaskLabels } from "@/lib/ui/board/queries";
import type { Change } from "@/lib/ui/board/steps-back";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";
import { type Choice, PersonPicker } from "@/lib/ui/kit/people/person-picker";
import { countOf } from "@/lib/ui/kit/words/counts";

const FIELDS = {
  assignee: "Assignee",
  priority: "Priority",
  due: "Due date",
  add: "Add labels",
  remove: "Remove labels",
} as const;
type Field = keyof typeof FIELDS;
const FIELD_NAMES = Object.keys(FIELDS) as Field[];

type Props = {
  cards: readonly Card[];
  isOpen: boolean;
  onClose: () => void;
  /** Makes the change and says so; rejects when it was not made. */
  change: (change: Change, words: string) => Promise<unknown>;
};

function ChangeForm({ cards, onClose, change }: Omit<Props, "isOpen">) {
  const isClosed = useIsClosed();
  const known = useTaskLabels().data?.map(({ label }) => label) ?? [];
  const [field, setField] = useState<Field>("assignee");
  const [person, setPerson] = useState<Choice | null>(null);
  const [priority, setPriority] = useState<Priority>("medium");
  const [dueOn, setDueOn] = useState("");
  const [labels, setLabels] = useState<string[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setIsBusy] = useState(false);
  const what = countOf(cards.length, "task");
  const held = [...new Set(cards.flatMap((card) => card.labels))].sort();
  const choices: Record<Field, { change: Change; words: string; error: string | undefined }> = {
    assignee: {
      change: { assignee_id: person?.developer_id ?? null },
      words: person ? `${what} assigned to ${person.name}` : `${what} assigned to nobody`,
      error: errors.assignee_id,
    },
    priority: {
      change: { priority },
      words: `Priority changed in ${what}`,
      error: errors.priority,
    },
    due: {
      change: { due_on: dueOn === "" ? null : dueOn },
      words: `Due date changed in ${what}`,
      error: errors.due_on,
    },
    add: { change: { add_labels: labels }, words: `Labels added to ${what}`, error: errors.add_labels },
    remove: {
      change: { remove_labels: labels },
      words: `Labels removed from ${what}`,
      error: errors.remove_labels,
    },
  };
  const { error, ...choice } = choices[field];
  const isLabels = field === "add" || field === "remove";
  const save = async () => {
    if (isLabels && labels.length === 0) {
      setErrors({ add_labels: "Choose at least one label", remove_labels: "Choose at least one label" });
      return;
    }
    setIsBusy(true);
    try {
      await change(choice.change, choice.words);
      if (!isClosed()) onClose();
    } catch (failure) {
      setErrors(formErrorsOf(failure, Object.keys(choice.change)));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <DialogForm
      problem={errors.form}
      submitLabel={`Change ${what}`}
      isBegun={person !== null || priority !== "medium" || dueOn !== "" || labels.length > 0}
      isBusy={isBusy}
      onSubmit={save}
      onCancel={onClose}
    >
      <Stack gap="md">
        <NativeSelect
          label="What to change"
          data={FIELD_NAMES.map((value) => ({ value, label: FIELDS[value] }))}
          value={field}
          data-autofocus
          onChange={({ currentTarget }) => {
            setField(FIELD_NAMES.find((name) => name === currentTarget.value) ?? "assignee");
            setLabels([]);
            setErrors({});
          }}
        />
        {field === "assignee" ? (
          <PersonPicker
            label="Assignee"
            placeholder="Nobody"
            value={person}
            onChange={setPerson}
            error={error}
          />
        ) : null}
        {field === "priority" ? (
          <NativeSelect
            label="Priority"
            data={PRIORITY_NAMES.map((value) => ({ value, label: PRIORITIES[value].label }))}
            value={priority}
            onChange={({ currentTarget }) =>
              setPriority(PRIORITY_NAMES.find((name) => name === currentTarget.value) ?? "none")
            }
            error={error}
          />
        ) : null}
        {field === "due" ? (
          <TextInput
            type="date"
            label="Due date"
            description="Left empty, the tasks have no due date."
            value={dueOn}
            onChange={({ currentTarget }) => setDueOn(currentTarget.value)}
            error={error}
          />
        ) : null}
        {isLabels ? (
          <TagsInput
            key={field}
            label={field === "add" ? "Labels to add" : "Labels to remove"}
            placeholder={labels.length === 0 ? "Type a word and press Enter" : ""}
            data={field === "add" ? known : held}
            value={labels}
            onChange={(given) => {
              setLabels(given);
              setErrors({});
            }}
            maxTags={TASK_LABELS_MAX}
            maxLength={LABEL_CHARS_MAX}
            acceptValueOnBlur
            clearable
            error={error}
          />
        ) : null}
      </Stack>
      <Text size="sm" c="dimmed">
        You can undo it right afterwards.
      </Text>
    </DialogForm>
  );
}

/** A dialog that gives all selected tasks the same assignee, priority, due date or labels. */
export default function ChangeDialog({ isOpen, ...rest }: Props) {
  return (
    <ModalDialog isOpen={isOpen} onClose={rest.onClose} title="Change the selection">
      <ChangeForm {...rest} />
    </ModalDialog>
  );
}
