import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { CHANGES_RECORDS, isAboutRecord, leavesRecord } from "@/lib/crm/automations/catalog";
import { ACTIONS_MAX, AUTOMATION_NAME_CHARS_MAX, TRIGGER_CONDITIONS_MAX } from "@/lib/crm/automations/limits";
import { traitsOf } from "@/lib/crm/values/catalog";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { changedOf } from "@/lib/ui/api/rebased";
import { ActionFields } from "@/lib/ui/automations/action-fields";
import {
  type ActionDraft,
  type AutomationDraft,
  automationBody,
  automationDraft,
  automationProblems,
  newAction,
  objectOf,
} from "@/lib/ui/automations/draft";
import { useIncoming } from "@/lib/ui/automations/incoming";
import { placeholdersFor } from "@/lib/ui/automations/placeholders";
import type { Automation } from "@/lib/ui/automations/queries";
import { TriggerFields } from "@/lib/ui/automations/trigger-fields";
import { ACTIONS, DELETED_SEQUENCE } from "@/lib/ui/automations/words";
import { renderPicked } from "@/lib/ui/crm/picked-value";
import type { CrmObject } from "@/lib/ui/crm/queries";
import {
  IconBell,
  IconDatabaseEdit,
  IconDatabasePlus,
  IconListCheck,
  IconLogout2,
  IconWorldShare,
} from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { CardList } from "@/lib/ui/kit/editor/card-list";
import classes from "@/lib/ui/kit/editor/editor.module.css";
import { EditorForm } from "@/lib/ui/kit/editor/editor-form";
import { issueWithin, keyedIssues } from "@/lib/ui/kit/editor/items";
import { useDraft } from "@/lib/ui/kit/editor/use-draft";
import { CONSOLE_INPUTS } from "@/lib/ui/kit/filters/condition-inputs";
import { countOf } from "@/lib/ui/kit/words/counts";
import { ConditionList } from "@/lib/ui/light-kit/conditions/condition-list";
import type { Subject } from "@/lib/ui/light-kit/conditions/draft";
import { valueSubject } from "@/lib/ui/light-kit/conditions/values";
import { copyOf } from "@/lib/ui/requests/draft";
import type { Sequence } from "@/lib/ui/sequences/queries";

type AutomationBody = ReturnType<typeof automationBody>;

const ICONS: Record<ActionDraft["type"], typeof IconBell> = {
  create_record: IconDatabasePlus,
  update_record: IconDatabaseEdit,
  enroll_in_sequence: IconListCheck,
  exit_sequence: IconLogout2,
  http_request: IconWorldShare,
  notify: IconBell,
};

const TYPES = Object.keys(ACTIONS) as ActionDraft["type"][];
const NEEDS_RECORD = new Set<ActionDraft["type"]>(["update_record", "enroll_in_sequence", "exit_sequence"]);

/** What conditions refer to if no record starts the automation: incoming fields have no types. */
const TYPED_FIELD: Subject = { slug: "", name: "", type: "text", operators: traitsOf("text").operators };

/** A few words about an action. */
function detailOf(
  action: ActionDraft,
  objects: readonly CrmObject[],
  sequences: readonly Sequence[],
): string {
  const list = (slugs: string[]) => (slugs.length === 0 ? "nothing chosen yet" : `sets ${slugs.join(", ")}`);
  switch (action.type) {
    case "create_record": {
      const object = objects.find(({ slug }) => slug === action.object);
      return `${object?.singular_name ?? action.object}: ${list(Object.keys(action.values))}`;
    }
    case "update_record":
      return list(Object.keys(action.values));
    case "enroll_in_sequence":
    case "exit_sequence":
      if (action.sequence_id === "") return "No sequence chosen yet";
      return sequences.find(({ id }) => id === action.sequence_id)?.name ?? DELETED_SEQUENCE;
    case "http_request":
      return action.url === "" ? "No address yet" : `${action.method} ${action.url}`;
    case "notify": {
      const count = action.developer_ids.length;
      return `${countOf(count, "person", "people")}${action.title === "" ? "" : `: ${action.title}`}`;
    }
  }
}

type Props = {
  automation?: Automation;
  objects: readonly CrmObject[];
  sequences: readonly Sequence[];
  isReadOnly: boolean;
  submitLabel: string;
  /** Saves it, and returns the saved version. What was not changed is not sent: others may have changed it. */
  onSubmit: (body: AutomationBody, changed: Partial<AutomationBody>) => Promise<Automation>;
  /** Further tools, such as a test; `isDirty` says whether there are unsaved changes. */
  renderTools?: (isDirty: boolean) => ReactNode;
};

