import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";

const ACCESS_KEY_ID = "S3RVER";
const SECRET_ACCESS_KEY = "S3RVER";
const REGION = "us-east-1";
const BUCKET = "evidence";

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(data: string | Buffer, encoding: "hex" | "base64"): string {
  return createHash("sha256").update(data).digest(encoding);
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

type Claim = { scope: string; date: string; signedHeaders: string[]; signature: string; payloadHash: string };

/** What a request says of its own signature: in the query of a presigned URL, or in the Authorization header. */
function claimOf(request: IncomingMessage, url: URL): Claim {
  const query = url.searchParams;
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    request.headers.authorization ?? "",
  );
  const credential = header?.[1] ?? query.get("X-Amz-Credential") ?? "";
  const [keyId, ...scope] = credential.split("/");
  if (keyId !== ACCESS_KEY_ID) throw new Refusal(403, "InvalidAccessKeyId");
  const date = String(query.get("X-Amz-Date") ?? request.headers["x-amz-date"] ?? "");
  if (!header) {
    const signedAt = Date.parse(
      date.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, "$1-$2-$3T$4:$5:$6Z"),
    );
    const expiresAt = signedAt + Number(query.get("X-Amz-Expires")) * 1000;
    if (!(Date.now() < expiresAt)) throw new Refusal(403, "AccessDenied");
  }
  return {
    scope: scope.join("/"),
    date,
    signedHeaders: (header?.[2] ?? query.get("X-Amz-SignedHeaders") ?? "").split(";"),
    signature: header?.[3] ?? query.get("X-Amz-Signature") ?? "",
    payloadHash: header ? String(request.headers["x-amz-content-sha256"]) : "UNSIGNED-PAYLOAD",
  };
}

/** Signature Version 4 over the request as it came, by the letter of the S3 API reference. */
function signatureOf(request: IncomingMessage, url: URL, claim: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const headers = claim.signedHeaders.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? "")
        .trim()
        .replace(/ +/g, " ")}\n`,
  );
  const pathname = url.pathname.split("/").map(decodeURIComponent).map(encoded).join("/");
  const canonical = [
    request.method,
    pathname,
    query,
    headers.join(""),
    claim.signedHeaders.join(";"),
    claim.payloadHash,
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", claim.date, claim.scope, sha256(canonical, "hex")].join("\n");
  const key = claim.scope
    .split("/")
    .reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${SECRET_ACCESS_KEY}`);
  return hmac(key, text).toString("hex");
}

function refuseUnlessSigned(request: IncomingMessage, body: Buffer): void {
  const url = new URL(request.url ?? "/", "http://store");
  const claim = claimOf(request, url);
  if (signatureOf(request, url, claim) !== claim.signature) throw new Refusal(403, "SignatureDoesNotMatch");
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith("x-amz-") && !claim.signedHeaders.includes(name),
  );
  if (unsigned.length > 0) throw new Refusal(403, "AccessDenied");
  const checksum = request.headers["x-amz-checksum-sha256"];
  if (checksum !== undefined && checksum !== sha256(body, "base64")) throw new Refusal(400, "BadDigest");
  if (claim.payloadHash !== "UNSIGNED-PAYLOAD" && claim.payloadHash !== sha256(body, "hex")) {
    throw new Refusal(400, "XAmzContentSHA256Mismatch");
  }
}

async function pass(request: IncomingMessage, body: Buffer, port: number, response: ServerResponse) {
  const onward = httpRequest({
    host: "127.0.0.1",
    port,
    method: request.method,
    path: request.url,
    headers: request.headers,
  });
  onward.end(body);
  const [answer] = (await once(onward, "response")) as [IncomingMessage];
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}

/** The bucket's CORS rules as README asks for them. */
function corsRules(origin: string): string {
  return `<CORSConfiguration><CORSRule><AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>
    <AllowedHeader>content-type</AllowedHeader><AllowedHeader>x-amz-checksum-sha256</AllowedHeader></CORSRule></CORSConfiguration>`;
}

/**
 * An S3-compatible store: s3rver keeps the objects, and a front before it does what s3rver leaves out. The front
 * checks every request's Signature Version 4 over the headers that really came, presigned URLs' expiry, that no
 * `x-amz-` header came unsigned, and `x-amz-checksum-sha256` against the body. Preflights carry no signature.
 * @param uploadOrigin whose pages may upload from a browser; default: none
 */
export async function startObjectStorage(uploadOrigin?: string) {
  const directory = await mkdtemp(path.join(tmpdir(), "wps-objects-"));
  const store = new S3rver({
    address: "127.0.0.1",
    port: 0,
    directory,
    silent: true,
    configureBuckets: [
      { name: BUCKET, configs: uploadOrigin === undefined ? [] : [corsRules(uploadOrigin)] },
    ],
  });
  const { port } = await store.run();
  let isDown = false;
  const server = createServer(async (request, response) => {
    try {
      if (isDown) throw new Refusal(503, "ServiceUnavailable");
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      if (request.method !== "OPTIONS") refuseUnlessSigned(request, body);
      await pass(request, body, port, response);
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, "InternalError");
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
    },
    /** Where an object lies in s3rver, behind the checks. */
    unchecked: (key: string) => `http://127.0.0.1:${port}/${BUCKET}/${key}`,
    /** From now on it refuses everything, or answers again. */
    setDown: (down: boolean) => {
      isDown = down;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
