import { ActionIcon, Anchor, Input, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { NOTIFIED_MEMBERS_MAX } from "@/lib/crm/automations/limits";
import { NOTIFICATION_BODY_CHARS_MAX, NOTIFICATION_TITLE_CHARS_MAX } from "@/lib/notifications/limits";
import { useNames } from "@/lib/ui/api/member-names";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { type ActionDraft, requiredValues } from "@/lib/ui/automations/draft";
import { ValueFields } from "@/lib/ui/automations/value-fields";
import { DELETED_SEQUENCE } from "@/lib/ui/automations/words";
import type { CrmObject } from "@/lib/ui/crm/queries";
import { IconX } from "@/lib/ui/icons";
import editor from "@/lib/ui/kit/editor/editor.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { PersonPicker } from "@/lib/ui/kit/people/person-picker";
import type { PlaceholderGroup } from "@/lib/ui/requests/placeholders";
import { RequestFields } from "@/lib/ui/requests/request-fields";
import { TemplateInput } from "@/lib/ui/requests/template-input";
import type { Sequence } from "@/lib/ui/sequences/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./automations.module.css";

type Props = {
  action: ActionDraft;
  onChange: (action: ActionDraft) => void;
  /** The object whose records start it; undefined if a form does. */
  object: CrmObject | undefined;
  objects: readonly CrmObject[];
  sequences: readonly Sequence[];
  groups: readonly PlaceholderGroup[];
  problemOf: (field: string) => string | undefined;
  isReadOnly: boolean;
};

type NotifyProps = Props & { action: ActionDraft & { type: "notify" } };

function NotifyFields({ action, onChange, groups, problemOf, isReadOnly }: NotifyProps) {
  const { developer_ids: ids } = action;
  const nameOf = useNames(ids);
  // The names of people who were added just now.
  const [names, setNames] = useState<Record<string, string>>({});
  return (
    <>
      <Input.Wrapper label="People" labelElement="div" error={problemOf("developer_ids")}>
        {ids.length === 0 ? null : (
          <ul
            className={`${classes.people} ${editor.cards}`}
            style={{ display: "flex", marginBlock: "0.375rem" }}
          >
            {ids.map((developerId) => {
              const name = names[developerId] ?? nameOf(developerId);
              return (
                <li key={developerId} className={classes.person}>
                  {name}
                  {isReadOnly ? null : (
                    <ActionIcon
                      size="xs"
                      aria-label={`Don't notify ${name}`}
                      onClick={() =>
                        onChange({ ...action, developer_ids: ids.filter((each) => each !== developerId) })
                      }
                    >
                      <IconX size={12} stroke={2} />
                    </ActionIcon>
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {isReadOnly || ids.length >= NOTIFIED_MEMBERS_MAX ? null : (
          <PersonPicker
            // A new key empties the field for the next person.
            key={ids.length}
            aria-label="Person to notify"
            placeholder="Add somebody by name or email"
            value={null}
            except={new Set(ids)}
            onChange={(person) => {
              if (person === null) return;
              setNames({ ...names, [person.developer_id]: person.name });
              onChange({ ...action, developer_ids: [...ids, person.developer_id] });
            }}
          />
        )}
      </Input.Wrapper>
      <TemplateInput
        label="Title"
        placeholder="{{record.name}} is won"
        groups={groups}
        maxLength={NOTIFICATION_TITLE_CHARS_MAX}
        value={action.title}
        error={problemOf("title")}
        isReadOnly={isReadOnly}
        onChange={(title) => onChange({ ...action, title })}
      />
      <TemplateInput
        label="Text"
        groups={groups}
        maxLength={NOTIFICATION_BODY_CHARS_MAX}
        value={action.body}
        error={problemOf("body")}
        isLong
        isReadOnly={isReadOnly}
        onChange={(body) => onChange({ ...action, body })}
      />
    </>
  );
}

/** The form of one action. */
export function ActionFields(props: Props) {
  const { action, onChange, object, objects, sequences, groups, problemOf, isReadOnly } = props;
  const { slug } = useWorkspace();
  const values = { groups, problemOf, isReadOnly };
  switch (action.type) {
    case "create_record": {
      const made = objects.find((each) => each.slug === action.object);
      return (
        <>
          <NativeSelect
            label="Object"
            disabled={isReadOnly}
            data={objects.map((each) => ({ value: each.slug, label: each.plural_name }))}
            value={action.object}
            error={problemOf("object")}
            onChange={(event) => {
              const next = objects.find((each) => each.slug === event.currentTarget.value);
              onChange({ ...action, object: event.currentTarget.value, values: requiredValues(next) });
            }}
          />
          <ValueFields
            key={action.object}
            attributes={made?.attributes ?? []}
            values={action.values}
            onChange={(next) => onChange({ ...action, values: next })}
            isPartial={false}
            {...values}
          />
        </>
      );
    }
    case "update_record":
      return (
        <ValueFields
          attributes={object?.attributes ?? []}
          values={action.values}
          onChange={(next) => onChange({ ...action, values: next })}
          isPartial
          {...values}
        />
      );
    case "enroll_in_sequence":
    case "exit_sequence": {
      const fitting = sequences.filter((sequence) => object === undefined || sequence.object === object.slug);
      const chosen = sequences.find(({ id }) => id === action.sequence_id);
      const isElsewhere = action.sequence_id !== "" && (chosen === undefined || !fitting.includes(chosen));
      return (
        <NativeSelect
          label="Sequence"
          description={
            fitting.length === 0 ? (
              <>
                There is none for these records yet.{" "}
                <Anchor component={Link} href={workspacePath(slug, "crm/sequences/new")} inherit>
                  Make one
                </Anchor>
              </>
            ) : undefined
          }
          disabled={isReadOnly}
          data={[
            { value: "", label: "Choose…" },
            ...(isElsewhere
              ? [
                  {
                    value: action.sequence_id,
                    label: chosen === undefined ? DELETED_SEQUENCE : `${chosen.name}, for other records`,
                  },
                ]
              : []),
            ...fitting.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={action.sequence_id}
          error={problemOf("sequence_id")}
          onChange={(event) => onChange({ ...action, sequence_id: event.currentTarget.value })}
        />
      );
    }
    case "http_request":
      return (
        <RequestFields
          request={action}
          onChange={(change) => onChange({ ...action, ...change })}
          groups={groups}
          problemOf={problemOf}
          isReadOnly={isReadOnly}
        />
      );
    case "notify":
      return <NotifyFields {...props} action={action} />;
  }
}
