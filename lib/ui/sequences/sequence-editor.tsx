import { NativeSelect, TextInput } from "@mantine/core";
import { SEQUENCE_NAME_CHARS_MAX, STEPS_MAX, WAIT_DAYS_MAX } from "@/lib/crm/sequences/limits";
import { TASK_TITLE_CHARS_MAX } from "@/lib/crm/tasks/limits";
import { useNames } from "@/lib/ui/api/member-names";
import { changedOf } from "@/lib/ui/api/rebased";
import type { CrmObject } from "@/lib/ui/crm/queries";
import type { IconBell } from "@/lib/ui/icons";
import { IconCheckbox, IconClockPause, IconWorldShare } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { CardList } from "@/lib/ui/kit/editor/card-list";
import classes from "@/lib/ui/kit/editor/editor.module.css";
import { EditorForm } from "@/lib/ui/kit/editor/editor-form";
import { issueWithin, keyedIssues } from "@/lib/ui/kit/editor/items";
import { useDraft } from "@/lib/ui/kit/editor/use-draft";
import { PersonPicker } from "@/lib/ui/kit/people/person-picker";
import { copyOf } from "@/lib/ui/requests/draft";
import { recordPlaceholders } from "@/lib/ui/requests/placeholders";
import { RequestFields } from "@/lib/ui/requests/request-fields";
import { TemplateInput } from "@/lib/ui/requests/template-input";
import {
  newStep,
  type SequenceDraft,
  type StepDraft,
  sequenceBody,
  sequenceDraft,
  sequenceProblems,
  UNITS,
} from "@/lib/ui/sequences/draft";
import type { Sequence } from "@/lib/ui/sequences/queries";
import { STEPS, stepWords } from "@/lib/ui/sequences/words";

const ICONS: Record<StepDraft["type"], typeof IconBell> = {
  wait: IconClockPause,
  task: IconCheckbox,
  http_request: IconWorldShare,
};
const TYPES = Object.keys(STEPS) as StepDraft["type"][];

type FieldsProps = {
  step: StepDraft;
  onChange: (step: StepDraft) => void;
  object: CrmObject | undefined;
  problemOf: (field: string) => string | undefined;
  isReadOnly: boolean;
};

function StepFields({ step, onChange, object, problemOf, isReadOnly }: FieldsProps) {
  const groups = recordPlaceholders(object);
  const assigneeId = step.type === "task" ? step.assignee_id : null;
  const nameOf = useNames(assigneeId === null ? [] : [assigneeId]);
  switch (step.type) {
    case "wait":
      return (
        <div className={classes.pair}>
          <TextInput
            label="How long"
            description={`At most ${WAIT_DAYS_MAX} days`}
            inputMode="numeric"
            autoComplete="off"
            readOnly={isReadOnly}
            value={step.amount}
            error={problemOf("amount")}
            onChange={(event) => onChange({ ...step, amount: event.currentTarget.value })}
          />
          <NativeSelect
            label="Unit"
            description="Counted from the end of the step before"
            disabled={isReadOnly}
            data={[...UNITS]}
            value={step.unit}
            onChange={(event) => {
              const unit = UNITS.find((each) => each === event.currentTarget.value);
              if (unit) onChange({ ...step, unit });
            }}
          />
        </div>
      );
    case "task":
      return (
        <>
          <TemplateInput
            label="Task title"
            placeholder="Call {{record.name}}"
            groups={groups}
            maxLength={TASK_TITLE_CHARS_MAX}
            value={step.title}
            error={problemOf("title")}
            isReadOnly={isReadOnly}
            onChange={(title) => onChange({ ...step, title })}
          />
          <PersonPicker
            label="Assignee"
            placeholder="Anyone"
            disabled={isReadOnly}
            error={problemOf("assignee_id")}
            value={assigneeId === null ? null : { developer_id: assigneeId, name: nameOf(assigneeId) }}
            onChange={(person) => onChange({ ...step, assignee_id: person?.developer_id ?? null })}
          />
        </>
      );
    case "http_request":
      return (
        <RequestFields
          request={step}
          onChange={(change) => onChange({ ...step, ...change })}
          groups={groups}
          problemOf={problemOf}
          isReadOnly={isReadOnly}
        />
      );
  }
}

