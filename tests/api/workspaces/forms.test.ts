import { describe, expect, it } from "vitest";
import { GET as logoFile } from "@/app/(public)/f/[form_id]/logo/route";
import * as publicForm from "@/app/api/v1/public/forms/[form_id]/route";
import * as duplicate from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/duplicate/route";
import * as logos from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/logo/route";
import * as restore from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/restore/route";
import * as form from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/route";
import * as redeliver from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/[submission_id]/redeliver/route";
import * as submission from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/[submission_id]/route";
import * as counts from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/counts/route";
import * as exporting from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/export/route";
import * as forms from "@/app/api/v1/workspaces/[workspace_id]/forms/route";
import * as templates from "@/app/api/v1/workspaces/[workspace_id]/forms/templates/route";
import * as rows from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/route";
import * as tables from "@/app/api/v1/workspaces/[workspace_id]/tables/route";
import { checkDefinition } from "@/lib/forms/definition/rules";
import { countByDay } from "@/lib/forms/submissions/store";
import { eraseDeletedForms } from "@/lib/forms/uploads/jobs";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aMember, aMemberWith, aWorkspace } from "@/tests/support/factories";
import { FIELDS, formsOf, visit } from "@/tests/support/forms";
import { aWebhook, deliveriesOf } from "@/tests/support/webhooks";

/** How a PNG begins. */
const PNG = Buffer.from("89504e470d0a1a0a0000000d", "hex");
const LOGO = `data:image/png;base64,${PNG.toString("base64")}`;

const logoPage = (form_id: string) =>
  logoFile(new Request(`http://test/f/${form_id}/logo`), { params: Promise.resolve({ form_id }) });

async function aFormsWorkspace() {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  await db().workspace.update({ where: { id: workspace.id }, data: { planId: "enterprise" } });
  const own = formsOf(owner.jwt, workspace.id);
  const asOwner = { bearer: owner.jwt };
  return {
    owner,
    workspaceId: workspace.id,
    crm: crmOf(owner.jwt, workspace.id),
    ...own,
    onForm: (route: Parameters<typeof call>[0], method: string, formId: string, more: object = {}) =>
      call(route, method, { ...asOwner, params: own.at(formId), ...more }),
    onSubmission: (
      route: Parameters<typeof call>[0],
      method: string,
      formId: string,
      id: string,
      body?: object,
    ) =>
      call(route, method, {
        ...asOwner,
        params: { ...own.at(formId), submission_id: id },
        ...(body ? { body } : {}),
      }),
  };
}

const paths = (answer: { json: { issues: { path: string }[] } }) =>
  answer.json.issues.map(({ path }) => path);

