import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { getObject } from "@/lib/crm/objects/get-object";
import { recordList } from "@/lib/crm/records/list/list-records";
import { type Place, placeOf } from "@/lib/crm/records/list/rules";
import { listRecordRows } from "@/lib/crm/records/list/store";
import { db } from "@/lib/platform/database";
import { aCrm, type Crm } from "@/tests/support/crm-records";

type Person = { name: string; age: number | null; tags: string[]; born: string | null; vip: boolean | null };

/** Every record of the object `guest`, as it was sent. */
const GUESTS: Person[] = [
  { name: "Ärger", age: 7, tags: ["new"], born: "1999-12-31", vip: true },
  { name: "apfel", age: -2.5, tags: [], born: "2000-01-01", vip: false },
  { name: "Öl", age: 7, tags: ["new", "loud"], born: null, vip: null },
  { name: "zebra 100%", age: null, tags: ["loud"], born: "1970-01-01", vip: true },
  { name: "ofen_2", age: 1e9, tags: ["quiet"], born: "2024-02-29", vip: null },
  { name: "Ofen 2", age: 0, tags: [], born: null, vip: false },
  { name: "<b>=1+1</b>", age: null, tags: ["quiet", "new"], born: "1999-12-30", vip: null },
  { name: `${"long ".repeat(60)}a`, age: 12, tags: [], born: null, vip: true },
  { name: `${"long ".repeat(60)}b`, age: 12, tags: ["loud"], born: "2000-01-01", vip: false },
];

let crm: Crm;

beforeAll(async () => {
  crm = await aCrm();
  await crm.attribute("company", { name: "Unused", type: "text" });
  const options = ["new", "loud", "quiet"].map((value) => ({ value, label: value }));
  await crm.attribute("person", { name: "Age", type: "number" });
  await crm.attribute("person", { name: "Tags", type: "multi_select", options });
  await crm.attribute("person", { name: "Born", type: "date" });
  await crm.attribute("person", { name: "Vip", type: "checkbox" });
  for (const guest of GUESTS) await crm.make("person", guest);
  const gone = await crm.make("person", { name: "gone", age: 7, tags: ["new"] });
  await crm.remove("person", gone);
  await (await aCrm()).make("person", { name: "of another workspace" });
});

async function names(query: Record<string, string>): Promise<string[]> {
  const answer = await crm.list("person", query);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.map(({ title }: { title: string }) => title);
}

function filtered(filter: object, sort = "created_at"): Promise<string[]> {
  return names({ filter: JSON.stringify(filter), sort });
}

const where = (attribute: string, operator: string, value?: unknown) => ({ attribute, operator, value });

/** Names of the guests that pass, in the order in which they came. */
function guests(passes: (guest: Person) => boolean): string[] {
  return GUESTS.filter(passes).map(({ name }) => name.trim().slice(0, 255));
}