/** Builds an automation: its trigger, its conditions, and its actions in order. */
export default function AutomationEditor(props: Props) {
  const { automation, objects, sequences, isReadOnly, submitLabel, onSubmit, renderTools } = props;
  const { can } = useWorkspace();
  const editor = useDraft(() => automationDraft(automation, objects), isReadOnly);
  const { draft, setDraft, issues, setIssues } = editor;
  const object = objectOf(draft.trigger, objects);
  const incoming = useIncoming(draft.trigger.type, draft.trigger.formId);
  const groups = placeholdersFor(draft.trigger, object, incoming);
  const hasRecord = leavesRecord(draft.trigger.type);

  /** Changes a part of the draft and clears the errors about it. */
  const set = (part: Partial<AutomationDraft>) => {
    setDraft({ ...draft, ...part });
    const changed = Object.keys(part);
    setIssues(issues.filter(({ path }) => !changed.includes(path.split(".")[0] ?? "")));
  };
  const editActions = (edit: (actions: ActionDraft[]) => ActionDraft[]) => {
    setDraft((now) => ({ ...now, actions: edit(now.actions) }));
    setIssues((known) => known.filter(({ path }) => path !== "actions"));
  };
  const forget = (key: string) =>
    setIssues((known) => known.filter(({ path }) => !path.startsWith(`actions.${key}.`)));

  const save = () =>
    editor.save({
      problems: {
        issues: automationProblems(draft),
        sentence: "Something is missing. Check the marked fields.",
      },
      send: async () => {
        const body = automationBody(draft, objects);
        const saved = await onSubmit(body, changedOf(body, automationBody(editor.saved, objects)));
        editor.keep(automationDraft(saved, objects));
      },
      placed: (found) => keyedIssues(found, "actions", draft.actions),
    });

  const refusalOf = (type: ActionDraft["type"]): string | null => {
    if (NEEDS_RECORD.has(type) && !hasRecord) return "There is no record left to work on";
    return CHANGES_RECORDS.has(type) && !can("can_edit_records") ? "Asks for can_edit_records" : null;
  };
  const actionsProblem = issues.find(({ path }) => path === "actions")?.message;
  return (
    <EditorForm
      editor={editor}
      onSubmit={save}
      submitLabel={submitLabel}
      isNew={automation === undefined}
      tools={renderTools?.(editor.isDirty)}
    >
      <TextInput
        label="Name"
        placeholder="Tell sales when a deal is won"
        maxLength={AUTOMATION_NAME_CHARS_MAX}
        autoComplete="off"
        readOnly={isReadOnly}
        value={draft.name}
        error={issueWithin(issues, "name")}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Card id="trigger" title="When">
        <div className={classes.fields}>
          <TriggerFields
            trigger={draft.trigger}
            objects={objects}
            problemOf={(field) => issueWithin(issues, `trigger.${field}`)}
            isReadOnly={isReadOnly}
            onChange={(trigger) => {
              const isSame =
                trigger.object === draft.trigger.object &&
                isAboutRecord(trigger.type) === isAboutRecord(draft.trigger.type);
              // Conditions on another object's attributes would be meaningless.
              set(isSame ? { trigger } : { trigger, conditions: { join: "and", parts: [] } });
            }}
          />
        </div>
      </Card>
      <Card
        id="conditions"
        title="Only if"
        note={
          isAboutRecord(draft.trigger.type)
            ? "Compared with the record's values right after the change."
            : "Compared with the incoming fields."
        }
      >
        <div className={classes.fields}>
          <ConditionList
            inputs={CONSOLE_INPUTS}
            noun={object ? "Attribute" : "Field"}
            subjects={
              object?.attributes.map((each) => valueSubject(each.slug, each)) ??
              incoming?.map(({ key, label }) => ({ ...TYPED_FIELD, slug: key, name: label })) ??
              []
            }
            typedSubject={object || incoming ? undefined : TYPED_FIELD}
            conditions={draft.conditions}
            emptyNote="No conditions: it always runs."
            max={TRIGGER_CONDITIONS_MAX}
            isReadOnly={isReadOnly}
            problemOf={(path) => issueWithin(issues, path === "" ? "conditions" : `conditions.${path}`)}
            renderValue={(value) => renderPicked(value, object?.attributes ?? [])}
            onChange={(conditions) => set({ conditions })}
          />
        </div>
      </Card>
      <Card id="actions" title="Then" note="Actions run in order. If one fails, those after it don't run.">
        <div className={classes.fields}>
          {draft.actions.length === 0 ? (
            <p className={classes.note}>No actions yet. Add the first one.</p>
          ) : null}
          <CardList
            items={draft.actions}
            edit={editActions}
            noun="action"
            max={ACTIONS_MAX}
            copy={copyOf}
            isReadOnly={isReadOnly}
            kinds={TYPES.map((type) => ({
              ...ACTIONS[type],
              Icon: ICONS[type],
              refusal: refusalOf(type),
              make: () => newAction(type, objects),
            }))}
            lookOf={(action) => ({
              Icon: ICONS[action.type],
              title: ACTIONS[action.type].label,
              detail: detailOf(action, objects, sequences),
            })}
            hasProblem={({ key }) => issueWithin(issues, `actions.${key}`) !== undefined}
            renderFields={(action, change) => {
              const problem = issueWithin(issues, `actions.${action.key}.type`);
              return (
                <>
                  {problem === undefined ? null : (
                    <p className={classes.problem} role="alert">
                      {problem}
                    </p>
                  )}
                  <ActionFields
                    action={action}
                    onChange={(next) => {
                      change(next);
                      forget(next.key);
                    }}
                    object={object}
                    objects={objects}
                    sequences={sequences}
                    groups={groups}
                    isReadOnly={isReadOnly}
                    problemOf={(field) => issueWithin(issues, `actions.${action.key}.${field}`)}
                  />
                </>
              );
            }}
          />
          {actionsProblem === undefined ? null : (
            <p className={classes.problem} role="alert">
              {actionsProblem}
            </p>
          )}
        </div>
      </Card>
    </EditorForm>
  );
}
