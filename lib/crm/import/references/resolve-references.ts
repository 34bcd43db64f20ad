import { z } from "zod";
import type { FileRow } from "@/lib/crm/import/read-file";
import { findMembersNamed, findRecordsByKey, type NamedMember } from "@/lib/crm/import/references/store";
import type { AttributeRow, ObjectRow } from "@/lib/crm/objects/store";
import { findObject } from "@/lib/crm/objects/store";
import { findHolders } from "@/lib/crm/records/store";
import { keyOf } from "@/lib/crm/records/value-keys";
import { traitsOf } from "@/lib/crm/values/catalog";
import type { Db } from "@/lib/platform/database";
import { nameKey } from "@/lib/platform/name-key";

/** What a text refers to: an id, or why it can't be resolved. */
type Referred = { id: string } | { fault: string };

/**
 * What the texts of a column refer to. Ids are kept as they are; whether they exist is checked with all other values.
 */
export type Referrals = ReadonlyMap<string, Referred>;

const isId = (text: string) => z.uuid().safeParse(text).success;

/** The ways to name a record, for error messages: `Domain, Email or id`. */
function waysToName(object: ObjectRow): string {
  const names = object.attributes.filter(({ isUnique }) => isUnique).map(({ name }) => name);
  return [...names, "id"].join(" or ");
}

async function referrals(
  tx: Db,
  workspaceId: string,
  objectSlug: string,
  texts: readonly string[],
): Promise<Map<string, Referred>> {
  const object = await findObject(tx, workspaceId, objectSlug);
  if (object === null) return new Map();
  const noun = object.singularName.toLowerCase();
  const uniques = object.attributes.filter(({ isUnique, type }) => isUnique && traitsOf(type).isSearched);
  const naming = object.attributes.find(({ type }) => traitsOf(type).isSearched);
  const keysOf = ({ id, type }: AttributeRow, text: string) =>
    traitsOf(type)
      .spellings(text)
      .map((each) => ({ attributeId: id, key: keyOf(type, each) }));
  const holders = await findHolders(
    tx,
    texts.flatMap((text) => uniques.flatMap((attribute) => keysOf(attribute, text))),
  );
  const named = naming
    ? await findRecordsByKey(
        tx,
        naming.id,
        texts.map((text) => keyOf(naming.type, text)),
      )
    : [];
  return new Map(
    texts.map((text): [string, Referred] => {
      const keys = uniques.flatMap((attribute) => keysOf(attribute, text));
      const unique = holders.filter((holder) =>
        keys.some(({ attributeId, key }) => attributeId === holder.attributeId && key === holder.key),
      );
      const byName = naming ? named.filter(({ key }) => key === keyOf(naming.type, text)) : [];
      // A unique value is a better match than a name.
      const found = new Set((unique.length > 0 ? unique : byName).map(({ recordId }) => recordId));
      const [id, other] = found;
      if (id === undefined) return [text, { fault: `No ${noun} "${text}"` }];
      if (other === undefined) return [text, { id }];
      const many = object.pluralName.toLowerCase();
      return [text, { fault: `Several ${many} are called "${text}": name it by ${waysToName(object)}` }];
    }),
  );
}

function memberOf(text: string, members: readonly NamedMember[]): Referred {
  const wanted = nameKey(text);
  const byEmail = members.filter(({ email }) => nameKey(email) === wanted);
  const found = byEmail.length > 0 ? byEmail : members.filter(({ name }) => nameKey(name) === wanted);
  const [member, other] = found;
  if (member === undefined) return { fault: `No active member "${text}"` };
  if (other === undefined) return { id: member.id };
  return { fault: `Several members are called "${text}": name them by email address` };
}

/** Resolves each text of the reference and user columns, by attribute slug, in a few queries for all rows. */
export async function resolveReferences(
  tx: Db,
  workspaceId: string,
  columns: readonly { attribute: AttributeRow | null }[],
  rows: readonly FileRow[],
): Promise<Map<string, Referrals>> {
  const bySlug = new Map<string, Referrals>();
  for (const [index, { attribute }] of columns.entries()) {
    const refersTo = attribute && traitsOf(attribute.type).refersTo;
    if (!refersTo) continue;
    const texts = new Set(rows.map(({ cells }) => (cells[index] ?? "").trim()));
    const names = [...texts].filter((text) => text !== "" && !isId(text));
    if (names.length === 0) continue;
    if (refersTo === "record") {
      const { slug, referenceSlug } = attribute;
      bySlug.set(slug, await referrals(tx, workspaceId, referenceSlug ?? "", names));
    } else {
      const members = await findMembersNamed(tx, workspaceId, names);
      bySlug.set(attribute.slug, new Map(names.map((text) => [text, memberOf(text, members)])));
    }
  }
  return bySlug;
}