describe("forms", () => {
  it("begin as drafts with defaults for missing settings, and drop unknown ones", async () => {
    const { create } = await aFormsWorkspace();
    const answer = await create({
      fields: [
        {
          key: "size",
          label: " Size\u202E ",
          type: "select",
          options: ["S", { value: "l", label: "Large" }],
        },
      ],
      responses_count: 99,
      workspace_id: "x",
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      is_public: false,
      is_indexed: false,
      state: "draft",
      responses_count: 0,
      version: 1,
      destination: null,
      fields: [
        {
          key: "size",
          label: "Size",
          required: false,
          is_visible: true,
          show_if: null,
          options: [
            { value: "S", label: "S" },
            { value: "l", label: "Large" },
          ],
        },
      ],
    });
    expect(answer.json.url).toMatch(new RegExp(`/f/${answer.json.id}$`));
  });

  const wrong: [string, object, string][] = [
    ["no name", { name: " " }, "name"],
    ["a key with capitals", { fields: [{ key: "Name", label: "Name", type: "text" }] }, "fields.0.key"],
    ["an unknown type", { fields: [{ key: "a", label: "A", type: "matrix" }] }, "fields.0.type"],
    [
      "a key that every object has",
      { fields: [{ key: "constructor", label: "Constructor", type: "text" }] },
      "fields.0.key",
    ],
    ["a closing date before all calendars", { closes_at: "0000-01-01T00:00:00Z" }, "closes_at"],
    ["two fields of one key", { fields: [FIELDS[0], FIELDS[0]] }, "fields.1.key"],
    [
      "conditions in a circle",
      {
        fields: ["a", "b"].map((key, index) => ({
          key,
          label: key,
          type: "text",
          show_if: { conditions: [{ field: ["b", "a"][index], operator: "is_empty" }] },
        })),
      },
      "fields.0.show_if",
    ],
    ["a redirect without encryption", { redirect_url: "http://example.com" }, "redirect_url"],
    ["a redirect that runs", { redirect_url: "javascript:alert(1)" }, "redirect_url"],
    ["a redirect with a password", { redirect_url: "https://user:pw@example.com/" }, "redirect_url"],
    [
      "a redirect that looks like another host",
      { redirect_url: "https://bank.example@example.com/" },
      "redirect_url",
    ],
    [
      "a redirect with a line break",
      { redirect_url: "https://example.com/\r\nSet-Cookie: a=b" },
      "redirect_url",
    ],
    ["a redirect with a tab", { redirect_url: "https://exam\tple.com/" }, "redirect_url"],
    ["an origin with a path", { embed_origins: ["https://example.com/a"] }, "embed_origins.0"],
    ["an origin that is a pattern", { embed_origins: ["https://*.example.com"] }, "embed_origins.0"],
    ["a cap of nobody", { responses_max: 0 }, "responses_max"],
    [
      "a destination that is not there",
      { destination: { type: "crm", object: "ship", mapping: {} } },
      "destination.object",
    ],
    [
      "a destination of another workspace",
      { destination: { type: "table", table_id: "0199a3f3-1111-7222-8333-944455566605", mapping: {} } },
      "destination.table_id",
    ],
    [
      "a mapping of no field",
      { destination: { type: "crm", object: "person", mapping: { nobody: "name" } } },
      "destination.mapping.nobody",
    ],
    [
      "a mapping to no attribute",
      { fields: FIELDS, destination: { type: "crm", object: "person", mapping: { name: "soul" } } },
      "destination.mapping.name",
    ],
    [
      "a mapping without what is required",
      { fields: FIELDS, destination: { type: "crm", object: "person", mapping: { email: "email" } } },
      "destination.mapping",
    ],
    [
      "two fields for one attribute",
      {
        fields: FIELDS,
        destination: { type: "crm", object: "person", mapping: { name: "name", message: "name" } },
      },
      "destination.mapping.message",
    ],
  ];
  it.each(wrong)("are refused with %s, by its place", async (_name, body, path) => {
    const { create } = await aFormsWorkspace();
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(paths(answer)).toContain(path);
  });

  it("contain no characters that change the direction of text", async () => {
    const { create, change } = await aFormsWorkspace();
    const spoofed = "invoice\u202Efdp.exe\u2066";
    const texts = {
      name: spoofed,
      description: spoofed,
      submit_label: spoofed,
      thank_you_text: spoofed,
      fields: [
        {
          key: "size",
          label: spoofed,
          type: "select",
          placeholder: spoofed,
          help: spoofed,
          default_value: spoofed,
          options: [spoofed, { value: `${spoofed}2`, label: spoofed }],
        },
      ],
    };
    const made = await create(texts);
    expect(made.status).toBe(201);
    const changed = await change(made.json.id, texts);
    expect(changed.status).toBe(200);
    // As it is stored, because pages are made of that and not of the API's answers.
    const stored = await db().form.findUniqueOrThrow({ where: { id: made.json.id } });
    for (const text of [made.text, changed.text, JSON.stringify(stored)]) {
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(text.match(/invoicefdp\.exe/g)).toHaveLength(12);
    }
  });

  it("can be found by name and by being public, newest first", async () => {
    const { make, owner, workspaceId } = await aFormsWorkspace();
    const ids = [await make({ name: "Alpha 100%" }), await make({ name: "Beta", is_public: false })];
    const list = async (query: Record<string, string>) => {
      const answer = await call(forms.GET, "GET", {
        bearer: owner.jwt,
        params: { workspace_id: workspaceId },
        query,
      });
      return answer.json.map(({ id }: { id: string }) => id);
    };
    expect(await list({})).toEqual([ids[1], ids[0]]);
    expect(await list({ search: "0%" })).toEqual([ids[0]]);
    expect(await list({ is_public: "false" })).toEqual([ids[1]]);
  });

  it("are changed only in the version that was read, so that nobody's work is overwritten unseen", async () => {
    const { make, change, get } = await aFormsWorkspace();
    const id = await make();
    expect((await change(id, { name: "Mine", version: 1 })).json).toMatchObject({ name: "Mine", version: 2 });
    expect((await change(id, { name: "Theirs", version: 1 })).status).toBe(409);
    expect((await get(id)).json.name).toBe("Mine");
  });

  it("keep the type of a field that has answers, and the label of a removed one", async () => {
    const { make, change } = await aFormsWorkspace();
    const id = await make();
    await visit.submit(id, { name: "Ada" });
    const retyped = await change(id, { fields: [{ ...FIELDS[0], type: "number" }] });
    expect(paths(retyped)).toEqual(["fields.0.type"]);
    const shorter = await change(id, { fields: [FIELDS[0]] });
    expect(shorter.json.retired_fields.map(({ key }: { key: string }) => key)).toEqual(["email", "message"]);
    expect(paths(await change(id, { fields: [FIELDS[0], { ...FIELDS[1], type: "number" }] }))).toEqual([
      "fields.1.type",
    ]);
    const back = await change(id, { fields: FIELDS });
    expect(back.json.retired_fields).toEqual([]);
  });

  it("keep what their destination needs of them, also where it is not named with their fields", async () => {
    const { make, change, crm } = await aFormsWorkspace();
    await crm.attribute("person", { name: "Age", type: "number" });
    const fields = [...FIELDS, { key: "age", label: "Age", type: "number" }];
    const mapping = { name: "name", email: "email", message: "age", age: "job_title" };
    const id = await make({ fields, destination: { type: "crm", object: "person", mapping } });
    const changed = (...more: object[]) => change(id, { fields: [...FIELDS.slice(0, 2), ...more] });
    const refused = await changed({ key: "message", label: "Photo", type: "file" });
    expect([refused.status, paths(refused)]).toEqual([422, ["fields.2.type"]]);
    expect(refused.json.detail).toContain("Age can't take the answers of a file field");
    const nameless = await change(id, { fields: fields.slice(1) });
    expect([nameless.status, paths(nameless)]).toEqual([422, ["fields"]]);
    expect(nameless.json.detail).toContain("Name is required there");
    const { status, json } = await changed({ key: "age", label: "Age", type: "date" });
    expect([status, json.destination.mapping]).toEqual([
      200,
      { name: "name", email: "email", age: "job_title" },
    ]);
    // Whatever the destination asks for since is no reason.
    await crm.attribute("person", { name: "Badge", slug: "badge", type: "text", is_required: true });
    expect((await changed()).status).toBe(200);
    expect((await change(id, { fields: [], destination: null })).status).toBe(200);
  });

  it("are copied as drafts without their submissions", async () => {
    const { make, onForm } = await aFormsWorkspace();
    const id = await make({ name: "Survey", closes_at: "2026-01-01T00:00:00Z" });
    const copy = await onForm(duplicate.POST, "POST", id);
    expect(copy.status).toBe(201);
    expect(copy.json).toMatchObject({
      name: "Copy of Survey",
      is_public: false,
      responses_count: 0,
      closes_at: null,
    });
    expect(copy.json.fields).toHaveLength(FIELDS.length);
    expect(copy.json.id).not.toBe(id);
  });

  it("show their logo to visitors once they are public, and copies have it, too", async () => {
    const { workspaceId, make, change, onForm } = await aFormsWorkspace();
    const id = await make({ name: "Survey", is_public: false });
    expect((await onForm(logos.GET, "GET", id)).json).toEqual({ logo: null });
    const set = (logo: string | null) => onForm(logos.PUT, "PUT", id, { body: { logo } });
    const first = await set(LOGO);
    expect([first.status, first.json]).toEqual([200, { logo: LOGO }]);
    expect((await onForm(logos.GET, "GET", id)).json).toEqual({ logo: LOGO });
    expect((await onForm(form.GET, "GET", id)).json.has_logo).toBe(true);
    expect((await logoPage(id)).status).toBe(404);
    expect((await change(id, { is_public: true })).json.has_logo).toBe(true);
    const shown = await logoPage(id);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await call(publicForm.GET, "GET", { params: { form_id: id } })).json.has_logo).toBe(true);
    const copy = await onForm(duplicate.POST, "POST", id);
    expect(copy.json.has_logo).toBe(true);
    expect((await onForm(logos.GET, "GET", copy.json.id)).json).toEqual({ logo: LOGO });
    expect((await set(null)).json).toEqual({ logo: null });
    expect((await logoPage(id)).status).toBe(404);
    const entries = await db().auditEvent.findMany({
      where: { workspaceId, targetId: id, action: "form.updated" },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [
        { name: "Survey", has_logo: false },
        { name: "Survey", has_logo: true },
      ],
      [
        { name: "Survey", has_logo: true },
        { name: "Survey", has_logo: false },
      ],
    ]);
  });

  it.each([
    ["a drawing with scripts", "data:image/svg+xml;base64,PHN2Zy8+"],
    ["a page that says it is a picture", `data:image/png;base64,${btoa("<!doctype html><script>")}`],
    [
      "a large picture",
      `data:image/png;base64,${Buffer.concat([PNG, Buffer.alloc(65_536)]).toString("base64")}`,
    ],
    ["an address", "https://example.com/logo.png"],
  ])("take no %s as their logo", async (_, logo) => {
    const { make, onForm } = await aFormsWorkspace();
    const id = await make();
    const answer = await onForm(logos.PUT, "PUT", id, { body: { logo } });
    expect([answer.status, paths(answer)]).toEqual([422, ["logo"]]);
    expect((await onForm(logos.GET, "GET", id)).json).toEqual({ logo: null });
  });

  it("that require a file can be published only with storage, unless they are public already", async () => {
    const forms = await aFormsWorkspace();
    const file = { key: "cv", label: "CV", type: "file", required: true };
    const name = { key: "name", label: "Name", type: "text" };
    const conditionally = {
      ...file,
      required: false,
      require_if: { match: "all", conditions: [{ field: "name", operator: "is_not_empty" }] },
    };
    const made = await forms.create({ fields: [name, file] });
    expect(made.json).toMatchObject({ state: "draft", takes_files: false });
    const id = made.json.id;
    const refused = [
      await forms.create({ is_public: true, fields: [name, file] }),
      await forms.create({ is_public: true, fields: [name, conditionally] }),
      await forms.change(id, { is_public: true }),
    ];
    for (const answer of refused) {
      expect(answer.status).toBe(422);
      expect(answer.json.detail).toMatch(/requires a file for “CV”, and this service has no file storage/);
      expect(answer.json.issues).toMatchObject([{ path: "fields.1.required" }]);
    }
    expect((await forms.get(id)).json.is_public).toBe(false);

    for (const harmless of [
      { ...file, required: false },
      { ...file, is_visible: false },
    ]) {
      expect((await forms.change(id, { is_public: true, fields: [name, harmless] })).status).toBe(200);
    }
    expect((await forms.change(id, { fields: [name, file] })).status).toBe(422);
    // As one that was published while there was storage: it can still be changed.
    await db().form.update({
      where: { id },
      data: { fields: [{ ...(await forms.get(id)).json.fields[1], ...file, is_visible: true }] },
    });
    const changed = await forms.change(id, { name: "Still here" });
    expect([changed.status, changed.json.is_public]).toEqual([200, true]);
    expect((await forms.change(id, { is_public: false })).status).toBe(200);
    expect((await forms.change(id, { is_public: true })).status).toBe(422);
  });

  it("can be deleted and restored, and are erased after a month", async () => {
    const { make, get, onForm } = await aFormsWorkspace();
    const id = await make();
    await visit.submit(id, { name: "Ada" });
    expect((await onForm(form.DELETE, "DELETE", id)).status).toBe(204);
    expect((await get(id)).status).toBe(404);
    expect((await visit.open(id)).status).toBe(404);
    expect((await onForm(restore.POST, "POST", id)).json).toMatchObject({
      responses_count: 1,
      state: "open",
    });
    expect((await onForm(restore.POST, "POST", id)).status).toBe(404);
    await onForm(form.DELETE, "DELETE", id);
    const inDays = (days: number) => ({ now: new Date(Date.now() + days * 86_400_000) });
    await eraseDeletedForms.handler({}, inDays(29));
    expect(await db().form.count({ where: { id } })).toBe(1);
    await eraseDeletedForms.handler({}, inDays(31));
    expect(await db().form.count({ where: { id } })).toBe(0);
    expect(await db().formSubmission.count({ where: { formId: id } })).toBe(0);
  });

  it("can't be restored once their time is over, when their files may be erased already", async () => {
    const { make, onForm } = await aFormsWorkspace();
    const id = await make();
    await onForm(form.DELETE, "DELETE", id);
    const deletedFor = (days: number) =>
      db().form.update({ where: { id }, data: { deletedAt: new Date(Date.now() - days * 86_400_000 - 1) } });
    await deletedFor(30);
    expect((await onForm(restore.POST, "POST", id)).status).toBe(404);
    await deletedFor(29);
    expect((await onForm(restore.POST, "POST", id)).status).toBe(200);
  });

  it("can be created from templates that are valid", async () => {
    const { owner, workspaceId, create } = await aFormsWorkspace();
    const params = { workspace_id: workspaceId };
    const all = (await call(templates.GET, "GET", { bearer: owner.jwt, params })).json;
    expect(all.length).toBeGreaterThan(3);
    for (const template of all) expect(checkDefinition(template.form.fields)).toEqual([]);
    expect((await create(all[0].form)).status).toBe(201);
  });

  it("can be seen by those who may, and built only by those who may", async () => {
    const { make, workspaceId } = await aFormsWorkspace();
    const id = await make();
    const member = formsOf((await aMember(workspaceId, "member")).jwt, workspaceId);
    const viewer = formsOf((await aMember(workspaceId, "viewer")).jwt, workspaceId);
    expect((await member.get(id)).status).toBe(200);
    for (const answer of [
      await member.create({}),
      await member.change(id, { is_public: false }),
      await viewer.get(id),
      await viewer.submissions(id),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual({ detail: "Permission denied" });
    }
  });

  it("can't write anywhere that their builder could not write", async () => {
    const { workspaceId, make, onForm } = await aFormsWorkspace();
    const builder = await aMember(workspaceId, "member");
    await db().workspaceMember.update({
      where: { workspaceId_developerId: { workspaceId, developerId: builder.id } },
      data: { permissionOverrides: { can_manage_forms: true, can_edit_records: false } },
    });
    const destination = { type: "crm", object: "person", mapping: { name: "name" } };
    const theirs = formsOf(builder.jwt, workspaceId);
    expect((await theirs.create({ fields: FIELDS })).status).toBe(201);
    expect((await theirs.create({ fields: FIELDS, destination })).status).toBe(403);
    const id = await make({ destination });
    const copy = await onForm(duplicate.POST, "POST", id, { bearer: builder.jwt });
    expect(copy.json.destination).toBeNull();
    await db().form.update({ where: { id }, data: { isPublic: false } });
    const opened = await theirs.change(id, { is_public: true });
    expect([opened.status, opened.json.detail]).toEqual([403, expect.stringContaining("can_edit_records")]);
    expect((await theirs.change(id, { name: "Renamed" })).status).toBe(200);
    expect((await theirs.change(id, { is_public: true, destination: null })).status).toBe(200);
  });

  it("can't be brought back open by who could not write where its answers go", async () => {
    const { workspaceId, make, onForm } = await aFormsWorkspace();
    const builder = await aMemberWith(workspaceId, ["can_view_forms", "can_manage_forms"]);
    const id = await make({
      is_public: true,
      destination: { type: "crm", object: "person", mapping: { name: "name" } },
    });
    expect((await onForm(form.DELETE, "DELETE", id, { bearer: builder.jwt })).status).toBe(204);
    expect((await onForm(restore.POST, "POST", id, { bearer: builder.jwt })).status).toBe(403);
    expect((await onForm(restore.POST, "POST", id)).status).toBe(200);
  });
});

