import { Alert, Button, FileButton, Group, NativeSelect, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { failureNotice } from "@/lib/ui/api/failure";
import { IconCircleCheck, IconFileImport } from "@/lib/ui/icons";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf } from "@/lib/ui/kit/words/counts";
import { type Owner, useImportRules } from "@/lib/ui/rules/queries";
import { contentOf, type GivenRule, type RuleList } from "@/lib/ui/rules/rule";
import { importProblem, type ReadFile, readRuleFile } from "@/lib/ui/rules/rule-file";
import { CATEGORY_CHOICES } from "@/lib/ui/rules/words";
import classes from "./rules.module.css";

type Props = { owner: Owner; list: RuleList; isOpen: boolean; onClose: () => void };
type Chosen = Record<string, NonNullable<GivenRule["category"]>>;
type Result = Awaited<ReturnType<ReturnType<typeof useImportRules>["mutateAsync"]>>;

/** The entries that became no rule; for those that only lack a category, one can be chosen. */
function Skipped({
  skipped,
  chosen,
  onChoose,
}: {
  skipped: Result["skipped"];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}) {
  return (
    <ul className={`${rows.rows} ${classes.skipped}`} aria-label="Left out">
      {skipped.map(({ name, reason, needs_category: needsCategory }) => (
        <li key={name} className={rows.row}>
          <div className={rows.main}>
            <p className={`${rows.name} ${classes.anywhere}`}>{name}</p>
            <p className={`${rows.detail} ${rows.wrapping}`}>
              {needsCategory ? "No category here has that name" : reason}
            </p>
          </div>
          {needsCategory ? (
            <NativeSelect
              size="xs"
              aria-label={`Category for ${name}`}
              data={[{ value: "", label: "Leave out" }, ...CATEGORY_CHOICES]}
              value={chosen[name] ?? ""}
              onChange={({ currentTarget: { value } }) => {
                const { [name]: _, ...others } = chosen;
                onChoose(value === "" ? others : { ...others, [name]: value as Chosen[string] });
              }}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Import({ owner, list, onClose }: Omit<Props, "isOpen">) {
  const send = useImportRules(owner);
  const undo = useImportRules(owner);
  const [file, setFile] = useState<(ReadFile & { name: string }) | null>(null);
  const [mode, setMode] = useState<"append" | "replace">("append");
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const take = async (picked: File | null) => {
    if (!picked) return;
    setFile(null);
    setProblem(null);
    const read = readRuleFile(picked.name, await picked.text().catch(() => ""));
    if ("problem" in read) setProblem(read.problem);
    else setFile({ ...read, name: picked.name });
  };
  const run = async (how: "append" | "replace", upon: Pick<RuleList, "draft_version">) => {
    if (!file) return;
    const { name: _, ...read } = file;
    setProblem(null);
    try {
      const imported = await send.mutateAsync({ ...read, mode: how, category_of: chosen, list: upon });
      setResult(imported);
      setChosen({});
      if (how === "append" || list.rules.length === 0) return;
      const before = list.rules.map(contentOf);
      notifyUndoable(`${countOf(before.length, "rule was", "rules were")} replaced`, () =>
        undo.mutate(
          { rules: before, mode: "replace", list: imported },
          failureNotice("The previous rules were not restored"),
        ),
      );
    } catch (error) {
      setProblem(importProblem(error));
    }
  };
  const failure = problem === null ? null : <Refusal>{problem}</Refusal>;
  if (result) {
    const count = Object.keys(chosen).length;
    return (
      <Stack>
        <Alert color="pine" icon={<IconCircleCheck size={18} />} title="Imported" role="status">
          {result.imported === 0
            ? "Nothing new: there is a rule for all of it already."
            : `${countOf(result.imported, "rule is", "rules are")} in the draft. Preview and apply them next.`}
          {result.skipped.length > 0
            ? ` ${countOf(result.skipped.length, "category was", "categories were")} left out.`
            : ""}
        </Alert>
        {failure}
        {result.skipped.length > 0 ? (
          <Skipped skipped={result.skipped} chosen={chosen} onChoose={setChosen} />
        ) : null}
        <Group justify="flex-end" gap="sm">
          {count > 0 ? (
            <Button variant="default" loading={send.isPending} onClick={() => void run("append", result)}>
              Import {countOf(count, "more category", "more categories")}
            </Button>
          ) : null}
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <Text size="sm">
        A file that was exported here, or the categories of ActivityWatch: there under Settings →
        Categorization → Export.
      </Text>
      <FileButton accept=".json,application/json" onChange={(picked) => void take(picked)}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            leftSection={<IconFileImport size={16} stroke={1.75} />}
            className={classes.file ?? ""}
          >
            {file?.name ?? "Choose a file"}
          </Button>
        )}
      </FileButton>
      {failure}
      {list.rules.length > 0 ? (
        <Radio.Group
          label={`There ${list.rules.length === 1 ? "is" : "are"} ${countOf(list.rules.length, "rule")} already`}
          value={mode}
          onChange={(value) => setMode(value === "replace" ? "replace" : "append")}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="append" label="Add after them" description="Existing rules stay as they are" />
            <Radio value="replace" label="Replace them" description="Those in force stay until you apply" />
          </Stack>
        </Radio.Group>
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={file === null} loading={send.isPending} onClick={() => void run(mode, list)}>
          Import
        </Button>
      </Group>
    </Stack>
  );
}

/** Imports rules from a file into the draft: choose a file, see the result. */
export default function ImportRulesDialog({ isOpen, onClose, ...rest }: Props) {
  return (
    <ModalDialog isOpen={isOpen} onClose={onClose} title="Import rules">
      {isOpen ? <Import {...rest} onClose={onClose} /> : null}
    </ModalDialog>
  );
}
