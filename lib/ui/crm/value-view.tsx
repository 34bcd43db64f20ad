import { Anchor, Group } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import type { Value } from "@/lib/crm/attributes/schema";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { Attribute } from "@/lib/ui/crm/queries";
import { IconCheck, IconX } from "@/lib/ui/icons";
import { Link } from "@/lib/ui/kit/pages/link";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { isEmpty, linkText, lookOf, shownText, type View } from "@/lib/ui/values/catalog";
import classes from "./values.module.css";

type Shape = Pick<Attribute, "name" | "type" | "options" | "currency_code" | "reference_object">;

function OptionTag({ attribute, value }: { attribute: Shape; value: string }) {
  const option = attribute.options.find((each) => each.value === value);
  return (
    <span className={classes.option}>
      <span
        className={classes.optionDot}
        style={{ background: `var(--mantine-color-${option?.color ?? "gray"}-6)` }}
      />
      {option?.label ?? value}
    </span>
  );
}

function RecordLink({ object, id, children }: { object: string; id: string; children: ReactNode }) {
  const { slug } = useWorkspace();
  return (
    <Anchor component={Link} href={workspacePath(slug, `crm/${object}/${id}`)} inherit>
      {children}
    </Anchor>
  );
}

type Props = {
  attribute: Shape;
  value: Value;
  labels: Readonly<Record<string, string>>;
  /** Text only, for use inside a button. */
  isPlain?: boolean;
};

function Text({ attribute, value, labels }: Props) {
  const locale = readerLocale();
  return shownText(attribute, value, { numbers: locale, days: locale, labels });
}

function Options({ attribute, value }: Props) {
  if (!Array.isArray(value)) return <OptionTag attribute={attribute} value={String(value)} />;
  return (
    <span className={classes.options}>
      {value.map((each) => (
        <OptionTag key={each} attribute={attribute} value={each} />
      ))}
    </span>
  );
}

function Check(props: Props) {
  const Icon = props.value ? IconCheck : IconX;
  return (
    <span className={classes.check} data-on={props.value || undefined}>
      <Icon size={15} stroke={2} aria-hidden="true" />
      <Text {...props} />
    </span>
  );
}

function Member({ value, labels }: Props) {
  const name = labels[String(value)] ?? "Somebody who left";
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex" miw={0} maw="100%">
      <PersonAvatar name={name} size={20} />
      <span className={classes.cut}>{name}</span>
    </Group>
  );
}

function RecordName({ attribute: { reference_object }, value, labels, isPlain = false }: Props) {
  const id = String(value);
  const name = labels[id];
  if (name === undefined) return "A deleted record";
  if (isPlain || reference_object === null) return name;
  return (
    <RecordLink object={reference_object} id={id}>
      {name}
    </RecordLink>
  );
}

function AddressLink(props: Props) {
  const text = String(props.value);
  const href = props.isPlain ? null : lookOf(props.attribute.type).linkOf(text);
  if (href === null) return <Text {...props} />;
  const isWeb = /^https?:/i.test(href);
  return (
    <Anchor href={href} {...(isWeb ? { target: "_blank", rel: "noopener noreferrer nofollow" } : {})} inherit>
      {linkText(text)}
    </Anchor>
  );
}

const VIEWS: Record<View, ComponentType<Props>> = {
  text: Text,
  number: (props) => (
    <span className={classes.number}>
      <Text {...props} />
    </span>
  ),
  check: Check,
  options: Options,
  link: AddressLink,
  record: RecordName,
  member: Member,
};

/** A value in readable form: names instead of ids, money with its currency, clickable addresses. */
export function ValueView(props: Props) {
  const Shown = VIEWS[lookOf(props.attribute.type).view];
  return isEmpty(props.value) ? null : <Shown {...props} />;
}
