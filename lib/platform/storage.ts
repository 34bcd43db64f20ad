import type { S3Client } from "@aws-sdk/client-s3";
import { env } from "@/lib/platform/env";

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;

/** The client is large, and most processes that could use it never do: it is loaded when it is asked for. */
const loadSdk = () => import("@aws-sdk/client-s3");

type Bucket = { client: S3Client; name: string; sdk: Awaited<ReturnType<typeof loadSdk>> };

let bucket: Bucket | undefined;

/** The origin that browsers upload to and download from; null when storage is not configured. */
export function storageOrigin(): string | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_FORCE_PATH_STYLE } = env();
  if (!S3_ENDPOINT || !S3_BUCKET) return null;
  const { protocol, host } = new URL(S3_ENDPOINT);
  return `${protocol}//${S3_FORCE_PATH_STYLE ? host : `${S3_BUCKET}.${host}`}`;
}

/** @throws Error when storage is not configured */
async function configuredBucket(): Promise<Bucket> {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, ...settings } = env();
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new Error("object storage is not configured");
  }
  const sdk = await loadSdk();
  bucket ??= {
    name: S3_BUCKET,
    sdk,
    client: new sdk.S3Client({
      endpoint: S3_ENDPOINT,
      region: settings.S3_REGION,
      forcePathStyle: settings.S3_FORCE_PATH_STYLE,
      credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      // Else the client adds a CRC-32 of the empty body that it presigns, which no upload could match.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: IDLE_TIMEOUT_MS,
        socketTimeout: IDLE_TIMEOUT_MS,
      },
    }),
  };
  return bucket;
}

export type Upload = { key: string; contentType: string; byteSize: number; sha256Hex?: string };

/**
 * A URL to which exactly one kind of body can be PUT: content type and length are signed headers, so a store refuses a
 * request that carries others. With a SHA-256 that is a third one (`x-amz-checksum-sha256`, base64), and a body of
 * another hash is refused, too; not in the query, where stores treat it differently.
 * @returns the URL and the headers that the upload must carry; its length is the body's own
 */
export async function presignPut(
  upload: Upload,
  expiresInS: number,
  now: Date,
): Promise<{ url: string; headers: Record<string, string> }> {
  const { client, name, sdk } = await configuredBucket();
  const checksum = upload.sha256Hex && Buffer.from(upload.sha256Hex, "hex").toString("base64");
  const command = new sdk.PutObjectCommand({
    Bucket: name,
    Key: upload.key,
    ContentType: upload.contentType,
    ContentLength: upload.byteSize,
    ...(checksum ? { ChecksumSHA256: checksum } : {}),
  });
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  const url = await getSignedUrl(client, command, {
    expiresIn: expiresInS,
    signingDate: now,
    signableHeaders: new Set(["host", "content-type", "content-length", "x-amz-checksum-sha256"]),
    unhoistableHeaders: new Set(["x-amz-checksum-sha256"]),
  });
  const headers = { "content-type": upload.contentType };
  return { url, headers: checksum ? { ...headers, "x-amz-checksum-sha256": checksum } : headers };
}

/** Stores an object, in place of what is there. */
export async function putObject(key: string, contentType: string, body: Uint8Array): Promise<void> {
  const { client, name, sdk } = await configuredBucket();
  await client.send(
    new sdk.PutObjectCommand({ Bucket: name, Key: key, ContentType: contentType, Body: body }),
  );
}

export type Download = { key: string; contentType: string; fileName: string };

/** A URL from which one object can be read, as a file of this type and name whatever its uploader called it. */
export async function presignGet(download: Download, expiresInS: number, now: Date): Promise<string> {
  const { client, name, sdk } = await configuredBucket();
  const command = new sdk.GetObjectCommand({
    Bucket: name,
    Key: download.key,
    ResponseContentType: download.contentType,
    ResponseContentDisposition: `attachment; filename="${download.fileName}"`,
    ResponseCacheControl: "private, no-store",
  });
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  return getSignedUrl(client, command, {
    expiresIn: expiresInS,
    signingDate: now,
  });
}

/** An object's type, length and bytes, in chunks as they arrive; null when there is no such object. */
export async function readObject(
  key: string,
): Promise<{ contentType: string; byteSize: number; chunks: AsyncIterable<Uint8Array> } | null> {
  const { client, name, sdk } = await configuredBucket();
  try {
    const object = await client.send(new sdk.GetObjectCommand({ Bucket: name, Key: key }));
    if (object.Body === undefined || object.ContentLength === undefined) {
      throw new Error("the object store answered without a body or a length");
    }
    return {
      contentType: object.ContentType ?? "application/octet-stream",
      byteSize: object.ContentLength,
      chunks: object.Body as AsyncIterable<Uint8Array>,
    };
  } catch (error) {
    if (error instanceof sdk.NoSuchKey) return null;
    throw error;
  }
}

/** The keys of all objects of the bucket. */
export async function* listObjects(): AsyncGenerator<string> {
  const { client, name, sdk } = await configuredBucket();
  let after: string | undefined;
  do {
    const page = await client.send(new sdk.ListObjectsV2Command({ Bucket: name, ContinuationToken: after }));
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
    after = page.NextContinuationToken;
  } while (after !== undefined);
}

/** Deletes an object; one that does not exist counts as deleted. */
export async function deleteObject(key: string): Promise<void> {
  const { client, name, sdk } = await configuredBucket();
  await client.send(new sdk.DeleteObjectCommand({ Bucket: name, Key: key }));
}

/** Deletes every object whose key begins with `prefix`, a page of the store's list (1,000) at a time. */
export async function deleteObjectsUnder(prefix: string): Promise<void> {
  const { client, name, sdk } = await configuredBucket();
  for (;;) {
    const page = await client.send(new sdk.ListObjectsV2Command({ Bucket: name, Prefix: prefix }));
    const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
    if (keys.length === 0) return;
    const { Errors: errors = [] } = await client.send(
      new sdk.DeleteObjectsCommand({ Bucket: name, Delete: { Objects: keys, Quiet: true } }),
    );
    if (errors.length > 0)
      throw new Error(`the object store kept ${errors.length} objects: ${errors[0]?.Code}`);
  }
}
