import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as note from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/notes/[note_id]/route";
import * as notes from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/notes/route";
import * as related from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/related/route";
import * as board from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/board/route";
import * as task from "@/app/api/v1/workspaces/[workspace_id]/crm/tasks/[task_id]/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/crm/tasks/route";
import { transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aCrm, type Crm, crmOf } from "@/tests/support/crm-records";
import { aMember, aMemberWith } from "@/tests/support/factories";
import { untilWaiting } from "@/tests/support/waiting";

const ORIGIN = "http://localhost";

const titlesOf = (answer: { status: number; json: { title: string }[]; text: string }) => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.map(({ title }) => title);
};

const filtered = async (crm: Crm, object: string, filter: object, query: Record<string, string> = {}) =>
  titlesOf(await crm.list(object, { filter: JSON.stringify(filter), sort: "created_at", ...query }));

const where = (attribute: string, operator: string, value?: unknown) => ({ attribute, operator, value });

describe("notes on a record", () => {
  const at = (crm: Crm, object: string, id: string) => ({ ...crm.at(object), record_id: id });
  const write = (crm: Crm, id: string, body: unknown, bearer = crm.bearer) =>
    call(notes.POST, "POST", { bearer, params: at(crm, "company", id), body: { body } });
  const read = (crm: Crm, id: string, query: Record<string, string> = {}) =>
    call(notes.GET, "GET", { bearer: crm.bearer, params: at(crm, "company", id), query });
  const edit = (crm: Crm, id: string, noteId: string, body: string, bearer = crm.bearer) =>
    call(note.PATCH, "PATCH", {
      bearer,
      params: { ...at(crm, "company", id), note_id: noteId },
      body: { body },
    });
  const remove = (crm: Crm, id: string, noteId: string, bearer = crm.bearer) =>
    call(note.DELETE, "DELETE", { bearer, params: { ...at(crm, "company", id), note_id: noteId } });

  it("are listed newest first, in pages, and can be edited only by their author", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "Acme" });
    const grace = await aMember(crm.workspaceId, "sales");
    expect((await read(crm, id)).json).toEqual([]);
    for (const body of ["One", "Two", "  Three\r\n**bold**  "]) await write(crm, id, body, grace.jwt);
    const first = await read(crm, id, { limit: "2" });
    expect(first.json.map(({ body }: { body: string }) => body)).toEqual(["Three\n**bold**", "Two"]);
    expect(first.json[0]).toMatchObject({
      author_id: grace.id,
      author: { name: grace.name },
      edited_at: null,
    });
    const next = new URL(/<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "", ORIGIN);
    const rest = await read(crm, id, { limit: "2", cursor: next.searchParams.get("cursor") ?? "" });
    expect(rest.json.map(({ body }: { body: string }) => body)).toEqual(["One"]);
    const noteId = rest.json[0].id;
    expect((await edit(crm, id, noteId, "Not mine")).status).toBe(403);
    const edited = await edit(crm, id, noteId, "Un", grace.jwt);
    expect([edited.json.body, edited.json.edited_at === null]).toEqual(["Un", false]);
  });

  it("can be deleted by their author, or by those who manage the CRM", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "Acme" });
    const [grace, alan] = [
      await aMember(crm.workspaceId, "sales"),
      await aMember(crm.workspaceId, "support"),
    ];
    const ids = [];
    for (const body of ["One", "Two"]) ids.push((await write(crm, id, body, grace.jwt)).json.id);
    const [one = "", two = ""] = ids;
    expect((await remove(crm, id, one, alan.jwt)).status).toBe(403);
    expect((await remove(crm, id, one, grace.jwt)).status).toBe(204);
    expect((await remove(crm, id, two)).status).toBe(204);
    expect((await remove(crm, id, two)).json.detail).toBe("Note not found");
  });

  it("are refused if they are empty, too long, or about no record", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "Acme" });
    for (const body of ["", " \n ", "x".repeat(20_001), null, 7]) {
      expect([(await write(crm, id, body)).status, body]).toEqual([422, body]);
    }
    expect((await write(crm, randomUUID(), "x")).json.detail).toBe("Record not found");
    const other = await crm.make("company", { name: "Other" });
    const { id: noteId } = (await write(crm, other, "x")).json;
    expect((await edit(crm, id, noteId, "y")).status).toBe(404);
    const reader = await aMemberWith(crm.workspaceId, ["can_view_crm"]);
    expect((await write(crm, id, "x", reader.jwt)).status).toBe(403);
  });

  it("stay with a deleted record, which accepts no more of them until it is restored", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "Acme" });
    const { id: noteId } = (await write(crm, id, "Kept")).json;
    await crm.remove("company", id);
    expect((await write(crm, id, "More")).status).toBe(409);
    expect((await remove(crm, id, noteId)).status).toBe(409);
    expect((await read(crm, id)).json).toHaveLength(1);
  });
});

