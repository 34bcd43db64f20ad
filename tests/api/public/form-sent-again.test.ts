import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { formsOf, solve, visit } from "@/tests/support/forms";

const CHOICE = { key: "name", label: "Who?", type: "select", options: ["Ada", "Grace"] };

async function aForm(settings: object = {}) {
  const owner = await aDeveloper();
  const forms = formsOf(owner.jwt, (await aWorkspace(owner)).id);
  const id = await forms.make({ fields: [CHOICE], ...settings });
  return { id, forms, count: async () => (await forms.submissions(id)).json.length };
}

describe("answers that are sent again with the same submission_id", () => {
  it("count once, as choices that many make, and with however the id is written", async () => {
    const { id, count } = await aForm();
    const submission_id = randomUUID();
    const first = await visit.submit(id, { name: "Ada" }, { submission_id });
    expect(first).toMatchObject({ status: 201, json: { submission_id } });
    const again = { submission_id: submission_id.toUpperCase() };
    expect(await visit.submit(id, { name: "Ada" }, again)).toMatchObject({ status: 201, json: first.json });
    expect(await count()).toBe(1);
    await visit.submit(id, { name: "Ada" }, { submission_id: randomUUID() });
    expect(await count()).toBe(2);
  });

  it("count once when they come at once", async () => {
    const { id, count } = await aForm();
    const more = { submission_id: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visit.submit(id, { name: "Ada" }, more)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await count()).toBe(1);
  });

  it("are accepted though the first ones filled the form, and used up its challenge", async () => {
    const { id, count } = await aForm({ responses_max: 1, proof_of_work: true });
    const captcha = solve((await visit.open(id)).json.captcha);
    const more = { submission_id: randomUUID(), captcha };
    expect((await visit.submit(id, { name: "Ada" }, more)).status).toBe(201);
    expect((await visit.submit(id, { name: "Ada" }, more)).status).toBe(201);
    expect((await visit.submit(id, { name: "Ada" }, { ...more, submission_id: randomUUID() })).status).toBe(
      409,
    );
    expect(await count()).toBe(1);
  });

  it("are refused where they are others, or of another form, and the first ones stay", async () => {
    const [{ id, forms }, other] = [await aForm(), await aForm()];
    const more = { submission_id: randomUUID() };
    await visit.submit(id, { name: "Ada" }, more);
    const answers = [
      await visit.submit(id, { name: "Grace" }, more),
      await visit.submit(other.id, { name: "Ada" }, more),
      await visit.submit(id, { name: "Ada" }, { submission_id: "1" }),
    ];
    for (const { status, json } of answers) {
      expect([status, json.issues[0].path]).toEqual([422, "submission_id"]);
    }
    expect((await forms.submissions(id)).json).toMatchObject([{ values: { name: "Ada" } }]);
    expect(await other.count()).toBe(0);
  });
});
