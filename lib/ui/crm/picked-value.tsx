import { Pill, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { traitsOf } from "@/lib/crm/values/catalog";
import { type Attribute, useMemberName, useRecordTitle } from "@/lib/ui/crm/queries";
import { RecordPicker } from "@/lib/ui/crm/record-picker";
import { titleOf } from "@/lib/ui/crm/wording";
import { RemovablePill } from "@/lib/ui/kit/filters/removable-pill";
import { PersonPicker } from "@/lib/ui/kit/people/person-picker";
import type { ValueProps } from "@/lib/ui/light-kit/conditions/condition-list";
import { takesList } from "@/lib/ui/light-kit/conditions/draft";
import { isPicked } from "@/lib/ui/light-kit/conditions/values";

type Props = ValueProps & { attribute: Attribute };
/** Whoever is looking, as the API calls them. */
export const ME = "me";

const isMember = ({ type }: Attribute) => traitsOf(type).refersTo === "member";

type NamedProps = Props & { id: string };

function Picker({ attribute, line, label, isReadOnly, onChange, name }: Props & { name: string | null }) {
  const [picked, setPicked] = useState(name);
  const { text } = line;
  const shown = picked ?? "…";
  const common = { "aria-label": label, disabled: isReadOnly };
  if (isMember(attribute)) {
    return (
      <PersonPicker
        {...common}
        placeholder="Find a member"
        value={text === "" ? null : { developer_id: text, name: shown }}
        onChange={(person) => {
          setPicked(person?.name ?? null);
          onChange(person?.developer_id ?? "");
        }}
      />
    );
  }
  return (
    <RecordPicker
      {...common}
      object={attribute.reference_object ?? ""}
      placeholder="Find a record"
      value={text === "" ? null : { id: text, title: shown }}
      onChange={(record) => {
        setPicked(record && titleOf(record));
        onChange(record?.id ?? "");
      }}
    />
  );
}

function NamedMember({ id, ...props }: NamedProps) {
  const name = useMemberName(id);
  // The search box begins with the name, so it is replaced once the name is known.
  return <Picker key={name} {...props} name={name} />;
}

function NamedRecord({ id, ...props }: NamedProps) {
  const title = useRecordTitle(props.attribute.reference_object ?? "", id);
  return <Picker key={title} {...props} name={title} />;
}

/** The member or record that a condition compares with, by name; looked up if only the id is known. */
function PickedValue(props: Props) {
  // The id at first; a value picked later comes with its name.
  const [id] = useState(props.line.text);
  if (id === "") return <Picker {...props} name={null} />;
  return isMember(props.attribute) ? <NamedMember {...props} id={id} /> : <NamedRecord {...props} id={id} />;
}

type ChosenProps = { id: string; isReadOnly: boolean; onRemove: () => void };

function Chosen({ name, isReadOnly, onRemove }: Omit<ChosenProps, "id"> & { name: string | null }) {
  return (
    <RemovablePill removeLabel={`Remove ${name ?? "it"}`} isReadOnly={isReadOnly} onRemove={onRemove}>
      {name ?? "…"}
    </RemovablePill>
  );
}

function ChosenMember({ id, ...props }: ChosenProps) {
  const name = useMemberName(id);
  return <Chosen {...props} name={name} />;
}

function ChosenRecord({ id, object, ...props }: ChosenProps & { object: string }) {
  const title = useRecordTitle(object, id);
  return <Chosen {...props} name={title} />;
}

/** The members or records that a condition compares with, by name, and a field that adds one. */
function PickedValues(props: Props) {
  const { attribute, line, label, isReadOnly, onListChange } = props;
  const object = attribute.reference_object ?? "";
  const add = (id: string) => {
    if (id !== "" && !line.list.includes(id)) onListChange([...line.list, id]);
  };
  return (
    <Stack gap={6}>
      {line.list.length > 0 ? (
        <Pill.Group aria-label={label}>
          {line.list.map((id) => {
            const chosen = {
              id,
              isReadOnly,
              onRemove: () => onListChange(line.list.filter((each) => each !== id)),
            };
            if (id === ME) return <Chosen key={id} {...chosen} name="Me" />;
            return isMember(attribute) ? (
              <ChosenMember key={id} {...chosen} />
            ) : (
              <ChosenRecord key={id} {...chosen} object={object} />
            );
          })}
        </Pill.Group>
      ) : null}
      {/* Empty again once somebody is chosen. */}
      <Picker
        key={line.list.length}
        {...props}
        line={{ ...line, text: "" }}
        label={line.list.length === 0 ? label : `Another ${label.toLowerCase()}`}
        name={null}
        onChange={add}
      />
    </Stack>
  );
}

/** The input for a condition on members or records; null for other conditions. */
export function renderPicked(props: ValueProps, attributes: readonly Attribute[]): ReactNode | null {
  const attribute = attributes.find(({ slug }) => slug === props.line.subject);
  if (!attribute || !isPicked(attribute.type)) return null;
  const Input = takesList(props.line.operator) ? PickedValues : PickedValue;
  return <Input {...props} attribute={attribute} />;
}
