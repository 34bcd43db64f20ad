"use client";

import { Anchor, Group } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Value } from "@/lib/crm/attributes/schema";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { Attribute } from "@/lib/ui/crm/queries";
import { valueText } from "@/lib/ui/crm/wording";
import { Link } from "@/lib/ui/kit/link";
import { PersonAvatar } from "@/lib/ui/kit/person";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./crm.module.css";

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
  /** Only words: inside of what is a button itself. */
  isPlain?: boolean;
};

/** A value as its type is read: names instead of ids, money with its currency, addresses that open. */
export function ValueView({ attribute, value, labels, isPlain = false }: Props) {
  const { type, reference_object } = attribute;
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return null;
  if (Array.isArray(value)) {
    return (
      <span className={classes.options}>
        {value.map((each) => (
          <OptionTag key={each} attribute={attribute} value={each} />
        ))}
      </span>
    );
  }
  const text = valueText(attribute, value, labels);
  if (typeof value === "boolean") {
    const Icon = value ? IconCheck : IconX;
    return (
      <span className={classes.check} data-on={value || undefined}>
        <Icon size={15} stroke={2} aria-hidden="true" />
        {text}
      </span>
    );
  }
  if (typeof value === "number") return <span className={classes.number}>{text}</span>;
  if (type === "select") return <OptionTag attribute={attribute} value={value} />;
  if (type === "user") {
    const name = labels[value] ?? "Somebody who left";
    return (
      <Group gap={6} wrap="nowrap" component="span" display="inline-flex" miw={0} maw="100%">
        <PersonAvatar name={name} size={20} />
        <span className={classes.cut}>{name}</span>
      </Group>
    );
  }
  if (type === "reference") {
    const name = labels[value] ?? "A deleted record";
    return isPlain || reference_object === null || labels[value] === undefined ? (
      name
    ) : (
      <RecordLink object={reference_object} id={value}>
        {name}
      </RecordLink>
    );
  }
  if (isPlain) return text;
  if (type === "email") {
    return (
      <Anchor href={`mailto:${encodeURIComponent(value).replace("%40", "@")}`} inherit>
        {text}
      </Anchor>
    );
  }
  if (type === "phone") {
    return (
      <Anchor href={`tel:${value.replace(/[^+\d]/g, "")}`} inherit>
        {text}
      </Anchor>
    );
  }
  // The server takes no other schemes; what a page links to is checked where it is linked all the same.
  if (type === "url" && /^https?:\/\//i.test(value)) {
    return (
      <Anchor href={value} target="_blank" rel="noopener noreferrer nofollow" inherit>
        {text.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "")}
      </Anchor>
    );
  }
  return text;
}
