import { type ReactNode, useState } from "react";
import { traitsOf } from "@/lib/crm/values/catalog";
import { type Attribute, useMemberName, useRecordTitle } from "@/lib/ui/crm/queries";
import { RecordPicker } from "@/lib/ui/crm/record-picker";
import { titleOf } from "@/lib/ui/crm/wording";
import { PersonPicker } from "@/lib/ui/kit/people/person-picker";
import type { ValueProps } from "@/lib/ui/light-kit/conditions/condition-list";
import { isPicked } from "@/lib/ui/light-kit/conditions/values";

type Props = ValueProps & { attribute: Attribute };
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

/** The input for a condition on members or records; null for other conditions. */
export function renderPicked(props: ValueProps, attributes: readonly Attribute[]): ReactNode | null {
  const attribute = attributes.find(({ slug }) => slug === props.line.subject);
  return attribute && isPicked(attribute.type) ? <PickedValue {...props} attribute={attribute} /> : null;
}