describe("filters", () => {
  const lower = (guest: Person) => guest.name.toLowerCase();

  it.each<[object, (guest: Person) => boolean]>([
    [where("name", "eq", "OFEN 2"), (guest) => lower(guest) === "ofen 2"],
    [where("name", "neq", "öl"), (guest) => lower(guest) !== "öl"],
    [where("name", "eq", "\u0301"), () => false],
    [where("name", "contains", "%"), (guest) => guest.name.includes("%")],
    [where("name", "contains", "_"), (guest) => guest.name.includes("_")],
    [where("name", "contains", "OFEN"), (guest) => lower(guest).includes("ofen")],
    [where("name", "contains", "arg"), (guest) => guest.name === "Ärger"],
    [where("name", "starts_with", "Of"), (guest) => lower(guest).startsWith("of")],
    [where("name", "starts_with", "long long"), (guest) => guest.name.startsWith("long")],
    [where("name", "eq", `${"long ".repeat(60)}a`), (guest) => guest.name.endsWith("long a")],
    [where("name", "in", ["öl", "APFEL"]), (guest) => ["öl", "apfel"].includes(lower(guest))],
    [where("name", "not_in", ["öl", "APFEL"]), (guest) => !["öl", "apfel"].includes(lower(guest))],
    [where("tags", "not_in", ["new", "loud"]), (guest) => !guest.tags.some((tag) => tag !== "quiet")],
    [where("age", "not_in", [7, 12]), (guest) => guest.age !== 7 && guest.age !== 12],
    [where("age", "eq", 7), (guest) => guest.age === 7],
    [where("age", "neq", 7), (guest) => guest.age !== 7],
    [where("age", "gt", 0), (guest) => guest.age !== null && guest.age > 0],
    [where("age", "gte", 0), (guest) => guest.age !== null && guest.age >= 0],
    [where("age", "lt", 0), (guest) => guest.age !== null && guest.age < 0],
    [where("age", "lte", -2.5), (guest) => guest.age !== null && guest.age <= -2.5],
    [where("age", "in", [0, 1e9]), (guest) => guest.age === 0 || guest.age === 1e9],
    [where("age", "is_empty"), (guest) => guest.age === null],
    [where("age", "is_not_empty"), (guest) => guest.age !== null],
    [where("born", "lt", "2000-01-01"), (guest) => guest.born !== null && guest.born < "2000-01-01"],
    [where("born", "gte", "2000-01-01"), (guest) => guest.born !== null && guest.born >= "2000-01-01"],
    [where("vip", "eq", true), (guest) => guest.vip === true],
    [where("vip", "neq", true), (guest) => guest.vip !== true],
    [where("tags", "contains", "new"), (guest) => guest.tags.includes("new")],
    [where("tags", "in", ["loud", "quiet"]), (guest) => guest.tags.some((tag) => tag !== "new")],
    [where("tags", "is_empty"), (guest) => guest.tags.length === 0],
    [where("created_at", "gt", "2020-01-01T00:00:00Z"), () => true],
    [where("updated_at", "lt", "2020-01-01T00:00:00Z"), () => false],
    [
      { or: [where("age", "lt", 0), { and: [where("vip", "eq", true), where("tags", "contains", "loud")] }] },
      (guest) => (guest.age ?? 0) < 0 || (guest.vip === true && guest.tags.includes("loud")),
    ],
  ])("%j finds exactly the records that match", async (filter, passes) => {
    expect(await filtered(filter)).toEqual(guests(passes));
  });

  it.each([
    ["not JSON", "{", 400],
    ["no such attribute", JSON.stringify(where("salary", "eq", 1)), 400],
    ["an operator of another type", JSON.stringify(where("age", "contains", 1)), 400],
    ["an operand of another type", JSON.stringify(where("age", "eq", "7")), 400],
    ["no operand", JSON.stringify(where("age", "eq")), 400],
    ["a list for one value", JSON.stringify(where("age", "eq", [7])), 400],
    ["an unknown operator", JSON.stringify(where("age", "like", 7)), 400],
    ["an empty group", '{"and":[]}', 400],
    ["a group that is and and or", '{"and":[],"or":[]}', 400],
    ["21 conditions", JSON.stringify({ and: Array.from({ length: 21 }, () => where("age", "eq", 1)) }), 400],
    ["NUL", JSON.stringify(where("name", "eq", "a\u0000")), 400],
    ["half a surrogate pair", JSON.stringify(where("name", "eq", "a\ud800")), 400],
    ["SQL", JSON.stringify(where("name'; DROP TABLE crm_record; --", "eq", 1)), 400],
    ["an attribute of every object in JavaScript", JSON.stringify(where("constructor", "eq", 1)), 400],
  ])("answer %s with a clear error", async (_, filter, status) => {
    const answer = await crm.list("person", { filter });
    expect(answer.status).toBe(status);
    expect(answer.json.detail).toMatch(/filter/);
  });

  it.each([
    [{ column: "age", operator: "eq", value: 1 }, "filter.attribute "],
    [{ attribute: "age", op: "eq", value: 1 }, "filter.operator "],
    [where("age", "like", 7), "filter.operator "],
    [7, "filter "],
  ])("say of %j which field is wrong", async (filter, place) => {
    const answer = await crm.list("person", { filter: JSON.stringify(filter) });
    expect(answer.json.detail).toMatch(new RegExp(`^The filter is not valid: ${place}`));
    expect(`${answer.json.issues[0].path} `).toBe(place);
  });

  it("say of a condition without a value that it wants one", async () => {
    const answer = await crm.list("person", { filter: '{"attribute":"name","operator":"eq"}' });
    expect(answer.json.detail).toBe("The filter is not valid: One value is wanted");
  });

  it("say why a part of a text can't be looked for, and not that it is no phone number", async () => {
    const answer = await crm.list("person", { filter: JSON.stringify(where("name", "contains", "\u0301")) });
    expect(answer.json.detail).toBe("The filter is not valid: Holds nothing but accents");
  });

  it("treat quotes and backslashes literally", async () => {
    for (const value of ["' OR 1=1 --", "\\", '"', "%' ESCAPE '"]) {
      for (const operator of ["eq", "contains", "starts_with"]) {
        expect(await filtered(where("name", operator, value))).toEqual([]);
      }
    }
  });
});

describe("search", () => {
  it("finds a part of any text, ignoring case and accents, and % literally", async () => {
    expect(await names({ search: "ARG" })).toEqual(["Ärger"]);
    expect(await names({ search: "0%" })).toEqual(["zebra 100%"]);
    expect(await names({ search: "nobody" })).toEqual([]);
    expect(await names({ search: "gone" })).toEqual([]);
  });
});

