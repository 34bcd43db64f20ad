import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as uploads from "@/app/api/v1/public/forms/[form_id]/uploads/route";
import * as file from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/[submission_id]/files/[upload_id]/route";
import { sweepFormUploads, verifyUploadJob } from "@/lib/forms/uploads/jobs";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/database";
import { deleteObject } from "@/lib/platform/storage";
import { StoreError } from "@/lib/platform/store-error";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { formsOf, visit } from "@/tests/support/forms";
import { startObjectStorage } from "@/tests/support/object-storage";

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
beforeAll(async () => {
  storage = await startObjectStorage();
  Object.assign(process.env, storage.settings);
});
afterAll(() => storage.close());

const IMAGE = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(200)]);
const PAGE = Buffer.from("<html><script>alert(1)</script></html>");

async function aFormWithFile() {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const forms = formsOf(owner.jwt, workspace.id);
  const id = await forms.make({
    fields: [
      {
        key: "shot",
        label: "Shot",
        type: "file",
        required: true,
        validation: { accept: ["image"], max_bytes: 1_000 },
      },
      { key: "other", label: "Other", type: "file" },
      { key: "unseen", label: "Unseen", type: "file", is_visible: false },
      { key: "name", label: "Name", type: "text" },
    ],
  });
  const presign = (body: object = {}, bytes = IMAGE, headers: Record<string, string> = {}) =>
    call(uploads.POST, "POST", {
      params: { form_id: id },
      headers,
      body: {
        field: "shot",
        file_name: "../../evil\u202E.html\r\nX: y.png",
        content_type: "image/png",
        byte_size: bytes.length,
        sha256: sha256Hex(bytes),
        ...body,
      },
    });
  const upload = async (bytes = IMAGE, body: object = {}): Promise<string> => {
    const { json } = await presign(body, bytes);
    const put = await fetch(json.upload_url, {
      method: "PUT",
      headers: json.upload_headers,
      body: new Uint8Array(bytes),
    });
    if (!put.ok) throw new Error(await put.text());
    return json.upload_id;
  };
  const link = async (submissionId: string, uploadId: string) =>
    call(file.GET, "GET", {
      bearer: owner.jwt,
      params: { ...forms.at(id), submission_id: submissionId, upload_id: uploadId },
    });
  return { id, forms, presign, upload, link };
}

const verify = (id: string, afterMs = 0) =>
  verifyUploadJob.handler({ upload_id: id }, { now: new Date(Date.now() + afterMs) });
const UPLOAD_ENDED_MS = 360_000;

const keyOf = async (id: string) => (await db().formUpload.findUniqueOrThrow({ where: { id } })).objectKey;
const stored = async (key: string) => (await fetch(storage.unchecked(key))).status === 200;