describe("the records that refer to a record", () => {
  it("are counted by the referring attribute, including kinds with zero", async () => {
    const crm = await aCrm();
    const other = await aCrm();
    const acme = await crm.make("company", { name: "Acme" });
    const globex = await crm.make("company", { name: "Globex" });
    for (const name of ["Ann", "Bob"]) await crm.make("person", { name, company: acme });
    await crm.make("deal", { name: "Loom", company: globex });
    const gone = await crm.make("person", { name: "Gone", company: acme });
    await crm.remove("person", gone);
    await other.make("person", { name: "Elsewhere", company: await other.make("company", { name: "Acme" }) });
    const read = (id: string) =>
      call(related.GET, "GET", { bearer: crm.bearer, params: { ...crm.at("company"), record_id: id } });
    expect((await read(acme)).json).toEqual([
      {
        object: "person",
        singular_name: "Person",
        plural_name: "People",
        attribute: "company",
        attribute_name: "Company",
        count: 2,
        is_capped: false,
      },
      expect.objectContaining({ object: "deal", attribute: "company", count: 0 }),
    ]);
    expect(await filtered(crm, "person", where("company", "eq", acme))).toEqual(["Ann", "Bob"]);
    expect((await read(randomUUID())).status).toBe(404);
  });
});

describe("filters", () => {
  it("reach through one relation, and refuse unknown attributes", async () => {
    const crm = await aCrm();
    const acme = await crm.make("company", { name: "Acme", industry: "Looms", employees: 12 });
    const globex = await crm.make("company", { name: "Globex", employees: 300 });
    const gone = await crm.make("company", { name: "Acme too" });
    const of = { "At Acme": acme, "At Globex": globex, "At none": null, "At one that is gone": gone };
    for (const [name, company] of Object.entries(of)) {
      await crm.make("deal", { name, ...(company ? { company } : {}) });
    }
    await crm.remove("company", gone);
    const deals = (filter: object) => filtered(crm, "deal", filter);
    expect(await deals(where("company.name", "eq", "ACME"))).toEqual(["At Acme"]);
    expect(await deals(where("company.name", "contains", "glob"))).toEqual(["At Globex"]);
    expect(await deals(where("company.name", "in", ["acme", "Globex"]))).toEqual(["At Acme", "At Globex"]);
    expect(await deals(where("company.name", "neq", "acme"))).toEqual([
      "At Globex",
      "At none",
      "At one that is gone",
    ]);
    expect(await deals(where("company.employees", "gt", 100))).toEqual(["At Globex"]);
    expect(await deals(where("company.industry", "is_not_empty"))).toEqual(["At Acme"]);
    expect(await deals(where("company.industry", "is_empty"))).toEqual([
      "At Globex",
      "At none",
      "At one that is gone",
    ]);
    expect(await deals(where("company.created_at", "gte", "2020-01-01T00:00:00Z"))).toEqual([
      "At Acme",
      "At Globex",
    ]);
    const both = { and: [where("company.employees", "gte", 12), where("name", "contains", "acme")] };
    expect(await deals(both)).toEqual(["At Acme"]);
    for (const attribute of [
      "company.nothing",
      "name.name",
      "nobody.name",
      "company.owner.name",
      "company.",
    ]) {
      const answer = await crm.list("deal", { filter: JSON.stringify(where(attribute, "eq", "x")) });
      expect([attribute, answer.status, answer.json.issues?.[0].path]).toEqual([attribute, 400, "filter"]);
    }
  });

  it("know what none of some values, me and today are", async () => {
    const crm = await aCrm();
    const grace = await aMember(crm.workspaceId, "sales");
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await crm.make("deal", { name: "Won", stage: "won", owner: grace.id, close_date: day(-40) });
    await crm.make("deal", { name: "Lost", stage: "lost", close_date: day(0) });
    await crm.make("deal", { name: "Lead", stage: "lead", close_date: day(5) });
    await crm.make("deal", { name: "None" });
    const deals = (filter: object, query = {}) => filtered(crm, "deal", filter, query);
    expect(await deals(where("stage", "not_in", ["won", "lost"]))).toEqual(["Lead", "None"]);
    expect(await deals(where("name", "not_in", ["WON", "none"]))).toEqual(["Lost", "Lead"]);
    expect(await deals(where("owner", "eq", "me"))).toEqual([]);
    const asGrace = crmOf(grace.jwt, crm.workspaceId);
    expect(await filtered(asGrace, "deal", where("owner", "in", ["me"]))).toEqual(["Won"]);
    expect(await deals(where("close_date", "eq", "today"))).toEqual(["Lost"]);
    expect(await deals(where("close_date", "lt", "today-30"))).toEqual(["Won"]);
    const week = { and: [where("close_date", "gte", "today"), where("close_date", "lte", "today+7")] };
    expect(await deals(week)).toEqual(["Lost", "Lead"]);
    for (const query of [{ time_zone: "Mars/Olympus" }, { time_zone: "+02:00" }]) {
      expect((await crm.list("deal", query)).status).toBe(400);
    }
    for (const [attribute, value] of [
      ["close_date", "tomorrow"],
      ["close_date", "today+"],
      ["owner", "you"],
      ["name", 7],
    ]) {
      const filter = JSON.stringify(where(String(attribute), "eq", value));
      expect([value, (await crm.list("deal", { filter })).status]).toEqual([value, 400]);
    }
  });
});

