import { Alert, SegmentedControl, Skeleton, TextInput } from "@mantine/core";
import { useState } from "react";
import { checkDefinition, pagesOf, publicFields, requiredFiles } from "@/lib/forms/definition/rules";
import {
  FIELDS_PER_FORM_MAX,
  FORM_DESCRIPTION_CHARS_MAX,
  FORM_NAME_CHARS_MAX,
  SUBMIT_LABEL_CHARS_MAX,
} from "@/lib/forms/limits";
import type { FieldType } from "@/lib/forms/schema";
import type { Issue } from "@/lib/ui/api/client";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { changedOf, rebased } from "@/lib/ui/api/rebased";
import {
  type BuilderDraft,
  builderDraft,
  builtBody,
  builtPart,
  copyOfField,
  type FieldDraft,
  fieldOf,
  newField,
  withField,
  withTheirs,
} from "@/lib/ui/forms/draft";
import { EditedForm, type EditorProps, useFailure } from "@/lib/ui/forms/edited-form";
import { FieldSettings, loadFieldLogic } from "@/lib/ui/forms/field-settings";
import { useFormLogo, useUpdateForm } from "@/lib/ui/forms/queries";
import { useUnsavedEdits } from "@/lib/ui/forms/unsaved-edits";
import { FIELD_KINDS } from "@/lib/ui/forms/words";
import { CardList } from "@/lib/ui/kit/editor/card-list";
import editorClasses from "@/lib/ui/kit/editor/editor.module.css";
import { EditorForm } from "@/lib/ui/kit/editor/editor-form";
import { issueWithin } from "@/lib/ui/kit/editor/items";
import { MarkdownField } from "@/lib/ui/kit/editor/markdown-field";
import { useDraft } from "@/lib/ui/kit/editor/use-draft";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { placeWords } from "@/lib/ui/public/form/names";
import classes from "./forms.module.css";

const FormPreview = lazyPart(() => import("@/lib/ui/forms/form-preview"), <Skeleton height={240} m="md" />);

const TYPES = Object.keys(FIELD_KINDS) as FieldType[];

function detailOf(field: FieldDraft): string {
  return [
    FIELD_KINDS[field.type].label,
    ...(field.required ? ["required"] : []),
    ...(field.show_if ? ["shown conditionally"] : []),
    ...(field.require_if ? ["required conditionally"] : []),
    ...(field.is_visible ? [] : ["not visible"]),
  ].join(" · ");
}

/** The server names a field by its position; this translates that to its key, which doesn't change. */
function keyed(issues: readonly Issue[], fields: readonly FieldDraft[]): Issue[] {
  return issues.map(({ path, message }) => {
    const [head, index, ...rest] = path.split(".");
    const key = head === "fields" && index !== undefined ? fields[Number(index)]?.key : undefined;
    return { path: key === undefined ? path : ["fields", key, ...rest].join("."), message };
  });
}

function problemsOf(draft: BuilderDraft): Issue[] {
  const nameless = draft.name.trim() === "" ? [{ path: "name", message: "Give it a name" }] : [];
  const unlabelled = draft.fields.flatMap(({ label }, index) =>
    label.trim() === "" ? [{ path: `fields.${index}.label`, message: "Enter the question" }] : [],
  );
  return [
    ...nameless,
    ...keyed([...unlabelled, ...checkDefinition(draft.fields.map(fieldOf))], draft.fields),
  ];
}

/** A note if a form asks for files but there is no storage. */
function StorageNote({ fields, isPublic }: { fields: readonly FieldDraft[]; isPublic: boolean }) {
  if (!fields.some(({ type, is_visible }) => type === "file" && is_visible)) return null;
  const isRequired = requiredFiles(fields.map(fieldOf)).length > 0;
  return (
    <Alert color="yellow" title="This service has no file storage, so nobody can add a file">
      {!isRequired
        ? "The form can be sent without one."
        : isPublic
          ? "Nobody can send this form as long as a file is required: make it optional."
          : "The form can't be published as long as a file is required: make it optional, or ask whoever runs the service to set up storage."}
    </Alert>
  );
}

