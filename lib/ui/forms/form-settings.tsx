import { NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { EMBED_ORIGINS_MAX, RESPONSES_LIMIT_MAX, THANK_YOU_CHARS_MAX } from "@/lib/forms/limits";
import type { FormDestination } from "@/lib/forms/schema";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { changedOf } from "@/lib/ui/api/rebased";
import { DestinationFields } from "@/lib/ui/forms/destination-fields";
import { EditedForm, type EditorProps, useFailure } from "@/lib/ui/forms/edited-form";
import { type Form, useFormLogo, useSetFormLogo, useUpdateForm } from "@/lib/ui/forms/queries";
import { useUnsavedEdits } from "@/lib/ui/forms/unsaved-edits";
import { Card } from "@/lib/ui/kit/cards/card";
import { CodeBlock } from "@/lib/ui/kit/copy/code-block";
import editorClasses from "@/lib/ui/kit/editor/editor.module.css";
import { EditorForm } from "@/lib/ui/kit/editor/editor-form";
import { issueWithin } from "@/lib/ui/kit/editor/items";
import { useDraft } from "@/lib/ui/kit/editor/use-draft";
import { LazyColor, LazyTags } from "@/lib/ui/kit/fields/lazy-fields";
import { LogoField } from "@/lib/ui/kit/fields/logo-field";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { fromField, toField } from "@/lib/ui/kit/time/moments";
import classes from "./forms.module.css";

type Draft = {
  after: "text" | "redirect";
  thankYou: string;
  redirectUrl: string;
  closesAt: string;
  responsesMax: string;
  destination: FormDestination | null;
  origins: string[];
  color: string;
  isIndexed: boolean;
  proofOfWork: boolean;
  sendsReceipt: boolean;
};

function draftOf(form: Form): Draft {
  return {
    after: form.redirect_url === null ? "text" : "redirect",
    thankYou: form.thank_you_text,
    redirectUrl: form.redirect_url ?? "",
    closesAt: toField(form.closes_at ?? ""),
    responsesMax: form.responses_max === null ? "" : String(form.responses_max),
    destination: form.destination,
    origins: form.embed_origins,
    color: form.color ?? "",
    isIndexed: form.is_indexed,
    proofOfWork: form.proof_of_work,
    sendsReceipt: form.sends_receipt,
  };
}

function bodyOf(draft: Draft) {
  return {
    thank_you_text: draft.thankYou,
    redirect_url: draft.after === "redirect" ? draft.redirectUrl.trim() : null,
    closes_at: fromField(draft.closesAt) || null,
    responses_max: draft.responsesMax === "" ? null : Number(draft.responsesMax),
    destination: draft.destination,
    embed_origins: draft.origins,
    color: draft.color.trim().toLowerCase() || null,
    is_indexed: draft.isIndexed,
    proof_of_work: draft.proofOfWork,
    sends_receipt: draft.sendsReceipt,
  };
}

/** The snippet that embeds the form in a site; its script creates the frame and adjusts its height. */
function snippetFor({ id, name, url }: Form): string {
  const title = name.replace(/[&"<>]/g, "");
  return `<script src="${new URL("/embed.js", url)}" data-form="${id}" data-title="${title}" async></script>`;
}

/** The logo, which is saved when it is chosen. */
function FormLogo({ form, isReadOnly }: { form: Form; isReadOnly: boolean }) {
  const logo = useFormLogo(form);
  const change = useSetFormLogo(form.id);
  return (
    <LogoField
      logo={logo}
      alt="The form's logo"
      isDisabled={isReadOnly || change.isPending}
      save={(next) => change.mutateAsync({ logo: next })}
    />
  );
}

function Settings({ form, isOutdated, onConflict, onSaved }: EditorProps) {
  const { can } = useWorkspace();
  const update = useUpdateForm(form.id);
  const isReadOnly = !can("can_manage_forms");
  const editor = useDraft(() => draftOf(form), isReadOnly);
  const { draft, setDraft, saved, issues } = editor;
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const save = () =>
    editor.save({
      send: async () => {
        const next = await update.mutateAsync({
          // An unchanged time keeps its seconds, which its field doesn't show, and permissions for the destination are
          // only checked where it changes.
          ...changedOf(bodyOf(draft), bodyOf(saved)),
          ...(isOutdated ? {} : { version: form.version }),
        });
        editor.keep(draftOf(next));
        onSaved(next);
      },
    });
  useUnsavedEdits(editor.isDirty, save);
  const failure = useFailure(editor, { isOutdated, onConflict });
  const hasEmail = form.fields.some(({ type, is_visible }) => type === "email" && is_visible);
  const elsewhere = issues.find(({ path }) => path.startsWith("destination"))?.message;
  return (
    <EditorForm
      editor={{ ...editor, failure }}
      onSubmit={save}
      submitLabel="Save"
      className={classes.settings}
    >
      <ReadOnlyNote permission="can_manage_forms">Changing a form</ReadOnlyNote>
      <Card id="after" title="After submitting">
        <div className={editorClasses.fields}>
          <NativeSelect
            label="Visitors see"
            disabled={isReadOnly}
            data={[
              { value: "text", label: "A thank-you message" },
              { value: "redirect", label: "Another page" },
            ]}
            value={draft.after}
            onChange={(event) =>
              set({ after: event.currentTarget.value === "redirect" ? "redirect" : "text" })
            }
          />
          {draft.after === "redirect" ? (
            <TextInput
              label="Address"
              placeholder="https://www.example.com/thanks"
              type="url"
              readOnly={isReadOnly}
              value={draft.redirectUrl}
              error={issueWithin(issues, "redirect_url")}
              onChange={(event) => set({ redirectUrl: event.currentTarget.value })}
            />
          ) : (
            <Textarea
              label="Thank-you"
              autosize
              minRows={2}
              maxLength={THANK_YOU_CHARS_MAX}
              readOnly={isReadOnly}
              value={draft.thankYou}
              error={issueWithin(issues, "thank_you_text")}
              onChange={(event) => set({ thankYou: event.currentTarget.value })}
            />
          )}
          <Switch
            label="Mail visitors a receipt"
            description={
              hasEmail
                ? "To the first email address that they enter. It confirms that their answers have arrived, and repeats nothing that they or you wrote."
                : "Needs an email field in the form."
            }
            disabled={isReadOnly || (!hasEmail && !draft.sendsReceipt)}
            checked={draft.sendsReceipt}
            onChange={(event) => set({ sendsReceipt: event.currentTarget.checked })}
          />
        </div>
      </Card>
      <Card id="look" title="Look">
        <div className={editorClasses.fields}>
          <FormLogo form={form} isReadOnly={isReadOnly} />
          <LazyColor
            label="Colour"
            description="Of buttons and links; leave it empty for the usual one"
            disabled={isReadOnly}
            defaultValue={draft.color}
            error={issueWithin(issues, "color")}
            onChange={(color) => set({ color })}
          />
        </div>
      </Card>
      <Card
        id="destination"
        title="Destination"
        note="Every answer is kept here too. Answers that a destination refuses are marked, and can be sent again."
      >
        <div className={editorClasses.fields}>
          <DestinationFields
            form={form}
            destination={draft.destination}
            isReadOnly={isReadOnly}
            onChange={(destination) => set({ destination })}
          />
          {elsewhere === undefined ? null : (
            <p className={editorClasses.problem} role="alert">
              {elsewhere}
            </p>
          )}
        </div>
      </Card>
      <Card id="limits" title="Limits" note="Visitors are told when a form is closed or full.">
        <div className={editorClasses.fields}>
          <div className={classes.pair}>
            <TextInput
              type="datetime-local"
              label="Closes at"
              readOnly={isReadOnly}
              value={draft.closesAt}
              error={issueWithin(issues, "closes_at")}
              onChange={(event) => set({ closesAt: event.currentTarget.value })}
            />
            <TextInput
              type="number"
              label="Maximum number of answers"
              description="Spam does not count"
              inputWrapperOrder={["label", "input", "description", "error"]}
              placeholder="No limit"
              min={1}
              max={RESPONSES_LIMIT_MAX}
              readOnly={isReadOnly}
              value={draft.responsesMax}
              error={issueWithin(issues, "responses_max")}
              onChange={(event) => set({ responsesMax: event.currentTarget.value })}
            />
          </div>
          <Switch
            label="Slow down spam with a small computation"
            description="Takes about a second in the background. Makes spam expensive; needs JavaScript."
            disabled={isReadOnly}
            checked={draft.proofOfWork}
            onChange={(event) => set({ proofOfWork: event.currentTarget.checked })}
          />
        </div>
      </Card>
      <Card id="share" title="Share and embed">
        <div className={editorClasses.fields}>
          <Switch
            label="Let search engines list the form"
            disabled={isReadOnly}
            checked={draft.isIndexed}
            onChange={(event) => set({ isIndexed: event.currentTarget.checked })}
          />
          <LazyTags
            label="Sites that may embed it"
            description="Origins, such as https://www.example.com. No other site can show the form in a frame."
            placeholder={draft.origins.length === 0 ? "https://www.example.com, then Enter" : ""}
            disabled={isReadOnly}
            maxTags={EMBED_ORIGINS_MAX}
            value={draft.origins}
            error={issueWithin(issues, "embed_origins")}
            onChange={(origins) => set({ origins })}
          />
          {form.embed_origins.length === 0 ? null : (
            <CodeBlock title="Embed code" text={snippetFor(form)} wraps />
          )}
        </div>
      </Card>
    </EditorForm>
  );
}

/** What happens to answers of the open form, and who may send them. */
export default function FormSettings() {
  return <EditedForm partOf={draftOf} Editor={Settings} />;
}