describe("a board of records", () => {
  const read = (crm: Crm, query: Record<string, string>, object = "deal") =>
    call(board.GET, "GET", { bearer: crm.bearer, params: crm.at(object), query });

  it("has a column for each option with its count and sum", async () => {
    const crm = await aCrm();
    const acme = await crm.make("company", { name: "Acme" });
    await crm.make("deal", { name: "A", stage: "lead", amount: 0.1, company: acme });
    await crm.make("deal", { name: "B", stage: "lead", amount: 0.2 });
    await crm.make("deal", { name: "C", stage: "lead" });
    await crm.make("deal", { name: "D", stage: "won", amount: -5 });
    await crm.make("deal", { name: "E", amount: 7 });
    const gone = await crm.make("deal", { name: "Gone", stage: "won", amount: 100 });
    await crm.remove("deal", gone);
    type Column = { value: string | null; count: number; sum: number | null; records: { title: string }[] };
    const shown = (columns: Column[]) =>
      columns
        .filter(({ count }) => count > 0)
        .map(({ value, count, sum, records }) => [
          value,
          count,
          sum,
          records.map(({ title }) => title).sort(),
        ]);
    const whole = (await read(crm, { by: "stage", sum: "amount" })).json;
    expect(whole).toMatchObject({ by: "stage", sum: "amount", is_cut: false });
    expect(whole.columns.map(({ value }: Column) => value)).toEqual([
      "lead",
      "qualified",
      "proposal",
      "negotiation",
      "won",
      "lost",
      null,
    ]);
    expect(shown(whole.columns)).toEqual([
      ["lead", 3, 0.3, ["A", "B", "C"]],
      ["won", 1, -5, ["D"]],
      [null, 1, 7, ["E"]],
    ]);
    expect(whole.columns[1]).toMatchObject({
      label: "Qualified",
      color: "blue",
      count: 0,
      sum: 0,
      records: [],
    });
    const filter = JSON.stringify(where("company.name", "eq", "acme"));
    const some = (await read(crm, { by: "stage", filter })).json;
    expect(shown(some.columns)).toEqual([["lead", 1, null, ["A"]]]);
    expect(shown((await read(crm, { by: "stage", search: "d" })).json.columns)).toEqual([
      ["won", 1, null, ["D"]],
    ]);
  });

  it("shows the last changed of each column, but counts all", async () => {
    const crm = await aCrm();
    const ids = [];
    for (let n = 0; n < 27; n += 1) ids.push(await crm.make("deal", { name: `Deal ${n}`, stage: "lead" }));
    await crm.update("deal", ids[0] ?? "", { amount: 1 });
    const { columns } = (await read(crm, { by: "stage", sum: "amount" })).json;
    expect(columns[0]).toMatchObject({ count: 27, sum: 1 });
    expect(columns[0].records).toHaveLength(25);
    expect(columns[0].records[0].title).toBe("Deal 0");
  });

  it.each([
    [{ by: "name" }, "by"],
    [{ by: "nothing" }, "by"],
    [{ by: "stage", sum: "name" }, "sum"],
    [{ by: "stage", sum: "stage" }, "sum"],
    [{ by: "stage", filter: "{" }, undefined],
    [{}, "by"],
  ])("refuses an invalid column or sum (%#)", async (query, path) => {
    const answer = await read(await aCrm(), query as Record<string, string>);
    expect([answer.status, answer.json.issues?.[0]?.path]).toEqual([400, path]);
  });
});

