import { ActionIcon, Checkbox, NativeSelect, Text } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { useNames } from "@/lib/ui/api/member-names";
import { hasPlaceholder, type ValuesDraft } from "@/lib/ui/automations/draft";
import { type Attribute, useRecordTitle } from "@/lib/ui/crm/queries";
import { RecordPicker, type Reference } from "@/lib/ui/crm/record-picker";
import { titleOf } from "@/lib/ui/crm/wording";
import { IconBraces, IconX } from "@/lib/ui/icons";
import editor from "@/lib/ui/kit/editor/editor.module.css";
import { PersonPicker } from "@/lib/ui/kit/people/person-picker";
import type { PlaceholderGroup } from "@/lib/ui/requests/placeholders";
import { TemplateInput } from "@/lib/ui/requests/template-input";
import { type Input, lookOf } from "@/lib/ui/values/catalog";
import classes from "./automations.module.css";

type FieldProps = {
  attribute: Attribute;
  value: unknown;
  onChange: (value: unknown) => void;
  groups: readonly PlaceholderGroup[];
  problem: string | undefined;
  isReadOnly: boolean;
};

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function Member({ attribute, value, onChange, problem, isReadOnly }: FieldProps) {
  const text = textOf(value);
  const nameOf = useNames(text === "" ? [] : [text]);
  return (
    <PersonPicker
      label={attribute.name}
      error={problem}
      disabled={isReadOnly}
      value={text === "" ? null : { developer_id: text, name: nameOf(text) }}
      onChange={(person) => onChange(person?.developer_id ?? "")}
    />
  );
}

function Referred({ attribute, value, onChange, problem, isReadOnly }: FieldProps) {
  const id = textOf(value);
  const object = attribute.reference_object ?? "";
  const title = useRecordTitle(object, id);
  // Its title comes with a record that is picked, and that of one chosen earlier is looked up.
  const [picked, setPicked] = useState<Reference | null>(null);
  const known = { id, title: title === null ? "A record" : titleOf({ title }) };
  return (
    <RecordPicker
      label={attribute.name}
      error={problem}
      disabled={isReadOnly}
      object={object}
      value={id === "" ? null : picked?.id === id ? picked : known}
      onChange={(record) => {
        setPicked(record);
        onChange(record?.id ?? "");
      }}
    />
  );
}

function Choices({ attribute, value, onChange, problem, isReadOnly }: FieldProps) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <Checkbox.Group label={attribute.name} error={problem} value={chosen} onChange={onChange}>
      <div className={classes.people} style={{ paddingBlock: "0.375rem", gap: "0.5rem 1rem" }}>
        {attribute.options.map((option) => (
          <Checkbox
            key={option.value}
            size="sm"
            disabled={isReadOnly}
            value={option.value}
            label={option.label}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function OneOf({
  attribute,
  value,
  onChange,
  problem,
  isReadOnly,
  data,
}: FieldProps & { data: readonly { value: string; label: string }[] }) {
  return (
    <NativeSelect
      label={attribute.name}
      error={problem}
      disabled={isReadOnly}
      data={[
        { value: "", label: "Choose…" },
        ...data.map(({ value: each, label }) => ({ value: each, label })),
      ]}
      value={typeof value === "boolean" ? String(value) : textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const YES_OR_NO = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** How a value is chosen: one of a few options, a person, a record; null for values that are typed. */
const CHOSEN: Record<Input, ComponentType<FieldProps> | null> = {
  long_text: null,
  line: null,
  number: null,
  day: null,
  check: (props) => <OneOf {...props} data={YES_OR_NO} />,
  choice: (props) => <OneOf {...props} data={props.attribute.options} />,
  choices: Choices,
  record: Referred,
  member: Member,
};

/** The value of one attribute: typed, chosen, or taken from elsewhere by a placeholder. */
function ValueField(props: FieldProps) {
  const { attribute, value, onChange, groups, problem, isReadOnly } = props;
  const [isTemplate, setIsTemplate] = useState(hasPlaceholder(value));
  const { input } = lookOf(attribute.type);
  const Chosen = CHOSEN[input];
  if (Chosen === null) {
    const isLong = input === "long_text" && typeof value === "string" && value.length > 60;
    return (
      <TemplateInput
        label={attribute.name}
        {...(input === "day" ? { placeholder: "2026-11-20" } : {})}
        groups={groups}
        value={value === null || value === undefined ? "" : String(value)}
        error={problem}
        isLong={isLong}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
    );
  }
  return (
    <div
      className={classes.value}
      style={{ gridTemplateColumns: isReadOnly ? "minmax(0, 1fr)" : "minmax(0, 1fr) auto" }}
    >
      {isTemplate ? (
        <TemplateInput
          label={attribute.name}
          placeholder="{{record.…}}"
          groups={groups}
          value={typeof value === "string" ? value : ""}
          error={problem}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      ) : (
        <Chosen {...props} />
      )}
      {isReadOnly ? null : (
        <ActionIcon
          variant={isTemplate ? "light" : "subtle"}
          color={isTemplate ? "pine" : "gray"}
          size="lg"
          aria-pressed={isTemplate}
          aria-label={`Take ${attribute.name} from a placeholder`}
          title="Take it from a placeholder"
          onClick={() => {
            setIsTemplate(!isTemplate);
            onChange("");
          }}
        >
          <IconBraces size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  );
}

type Props = {
  attributes: readonly Attribute[];
  values: ValuesDraft;
  onChange: (values: ValuesDraft) => void;
  groups: readonly PlaceholderGroup[];
  problemOf: (path: string) => string | undefined;
  /** Whether required values may be left out, as when a record is changed. */
  isPartial: boolean;
  isReadOnly: boolean;
};

/** The values that an action sets, attribute by attribute. */
export function ValueFields(props: Props) {
  const { attributes, values, onChange, groups, problemOf, isPartial, isReadOnly } = props;
  const slugs = Object.keys(values);
  const unused = attributes.filter(({ slug }) => !Object.hasOwn(values, slug));
  const hasOwnProblem = slugs.some((slug) => problemOf(`values.${slug}`));
  const without = (slug: string) =>
    Object.fromEntries(Object.entries(values).filter(([each]) => each !== slug));
  return (
    <>
      {slugs.map((slug) => {
        const attribute = attributes.find((each) => each.slug === slug);
        const mayGo = !isReadOnly && (isPartial || !attribute?.is_required);
        return (
          <div key={slug} className={classes.value} style={{ gridTemplateColumns: "minmax(0, 1fr) auto" }}>
            {attribute ? (
              <ValueField
                attribute={attribute}
                value={values[slug]}
                onChange={(value) => onChange({ ...values, [slug]: value })}
                groups={groups}
                problem={problemOf(`values.${slug}`)}
                isReadOnly={isReadOnly}
              />
            ) : (
              <Text size="sm" c="red">
                <code>{slug}</code> is no attribute of the object any more
              </Text>
            )}
            {mayGo ? (
              <ActionIcon
                size="lg"
                aria-label={`Leave ${attribute?.name ?? slug} alone`}
                onClick={() => onChange(without(slug))}
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            ) : null}
          </div>
        );
      })}
      {isReadOnly || unused.length === 0 ? null : (
        <NativeSelect
          aria-label="Set another value"
          w={220}
          value=""
          data={[
            { value: "", label: "Set another value…" },
            ...unused.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          onChange={(event) => onChange({ ...values, [event.currentTarget.value]: "" })}
        />
      )}
      {hasOwnProblem || problemOf("values") === undefined ? null : (
        <p className={editor.problem} role="alert">
          {problemOf("values")}
        </p>
      )}
    </>
  );
}