describe("files", () => {
  it("are checked when they are first asked for, and served as downloads under a harmless name", async () => {
    const { id, upload, link, forms } = await aFormWithFile();
    const uploadId = await upload();
    const sent = (await visit.submit(id, { shot: uploadId })).json.submission_id;
    const answer = await link(sent, uploadId);
    expect(answer.json.file_name).toBe("evil.html_X_y.png");
    const saved = await fetch(answer.json.url);
    expect(saved.headers.get("content-type")).toBe("application/octet-stream");
    expect(saved.headers.get("content-disposition")).toBe('attachment; filename="evil.html_X_y.png"');
    expect(Buffer.from(await saved.arrayBuffer())).toEqual(IMAGE);
    const action = "form_file.downloaded";
    expect(await db().auditEvent.findMany({ where: { action, targetId: uploadId } })).toHaveLength(1);
    const [submission] = (await forms.submissions(id)).json;
    expect(submission.files).toMatchObject([
      {
        upload_id: uploadId,
        field: "shot",
        file_name: "../../evil.html X: y.png",
        status: "verified",
      },
    ]);
  });

  it("that can't be loaded now are not handed out, and no download is recorded", async () => {
    const { id, upload, link } = await aFormWithFile();
    const uploadId = await upload();
    const sent = (await visit.submit(id, { shot: uploadId })).json.submission_id;
    await verify(uploadId);
    const recorded = () =>
      db().auditEvent.count({ where: { action: "form_file.downloaded", targetId: uploadId } });
    storage.setDown(true);
    const away = await link(sent, uploadId);
    storage.setDown(false);
    expect([away.status, await recorded()]).toEqual([503, 0]);
    expect([(await link(sent, uploadId)).status, await recorded()]).toEqual([200, 1]);
    await deleteObject(await keyOf(uploadId));
    expect([(await link(sent, uploadId)).status, await recorded()]).toEqual([404, 1]);
  });

  it("that have not arrived are waited for while they may come", async () => {
    const { id, presign, link } = await aFormWithFile();
    const uploadId = (await presign()).json.upload_id;
    const sent = (await visit.submit(id, { shot: uploadId })).json.submission_id;
    expect((await link(sent, uploadId)).status).toBe(409);
    await verify(uploadId, UPLOAD_ENDED_MS);
    expect((await link(sent, uploadId)).status).toBe(404);
  });

  it("stay what was checked when their upload URL is used again, of which nothing stays", async () => {
    const { id, upload, link } = await aFormWithFile();
    const uploadId = await upload();
    const sent = (await visit.submit(id, { shot: uploadId })).json.submission_id;
    const uploadedTo = await keyOf(uploadId);
    expect(await verify(uploadId)).toEqual({ againAt: expect.any(Date) });
    await fetch(storage.unchecked(uploadedTo), { method: "PUT", body: PAGE });
    expect(await verify(uploadId, UPLOAD_ENDED_MS)).toBeUndefined();
    const { url } = (await link(sent, uploadId)).json;
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(IMAGE);
    expect(await stored(uploadedTo)).toBe(false);
  });

  it("that differ from their announcement are never served, and are deleted from the store", async () => {
    const { id, upload, link } = await aFormWithFile();
    const uploadId = await upload(PAGE);
    const sent = (await visit.submit(id, { shot: uploadId })).json.submission_id;
    expect((await link(sent, uploadId)).json).toEqual({ detail: "File not found" });
    await verify(uploadId, UPLOAD_ENDED_MS);
    expect((await link(sent, uploadId)).json).toEqual({ detail: "File not found" });
    expect(await stored(await keyOf(uploadId))).toBe(false);
  });

  it.each([
    ["of another kind", { content_type: "application/pdf" }, "content_type"],
    ["of a kind that runs", { field: "other", content_type: "text/html" }, "content_type"],
    ["that are pictures with scripts", { field: "other", content_type: "image/svg+xml" }, "content_type"],
    ["of a kind that every object knows", { field: "other", content_type: "constructor" }, "content_type"],
    ["that are too large", { byte_size: 1_001 }, "content_type"],
    ["for a field that takes none", { field: "name" }, "field"],
    ["for a field that is not there", { field: "nothing" }, "field"],
    ["for a field that visitors don't see", { field: "unseen" }, "field"],
  ])("%s are refused before they are uploaded", async (_name, body, path) => {
    const { presign } = await aFormWithFile();
    const answer = await presign(body);
    expect(answer.status).toBe(422);
    expect(answer.json.issues[0].path).toBe(path);
  });

  it("belong to one submission, of the form and field they were uploaded for", async () => {
    const { id, upload, forms, link } = await aFormWithFile();
    const other = await aFormWithFile();
    const uploadId = await upload();
    expect((await visit.submit(other.id, { shot: uploadId })).status).toBe(422);
    const misplaced = await visit.submit(id, { shot: await upload(), other: uploadId });
    expect(misplaced.json.issues).toEqual([{ path: "values.other", message: expect.any(String) }]);
    const swapped = await visit.submit(id, {
      shot: await upload(IMAGE, { field: "other" }),
      other: await upload(),
    });
    expect(swapped.json.issues.map(({ path }: { path: string }) => path)).toEqual([
      "values.shot",
      "values.other",
    ]);
    const doubled = await visit.submit(id, { shot: uploadId, other: uploadId });
    expect(doubled.json.issues).toEqual([{ path: "values.other", message: expect.any(String) }]);
    const ada = await visit.submit(id, { shot: uploadId, name: "Ada" });
    expect(ada.status).toBe(201);
    expect((await visit.submit(id, { shot: uploadId, name: "Eve" })).status).toBe(422);
    expect((await forms.submissions(id)).json).toHaveLength(1);
    const eve = await visit.submit(id, { shot: await upload(), name: "Eve" });
    expect((await link(eve.json.submission_id, uploadId)).status).toBe(404);
    expect((await link(ada.json.submission_id, uploadId)).status).toBe(200);
  });

  it.each([
    ["text", "text/plain", Buffer.from("MZ\0\x01")],
    ["a picture in WebP", "image/webp", Buffer.from("RIFF\0\0\0\0WAVEfmt ")],
  ])("that are announced as %s and are something else are not served", async (_name, content_type, bytes) => {
    const { id, upload, link } = await aFormWithFile();
    const other = await upload(bytes, { field: "other", content_type });
    const sent = (await visit.submit(id, { shot: await upload(), other })).json.submission_id;
    expect((await link(sent, other)).json).toEqual({ detail: "File not found" });
  });

  it.each(["form_uploads_per_form", "form_uploads_per_ip"] as const)("are limited by %s", async (limit) => {
    const { id, presign } = await aFormWithFile();
    const ip = "203.0.113.51";
    const key = limit === "form_uploads_per_ip" ? ip : id;
    await checkLimits([{ limit, key, weight: LIMITS[limit].countMax }], new Date());
    expect((await presign({}, IMAGE, { "x-forwarded-for": ip })).status).toBe(429);
    expect(await db().formUpload.count({ where: { formId: id } })).toBe(0);
  });

  it("of the right length and type are served only with the very bytes that were announced", async () => {
    const { id, upload, link } = await aFormWithFile();
    const shot = await upload();
    const sent = (await visit.submit(id, { shot })).json.submission_id;
    const other = Buffer.concat([IMAGE.subarray(0, 8), randomBytes(200)]);
    await fetch(storage.unchecked(await keyOf(shot)), { method: "PUT", body: other });
    expect((await link(sent, shot)).json).toEqual({ detail: "File not found" });
  });

  it("that turned out to be something else can't be submitted any more", async () => {
    const { id, upload } = await aFormWithFile();
    const shot = await upload(PAGE);
    await verify(shot);
    const late = await visit.submit(id, { shot });
    expect([late.status, late.json.issues?.[0].path]).toEqual([422, "values.shot"]);
  });

  it("can be submitted for a day after they were announced", async () => {
    const { id, upload } = await aFormWithFile();
    const uploadId = await upload();
    const announced = (hours: number) =>
      db().formUpload.update({
        where: { id: uploadId },
        data: { createdAt: new Date(Date.now() - hours * 3_600_000) },
      });
    await announced(25);
    const late = await visit.submit(id, { shot: uploadId });
    expect([late.status, late.json.issues]).toEqual([
      422,
      [{ path: "values.shot", message: "The file is missing: add it again" }],
    ]);
    await announced(23);
    expect((await visit.submit(id, { shot: uploadId })).status).toBe(201);
  });

  it("sent once more, because the answer was lost on its way, are still sent once", async () => {
    const { id, upload, forms } = await aFormWithFile();
    const values = { shot: await upload(), name: "Ada" };
    const more = { submission_id: randomUUID() };
    const [first, again] = [await visit.submit(id, values, more), await visit.submit(id, values, more)];
    expect(again).toMatchObject({ status: 201, json: first.json });
    expect((await forms.submissions(id)).json).toHaveLength(1);
  });

  it("that were never submitted are deleted after two days, others stay", async () => {
    const { id, upload } = await aFormWithFile();
    const [kept, left] = [await upload(), await upload()];
    await visit.submit(id, { shot: kept });
    const leftAt = await keyOf(left);
    const later = (days: number) => ({ now: new Date(Date.now() + days * 86_400_000) });
    await sweepFormUploads.handler({}, later(1));
    expect(await db().formUpload.count({ where: { formId: id } })).toBe(2);
    await sweepFormUploads.handler({}, later(3));
    expect(await db().formUpload.findMany({ where: { formId: id }, select: { id: true } })).toEqual([
      { id: kept },
    ]);
    expect(await stored(leftAt)).toBe(false);
  });

  it("that can't be deleted from the store hold up no others, and are tried again", async () => {
    const { upload } = await aFormWithFile();
    const [stuck, left] = [await upload(), await upload()];
    const leftAt = await keyOf(left);
    // A name that the store's own files can't have.
    await db().formUpload.update({ where: { id: stuck }, data: { objectKey: "x".repeat(300) } });
    const run = () => sweepFormUploads.handler({}, { now: new Date(Date.now() + 3 * 86_400_000) });
    await expect(run()).rejects.toThrow(StoreError);
    expect(await stored(leftAt)).toBe(false);
    expect(await db().formUpload.count({ where: { id: { in: [stuck, left] } } })).toBe(1);
    await expect(run()).rejects.toThrow(StoreError);
    await db().formUpload.delete({ where: { id: stuck } });
  });
});
