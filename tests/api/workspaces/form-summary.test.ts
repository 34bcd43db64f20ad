import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as summary from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/summary/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMemberWith, aWorkspace } from "@/tests/support/factories";
import { formsOf } from "@/tests/support/forms";

async function aForm(fields: object[]) {
  const ada = await aDeveloper();
  const workspace = await aWorkspace(ada);
  const own = formsOf(ada.jwt, workspace.id);
  const formId = await own.make({ fields });
  let at = Date.now() - 3_600_000;
  return {
    own,
    formId,
    workspace,
    answer: (values: object, isSpam = false) => {
      at += 1_000;
      const data = { workspaceId: workspace.id, formId, values, isSpam, createdAt: new Date(at) };
      return db().formSubmission.create({ data });
    },
    read: async (bearer = ada.jwt) => call(summary.GET, "GET", { bearer, params: own.at(formId) }),
  };
}

describe("the summary of a form's answers", () => {
  it("counts options, averages numbers and shows the latest texts, without spam", async () => {
    const form = await aForm([
      { key: "size", label: "Size", type: "select", options: ["Small", "Large", "Huge"] },
      { key: "likes", label: "Likes", type: "multi_select", options: ["Tea", "Coffee"] },
      { key: "stars", label: "Stars", type: "rating" },
      { key: "people", label: "People", type: "number" },
      { key: "day", label: "Day", type: "date" },
      { key: "agreed", label: "Agreed", type: "checkbox" },
      { key: "why", label: "Why", type: "textarea" },
    ]);
    expect((await form.read()).json).toMatchObject({ submissions: 0, is_cut: false });
    await form.answer({
      size: "Small",
      likes: ["Tea", "Coffee"],
      stars: 5,
      people: 3,
      day: "2026-01-31",
      agreed: true,
    });
    await form.answer({
      size: "Small",
      likes: ["Tea"],
      stars: 2,
      people: 5,
      day: "2026-02-01",
      agreed: false,
    });
    await form.answer({ size: "Once an option", likes: [], stars: null, why: "Because" });
    for (let n = 1; n <= 6; n += 1) await form.answer({ why: `Reason ${n}` });
    await form.answer({ size: "Huge", why: "Buy!!!" }, true);
    const { submissions, fields } = (await form.read()).json;
    expect(submissions).toBe(9);
    const [size, likes, stars, people, day, agreed, why] = fields;
    expect(size).toMatchObject({
      answered: 3,
      bars: [
        { label: "Small", count: 2 },
        { label: "Large", count: 0 },
        { label: "Huge", count: 0 },
        { label: "Once an option", count: 1 },
      ],
      average: null,
      texts: [],
    });
    expect(likes).toMatchObject({
      answered: 2,
      bars: [
        { label: "Tea", count: 2 },
        { label: "Coffee", count: 1 },
      ],
    });
    expect([stars.average, stars.bars.map(({ count }: { count: number }) => count)]).toEqual([
      3.5,
      [0, 1, 0, 0, 1],
    ]);
    expect(people).toMatchObject({
      average: 4,
      bars: [
        { label: "3", count: 1 },
        { label: "5", count: 1 },
      ],
    });
    expect(day.bars).toEqual([
      { label: "2026-01", count: 1 },
      { label: "2026-02", count: 1 },
    ]);
    expect(agreed.bars).toEqual([
      { label: "Yes", count: 1 },
      { label: "No", count: 1 },
    ]);
    expect(why).toMatchObject({ answered: 7, bars: [] });
    expect(why.texts).toEqual(["Reason 6", "Reason 5", "Reason 4", "Reason 3", "Reason 2"]);
  });

  it("shows all stars that were given, also once a question has fewer", async () => {
    const stars = (max: number) => [{ key: "stars", label: "Stars", type: "rating", validation: { max } }];
    const form = await aForm(stars(10));
    for (const given of [2, 8, 8]) await form.answer({ stars: given });
    expect((await form.own.change(form.formId, { fields: stars(5) })).status).toBe(200);
    const [{ answered, average, bars }] = (await form.read()).json.fields;
    expect({ answered, average }).toEqual({ answered: 3, average: 6 });
    expect(bars.map(({ count }: { count: number }) => count)).toEqual([0, 1, 0, 0, 0, 0, 0, 2]);
  });

  it("groups many numbers into a few ranges that contain them all", async () => {
    const form = await aForm([{ key: "people", label: "People", type: "number" }]);
    for (let n = 0; n < 40; n += 1) await form.answer({ people: n * 2.5 });
    const [people] = (await form.read()).json.fields;
    const counts = people.bars.map(({ count }: { count: number }) => count);
    expect(counts).toEqual([8, 8, 8, 8, 8]);
    expect(people.bars[0].label).toBe("0 to below 20");
  });

  it("needs can_view_forms, and an existing form", async () => {
    const form = await aForm([]);
    expect((await form.read((await aMemberWith(form.workspace.id, ["can_view_crm"])).jwt)).status).toBe(403);
    expect((await form.read((await aMemberWith(form.workspace.id, ["can_view_forms"])).jwt)).status).toBe(
      200,
    );
    const ada = await aDeveloper();
    const elsewhere = await aWorkspace(ada);
    const params = { workspace_id: elsewhere.id, form_id: randomUUID() };
    expect((await call(summary.GET, "GET", { bearer: ada.jwt, params })).status).toBe(404);
    expect(
      (await call(summary.GET, "GET", { bearer: ada.jwt, params: { ...params, form_id: form.formId } }))
        .status,
    ).toBe(404);
  });

  it("averages and groups all numbers, however many different ones were given", async () => {
    const form = await aForm([{ key: "budget", label: "Budget", type: "number" }]);
    await db().$executeRaw`
      INSERT INTO form_submission (id, workspace_id, form_id, "values", is_spam, created_at)
      SELECT gen_random_uuid(), ${form.workspace.id}::uuid, ${form.formId}::uuid, jsonb_build_object('budget', n), false,
        now() - n * interval '1 second'
      FROM generate_series(1, 2500) n`;
    const [budget] = (await form.read()).json.fields;
    const shown = budget.bars.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect([budget.answered, budget.average, shown]).toEqual([2_500, 1_250.5, 2_500]);
  });
});
