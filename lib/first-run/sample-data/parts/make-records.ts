import type { WorkspaceScope } from "@/lib/access/authorise";
import { checkValues } from "@/lib/crm/attributes/rules";
import { getLockedObject } from "@/lib/crm/objects/get-object";
import { findHolders } from "@/lib/crm/records/store";
import { uniqueKeys } from "@/lib/crm/records/value-keys";
import { addRecords } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { COMPANIES, DEALS, PEOPLE } from "@/lib/first-run/sample-data/catalog";
import { dayFrom } from "@/lib/first-run/sample-data/rules";
import type { Mark } from "@/lib/first-run/sample-data/store";
import type { Db } from "@/lib/platform/database";

/**
 * Adds records of an object, each with what the object's attributes take of it: a workspace may have archived some or
 * given others new options, and a value that only one record may have is left to the one that has it.
 * @returns their ids, in the given order
 */
async function add(
  tx: Db,
  scope: WorkspaceScope,
  objectSlug: string,
  given: readonly Record<string, unknown>[],
  now: Date,
): Promise<string[]> {
  const object = await getLockedObject(tx, scope.workspaceId, objectSlug, now);
  const values = given.map((each) => checkValues(object.attributes, each, "create").values);
  const keys = values.map((each) => uniqueKeys(object.attributes, each));
  const holders = await findHolders(tx, keys.flat());
  const isTaken = new Set(holders.map(({ attributeId, key }) => `${attributeId} ${key}`));
  const free = values.map((each, index) => {
    const taken = (keys[index] ?? []).filter(({ attributeId, key }) => isTaken.has(`${attributeId} ${key}`));
    const slugs = object.attributes.filter(({ id }) => taken.some(({ attributeId }) => attributeId === id));
    return { ...each, ...Object.fromEntries(slugs.map(({ slug }) => [slug, null])) };
  });
  const records = await addRecords(tx, { ...writerOf(scope), isQuiet: true }, object, free, now);
  return records.map(({ id }) => id);
}

/** Companies, their people, and deals in several stages. */
export async function makeRecords(tx: Db, scope: WorkspaceScope, now: Date): Promise<Mark[]> {
  const owner = scope.actor.developerId;
  const companies = await add(
    tx,
    scope,
    "company",
    COMPANIES.map(({ key: _, ...company }) => ({ ...company, website: `https://${company.domain}`, owner })),
    now,
  );
  const companyOf = new Map(COMPANIES.map(({ key }, index) => [key as string, companies[index]]));
  const domainOf = new Map(COMPANIES.map(({ key, domain }) => [key as string, domain]));
  const people = await add(
    tx,
    scope,
    "person",
    PEOPLE.map(({ name, mailbox, job, at }) => ({
      name,
      email: `${mailbox}@${domainOf.get(at)}`,
      job_title: job,
      company: companyOf.get(at),
      owner,
    })),
    now,
  );
  const personOf = new Map(PEOPLE.map(({ key }, index) => [key as string, people[index]]));
  const deals = await add(
    tx,
    scope,
    "deal",
    DEALS.map(({ closesIn, at, with: contact, ...deal }) => ({
      ...deal,
      close_date: dayFrom(now, closesIn),
      company: companyOf.get(at),
      contact: personOf.get(contact),
      owner,
    })),
    now,
  );
  return [...companies, ...people, ...deals].map((id) => ({ kind: "record", id }));
}
