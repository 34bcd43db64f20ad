import { ActionIcon, Spoiler } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useOpenObject } from "@/lib/ui/crm/crm-frame";
import type { Attribute, CrmRecord } from "@/lib/ui/crm/queries";
import { ValueEditor, valueFieldAhead } from "@/lib/ui/crm/value-editor";
import { ValueView } from "@/lib/ui/crm/value-view";
import { IconPencil } from "@/lib/ui/icons";
import { TYPES } from "@/lib/ui/values/catalog";
import classes from "./record.module.css";

/** Texts from here on are cut, so that one of them does not hide all others. */
const LONG_CHARS = 600;
/** Ten lines. */
const LONG_PX = 232;

type Shown = { record: CrmRecord; attribute: Attribute };

function ShownValue({ record, attribute }: Shown) {
  const value = record.values[attribute.slug] ?? null;
  if (value === null || value === "") return <span className={classes.none}>—</span>;
  const view = <ValueView attribute={attribute} value={value} labels={record.labels} />;
  if (typeof value !== "string" || value.length < LONG_CHARS) return view;
  return (
    <Spoiler maxHeight={LONG_PX} showLabel="Show all" hideLabel="Show less">
      {view}
    </Spoiler>
  );
}

function Field({ record, attribute, isEditable }: Shown & { isEditable: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Returns the focus to where it came from.
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const { Icon } = TYPES[attribute.type];
  return (
    <div className={classes.field}>
      <dt title={attribute.description || undefined}>
        <Icon size={15} stroke={1.75} className={classes.fieldIcon ?? ""} aria-hidden="true" />
        {attribute.name}
      </dt>
      <dd>
        {isEditing ? (
          <ValueEditor record={record} attribute={attribute} onClose={() => setIsEditing(false)} />
        ) : (
          <>
            <div className={classes.shown}>
              <ShownValue record={record} attribute={attribute} />
            </div>
            {isEditable ? (
              <ActionIcon
                ref={pencil}
                className={classes.edit ?? ""}
                aria-label={`Change ${attribute.name}`}
                onPointerEnter={valueFieldAhead}
                onFocus={valueFieldAhead}
                onClick={() => setIsEditing(true)}
              >
                <IconPencil size={15} stroke={1.75} />
              </ActionIcon>
            ) : null}
          </>
        )}
      </dd>
    </div>
  );
}

/** A record's values, each edited in place. Errors from the server are shown at the fields. */
export function RecordValues({ record, isEditable }: { record: CrmRecord; isEditable: boolean }) {
  const { attributes } = useOpenObject();
  return (
    <dl className={classes.values}>
      {attributes.map((attribute) => (
        <Field key={attribute.slug} record={record} attribute={attribute} isEditable={isEditable} />
      ))}
    </dl>
  );
}
