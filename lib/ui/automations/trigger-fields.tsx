import { Checkbox, NativeSelect } from "@mantine/core";
import {
  isAbout,
  isAboutRecord,
  isTrigger,
  PERMISSION_OF_TRIGGER,
  TRIGGER_TYPES,
  TRIGGERS,
} from "@/lib/crm/automations/catalog";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { TriggerDraft } from "@/lib/ui/automations/draft";
import type { CrmObject } from "@/lib/ui/crm/queries";
import { FormPicker } from "@/lib/ui/forms/form-picker";
import editor from "@/lib/ui/kit/editor/editor.module.css";
import classes from "./automations.module.css";

type Props = {
  trigger: TriggerDraft;
  onChange: (trigger: TriggerDraft) => void;
  objects: readonly CrmObject[];
  problemOf: (field: string) => string | undefined;
  isReadOnly: boolean;
};

/** The fields of an automation's trigger. */
export function TriggerFields({ trigger, onChange, objects, problemOf, isReadOnly }: Props) {
  const { can } = useWorkspace();
  const object = objects.find(({ slug }) => slug === trigger.object);
  const lacking = `You lack ${PERMISSION_OF_TRIGGER[trigger.type]}: choose another, or ask somebody who has it`;
  return (
    <>
      <div className={editor.pair}>
        <NativeSelect
          label="What happens"
          disabled={isReadOnly}
          data={TRIGGER_TYPES.map((value) => {
            const permission = PERMISSION_OF_TRIGGER[value];
            const reason = can(permission) ? "" : ` (needs ${permission})`;
            return {
              value,
              label: TRIGGERS[value].label + reason,
              disabled: reason !== "" && value !== trigger.type,
            };
          })}
          description={can(PERMISSION_OF_TRIGGER[trigger.type]) ? undefined : lacking}
          value={trigger.type}
          error={problemOf("type")}
          onChange={(event) => {
            const type = event.currentTarget.value;
            if (isTrigger(type)) onChange({ ...trigger, type });
          }}
        />
        {isAboutRecord(trigger.type) ? (
          <NativeSelect
            label="Object"
            disabled={isReadOnly}
            data={[
              ...(object || trigger.object === ""
                ? []
                : [{ value: trigger.object, label: `${trigger.object} (gone)` }]),
              ...objects.map(({ slug, plural_name }) => ({ value: slug, label: plural_name })),
            ]}
            value={trigger.object}
            error={problemOf("object")}
            onChange={(event) => onChange({ ...trigger, object: event.currentTarget.value, attributes: [] })}
          />
        ) : null}
        {isAbout(trigger.type, "form") ? (
          <FormPicker
            label="Form"
            placeholder="Any form"
            disabled={isReadOnly}
            value={trigger.formId}
            error={problemOf("form_id")}
            onChange={(formId) => onChange({ ...trigger, formId })}
          />
        ) : null}
      </div>
      {isAbout(trigger.type, "changed_record") && object ? (
        <Checkbox.Group
          label="Only when one of these has changed"
          description="None chosen means any change"
          value={trigger.attributes}
          error={problemOf("attributes")}
          onChange={(attributes) => onChange({ ...trigger, attributes })}
        >
          <div className={classes.people} style={{ gap: "0.5rem 1.25rem", marginTop: "0.5rem" }}>
            {object.attributes.map(({ slug, name }) => (
              <Checkbox key={slug} size="sm" value={slug} label={name} disabled={isReadOnly} />
            ))}
          </div>
        </Checkbox.Group>
      ) : null}
    </>
  );
}
