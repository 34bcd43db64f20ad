import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as embed from "@/app/(public)/f/[form_id]/embed/route";
import * as report from "@/app/(public)/f/[form_id]/report/route";
import * as page from "@/app/(public)/f/[form_id]/route";
import * as thanks from "@/app/(public)/f/[form_id]/thanks/route";
import { SUBMISSION_BYTES_MAX } from "@/lib/forms/limits";
import { db } from "@/lib/platform/database";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { aTicket, FIELDS, formsOf } from "@/tests/support/forms";

type Handler = (request: Request, context: { params: Promise<{ form_id: string }> }) => Promise<Response>;

async function aForm(body: object = {}) {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  await db().workspace.update({ where: { id: workspace.id }, data: { planId: "enterprise" } });
  const forms = formsOf(owner.jwt, workspace.id);
  return { forms, id: await forms.make(body) };
}

async function ask(handler: Handler, id: string, init: RequestInit & { search?: string } = {}) {
  const { search = "", ...rest } = init;
  const request = new Request(`http://localhost:3000/f/${id}${search}`, rest);
  const response = await handler(request, { params: Promise.resolve({ form_id: id }) });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** As a browser without scripts posts a form. */
function post(id: string, texts: Record<string, string>, handler: Handler = page.POST) {
  return ask(handler, id, { method: "POST", body: new URLSearchParams(texts) });
}

describe("GET /f/{form_id}", () => {
  it("shows the form as HTML with all text escaped, and a policy that runs no inline code", async () => {
    const nasty = `"><script>alert(1)</script>`;
    const { id } = await aForm({
      name: `Name ${nasty}`,
      description: nasty,
      fields: [{ key: "colour", label: nasty, type: "select", help: nasty, options: [nasty] }],
    });
    const { status, headers, html } = await ask(page.GET, id, {
      search: `?colour=${encodeURIComponent(nasty)}`,
    });
    expect(status).toBe(200);
    expect(html).not.toContain("<script>alert");
    expect(html.match(/<script/g)).toHaveLength(1);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain("unsafe-inline");
  });

  it("answers alike for forms that are unknown, private, deleted or of a deactivated workspace", async () => {
    const { id: isPrivate } = await aForm({ is_public: false });
    const { id: deleted } = await aForm();
    await db().form.update({ where: { id: deleted }, data: { deletedAt: new Date() } });
    const { id: ofInactive } = await aForm();
    const { workspaceId } = await db().form.findUniqueOrThrow({ where: { id: ofInactive } });
    await db().workspace.update({ where: { id: workspaceId }, data: { isActive: false } });
    const unknown = await ask(page.GET, randomUUID());
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get("cache-control")).toBe("private, no-store");
    for (const id of ["not-an-id", isPrivate, deleted, ofInactive]) {
      expect((await ask(page.GET, id)).html).toBe(unknown.html);
      expect((await ask(embed.GET, id)).html).toBe(unknown.html);
      expect((await post(id, { name: "Ada" })).status).toBe(404);
    }
  });

  it("fills in what the address carries, and is then private to one visitor", async () => {
    const { id } = await aForm();
    const plain = await ask(page.GET, id);
    expect(plain.headers.get("cache-control")).toMatch(/^public, .*s-maxage=/);
    // All that decides whether the address of the JSON answers with this page.
    expect(plain.headers.get("vary")).toBe("Accept, RSC, User-Agent");
    const filled = await ask(page.GET, id, { search: "?name=Ada&unknown=x" });
    expect(filled.html).toContain('value="Ada"');
    expect(filled.html).not.toContain("unknown");
    expect(filled.headers.get("cache-control")).toBe("private, no-store");
  });

  it("is not sent again to a reader who has it, unless the form has changed", async () => {
    const { forms, id } = await aForm();
    const etag = (await ask(page.GET, id)).headers.get("etag") ?? "";
    const again = await ask(page.GET, id, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(again.html).toBe("");
    await forms.change(id, { name: "Another name" });
    expect((await ask(page.GET, id, { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("keeps search engines out unless the form admits them", async () => {
    const { forms, id } = await aForm();
    expect((await ask(page.GET, id)).html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    await forms.change(id, { is_indexed: true });
    expect((await ask(page.GET, id)).html).not.toContain('name="robots"');
    expect((await ask(embed.GET, id)).html).toContain('name="robots"');
  });

  it("says that a form is closed instead of showing it", async () => {
    const { id } = await aForm({ closes_at: "2020-01-01T00:00:00Z" });
    const { status, html } = await ask(page.GET, id);
    expect(status).toBe(200);
    expect(html).toContain("This form is closed");
    expect(html).not.toContain("data-fields");
  });
});

describe("who may embed a form", () => {
  it("is limited to the sites it names, and to the page made for embedding", async () => {
    const { forms, id } = await aForm();
    const ancestors = async (handler: Handler) =>
      (await ask(handler, id)).headers.get("content-security-policy")?.match(/frame-ancestors (.*)$/)?.[1];
    expect(await ancestors(embed.GET)).toBe("'none'");
    await forms.change(id, { embed_origins: ["https://www.example.com", "https://shop.example.org"] });
    expect(await ancestors(embed.GET)).toBe("https://www.example.com https://shop.example.org");
    expect(await ancestors(page.GET)).toBe("'none'");
  });
});

describe("POST /f/{form_id}", () => {
  it("accepts what a browser without scripts posts, and thanks on a page that only the sender can open", async () => {
    const { forms, id } = await aForm({ thank_you_text: "We are glad." });
    const answer = await post(id, { name: "Ada", email: "", _ticket: aTicket(id) });
    expect(answer.status).toBe(303);
    const location = new URL(answer.headers.get("location") ?? "", "http://localhost:3000");
    const submissions = await forms.submissions(id);
    expect(submissions.json).toMatchObject([{ values: { name: "Ada" }, is_spam: false }]);
    expect((await ask(thanks.GET, id, { search: location.search })).html).toContain("We are glad.");
    for (const search of ["", "?sent=1.forged", `?sent=${aTicket(id)}`]) {
      expect((await ask(thanks.GET, id, { search })).status).toBe(404);
    }
  });

  it("keeps what was typed and shows errors beside the fields", async () => {
    const { forms, id } = await aForm();
    const { status, html, headers } = await post(id, {
      name: "",
      email: "no address",
      message: "Long <b>words</b>",
    });
    expect(status).toBe(422);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(html).toContain("2 answers need another look");
    expect(html).toMatch(/id="f-name-error"[^>]*>Please answer this</);
    expect(html).toMatch(/id="f-email-error"[^>]*>Not an email address</);
    expect(html).toContain('value="no address"');
    expect(html).toContain("Long &lt;b&gt;words&lt;/b&gt;</textarea>");
    expect((await forms.submissions(id)).json).toEqual([]);
  });

  it("judges the trap and the ticket as for posts by programs", async () => {
    const { forms, id } = await aForm();
    await post(id, { name: "Bot", _ticket: aTicket(id), _website: "https://spam.example" });
    expect((await forms.submissions(id)).json).toMatchObject([{ is_spam: true, spam_reasons: ["honeypot"] }]);
  });

  it("drops what the form does not ask for, and refuses more than a form can contain", async () => {
    const { forms, id } = await aForm({
      fields: [...FIELDS, { key: "score", label: "Score", type: "number", is_visible: false }],
    });
    expect((await post(id, { name: "Ada", score: "10", admin: "1" })).status).toBe(303);
    expect((await forms.submissions(id)).json).toMatchObject([{ values: { name: "Ada" } }]);
    expect((await post(id, { name: "x".repeat(SUBMISSION_BYTES_MAX) })).status).toBe(413);
  });

  it("shows the page of a closed form with what was typed in it", async () => {
    const { id } = await aForm({ closes_at: "2020-01-01T00:00:00Z" });
    const { status, html } = await post(id, { name: "Too late" });
    expect(status).toBe(409);
    expect(html).toContain("This form is closed");
    expect(html).toContain('value="Too late"');
  });
});

describe("POST /f/{form_id}/report", () => {
  it("is not the only page at its address: reloading it leads to the form", async () => {
    const answer = await report.GET(new Request("http://localhost/f/x/report"), {
      params: Promise.resolve({ form_id: "x/../y" }),
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/f/x%2F..%2Fy"]);
  });

  it("forwards a report, and says if it could not", async () => {
    const { id } = await aForm();
    expect((await post(id, { reason: "spam", details: "" }, report.POST)).html).toContain("Thank you");
    expect((await post(id, { reason: "made up" }, report.POST)).status).toBe(422);
    expect((await post(randomUUID(), { reason: "spam" }, report.POST)).status).toBe(404);
    const event = await db().auditEvent.findFirst({ where: { targetId: id, action: "form.reported" } });
    expect(event?.after).toMatchObject({ reason: "spam" });
  });
});
