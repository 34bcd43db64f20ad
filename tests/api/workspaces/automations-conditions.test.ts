import { expect, it } from "vitest";
import { meets } from "@/lib/crm/automations/rules";
import type { Filter } from "@/lib/crm/records/schema";
import { aCrm } from "@/tests/support/crm-records";

const DEALS = [
  { name: "Éclair", stage: "won", amount: 10, close_date: "2026-01-31" },
  { name: "eclair", stage: "lost", amount: -3.5 },
  { name: "ÉCLAIR GmbH", amount: 0, close_date: "2025-12-01" },
  { name: "100% Tea_", stage: "lead", amount: 1e9, description: "x" },
  { name: "茶 🍵", stage: "won", close_date: "2026-02-01", description: "Éclair" },
];

const one = (attribute: string, operator: string, value?: unknown) =>
  ({ attribute, operator, ...(value === undefined ? {} : { value }) }) as Filter;

const FILTERS: Filter[] = [
  one("name", "eq", "éclair"),
  one("name", "eq", "eclair"),
  one("name", "eq", "E\u0301CLAIR"),
  one("name", "neq", "ECLAIR"),
  one("name", "contains", "clair g"),
  one("name", "contains", "%"),
  one("name", "starts_with", "ecl"),
  one("name", "starts_with", "🍵"),
  one("name", "in", ["茶 🍵", "nobody"]),
  one("stage", "eq", "won"),
  one("stage", "neq", "won"),
  one("stage", "in", ["lead", "lost"]),
  one("stage", "is_empty"),
  one("description", "is_not_empty"),
  one("amount", "eq", 0),
  one("amount", "gt", 0),
  one("amount", "gte", -3.5),
  one("amount", "lt", 10),
  one("amount", "lte", 10),
  one("amount", "neq", 10),
  one("close_date", "lt", "2026-01-31"),
  one("close_date", "gte", "2026-01-31"),
  { and: [one("stage", "eq", "won"), one("amount", "gt", 1)] } as Filter,
  {
    or: [one("name", "contains", "tea"), { and: [one("stage", "is_empty"), one("amount", "lt", 1)] }],
  } as Filter,
];

const PEOPLE = [
  { name: "Ada", phone: "+1 (555) 0100" },
  { name: "Bea", phone: "15550100" },
  { name: "Cem", phone: "0049 555-01" },
  { name: "Dee" },
];

const PHONE_FILTERS: Filter[] = [
  one("phone", "eq", "+15550100"),
  one("phone", "neq", "+1 555-0100"),
  one("phone", "in", ["+1 5550100", "004955501"]),
  one("phone", "contains", "55-01"),
  one("phone", "starts_with", "+1 5"),
  one("phone", "is_empty"),
];

it("phone numbers meet conditions by their digits, as in lists", async () => {
  const crm = await aCrm();
  for (const person of PEOPLE) await crm.make("person", person);
  for (const filter of PHONE_FILTERS) {
    const listed = await crm.list("person", { filter: JSON.stringify(filter) });
    expect([filter, listed.status]).toEqual([filter, 200]);
    const shown = listed.json.map(({ values }: { values: { name: string } }) => values.name).sort();
    const met = PEOPLE.filter((each) => meets(filter, each, { phones: new Set(["phone"]) })).map(
      ({ name }) => name,
    );
    expect([filter, met.sort()]).toEqual([filter, shown]);
  }
});

it("conditions match exactly the records that a list with the same filter shows", {
  timeout: 90_000,
}, async () => {
  const crm = await aCrm();
  for (const deal of DEALS) await crm.make("deal", deal);
  for (const filter of FILTERS) {
    const listed = await crm.list("deal", { filter: JSON.stringify(filter) });
    expect([filter, listed.status]).toEqual([filter, 200]);
    const shown = listed.json.map(({ values }: { values: { name: string } }) => values.name).sort();
    const met = DEALS.filter((deal) => meets(filter, deal)).map(({ name }) => name);
    expect([filter, met.sort()]).toEqual([filter, shown]);
  }
});
