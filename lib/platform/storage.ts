import { addAbortSignal, type Readable } from "node:stream";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { env, type Settings } from "@/lib/platform/env";
import { StoreError } from "@/lib/platform/store-error";

// The client warns on Node 20 that its later versions won't run there, which only whoever updates it need know.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 10_000;
/** For each thing asked of the store, with all attempts and to the last byte: whoever waits for it waits no longer. */
const ASKING_MS_MAX = 60_000;

type Bucket = { client: S3Client; name: string };

let bucket: Bucket | undefined;

/**
 * A client of the object store in the settings.
 * @param waits how long it waits for a connection and for each answer, and how often it tries
 */
export function storeClient(
  settings: Settings,
  waits: { connectMs: number; idleMs: number; attempts?: number },
): S3Client {
  return new S3Client({
    endpoint: settings.S3_ENDPOINT ?? "",
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID ?? "",
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? "",
    },
    ...(waits.attempts ? { maxAttempts: waits.attempts } : {}),
    // Otherwise the client adds a CRC-32 of the empty body that it presigns, which no upload could match.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: waits.connectMs,
      requestTimeout: waits.idleMs,
      socketTimeout: waits.idleMs,
    },
  });
}

/** @throws Error when storage is not configured */
function configuredBucket(): Bucket {
  const settings = env();
  if (!settings.S3_BUCKET) throw new Error("object storage is not configured");
  bucket ??= {
    name: settings.S3_BUCKET,
    client: storeClient(settings, { connectMs: CONNECT_TIMEOUT_MS, idleMs: IDLE_TIMEOUT_MS }),
  };
  return bucket;
}

/**
 * Asks the store for one thing.
 * @throws StoreError
 */
async function ask<T>(
  question: (bucket: Bucket, bounds: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const asked = configuredBucket();
  try {
    return await question(asked, { abortSignal: AbortSignal.timeout(ASKING_MS_MAX) });
  } catch (error) {
    throw new StoreError(error);
  }
}

/**
 * A success without what every store sends along comes from something else that answers at its address, such as a page
 * of a proxy: nothing was done.
 */
function requireAnswer(isAnswer: boolean): void {
  if (!isAnswer) throw new Error("it answered as no object store does");
}

export type Upload = { key: string; contentType: string; byteSize: number; sha256Hex?: string };

/**
 * A URL to which exactly one kind of body can be PUT: content type and length are signed headers, so the store refuses
 * a request with other values. With a SHA-256 that is signed too (`x-amz-checksum-sha256`, base64), and a body with
 * another hash is refused. It is sent as a header and not in the query, where stores treat it differently.
 * @returns the URL and the headers that the upload must carry; its length is the body's own
 */
export async function presignPut(
  upload: Upload,
  expiresInS: number,
  now: Date,
): Promise<{ url: string; headers: Record<string, string> }> {
  const { client, name } = configuredBucket();
  const checksum = upload.sha256Hex && Buffer.from(upload.sha256Hex, "hex").toString("base64");
  const command = new PutObjectCommand({
    Bucket: name,
    Key: upload.key,
    ContentType: upload.contentType,
    ContentLength: upload.byteSize,
    ...(checksum ? { ChecksumSHA256: checksum } : {}),
  });
  const url = await getSignedUrl(client, command, {
    expiresIn: expiresInS,
    signingDate: now,
    signableHeaders: new Set(["host", "content-type", "content-length", "x-amz-checksum-sha256"]),
    unhoistableHeaders: new Set(["x-amz-checksum-sha256"]),
  });
  const headers = { "content-type": upload.contentType };
  return { url, headers: checksum ? { ...headers, "x-amz-checksum-sha256": checksum } : headers };
}

/** Stores an object, replacing an existing one. @throws StoreError */
export async function putObject(key: string, contentType: string, body: Uint8Array): Promise<void> {
  await ask(async ({ client, name }, bounds) => {
    const command = new PutObjectCommand({ Bucket: name, Key: key, ContentType: contentType, Body: body });
    requireAnswer((await client.send(command, bounds)).ETag !== undefined);
  });
}

export type Download = { key: string; contentType: string; fileName: string };

/** A URL to download one object, with this type and file name whatever its uploader called it. */
export async function presignGet(download: Download, expiresInS: number, now: Date): Promise<string> {
  const { client, name } = configuredBucket();
  const command = new GetObjectCommand({
    Bucket: name,
    Key: download.key,
    ResponseContentType: download.contentType,
    ResponseContentDisposition: `attachment; filename="${download.fileName}"`,
    ResponseCacheControl: "private, no-store",
  });
  return getSignedUrl(client, command, { expiresIn: expiresInS, signingDate: now });
}

/**
 * Whether an object can be downloaded now; false if there is no such object. Its first byte is: asked for nothing but its
 * headers, a store does not say whether the object or the bucket is missing.
 * @throws StoreError
 */
export async function hasObject(key: string): Promise<boolean> {
  return ask(async ({ client, name }, bounds) => {
    try {
      const command = new GetObjectCommand({ Bucket: name, Key: key, Range: "bytes=0-0" });
      const { Body: body, ETag: etag } = await client.send(command, bounds);
      requireAnswer(body !== undefined && etag !== undefined);
      for await (const _ of addAbortSignal(bounds.abortSignal, body as Readable));
      return true;
    } catch (error) {
      if (error instanceof NoSuchKey) return false;
      throw error;
    }
  });
}

async function* chunksOf(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* addAbortSignal(signal, body);
  } catch (error) {
    throw new StoreError(error);
  }
}