describe("sort", () => {
  const known = (slug: "age" | "born") => GUESTS.filter((guest) => guest[slug] !== null).length;

  it("orders by any attribute in either direction, those without a value last", async () => {
    const ages = async (sort: string) => {
      const { json } = await crm.list("person", { sort });
      return json.map(({ values }: { values: { age: number | null } }) => values.age);
    };
    expect(await ages("age")).toEqual([-2.5, 0, 7, 7, 12, 12, 1e9, null, null]);
    expect(await ages("-age")).toEqual([1e9, 12, 12, 7, 7, 0, -2.5, null, null]);
    expect((await names({ sort: "name" })).slice(0, 3)).toEqual(["<b>=1+1</b>", "apfel", "Ärger"]);
    expect(await names({ sort: "tags" })).toHaveLength(GUESTS.length);
    expect((await names({ sort: "-created_at" }))[0]).toBe(guests(() => true).at(-1));
  });

  it("refuses an unknown attribute, and another list's cursor", async () => {
    expect((await crm.list("person", { sort: "salary" })).status).toBe(400);
    const { headers } = await crm.list("person", { sort: "age", limit: "1" });
    const link = new URL(/<([^>]+)>/.exec(headers.get("link") ?? "")?.[1] ?? "", "http://x");
    const cursor = link.searchParams.get("cursor") ?? "";
    expect((await crm.list("person", { sort: "age", cursor })).status).toBe(200);
    expect((await crm.list("person", { sort: "-age", cursor })).status).toBe(400);
    expect((await crm.list("person", { sort: "age", cursor: "nonsense" })).status).toBe(400);
  });

  it.each(["age", "-age", "born", "-tags", "name", "created_at", "-updated_at"])(
    "by %s pages through every record once, in the order of one long page",
    async (sort) => {
      expect(known("born")).toBeLessThan(GUESTS.length);
      const whole = await names({ sort });
      const paged: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const answer = await crm.list("person", { sort, limit: "2", ...(cursor ? { cursor } : {}) });
        paged.push(...answer.json.map(({ title }: { title: string }) => title));
        const link = /<([^>]+)>/.exec(answer.headers.get("link") ?? "")?.[1];
        cursor = link ? new URL(link, "http://x").searchParams.get("cursor") : null;
      }
      expect(paged).toEqual(whole);
    },
  );
});

describe("the three query plans of a list", () => {
  const condition = fc.constantFrom(
    where("age", "gte", 0),
    where("age", "neq", 7),
    where("name", "contains", "o"),
    where("name", "starts_with", "o"),
    where("tags", "contains", "new"),
    where("tags", "in", ["loud", "quiet"]),
    where("vip", "is_not_empty"),
    where("born", "is_empty"),
    where("born", "lt", "2000-01-01"),
  );
  const group = fc.oneof(
    condition,
    fc.array(condition, { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
    fc.array(condition, { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
  );
  const filter = fc.oneof(
    group,
    fc.array(group, { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
  );
  const sort = fc.constantFrom("age", "-age", "tags", "-name", "born", "created_at", "-updated_at");

  it("give the same pages for every filter, search and sort", async () => {
    const object = await getObject(db(), crm.workspaceId, "person", new Date());
    await fc.assert(
      fc.asyncProperty(filter, sort, fc.constantFrom(undefined, "o"), async (parts, order, search) => {
        const filters = { filter: JSON.stringify(parts), sort: order, search, deleted: false };
        // A group of groups may be nested deeper than filters go.
        fc.pre(!/\{"(?:and|or)":\[\{"and":\[\{"(?:and|or)"/.test(filters.filter));
        const list = recordList(object, filters);
        const pages = async (reaches: Parameters<typeof listRecordRows>[3]) => {
          const ids: string[] = [];
          let after: Place | null = null;
          for (;;) {
            const rows = await listRecordRows(list, 2, after, reaches);
            ids.push(...rows.map(({ id }) => id));
            const last = rows.at(-1);
            if (!last) return ids;
            after = placeOf(list.sort, last);
          }
        };
        const scanned = await pages({ few: 0, some: 0, scan: 1_000, indexScan: 0, collect: 0 });
        for (const other of [
          { few: 1_000, some: 1_000, scan: 0, indexScan: 0, collect: 0 },
          { few: 0, some: 0, scan: 0, indexScan: 0, collect: 1_000 },
          { few: 0, some: 0, scan: 0, indexScan: 1_000, collect: 1_000 },
          { few: 2, some: 4, scan: 3, indexScan: 3, collect: 1_000 },
        ]) {
          expect(await pages(other)).toEqual(scanned);
        }
        expect(new Set(scanned).size).toBe(scanned.length);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
