import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as report from "@/app/api/v1/public/forms/[form_id]/report/route";
import * as publicForm from "@/app/api/v1/public/forms/[form_id]/route";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import { FILL_TIME_MIN_MS, PROOF_MAX_AGE_MS, TICKET_MAX_AGE_MS } from "@/lib/forms/limits";
import { challengeFor } from "@/lib/forms/public/proof-of-work";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { aTicket, FIELDS, formsOf, solve, visit } from "@/tests/support/forms";
import { aWebhook, deliveriesOf } from "@/tests/support/webhooks";

async function aFormsWorkspace() {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  await db().workspace.update({ where: { id: workspace.id }, data: { planId: "enterprise" } });
  return {
    owner,
    workspaceId: workspace.id,
    forms: formsOf(owner.jwt, workspace.id),
    crm: crmOf(owner.jwt, workspace.id),
  };
}

const paths = (answer: { json: { issues: { path: string }[] } }) =>
  answer.json.issues.map(({ path }) => path);

describe("GET /public/forms/{form_id}", () => {
  it("shows visible fields, and nothing that only members may know", async () => {
    const { forms } = await aFormsWorkspace();
    const id = await forms.make({
      fields: [...FIELDS, { key: "score", label: "Internal score", type: "number", is_visible: false }],
      redirect_url: "https://example.com/thanks",
      destination: null,
    });
    const { status, json, text } = await visit.open(id);
    expect(status).toBe(200);
    expect(json.fields.map(({ key }: { key: string }) => key)).toEqual(["name", "email", "message"]);
    expect(json.state).toBe("open");
    for (const hidden of ["score", "is_visible", "example.com/thanks", "workspace", "responses_count"]) {
      expect(text).not.toContain(hidden);
    }
  });

  it("answers alike for forms that are unknown, private, deleted or of a deactivated workspace", async () => {
    const { forms, workspaceId } = await aFormsWorkspace();
    const other = await aFormsWorkspace();
    const isPrivate = await forms.make({ is_public: false });
    const deleted = await forms.make();
    await db().form.update({ where: { id: deleted }, data: { deletedAt: new Date() } });
    const ofInactive = await other.forms.make();
    await db().workspace.update({ where: { id: other.workspaceId }, data: { isActive: false } });
    expect(workspaceId).not.toBe(other.workspaceId);
    for (const id of [randomUUID(), "not-an-id", isPrivate, deleted, ofInactive]) {
      for (const answer of [await visit.open(id), await visit.submit(id, { name: "Ada" })]) {
        expect(answer.status).toBe(404);
        expect(answer.json).toEqual({ detail: "Form not found" });
      }
    }
    expect(
      await db().formSubmission.count({ where: { formId: { in: [isPrivate, deleted, ofInactive] } } }),
    ).toBe(0);
  });

  it("can be read by pages of the sites that may embed it, and by no others", async () => {
    const { forms } = await aFormsWorkspace();
    const id = await forms.make({ embed_origins: ["https://www.example.com"] });
    const allowOf = async (origin: string, formId = id) => {
      const { headers } = await visit.open(formId, { origin });
      // Otherwise a cache would hand one site's permission to all others.
      expect(headers.get("vary")).toContain("Origin");
      return headers.get("access-control-allow-origin");
    };
    expect(await allowOf("https://www.example.com")).toBe("https://www.example.com");
    for (const origin of [
      "https://example.com",
      "http://www.example.com",
      "https://www.example.com.evil.test",
      "null",
    ]) {
      expect(await allowOf(origin)).toBeNull();
    }
    expect(await allowOf("https://www.example.com", await forms.make())).toBeNull();
    const preflight = await call(publicForm.OPTIONS, "OPTIONS", {
      params: { form_id: id },
      headers: { origin: "https://www.example.com" },
    });
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("POST /public/forms/{form_id}", () => {
  it("stores the answers and thanks the visitor", async () => {
    const { forms } = await aFormsWorkspace();
    const id = await forms.make({ thank_you_text: "See you!", redirect_url: "https://example.com/thanks" });
    const answer = await visit.submit(id, { name: " Ada ", email: "Ada@Example.com" });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      submission_id: expect.any(String),
      message: "See you!",
      redirect_url: "https://example.com/thanks",
    });
    const [stored] = (await forms.submissions(id)).json;
    expect(stored).toMatchObject({
      id: answer.json.submission_id,
      values: { name: "Ada", email: "ada@example.com" },
      is_spam: false,
      spam_reasons: [],
      delivery: { status: "none" },
    });
    expect((await forms.get(id)).json).toMatchObject({ responses_count: 1, spam_count: 0 });
  });

  it("names each invalid field once, and stores nothing", async () => {
    const { forms } = await aFormsWorkspace();
    const id = await forms.make({
      fields: [...FIELDS, { key: "secret", label: "Secret", type: "text", is_visible: false }],
    });
    const answer = await visit.submit(id, {
      email: ["a"],
      message: 7,
      secret: "let me in",
      is_spam: false,
      workspace_id: "x",
    });
    expect(answer.status).toBe(422);
    expect(paths(answer)).toEqual([
      "values.name",
      "values.email",
      "values.message",
      "values.secret",
      "values.is_spam",
      "values.workspace_id",
    ]);
    expect((await forms.submissions(id)).json).toEqual([]);
    // An invisible field is refused in the very words of one that does not exist.
    const messages = answer.json.issues.slice(3).map(({ message }: { message: string }) => message);
    expect(new Set(messages).size).toBe(1);
  });

  it("refuses 10 MB before anything is stored", async () => {
    const { forms } = await aFormsWorkspace();
    const id = await forms.make();
    expect((await visit.submit(id, { name: "x".repeat(10_000_000) })).status).toBe(413);
    expect((await visit.submit(id, { name: "Ada", message: "x".repeat(10_001) })).status).toBe(422);
    expect((await forms.submissions(id)).json).toEqual([]);
  });

  it("keeps markup as text, and removes characters that change the direction of text", async () => {
    const { forms } = await aFormsWorkspace();
    const id = await forms.make();
    const markup = "<script>alert(1)</script> & =1+1";
    await visit.submit(id, { name: markup, message: "safe\u202Egnp.exe\u2066" });
    const [stored] = (await forms.submissions(id)).json;
    expect(stored.values).toEqual({ name: markup, message: "safegnp.exe" });
    const refused = await visit.submit(
      await forms.make({ fields: [{ key: "site", label: "Site", type: "url" }] }),
      { site: "javascript:alert(document.cookie)" },
    );
    expect(refused.status).toBe(422);
    expect((await visit.submit(id, { name: "a\0b" })).status).toBe(422);
  });

  it("refuses what comes after the closing date", async () => {
    const { forms } = await aFormsWorkspace();
    const id = await forms.make({ closes_at: "2026-01-01T00:00:00Z" });
    expect((await visit.open(id)).json.state).toBe("closed");
    const answer = await visit.submit(id, { name: "Ada" });
    expect(answer.status).toBe(409);
    expect(answer.json.detail).toBe("This form is closed");
  });

  it("gives the last place away once, however many come at the same moment", async () => {
    const { forms, crm } = await aFormsWorkspace();
    const id = await forms.make({
      responses_max: 1,
      destination: { type: "crm", object: "person", mapping: { name: "name" } },
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => visit.submit(id, { name: `Visitor ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect((await forms.submissions(id)).json).toHaveLength(1);
    // Nothing that a refused one would have brought about is left.
    expect((await crm.list("person")).json).toHaveLength(1);
    expect((await visit.open(id)).json.state).toBe("full");
    expect((await forms.get(id)).json).toMatchObject({ responses_count: 1, state: "full" });
  });

  it("becomes a deal in the first stage, unless the form asks for the stage", async () => {
    const { forms, crm } = await aFormsWorkspace();
    const destination = { type: "crm", object: "deal", mapping: { name: "name" } };
    const id = await forms.make({ destination });
    expect((await visit.submit(id, { name: "A loom" })).status).toBe(201);
    const asking = await forms.make({
      fields: [
        { key: "name", label: "Name", type: "text" },
        { key: "stage", label: "Stage", type: "text" },
      ],
      destination: { ...destination, mapping: { name: "name", stage: "stage" } },
    });
    expect((await visit.submit(asking, { name: "A mill", stage: "Won" })).status).toBe(201);
    const deals = (await crm.list("deal")).json as { values: { name: string; stage: string } }[];
    expect(Object.fromEntries(deals.map(({ values }) => [values.name, values.stage]))).toEqual({
      "A loom": "lead",
      "A mill": "won",
    });
  });

  it("becomes a CRM record, an event and a run of the automations it triggers", async () => {
    const workspace = await aFormsWorkspace();
    const { forms, crm } = workspace;
    const webhook = await aWebhook(workspace, "https://example.com/hook", { events: ["form.submitted"] });
    const id = await forms.make({
      destination: { type: "crm", object: "person", mapping: { name: "name", email: "email" } },
    });
    const waiting = await call(automations.POST, "POST", {
      bearer: workspace.owner.jwt,
      params: { workspace_id: workspace.workspaceId },
      body: {
        name: "Tell me",
        trigger: { type: "form.submitted", form_id: id },
        conditions: { attribute: "name", operator: "contains", value: "ada" },
        actions: [{ type: "notify", developer_ids: [workspace.owner.id], title: "{{form.name}}", body: "" }],
      },
    });
    expect(waiting.status).toBe(201);
    const answer = await visit.submit(id, { name: "Ada Lovelace", email: "ada@example.com" });
    expect(await db().automationRun.findMany({ where: { automationId: waiting.json.id } })).toMatchObject([
      { triggerType: "form.submitted", subject: { form: { name: "Ada Lovelace" } } },
    ]);
    const [record] = (await crm.list("person")).json;
    expect(record.values).toMatchObject({ name: "Ada Lovelace", email: "ada@example.com" });
    const [delivery] = await deliveriesOf(webhook.id);
    expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
      type: "form.submitted",
      data: {
        form_id: id,
        submission_id: answer.json.submission_id,
        record_id: record.id,
        values: { name: "Ada Lovelace", email: "ada@example.com" },
      },
    });
    expect((await forms.submissions(id)).json[0].delivery).toEqual({
      status: "done",
      record_id: record.id,
      error: null,
    });
  });

  it("keeps a submission that its destination refuses, says why, and leaves nothing half done there", async () => {
    const { forms, crm } = await aFormsWorkspace();
    await crm.attribute("person", { name: "Badge", type: "text", is_unique: true });
    await crm.create("person", { name: "Ada", email: "ada@example.com" });
    await crm.create("person", { name: "Grace", badge: "B1" });
    const id = await forms.make({
      destination: {
        type: "crm",
        object: "person",
        mapping: { name: "name", email: "email", message: "badge" },
      },
    });
    const sent = await visit.submit(id, { name: "Ada", email: "ada@example.com", message: "B1" });
    expect(sent.status).toBe(201);
    const [stored] = (await forms.submissions(id)).json;
    expect(stored.delivery).toMatchObject({ status: "failed", record_id: null });
    expect(stored.delivery.error).toContain("Another record has this value");
    expect((await crm.list("person")).json).toHaveLength(2);
  });

  it("adds nobody twice: fills empty values of the record with the unique value, and overwrites nothing", async () => {
    const { forms, crm } = await aFormsWorkspace();
    const { json: known } = await crm.create("person", { name: "Ada Lovelace", email: "ada@example.com" });
    const mapping = { name: "name", email: "email", message: "job_title" };
    const id = await forms.make({ destination: { type: "crm", object: "person", mapping } });
    const answers = { name: "Somebody else", email: "Ada@Example.com", message: "Countess" };
    expect((await visit.submit(id, answers)).status).toBe(201);
    const [stored] = (await forms.submissions(id)).json;
    expect(stored.delivery).toEqual({ status: "done", record_id: known.id, error: null });
    expect(stored.values).toMatchObject({ name: "Somebody else" });
    const people = (await crm.list("person")).json;
    expect(people).toHaveLength(1);
    expect(people[0].values).toMatchObject({
      name: "Ada Lovelace",
      email: "ada@example.com",
      job_title: "Countess",
    });
  });

  it("makes one record of many simultaneous submissions with the same unique value", async () => {
    const { forms, crm } = await aFormsWorkspace();
    const mapping = { name: "name", email: "email" };
    const id = await forms.make({ destination: { type: "crm", object: "person", mapping } });
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => visit.submit(id, { name: `Ada ${n}`, email: "ada@example.com" })),
    );
    const [person, ...others] = (await crm.list("person")).json;
    expect(others).toEqual([]);
    const stored = (await forms.submissions(id)).json;
    expect(stored).toHaveLength(8);
    for (const { delivery } of stored)
      expect(delivery).toMatchObject({ status: "done", record_id: person.id });
  });
});

describe("spam", () => {
  const spam = async (
    given: { values?: object; more?: object; headers?: Record<string, string>; fields?: object[] } = {},
    times = 1,
  ) => {
    const workspace = await aFormsWorkspace();
    const { forms, crm } = workspace;
    const webhook = await aWebhook(workspace, "https://example.com/hook", { events: ["form.submitted"] });
    const id = await forms.make({
      ...(given.fields ? { fields: given.fields } : {}),
      destination: { type: "crm", object: "person", mapping: { name: "name" } },
    });
    const more = given.more ?? {};
    let answer = await visit.submit(id, { name: "Ada", ...given.values }, more, given.headers);
    for (let count = 1; count < times; count++) {
      answer = await visit.submit(id, { name: "Ada", ...given.values }, more, given.headers);
    }
    const [stored] = (await forms.submissions(id)).json;
    return { id, answer, stored, told: (await deliveriesOf(webhook.id)).length, forms, crm };
  };

  const from = { "x-forwarded-for": "203.0.113.7" };
  const links = "http://a.test http://b.test www.c.test <a href='d'>";
  it.each([
    ["a filled-in trap", { more: { website: "https://spam.test" } }, ["honeypot"]],
    ["answers that came too fast", { more: { ticket: "now" } }, ["too_fast"]],
    ["a forged ticket", { more: { ticket: "1700000000000.forged" } }, ["ticket_invalid"]],
    ["many links", { values: { message: links } }, ["links"]],
    [
      "a link without a ticket",
      { values: { message: "http://a.test" }, more: { ticket: undefined } },
      ["links"],
    ],
    [
      "a link under a ticket of last week",
      { values: { message: "http://a.test" }, more: { ticket: "old" } },
      ["links"],
    ],
  ])("%s is answered as usual, kept apart, and causes no notification", async (_name, given, reasons) => {
    const workspace = await aFormsWorkspace();
    const { forms, crm } = workspace;
    const webhook = await aWebhook(workspace, "https://example.com/hook", { events: ["form.submitted"] });
    const id = await forms.make({
      destination: { type: "crm", object: "person", mapping: { name: "name" } },
    });
    const tickets: Record<string, string> = {
      now: aTicket(id, FILL_TIME_MIN_MS / 100),
      old: aTicket(id, 7 * TICKET_MAX_AGE_MS),
    };
    const more: { ticket?: string | undefined; website?: string } = "more" in given ? given.more : {};
    const ticket = more.ticket === undefined ? {} : { ticket: tickets[more.ticket] ?? more.ticket };
    const values = "values" in given ? given.values : {};
    const answer = await visit.submit(id, { name: "Ada", ...values }, { ...more, ...ticket });
    expect(answer.status).toBe(201);
    expect(answer.json.message).toEqual(expect.any(String));
    const [stored] = (await forms.submissions(id, { status: "spam" })).json;
    expect(stored).toMatchObject({ is_spam: true, spam_reasons: reasons, delivery: { status: "none" } });
    expect((await forms.submissions(id, { status: "accepted" })).json).toEqual([]);
    expect((await crm.list("person")).json).toEqual([]);
    expect(await deliveriesOf(webhook.id)).toEqual([]);
    expect((await forms.get(id)).json).toMatchObject({ responses_count: 0, spam_count: 1 });
  });

  it("is not a quick answer to a form with a single question, and the less so the fewer it asks", async () => {
    const { forms } = await aFormsWorkspace();
    const rating = { key: "score", label: "How was it?", type: "rating", required: true };
    const why = {
      key: "why",
      label: "Why?",
      type: "textarea",
      show_if: { match: "all", conditions: [{ field: "score", operator: "lte", value: 2 }] },
    };
    const source = { key: "source", label: "Source", type: "hidden" };
    const MINUTE_MS = 60_000;
    const reasonsOf = async (fields: object[], values: object, ageMs: number) => {
      const id = await forms.make({ fields });
      expect((await visit.submit(id, values, { ticket: aTicket(id, ageMs) })).status).toBe(201);
      return (await forms.submissions(id)).json[0].spam_reasons;
    };
    expect(await reasonsOf([rating, why, source], { score: 5, source: "mail" }, 0)).toEqual([]);
    // As from a clock ahead, because a loaded machine could take longer over a submission than a person.
    expect(await reasonsOf([rating, why], { score: 1, why: "Slow" }, -MINUTE_MS)).toEqual(["too_fast"]);
    expect(await reasonsOf([rating, why], { score: 1, why: "Slow" }, 1_001)).toEqual([]);
    expect(await reasonsOf(FIELDS, { name: "Ada" }, -MINUTE_MS)).toEqual(["too_fast"]);
  });

  it("is what one address sends twice, without storing that address", async () => {
    const { stored, told, forms, id } = await spam({ headers: from }, 2);
    expect(stored).toMatchObject({ is_spam: true, spam_reasons: ["duplicate"] });
    expect(told).toBe(1);
    expect((await forms.submissions(id, { status: "accepted" })).json).toHaveLength(1);
    expect(JSON.stringify(await db().formSubmission.findMany({ where: { formId: id } }))).not.toContain(
      "203.0.113.7",
    );
    // Another address may well say the same.
    await visit.submit(id, { name: "Ada" }, {}, { "x-forwarded-for": "203.0.113.8" });
    expect((await forms.submissions(id, { status: "accepted" })).json).toHaveLength(2);
  });

  it("is not the same choice of options by two people of one address", async () => {
    const fields = [
      { key: "name", label: "Name", type: "select", options: ["Ada", "Grace"] },
      { key: "score", label: "Score", type: "rating" },
    ];
    const { stored } = await spam({ fields, values: { score: 5 }, headers: from }, 2);
    expect(stored.is_spam).toBe(false);
  });

  it("accepts only tickets of its own form", async () => {
    const { forms } = await aFormsWorkspace();
    const [one, other] = [await forms.make(), await forms.make()];
    await visit.submit(one, { name: "Ada" }, { ticket: aTicket(other) });
    expect((await forms.submissions(one)).json[0].spam_reasons).toEqual(["ticket_invalid"]);
  });

  it("from one address is limited, without affecting other addresses", async () => {
    const { forms } = await aFormsWorkspace();
    const id = await forms.make();
    const send = (ip: string, name: string) => visit.submit(id, { name }, {}, { "x-forwarded-for": ip });
    const answers = await Promise.all(
      Array.from({ length: 31 }, (_, index) => send("203.0.113.9", `V ${index}`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send("203.0.113.10", "Grace")).status).toBe(201);
  });

  it("to one form is limited, however many addresses it comes from, and so are reports of it", async () => {
    const { forms } = await aFormsWorkspace();
    const [id, other] = [await forms.make(), await forms.make()];
    for (const limit of ["form_submits_per_form", "form_reports_per_form"] as const) {
      await checkLimits([{ limit, key: id, weight: LIMITS[limit].countMax }], new Date());
    }
    const tell = (form_id: string) =>
      call(report.POST, "POST", { params: { form_id }, body: { reason: "spam" } });
    expect((await visit.submit(id, { name: "Ada" })).json.detail).toBe(
      "Too many answers to this form: at most 600 in 60 s.",
    );
    expect((await tell(id)).status).toBe(429);
    expect((await visit.submit(other, { name: "Ada" })).status).toBe(201);
    expect((await tell(other)).status).toBe(204);
    const ip = "203.0.113.11";
    const used = {
      limit: "form_reports_per_ip",
      key: ip,
      weight: LIMITS.form_reports_per_ip.countMax,
    } as const;
    await checkLimits([used], new Date());
    const from = { params: { form_id: other }, body: { reason: "spam" }, headers: { "x-forwarded-for": ip } };
    expect((await call(report.POST, "POST", from)).status).toBe(429);
  });
});

describe("proof of work", () => {
  it("is required, accepted once, and only for its own form", async () => {
    const { forms } = await aFormsWorkspace();
    const [id, other] = [
      await forms.make({ proof_of_work: true }),
      await forms.make({ proof_of_work: true }),
    ];
    const captcha = solve((await visit.open(id)).json.captcha);
    for (const wrong of [
      {},
      { captcha: "e30=" },
      { captcha: solve((await visit.open(other)).json.captcha) },
    ]) {
      const answer = await visit.submit(id, { name: "Ada" }, wrong);
      expect(answer.status).toBe(422);
      expect(paths(answer)).toEqual(["captcha"]);
    }
    const late = JSON.parse(Buffer.from(captcha, "base64").toString());
    const longer = { ...late, salt: late.salt.replace(/expires=\d+/, "expires=9999999999") };
    const forged = Buffer.from(JSON.stringify(longer)).toString("base64");
    expect((await visit.submit(id, { name: "Ada" }, { captcha: forged })).status).toBe(422);
    // The same hash, with the number's first digit as one more of the time.
    const spliced = {
      ...late,
      salt: `${late.salt}${String(late.number)[0]}`,
      number: Number(String(late.number).slice(1)),
    };
    const moved = Buffer.from(JSON.stringify(spliced)).toString("base64");
    expect((await visit.submit(id, { name: "Ada" }, { captcha: moved })).status).toBe(422);
    const stale = solve(challengeFor(id, new Date(Date.now() - PROOF_MAX_AGE_MS)));
    expect(paths(await visit.submit(id, { name: "Ada" }, { captcha: stale }))).toEqual(["captcha"]);
    expect((await visit.submit(id, { name: "Ada" }, { captcha })).status).toBe(201);
    expect(paths(await visit.submit(id, { name: "Grace" }, { captcha }))).toEqual(["captcha"]);
    expect((await forms.submissions(id)).json).toHaveLength(1);
  });
});

describe("POST /public/forms/{form_id}/report", () => {
  it("is recorded in the workspace's audit log, with its words as text", async () => {
    const { forms, workspaceId } = await aFormsWorkspace();
    const id = await forms.make();
    const body = { reason: "phishing", details: "asks for\u202E passwords" };
    expect((await call(report.POST, "POST", { params: { form_id: id }, body })).status).toBe(204);
    const { name } = await db().form.findUniqueOrThrow({ where: { id } });
    const event = await db().auditEvent.findFirst({ where: { workspaceId, action: "form.reported" } });
    expect(event).toMatchObject({
      targetId: id,
      actorId: null,
      after: { name, reason: "phishing", details: "asks for passwords" },
    });
    expect((await call(report.POST, "POST", { params: { form_id: randomUUID() }, body })).status).toBe(404);
  });
});
