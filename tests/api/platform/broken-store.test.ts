import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import * as uploads from "@/app/api/v1/public/forms/[form_id]/uploads/route";
import * as file from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/[submission_id]/files/[upload_id]/route";
import { db } from "@/lib/platform/database";
import {
  deleteObject,
  deleteObjectsUnder,
  hasObject,
  listObjects,
  putObject,
  readObject,
} from "@/lib/platform/storage";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { formsOf, visit } from "@/tests/support/forms";

let answer: RequestListener;
let store: Server;
beforeAll(async () => {
  store = createServer((request, response) => {
    request.resume();
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(store, "listening");
  Object.assign(process.env, {
    S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    S3_BUCKET: "evidence",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  store.closeAllConnections();
  store.close();
});

const USES = {
  read: async () => {
    for await (const _ of (await readObject("some"))?.chunks ?? []);
  },
  look: () => hasObject("some"),
  put: () => putObject("some", "text/plain", Buffer.from("some")),
  delete: () => deleteObject("some"),
  list: async () => {
    for await (const _ of listObjects());
  },
  "delete all": () => deleteObjectsUnder("some/"),
};

const answers =
  (status: number, body: string, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

const LISTED = `<ListBucketResult><Name>evidence</Name><KeyCount>1</KeyCount><IsTruncated>false</IsTruncated>
  <Contents><Key>some/1</Key></Contents></ListBucketResult>`;

describe("a store that does not do what it is asked", () => {
  it.each([
    ["a page of something else", answers(200, "<html><body>Welcome</body></html>")],
    ["nothing", answers(200, "")],
    ["a refusal", answers(403, "<Error><Code>AccessDenied</Code></Error>")],
    ["that there is no such bucket", answers(404, "<Error><Code>NoSuchBucket</Code></Error>")],
  ])("is never taken for one that did: %s", async (_name, given) => {
    answer = given;
    for (const [name, use] of Object.entries(USES)) await expect(use(), name).rejects.toThrow("object store");
  });

  it("is not asked for ever to delete what it keeps", async () => {
    answer = (request, response) =>
      answers(200, request.method === "GET" ? LISTED : "<DeleteResult></DeleteResult>")(request, response);
    await expect(deleteObjectsUnder("some/")).rejects.toThrow("object store");
  });

  it.each([
    ["an answer", () => {}],
    [
      "the rest of one",
      (_request: unknown, response: Parameters<RequestListener>[1]) =>
        void response.writeHead(200, { "content-length": 9, etag: '"1"' }).write("<"),
    ],
  ])("is not waited for without end: %s", async (_name, given: RequestListener) => {
    answer = given;
    const bounded = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => bounded(100));
    for (const [name, use] of Object.entries(USES)) await expect(use(), name).rejects.toThrow("object store");
  });
});

describe("while the store fails", () => {
  it("who asks for a file or a check is told so, and can ask again", async () => {
    answer = answers(403, "");
    const owner = await aDeveloper();
    const workspace = await aWorkspace(owner);
    const forms = formsOf(owner.jwt, workspace.id);
    const id = await forms.make({ fields: [{ key: "shot", label: "Shot", type: "file" }] });
    const announced = {
      file_name: "a.txt",
      content_type: "text/plain",
      byte_size: 4,
      sha256: "0".repeat(64),
    };
    const presigned = await call(uploads.POST, "POST", {
      params: { form_id: id },
      body: { field: "shot", ...announced },
    });
    const uploadId = presigned.json.upload_id;
    const sent = (await visit.submit(id, { shot: uploadId })).json.submission_id;
    const asked = await call(file.GET, "GET", {
      bearer: owner.jwt,
      params: { ...forms.at(id), submission_id: sent, upload_id: uploadId },
    });
    expect([asked.status, asked.json]).toEqual([
      503,
      { detail: "The file store can't be reached at the moment." },
    ]);
    expect(asked.headers.get("retry-after")).toBe("60");
    expect(await db().formUpload.findMany({ where: { formId: id } })).toMatchObject([{ status: "pending" }]);
  });
});