describe("submissions", () => {
  it("can be filtered by state, time and the content of a field, with wildcards taken literally", async () => {
    const { make, submissions } = await aFormsWorkspace();
    const id = await make();
    await visit.submit(id, { name: "Ada", message: "100% sure" });
    await visit.submit(id, { name: "Grace", message: "Ada said so" });
    await visit.submit(id, { name: "Eve" }, { website: "x" });
    const names = async (query: Record<string, string>) =>
      (await submissions(id, query)).json
        .map(({ values }: { values: { name: string } }) => values.name)
        .sort();
    expect(await names({})).toEqual(["Ada", "Eve", "Grace"]);
    expect(await names({ status: "spam" })).toEqual(["Eve"]);
    expect(await names({ status: "accepted" })).toEqual(["Ada", "Grace"]);
    expect(await names({ contains: "ada" })).toEqual(["Ada", "Grace"]);
    expect(await names({ contains: "ada", field: "name" })).toEqual(["Ada"]);
    expect(await names({ contains: "0%" })).toEqual(["Ada"]);
    expect(await names({ contains: "a%a" })).toEqual([]);
    expect(await names({ field: "message" })).toEqual(["Ada", "Grace"]);
    expect(await names({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect((await submissions(id, { field: "x'); DROP" })).status).toBe(400);
  });

  it("are paged without losing or repeating one", async () => {
    const { make, submissions } = await aFormsWorkspace();
    const id = await make();
    for (const name of ["A", "B", "C"]) await visit.submit(id, { name });
    const first = await submissions(id, { limit: "2" });
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await submissions(id, { limit: "2", cursor: decodeURIComponent(cursor) });
    const names = [...first.json, ...second.json].map(({ values }) => values.name);
    expect(names).toEqual(["C", "B", "A"]);
  });

  it("that are no spam after all cause one notification, and can be marked as spam again without one", async () => {
    const workspace = await aFormsWorkspace();
    const { make, get, onSubmission, crm } = workspace;
    const webhook = await aWebhook(workspace, "https://example.com/hook", { events: ["form.submitted"] });
    const id = await make({
      responses_max: 1,
      destination: { type: "crm", object: "person", mapping: { name: "name" } },
    });
    const sent = (await visit.submit(id, { name: "Eve" }, { website: "x" })).json.submission_id;
    const mark = (isSpam: boolean) => onSubmission(submission.PATCH, "PATCH", id, sent, { is_spam: isSpam });
    expect((await mark(false)).json).toMatchObject({
      is_spam: false,
      spam_reasons: [],
      delivery: { status: "done" },
    });
    expect((await get(id)).json).toMatchObject({ responses_count: 1, spam_count: 0, state: "full" });
    expect((await mark(true)).json).toMatchObject({ is_spam: true, spam_reasons: ["marked_by_member"] });
    expect((await get(id)).json).toMatchObject({ responses_count: 0, spam_count: 1 });
    await mark(false);
    await mark(false);
    expect((await get(id)).json).toMatchObject({ responses_count: 1, spam_count: 0 });
    expect((await crm.list("person")).json).toHaveLength(1);
    expect(await deliveriesOf(webhook.id)).toHaveLength(1);
  });

  it("free their place when they are deleted", async () => {
    const { make, onSubmission, submissions } = await aFormsWorkspace();
    const id = await make({ responses_max: 1 });
    const sent = (await visit.submit(id, { name: "Ada" })).json.submission_id;
    expect((await visit.submit(id, { name: "Grace" })).status).toBe(409);
    expect((await onSubmission(submission.DELETE, "DELETE", id, sent)).status).toBe(204);
    expect((await submissions(id)).json).toEqual([]);
    expect((await onSubmission(submission.DELETE, "DELETE", id, sent)).status).toBe(404);
    expect((await visit.submit(id, { name: "Grace" })).status).toBe(201);
  });

  it("are not found through another form", async () => {
    const { make, onSubmission } = await aFormsWorkspace();
    const [one, other] = [await make(), await make()];
    const sent = (await visit.submit(one, { name: "Ada" })).json.submission_id;
    for (const answer of [
      await onSubmission(submission.GET, "GET", other, sent),
      await onSubmission(submission.DELETE, "DELETE", other, sent),
    ]) {
      expect(answer.json).toEqual({ detail: "Submission not found" });
    }
    expect((await onSubmission(submission.PATCH, "PATCH", other, sent, { is_spam: true })).status).toBe(404);
  });

  it("that failed at their destination are written there once it accepts them", async () => {
    const { make, onSubmission, submissions, crm } = await aFormsWorkspace();
    await crm.attribute("person", { name: "Age", slug: "age", type: "number" });
    const id = await make({
      destination: { type: "crm", object: "person", mapping: { name: "name", message: "age" } },
    });
    const first = (await visit.submit(id, { name: "Ada", message: "old" })).json.submission_id;
    expect((await submissions(id)).json[0].delivery).toMatchObject({
      status: "failed",
      error: "age: Not a number",
    });
    expect((await onSubmission(redeliver.POST, "POST", id, first)).json.delivery.status).toBe("failed");
    const second = (await visit.submit(id, { name: "Ada", message: " 36 " })).json.submission_id;
    expect((await onSubmission(redeliver.POST, "POST", id, second)).status).toBe(409);
    const [person] = (await crm.list("person")).json;
    expect(person.values).toMatchObject({ name: "Ada", age: 36 });
  });

  it("become rows of a table if the form says so", async () => {
    const { make, owner, workspaceId, submissions } = await aFormsWorkspace();
    const params = { workspace_id: workspaceId };
    const table = await call(tables.POST, "POST", {
      bearer: owner.jwt,
      params,
      body: {
        name: "Guests",
        columns: [
          { key: "who", name: "Who", type: "text" },
          { key: "size", name: "Size", type: "select", options: [{ value: "small", label: "Small" }] },
        ],
      },
    });
    const id = await make({
      fields: [...FIELDS, { key: "size", label: "Size", type: "radio", options: ["Small"] }],
      destination: { type: "table", table_id: table.json.id, mapping: { name: "who", size: "size" } },
    });
    await visit.submit(id, { name: "Ada", size: "Small" });
    const listed = await call(rows.GET, "GET", {
      bearer: owner.jwt,
      params: { ...params, table_id: table.json.id },
    });
    expect(listed.json).toHaveLength(1);
    expect(listed.json[0].values).toMatchObject({ who: "Ada", size: "small" });
    expect((await submissions(id)).json[0].delivery).toMatchObject({
      status: "done",
      record_id: listed.json[0].id,
    });
  });

  it("can be exported as CSV in which nothing runs, and as JSON, recorded in the audit log", async () => {
    const { make, onForm, workspaceId } = await aFormsWorkspace();
    const id = await make();
    await visit.submit(id, { name: '=HYPERLINK("http://evil.test")', message: 'a,"b"\n@SUM(1)' });
    await visit.submit(id, { name: "Eve", email: "+eve@example.com" }, { website: "x" });
    const csv = await onForm(exporting.GET, "GET", id, { query: { status: "accepted" } });
    expect(csv.headers.get("content-disposition")).toMatch(
      /^attachment; filename="submissions-[\d-]+\.csv"$/,
    );
    expect(csv.text.split("\n")[0]).toBe("id,submitted_at,is_spam,name,email,message");
    expect(csv.text).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
    expect(csv.text).not.toContain("Eve");
    const json = await onForm(exporting.GET, "GET", id, { query: { format: "json" } });
    expect(json.headers.get("content-type")).toBe("application/json");
    expect(json.json.map(({ values }: { values: { name: string } }) => values.name)).toEqual([
      "Eve",
      '=HYPERLINK("http://evil.test")',
    ]);
    const where = { workspaceId, action: "form_submissions.exported" };
    expect(await db().auditEvent.count({ where })).toBe(2);
  });

  it("are exported with each column called differently, also where a question is called as one of ours", async () => {
    const { make, onForm } = await aFormsWorkspace();
    const id = await make({ fields: [{ key: "id", label: "ID", type: "text" }, FIELDS[0]] });
    const sent = await visit.submit(id, { id: "S-17", name: "Ada" });
    const csv = await onForm(exporting.GET, "GET", id);
    const [header, row] = csv.text.replace("\uFEFF", "").split("\n");
    expect(header).toBe("id,submitted_at,is_spam,values.id,name");
    expect(row).toMatch(new RegExp(`^${sent.json.submission_id},[^,]+,false,S-17,Ada$`));
  });

  it("are exported with numbers as numbers, and with formula-like texts as texts", async () => {
    const { make, onForm } = await aFormsWorkspace();
    const id = await make({
      fields: [
        { key: "change", label: "Change", type: "number" },
        { key: "note", label: "Note", type: "text" },
      ],
    });
    await visit.submit(id, { change: -5, note: "-5" });
    const csv = await onForm(exporting.GET, "GET", id, { query: {} });
    expect(csv.text.trim().split("\n")[1]).toMatch(/,false,-5,'-5$/);
  });

  it("are counted by day, including days without any", async () => {
    const { make, onForm } = await aFormsWorkspace();
    const id = await make();
    const old = (await visit.submit(id, { name: "Ada" })).json.submission_id;
    await visit.submit(id, { name: "Eve" }, { website: "x" });
    const before = new Date(Date.now() - 2 * 86_400_000);
    await db().formSubmission.update({ where: { id: old }, data: { createdAt: before } });
    const { days } = (await onForm(counts.GET, "GET", id, { query: { days: "7" } })).json;
    expect(days).toHaveLength(7);
    const total = (key: "accepted" | "spam") =>
      days.reduce((sum: number, day: Record<string, number>) => sum + (day[key] ?? 0), 0);
    expect([total("accepted"), total("spam")]).toEqual([1, 1]);
    const day = days.find(({ accepted }: { accepted: number }) => accepted === 1);
    expect(day.day).toBe(before.toISOString().slice(0, 10));
    expect((await onForm(counts.GET, "GET", id, { query: { days: "91" } })).status).toBe(400);
  });

  it("counts submissions by the days of the reader's zone", async () => {
    const { make, onForm } = await aFormsWorkspace();
    const id = await make();
    const late = (await visit.submit(id, { name: "Ada" })).json.submission_id;
    // Half past twelve in the night, in Kiritimati; the day before everywhere west of it.
    const today = new Date();
    const day = (zone: string) => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(today);
    const midnight = new Date(`${day("Pacific/Kiritimati")}T00:30:00+14:00`);
    await db().formSubmission.update({ where: { id: late }, data: { createdAt: midnight } });
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"]) {
      const { days } = (await onForm(counts.GET, "GET", id, { query: { days: "3", zone } })).json;
      const there = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(midnight);
      const counted = days.filter(({ accepted }: { accepted: number }) => accepted === 1);
      expect([days.length, days[2].day, counted.map((each: { day: string }) => each.day)]).toEqual([
        3,
        day(zone),
        [there],
      ]);
    }
    expect((await onForm(counts.GET, "GET", id, { query: { zone: "Mars/Olympus" } })).status).toBe(400);
    // The clocks of the Azores went from 1:00 back to 0:00 that day: it began at the first of the two.
    const createdAt = new Date("2026-10-25T00:30:00Z");
    await db().formSubmission.update({ where: { id: late }, data: { createdAt } });
    const noon = new Date("2026-10-25T12:00:00Z");
    expect(await countByDay({ id }, { days: 1, zone: "Atlantic/Azores" }, noon)).toEqual([
      { day: "2026-10-25", accepted: 1, spam: 0 },
    ]);
  });
});