function Builder({ form, isOutdated, onConflict, onSaved }: EditorProps) {
  const { can } = useWorkspace();
  const update = useUpdateForm(form.id);
  const logo = useFormLogo(form);
  const [view, setView] = useState("edit");
  const isReadOnly = !can("can_manage_forms");
  const editor = useDraft(() => builderDraft(form), isReadOnly);
  const { draft, setDraft, saved, issues, setIssues } = editor;
  const taken = draft.fields.map(({ name }) => name);
  const pages = pagesOf(publicFields(draft.fields.map(fieldOf)));

  const set = (part: Partial<BuilderDraft>) => {
    setDraft({ ...draft, ...part });
    setIssues(issues.filter(({ path }) => !(path in part)));
  };
  const save = () =>
    editor.save({
      problems: {
        issues: problemsOf(draft),
        sentence: "Something needs to be corrected. Check the marked fields.",
      },
      send: async () => {
        const changed = changedOf(builtBody(draft), builtBody(saved));
        const next = await update.mutateAsync({
          ...changed,
          // Changes that others made to other parts, such as publishing, are no conflict.
          ...(isOutdated ? {} : { version: form.version }),
        });
        const known = new Set(draft.fields.map(({ key }) => key));
        const settled = ({ fields, ...rest }: BuilderDraft): BuilderDraft => ({
          ...rest,
          fields: fields.map((field) => (known.has(field.key) ? { ...field, isNew: false } : field)),
        });
        const kept = isOutdated ? withTheirs(draft, changed, next) : draft;
        editor.keep(settled(kept), (now) => settled(rebased(now, draft, kept)));
        onSaved(next);
      },
      placed: (found) => keyed(found, draft.fields),
    });
  useUnsavedEdits(editor.isDirty, save);
  const failure = useFailure(editor, { isOutdated, onConflict });
  return (
    <>
      <ReadOnlyNote permission="can_manage_forms">Changing a form</ReadOnlyNote>
      <div className={classes.views}>
        <SegmentedControl
          fullWidth
          aria-label="What is shown"
          data={[
            { value: "edit", label: "Edit" },
            { value: "preview", label: "Preview" },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      <div className={classes.builder} data-view={view}>
        <EditorForm editor={{ ...editor, failure }} onSubmit={save} submitLabel="Save">
          <div className={classes.pair}>
            <TextInput
              label="Name"
              maxLength={FORM_NAME_CHARS_MAX}
              autoComplete="off"
              readOnly={isReadOnly}
              value={draft.name}
              error={issueWithin(issues, "name")}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <TextInput
              label="Button"
              maxLength={SUBMIT_LABEL_CHARS_MAX}
              readOnly={isReadOnly}
              value={draft.submitLabel}
              error={issueWithin(issues, "submit_label")}
              onChange={(event) => set({ submitLabel: event.currentTarget.value })}
            />
          </div>
          <MarkdownField
            label="Introduction"
            placeholder="Shown above the questions"
            minRows={2}
            charsMax={FORM_DESCRIPTION_CHARS_MAX}
            readOnly={isReadOnly}
            value={draft.description}
            error={issueWithin(issues, "description")}
            onChange={(description) => set({ description })}
          />
          {form.takes_files ? null : <StorageNote fields={draft.fields} isPublic={form.is_public} />}
          {draft.fields.length === 0 ? (
            <p className={editorClasses.note}>No questions yet: add the first one.</p>
          ) : null}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that a field is about to be opened */}
          <div className={editorClasses.fields} onPointerEnter={loadFieldLogic} onFocus={loadFieldLogic}>
            <CardList
              items={draft.fields}
              edit={(edit) => setDraft((now) => ({ ...now, fields: edit(now.fields) }))}
              noun="field"
              max={FIELDS_PER_FORM_MAX}
              isReadOnly={isReadOnly}
              kinds={TYPES.map((type) => ({
                ...FIELD_KINDS[type],
                refusal: null,
                make: () => newField(type, taken),
              }))}
              copy={(field) => copyOfField(field, taken)}
              lookOf={(field) => ({
                Icon: FIELD_KINDS[field.type].Icon,
                title: field.label === "" ? "Untitled" : field.label,
                detail: detailOf(field),
              })}
              headingOf={({ name }) => {
                const at = pages.length < 2 ? -1 : pages.findIndex(([first]) => first?.key === name);
                return at < 0 ? null : placeWords(at + 1, pages.length);
              }}
              hasProblem={({ key }) => issueWithin(issues, `fields.${key}`) !== undefined}
              renderFields={(field) => (
                <FieldSettings
                  field={field}
                  fields={draft.fields}
                  isReadOnly={isReadOnly}
                  problemOf={(path) => issueWithin(issues, `fields.${field.key}.${path}`)}
                  onChange={(next) => {
                    setDraft((now) => ({ ...now, fields: withField(now.fields, next) }));
                    setIssues((known) => known.filter(({ path }) => !path.startsWith(`fields.${next.key}.`)));
                  }}
                />
              )}
            />
          </div>
        </EditorForm>
        <aside className={classes.side} aria-label="Preview as a visitor">
          <div className={classes.sideHead}>
            <span>Preview</span>
            <span>Nothing is sent</span>
          </div>
          <FormPreview
            id={form.id}
            name={draft.name}
            description={draft.description}
            submitLabel={draft.submitLabel}
            color={form.color}
            logo={logo}
            fields={draft.fields.map(fieldOf)}
          />
        </aside>
      </div>
    </>
  );
}

/** Builds the open form: its questions in order, beside a preview. */
export default function FormBuilder() {
  return <EditedForm partOf={builtPart} Editor={Builder} />;
}
