import type { Value } from "@/lib/crm/attributes/schema";
import { traitsOf } from "@/lib/crm/values/catalog";
import { type TimelineEntry, useTimeline } from "@/lib/ui/crm/about-record-queries";
import { useOpenObject } from "@/lib/ui/crm/crm-frame";
import {
  type Attribute,
  type CrmRecord,
  useAttributes,
  useMemberName,
  useRecordTitle,
} from "@/lib/ui/crm/queries";
import { ValueView } from "@/lib/ui/crm/value-view";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import shared from "./crm.module.css";
import classes from "./record.module.css";

const DONE: Record<TimelineEntry["type"], string> = {
  created: "created it",
  updated: "changed it",
  deleted: "deleted it",
  restored: "restored it",
};

function actorOf({ actor_kind, actor_name }: TimelineEntry): string {
  switch (actor_kind) {
    case "developer":
      return actor_name ?? "Somebody who left";
    case "automation":
      return "An automation";
    case "import":
      return actor_name === null ? "An import" : `${actor_name}, by import,`;
    case "form":
      return "A form";
    case "service":
      return "The service";
  }
}

type NameProps = { object: string; id: string };

function RecordName({ object, id }: NameProps) {
  return useRecordTitle(object, id) ?? "another record";
}

function MemberName({ id }: Pick<NameProps, "id">) {
  return useMemberName(id) ?? "a member";
}

type ValueProps = { attribute: Attribute | undefined; value: Value; labels: CrmRecord["labels"] };

/** A value as text, with the name of what it refers to even if the record no longer does. */
export function ValueWords({ attribute, value, labels }: ValueProps) {
  if (value === null || value === "") return <span className={classes.none}>nothing</span>;
  if (attribute === undefined) return String(value);
  // Only `labels` has the name of what a record once referred to.
  if (typeof value === "string" && labels[value] === undefined) {
    const { refersTo } = traitsOf(attribute.type);
    if (refersTo === "record") return <RecordName object={attribute.reference_object ?? ""} id={value} />;
    if (refersTo === "member") return <MemberName id={value} />;
  }
  return <ValueView attribute={attribute} value={value} labels={labels} isPlain />;
}

type EntryProps = { entry: TimelineEntry; record: CrmRecord; attributes: readonly Attribute[] };

function Entry({ entry, record, attributes }: EntryProps) {
  const isCreation = entry.type === "created";
  return (
    <li className={classes.entry}>
      <p>
        <strong>{actorOf(entry)}</strong> {DONE[entry.type]} <RelativeTime at={entry.created_at} />
      </p>
      {entry.changes.length === 0 ? null : (
        <ul className={classes.changes}>
          {entry.changes.map((change) => {
            const attribute = attributes.find(({ slug }) => slug === change.field);
            return (
              <li key={change.field} className={classes.change}>
                {attribute?.name ?? change.field}:{" "}
                {isCreation ? null : (
                  <>
                    <del data-empty={change.old === null || change.old === "" || undefined}>
                      <ValueWords attribute={attribute} value={change.old} labels={record.labels} />
                    </del>
                    {" → "}
                  </>
                )}
                <ins>
                  <ValueWords attribute={attribute} value={change.new} labels={record.labels} />
                </ins>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

/** A record's history: who changed what, when, from what to what. */
export function RecordTimeline({ record }: { record: CrmRecord }) {
  const object = useOpenObject();
  const timeline = useTimeline(record.object, record.id);
  // Includes archived attributes, because the history may mention them.
  const attributes = useAttributes(record.object);
  return (
    <Rows
      list={timeline}
      what="timeline"
      expected={3}
      empty={<p className={shared.small}>Nothing has happened yet.</p>}
      renderAll={(entries) => (
        <ol className={classes.timeline} aria-label="Timeline, newest first">
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              record={record}
              attributes={attributes.data ?? object.attributes}
            />
          ))}
        </ol>
      )}
    />
  );
}