type SequenceBody = ReturnType<typeof sequenceBody>;

type Props = {
  sequence?: Sequence;
  objects: readonly CrmObject[];
  isReadOnly: boolean;
  submitLabel: string;
  /** Saves it, and returns the saved version. What was not changed is not sent: others may have changed it. */
  onSubmit: (body: SequenceBody, changed: Partial<SequenceBody>) => Promise<Sequence>;
};

/** Builds a sequence: which records it is for, and its steps. */
export default function SequenceEditor({ sequence, objects, isReadOnly, submitLabel, onSubmit }: Props) {
  const editor = useDraft(() => sequenceDraft(sequence, objects[0]?.slug ?? ""), isReadOnly);
  const { draft, setDraft, issues, setIssues } = editor;
  const object = objects.find(({ slug }) => slug === draft.object);

  const set = (part: Partial<SequenceDraft>) => {
    setDraft({ ...draft, ...part });
    setIssues(issues.filter(({ path }) => !Object.keys(part).includes(path)));
  };
  const editSteps = (edit: (steps: StepDraft[]) => StepDraft[]) => {
    setDraft((now) => ({ ...now, steps: edit(now.steps) }));
    setIssues((known) => known.filter(({ path }) => path !== "steps"));
  };
  const forget = (key: string) =>
    setIssues((known) => known.filter(({ path }) => !path.startsWith(`steps.${key}.`)));

  const save = () =>
    editor.save({
      problems: {
        issues: sequenceProblems(draft),
        sentence: "Something is missing. Check the marked fields.",
      },
      send: async () => {
        const body = sequenceBody(draft);
        const saved = await onSubmit(body, changedOf(body, sequenceBody(editor.saved)));
        editor.keep(sequenceDraft(saved, saved.object));
      },
      placed: (found) => keyedIssues(found, "steps", draft.steps),
    });
  const stepsProblem = issues.find(({ path }) => path === "steps")?.message;
  return (
    <EditorForm editor={editor} onSubmit={save} submitLabel={submitLabel} isNew={sequence === undefined}>
      <div className={classes.pair}>
        <TextInput
          label="Name"
          placeholder="Welcome a new customer"
          maxLength={SEQUENCE_NAME_CHARS_MAX}
          autoComplete="off"
          readOnly={isReadOnly}
          value={draft.name}
          error={issueWithin(issues, "name")}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label="For records of"
          disabled={isReadOnly || sequence !== undefined}
          data={objects.map(({ slug, plural_name }) => ({ value: slug, label: plural_name }))}
          value={draft.object}
          error={issueWithin(issues, "object")}
          onChange={(event) => set({ object: event.currentTarget.value })}
        />
      </div>
      <Card
        id="steps"
        title="Steps"
        note={
          sequence && sequence.open_enrollments > 0
            ? "Records at a step that you remove continue with the next one. Waits in progress keep their length."
            : "One after the other, for each record at its own pace."
        }
      >
        <div className={classes.fields}>
          {draft.steps.length === 0 ? <p className={classes.note}>Nothing yet: add the first step.</p> : null}
          <CardList
            items={draft.steps}
            edit={editSteps}
            noun="step"
            max={STEPS_MAX}
            copy={copyOf}
            isReadOnly={isReadOnly}
            kinds={TYPES.map((type) => ({
              ...STEPS[type],
              Icon: ICONS[type],
              refusal: null,
              make: () => newStep(type),
            }))}
            lookOf={(step) => ({
              Icon: ICONS[step.type],
              title: STEPS[step.type].label,
              detail: stepWords(step.type === "wait" ? { ...step, amount: Number(step.amount) } : step),
            })}
            hasProblem={({ key }) => issueWithin(issues, `steps.${key}`) !== undefined}
            renderFields={(step, change) => (
              <StepFields
                step={step}
                onChange={(next) => {
                  change(next);
                  forget(next.key);
                }}
                object={object}
                isReadOnly={isReadOnly}
                problemOf={(field) => issueWithin(issues, `steps.${step.key}.${field}`)}
              />
            )}
          />
          {stepsProblem === undefined ? null : (
            <p className={classes.problem} role="alert">
              {stepsProblem}
            </p>
          )}
        </div>
      </Card>
    </EditorForm>
  );
}