/** An object's type, length and bytes, in chunks as they arrive; null if there is no such object. @throws StoreError */
export async function readObject(
  key: string,
): Promise<{ contentType: string; byteSize: number; chunks: AsyncIterable<Uint8Array> } | null> {
  return ask(async ({ client, name }, bounds) => {
    try {
      const object = await client.send(new GetObjectCommand({ Bucket: name, Key: key }), bounds);
      const { Body: body, ContentLength: byteSize, ETag: etag, ContentType: contentType } = object;
      requireAnswer(body !== undefined && byteSize !== undefined && etag !== undefined);
      return {
        contentType: contentType ?? "application/octet-stream",
        byteSize: byteSize as number,
        chunks: chunksOf(body as Readable, bounds.abortSignal),
      };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  });
}

/** A page of the store's list (1,000 keys), and what the next one is asked for with. @throws StoreError */
async function listPage(
  prefix?: string,
  after?: string,
): Promise<{ keys: string[]; next: string | undefined }> {
  return ask(async ({ client, name }, bounds) => {
    const command = new ListObjectsV2Command({ Bucket: name, Prefix: prefix, ContinuationToken: after });
    const page = await client.send(command, bounds);
    requireAnswer(page.IsTruncated !== undefined);
    const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
    return { keys, next: page.NextContinuationToken };
  });
}

/** The keys of all objects of the bucket. @throws StoreError */
export async function* listObjects(): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const { keys, next } = await listPage(undefined, after);
    yield* keys;
    after = next;
  } while (after !== undefined);
}

/** Deletes an object; one that does not exist counts as deleted. @throws StoreError */
export async function deleteObject(key: string): Promise<void> {
  await ask(async ({ client, name }, bounds) => {
    const { $metadata: answer } = await client.send(
      new DeleteObjectCommand({ Bucket: name, Key: key }),
      bounds,
    );
    requireAnswer(answer.httpStatusCode === 204);
  });
}

/** Deletes every object whose key begins with `prefix`, a page of the store's list at a time. @throws StoreError */
export async function deleteObjectsUnder(prefix: string): Promise<void> {
  for (;;) {
    const { keys } = await listPage(prefix);
    if (keys.length === 0) return;
    await ask(async ({ client, name }, bounds) => {
      const command = new DeleteObjectsCommand({
        Bucket: name,
        Delete: { Objects: keys.map((Key) => ({ Key })) },
      });
      const { Deleted: deleted = [], Errors: errors = [] } = await client.send(command, bounds);
      const kept = keys.length - deleted.length;
      if (kept > 0) throw new Error(`it kept ${kept} objects: ${errors[0]?.Code}`);
    });
  }
}