describe("a task about a record", () => {
  it("that two people tick off at once is remembered as done by the first", async () => {
    const crm = await aCrm();
    const params = { workspace_id: crm.workspaceId };
    const [first, second] = [
      await aMember(crm.workspaceId, "admin"),
      await aMember(crm.workspaceId, "admin"),
    ];
    const body = { record_id: await crm.make("company", { name: "Acme" }), title: "Call" };
    const { id } = (await call(tasks.POST, "POST", { bearer: crm.bearer, params, body })).json;
    const { ticks } = await transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM crm_task WHERE id = ${id}::uuid FOR UPDATE`;
      const ticks = [];
      for (const { jwt } of [first, second]) {
        const at = { bearer: jwt, params: { ...params, task_id: id }, body: { is_done: true } };
        ticks.push(call(task.PATCH, "PATCH", at));
        await untilWaiting(ticks.length);
      }
      return { ticks };
    });
    const answers = await Promise.all(ticks);
    expect(answers.map(({ json }) => json.completed_by_id)).toEqual([first.id, first.id]);
  });
});

describe("the due date of a task about a record", () => {
  it("is stored, changed and removed, and sorts tasks", async () => {
    const crm = await aCrm();
    const recordId = await crm.make("company", { name: "Acme" });
    const params = { workspace_id: crm.workspaceId };
    const add = (title: string, due_on?: unknown) =>
      call(tasks.POST, "POST", { bearer: crm.bearer, params, body: { record_id: recordId, title, due_on } });
    const read = (query: Record<string, string>) =>
      call(tasks.GET, "GET", { bearer: crm.bearer, params, query });
    expect((await add("Never")).json.due_on).toBeNull();
    expect((await add("Late", "2026-12-02")).json.due_on).toBe("2026-12-02");
    for (const title of ["Soon", "Soon too"]) await add(title, "2026-12-01");
    await add("Never ever", null);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ sort: "due", limit: "2", ...(cursor ? { cursor } : {}) });
      pages.push(...titlesOf(page));
      const next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1];
      cursor = next ? (new URL(next, ORIGIN).searchParams.get("cursor") ?? undefined) : undefined;
    } while (cursor);
    expect(pages).toEqual(["Soon", "Soon too", "Late", "Never", "Never ever"]);
    expect(titlesOf(await read({}))).toEqual(["Never ever", "Soon too", "Soon", "Late", "Never"]);
    expect(titlesOf(await read({ due_before: "2026-12-02" })).sort()).toEqual(["Soon", "Soon too"]);
    const link = (await read({ limit: "1" })).headers.get("link") ?? "";
    const byAge = { limit: "1", cursor: /cursor=([^&>]+)/.exec(link)?.[1] ?? "" };
    expect((await read(byAge)).status).toBe(200);
    expect((await read({ ...byAge, sort: "due" })).status).toBe(400);
    const { id } = (await read({ sort: "due", limit: "1" })).json[0];
    const change = (body: object) =>
      call(task.PATCH, "PATCH", { bearer: crm.bearer, params: { ...params, task_id: id }, body });
    expect((await change({ is_done: true })).json).toMatchObject({ is_done: true, due_on: "2026-12-01" });
    expect((await change({ due_on: null })).json.due_on).toBeNull();
    expect((await add("Bad", "2026-13-01")).json.issues[0].path).toBe("due_on");
    expect((await add("Bad", 20261201)).status).toBe(422);
  });
});
