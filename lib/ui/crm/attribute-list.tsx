"use client";

import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { traitsOf } from "@/lib/crm/values/catalog";
import { failureNotice, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import { ObjectDependents } from "@/lib/ui/crm/dependents";
import {
  type Attribute,
  type CrmObject,
  useAttributes,
  useDeleteObject,
  useObjects,
  useOrderAttributes,
  useUpdateAttribute,
} from "@/lib/ui/crm/queries";
import { inSentence, titleAttribute } from "@/lib/ui/crm/wording";
import { IconArchive, IconEdit, IconPlus, IconRestore } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { UpLink } from "@/lib/ui/kit/lists/list-page";
import { RowSkeletons } from "@/lib/ui/kit/lists/list-states";
import { MoveButtons } from "@/lib/ui/kit/lists/move-buttons";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { Tag } from "@/lib/ui/kit/status/tag";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { TYPES } from "@/lib/ui/values/catalog";
import classes from "./attributes.module.css";
import shared from "./crm.module.css";

const AttributeDialog = lazyDialog(() => import("@/lib/ui/crm/attribute-form"));
const ObjectDialog = lazyDialog(() => import("@/lib/ui/crm/object-form"));

function detailOf(
  { type, options, currency_code, reference_object }: Attribute,
  objects: readonly CrmObject[],
) {
  const { label } = TYPES[type];
  if (options.length > 0) return `${label} · ${options.map((option) => option.label).join(", ")}`;
  const { hasCurrency, refersTo } = traitsOf(type);
  if (hasCurrency) return `${label} · ${currency_code}`;
  if (refersTo === "record") {
    const target = objects.find(({ slug }) => slug === reference_object);
    return `${label} · ${target?.plural_name ?? reference_object}`;
  }
  return label;
}

type RowProps = {
  attribute: Attribute;
  isTitle: boolean;
  /** Moves it up or down; null if it can't move. */
  up: (() => void) | null;
  down: (() => void) | null;
  onEdit: () => void;
  onArchive: () => void;
  mayManage: boolean;
  detail: string;
};

function AttributeRow({ attribute, isTitle, up, down, onEdit, onArchive, mayManage, detail }: RowProps) {
  const { Icon } = TYPES[attribute.type];
  const { name } = attribute;
  return (
    <li className={classes.attribute}>
      <span className={rows.tile}>
        <Icon size={17} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>{name}</p>
        <p className={rows.detail}>
          {detail} · <code>{attribute.slug}</code>
        </p>
        {attribute.description === "" ? null : <p className={rows.detail}>{attribute.description}</p>}
      </div>
      <div className={classes.tags}>
        {isTitle ? <Tag tone="accent">Title</Tag> : null}
        {attribute.is_required ? <Tag>Required</Tag> : null}
        {attribute.is_unique ? <Tag>Unique</Tag> : null}
      </div>
      {mayManage ? (
        <Group gap={2} wrap="nowrap">
          <MoveButtons name={name} up={up} down={down} />
          <DotsMenu
            label={`Actions for ${name}`}
            entries={[
              { name: "Edit", Icon: IconEdit, onClick: onEdit },
              { name: "Archive", Icon: IconArchive, onClick: onArchive },
            ]}
          />
        </Group>
      ) : null}
    </li>
  );
}

function DeleteObject({ object }: { object: CrmObject }) {
  const { slug } = useWorkspace();
  const router = useRouter();
  const remove = useDeleteObject(object.slug);
  return (
    <ConfirmButton
      label="Delete object"
      look={{ variant: "default", c: "var(--mantine-color-error)" }}
      title={`Delete ${object.plural_name}?`}
      confirmLabel="Delete object"
      typed={object.slug}
      onConfirm={() => remove.mutateAsync()}
      onDone={() => router.push(objectPath(slug, "company"))}
    >
      This also deletes its attributes and views and can't be undone. An object can't be deleted while it has
      records or other objects refer to it.
      <ObjectDependents slug={object.slug} />
    </ConfirmButton>
  );
}

/** The attributes of an object. */
export function AttributeList() {
  const { slug, can } = useWorkspace();
  const object = useOpenObject();
  const objects = useObjects();
  const attributes = useAttributes(object.slug);
  const order = useOrderAttributes(object.slug);
  const update = useUpdateAttribute(object.slug);
  const [isRenaming, renaming] = useDisclosure();
  /** The attribute being edited; "new" for a new one. It stays while the dialog closes. */
  const [edited, setEdited] = useState<Attribute | "new">("new");
  const [isEditing, editing] = useDisclosure();
  const mayManage = can("can_manage_crm");
  const used = attributes.data?.filter(({ is_archived }) => !is_archived) ?? [];
  const archived = attributes.data?.filter(({ is_archived }) => is_archived) ?? [];
  const title = titleAttribute({ attributes: used });

  const move = (from: number, to: number) => {
    const slugs = used.map((attribute) => attribute.slug);
    const [moved] = slugs.splice(from, 1);
    if (moved === undefined) return;
    slugs.splice(to, 0, moved);
    order.mutate(slugs, failureNotice("The order was not changed"));
  };
  const setArchived = (attribute: Attribute, isArchived: boolean) =>
    update.mutateAsync({ slug: attribute.slug, is_archived: isArchived });
  const archive = async (attribute: Attribute) => {
    try {
      await setArchived(attribute, true);
      notifyUndoable(`${attribute.name} archived`, () =>
        setArchived(attribute, false).catch((error: unknown) =>
          notifyFailure(`${attribute.name} was not brought back`, error),
        ),
      );
    } catch (error) {
      notifyFailure(`${attribute.name} was not archived`, error);
    }
  };
  const edit = (attribute: Attribute | "new") => {
    setEdited(attribute);
    editing.open();
  };
  return (
    <>
      <Titled name="Attributes" />
      <UpLink href={objectPath(slug, object.slug)}>{object.plural_name}</UpLink>
      <PageHeader
        title={`Attributes of ${inSentence(object.plural_name)}`}
        description={
          <>
            The fields of each record. In the API this object is called <code>{object.slug}</code>.
          </>
        }
        actions={
          mayManage ? (
            <>
              <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => edit("new")}>
                New attribute
              </Button>
              <Button variant="default" onClick={renaming.open}>
                Rename object
              </Button>
              {object.is_system ? null : <DeleteObject object={object} />}
            </>
          ) : null
        }
      />
      <ReadOnlyNote permission="can_manage_crm">Changing attributes</ReadOnlyNote>
      <div className={shared.stack}>
        <Card id="used" title="In use" note="The first text attribute names the records.">
          <Loaded
            query={attributes}
            what="the attributes"
            skeleton={<RowSkeletons count={5} what="attributes" />}
          >
            {() => (
              <ul className={shared.list} aria-label="Attributes in use">
                {used.map((attribute, index) => (
                  <AttributeRow
                    key={attribute.slug}
                    attribute={attribute}
                    isTitle={attribute === title}
                    up={index === 0 ? null : () => move(index, index - 1)}
                    down={index === used.length - 1 ? null : () => move(index, index + 1)}
                    onEdit={() => edit(attribute)}
                    onArchive={() => void archive(attribute)}
                    mayManage={mayManage}
                    detail={detailOf(attribute, objects.data ?? [])}
                  />
                ))}
              </ul>
            )}
          </Loaded>
        </Card>
        {archived.length > 0 ? (
          <Card id="archived" title="Archived" note="Their values are kept, hidden, and come back with them.">
            <ul className={shared.list} aria-label="Archived attributes">
              {archived.map((attribute) => (
                <li key={attribute.slug} className={classes.attribute}>
                  <span className={rows.tile}>
                    <IconArchive size={17} stroke={1.75} aria-hidden="true" />
                  </span>
                  <div className={rows.main}>
                    <p className={rows.name}>{attribute.name}</p>
                    <p className={rows.detail}>{detailOf(attribute, objects.data ?? [])}</p>
                  </div>
                  {mayManage ? (
                    <Button
                      size="xs"
                      variant="default"
                      leftSection={<IconRestore size={14} stroke={1.75} />}
                      aria-label={`Bring ${attribute.name} back`}
                      onClick={() =>
                        setArchived(attribute, false).catch((error: unknown) =>
                          notifyFailure(`${attribute.name} was not brought back`, error),
                        )
                      }
                    >
                      Bring back
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          </Card>
        ) : null}
      </div>
      <AttributeDialog
        object={object}
        objects={objects.data ?? []}
        attribute={edited === "new" ? null : edited}
        isOpen={isEditing}
        onClose={editing.close}
      />
      <ObjectDialog object={object} isOpen={isRenaming} onClose={renaming.close} onSaved={() => {}} />
    </>
  );
}
