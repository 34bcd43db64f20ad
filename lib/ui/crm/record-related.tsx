import { ActionIcon, Anchor } from "@mantine/core";
import { useState } from "react";
import { traitsOf } from "@/lib/crm/values/catalog";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { objectPath } from "@/lib/ui/crm/crm-frame";
import { useRelated } from "@/lib/ui/crm/note-queries";
import { type CrmObject, type CrmRecord, useObjects, useRecords } from "@/lib/ui/crm/queries";
import { ValueView } from "@/lib/ui/crm/value-view";
import { inSentence, titleAttribute, titleOf } from "@/lib/ui/crm/wording";
import { IconPlus } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { numberText } from "@/lib/ui/kit/words/counts";
import shared from "./crm.module.css";
import classes from "./record.module.css";

const RecordDialog = lazyDialog(() => import("@/lib/ui/crm/record-form"));

const SHOWN = "5";

type Kind = NonNullable<ReturnType<typeof useRelated>["data"]>[number];

/** The first detail that a record has to show beside its name: a state, a sum or an address. */
function detailsOf(object: CrmObject, by: string) {
  const title = titleAttribute(object);
  const others = object.attributes.filter((each) => each !== title && each.slug !== by);
  return others.filter(({ type }) => traitsOf(type).refersTo === null).slice(0, 4);
}

function RelatedRow({ record, object, by }: { record: CrmRecord; object: CrmObject; by: string }) {
  const { slug } = useWorkspace();
  const details = detailsOf(object, by).filter((each) => {
    const value = record.values[each.slug];
    return (
      value !== null && value !== undefined && value !== "" && (!Array.isArray(value) || value.length > 0)
    );
  });
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={objectPath(slug, record.object, record.id)} className={page.link}>
            {titleOf(record)}
          </Link>
        </p>
        {details.length > 0 ? (
          <p className={`${rows.detail} ${classes.relatedDetail}`}>
            {details.slice(0, 2).map((attribute) => (
              <span key={attribute.slug}>
                <ValueView
                  attribute={attribute}
                  value={record.values[attribute.slug] ?? null}
                  labels={record.labels}
                  isPlain
                />
              </span>
            ))}
          </p>
        ) : null}
      </div>
    </li>
  );
}

type Props = { record: CrmRecord; kind: Kind; object: CrmObject; isNamed: boolean; isEditable: boolean };

/** The records of one object that refer to this record by one attribute, the last changed first. */
function RelatedCard({ record, kind, object, isNamed, isEditable }: Props) {
  const { slug } = useWorkspace();
  const [isAdding, setIsAdding] = useState(false);
  const condition = { attribute: kind.attribute, operator: "eq", value: record.id };
  const filter = JSON.stringify(condition);
  const list = useRecords(object.slug, { filter, sort: "-updated_at", limit: SHOWN });
  const count = `${numberText(kind.count)}${kind.is_capped ? "+" : ""}`;
  const all = `${objectPath(slug, object.slug)}?filter=${encodeURIComponent(filter)}`;
  return (
    <Card
      id={`related-${object.slug}-${kind.attribute}`}
      title={`${kind.plural_name} · ${count}`}
      note={isNamed ? `by ${kind.attribute_name}` : undefined}
      action={
        isEditable ? (
          <ActionIcon
            aria-label={`Add a ${inSentence(kind.singular_name)}`}
            onClick={() => setIsAdding(true)}
          >
            <IconPlus size={17} stroke={1.75} />
          </ActionIcon>
        ) : null
      }
    >
      <Rows
        list={{ ...list, hasNextPage: false }}
        what={inSentence(kind.plural_name)}
        label={kind.plural_name}
        empty={<p className={shared.small}>No {inSentence(kind.plural_name)} yet.</p>}
        renderRow={(item) => <RelatedRow key={item.id} record={item} object={object} by={kind.attribute} />}
      />
      {kind.count > Number(SHOWN) ? (
        <Anchor component={Link} href={all} size="sm" display="inline-block" mt="sm">
          Show all {count}
        </Anchor>
      ) : null}
      <RecordDialog
        object={object}
        given={{ [kind.attribute]: record.id }}
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        onSaved={() => setIsAdding(false)}
      />
    </Card>
  );
}

/** The records that refer to a record, grouped by object: a company's people and deals. */
export function RecordRelated({ record, isEditable }: { record: CrmRecord; isEditable: boolean }) {
  const related = useRelated(record);
  const objects = useObjects();
  // Optional: if this can't be read, the rest is shown without it.
  const kinds = related.data ?? [];
  return kinds.map((kind) => {
    const object = objects.data?.find(({ slug }) => slug === kind.object);
    const isNamed = kinds.filter((each) => each.object === kind.object).length > 1;
    return object ? (
      <RelatedCard
        key={`${kind.object}.${kind.attribute}`}
        {...{ record, kind, object, isNamed, isEditable }}
      />
    ) : null;
  });
}
