import { randomUUID } from "node:crypto";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { Redis } from "ioredis";
import SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import type { Settings } from "@/lib/platform/env";
import { storeClient } from "@/lib/platform/storage";
import { type Finding, ok, reasonOf, untried, wrong } from "@/lib/server/doctor/finding";

const TIMEOUT_MS = 8_000;
const REDIS_ADVICE: readonly [RegExp, string][] = [
  [
    /NOPERM/,
    "the user may not run scripts that count; allow it +eval, +evalsha, +mget, +incrby, +pexpire, +set",
  ],
  [/READONLY/, "is a replica, which takes no writes; write the address of the primary server"],
  [/DB index/, "there is no such database; correct the number at the end of the address"],
  [/OOM/, "its memory is full; raise maxmemory, or set maxmemory-policy to volatile-lru"],
];

async function checkRedis(url: string): Promise<Finding> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let first: unknown;
  redis.on("error", (error) => {
    first ??= error;
  });
  try {
    await redis.connect();
    // As limits are counted: by a script that writes.
    await redis.eval("return redis.call('SET', KEYS[1], 'ok', 'PX', ARGV[1])", 1, "doctor", TIMEOUT_MS);
    // A database that it doesn't have is refused beside the other answers.
    if (first) throw first;
    return ok("REDIS_URL", "Redis answers");
  } catch (error) {
    const text = `${(first as Error | undefined)?.message} ${(error as Error).message}`;
    if (/WRONGPASS|NOAUTH|AUTH/.test(text)) {
      return wrong("REDIS_URL", "the password is refused; write redis://user:password@host:6379");
    }
    const refusal = REDIS_ADVICE.find(([pattern]) => pattern.test(text))?.[1];
    if (refusal) return wrong("REDIS_URL", refusal);
    return wrong(
      "REDIS_URL",
      `can't be reached: ${reasonOf(first ?? error)}; correct the address, redis:// or rediss://, or start it`,
    );
  } finally {
    redis.disconnect();
  }
}

async function checkUpstash(url: string, token: string): Promise<Finding> {
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/ping`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.ok) return ok("UPSTASH_REDIS_REST_URL", "Upstash answers");
    const line = `answered ${answer.status}; copy the token of this very database`;
    return wrong(answer.status === 401 ? "UPSTASH_REDIS_REST_TOKEN" : "UPSTASH_REDIS_REST_URL", line);
  } catch (error) {
    return wrong("UPSTASH_REDIS_REST_URL", `can't be reached: ${reasonOf(error)}; correct the address`);
  }
}

/** The store of the limits. */
export async function checkLimitStore(settings: Settings): Promise<Finding[]> {
  const { UPSTASH_REDIS_REST_URL: upstash, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL: redis } = settings;
  if (upstash && token) return [await checkUpstash(upstash, token)];
  if (redis) return [await checkRedis(redis)];
  return [ok("REDIS_URL", "not set: limits are counted in the process, which one web process is fine with")];
}

const STORAGE_ADVICE: Readonly<Record<string, [string, string]>> = {
  NoSuchBucket: ["S3_BUCKET", "there is no such bucket; create it"],
  InvalidAccessKeyId: ["S3_ACCESS_KEY_ID", "the store does not know this key; correct it"],
  SignatureDoesNotMatch: ["S3_SECRET_ACCESS_KEY", "the secret does not belong to the key; correct it"],
  AccessDenied: [
    "S3_ACCESS_KEY_ID",
    "the key may not do all that it must; allow it to put, get, list and delete",
  ],
  PermanentRedirect: ["S3_REGION", "the bucket is in another region; correct it"],
  AuthorizationHeaderMalformed: ["S3_REGION", "the bucket is in another region; correct it"],
};

/** What pages send along with a file. */
const UPLOAD_HEADERS = ["content-type", "x-amz-checksum-sha256"];

/** Whether the store lets pages of this service upload straight to it. */
async function checkCors(at: string, baseUrl: string): Promise<Finding> {
  const { origin } = new URL(baseUrl);
  const headers = {
    Origin: origin,
    "Access-Control-Request-Method": "PUT",
    "Access-Control-Request-Headers": UPLOAD_HEADERS.join(","),
  };
  const answer = await fetch(at, { method: "OPTIONS", headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const allowed = answer.headers.get("access-control-allow-origin");
  if (answer.ok && (allowed === "*" || allowed === origin))
    return ok("S3_BUCKET", "pages may upload to it (CORS)");
  return wrong(
    "S3_BUCKET",
    `pages of ${origin} may not upload to it; allow PUT with ${UPLOAD_HEADERS.join(" and ")} from there in its CORS rules`,
  );
}

/** Writes, reads, lists and deletes a small object, and asks for the bucket's CORS rules. */
export async function checkStorage(settings: Settings): Promise<Finding[]> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_FORCE_PATH_STYLE: forcePathStyle } = settings;
  if (!endpoint || !bucket)
    return [ok("S3_ENDPOINT", "not set: screenshots and files of forms are switched off")];
  const client = storeClient(settings, { connectMs: TIMEOUT_MS, idleMs: TIMEOUT_MS, attempts: 1 });
  const Key = `doctor/${randomUUID()}`;
  try {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "ok" }));
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    if ((await body?.transformToString()) !== "ok")
      return [wrong("S3_ENDPOINT", "what answers there is no object store; correct the address")];
    await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: Key }));
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    const { protocol, host } = new URL(endpoint);
    const at = forcePathStyle ? `${endpoint}/${bucket}/${Key}` : `${protocol}//${bucket}.${host}/${Key}`;
    return [
      ok("S3_ENDPOINT", "the store takes objects and returns them"),
      await checkCors(at, settings.BASE_URL),
    ];
  } catch (error) {
    const [setting, advice] = STORAGE_ADVICE[(error as Error).name] ?? [];
    if (setting && advice) return [wrong(setting, advice)];
    const skewed = (error as Error).name === "RequestTimeTooSkewed";
    if (skewed)
      return [wrong("clock", "this machine's clock is wrong, says the object store; set it by NTP")];
    return [
      wrong("S3_ENDPOINT", `can't be used: ${reasonOf(error)}; correct the address or start the store`),
    ];
  } finally {
    client.destroy();
  }
}

/** Signs in at the mail server, and sends nothing. */
export async function checkMail({ SMTP_URL, SMTP_FROM }: Settings): Promise<Finding[]> {
  if (!SMTP_URL) return [ok("SMTP_URL", "not set: invites are shown as links, and no mail is sent")];
  // Not by createTransport, which takes no other option beside a URL.
  const transport = new SMTPTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return SMTP_FROM.endsWith("@localhost>")
      ? [wrong("SMTP_FROM", "is an address on localhost, which mail servers refuse; set one of your domain")]
      : [
          ok("SMTP_URL", "the mail server lets us in"),
          untried("SMTP_FROM", "send yourself an invite to try it"),
        ];
  } catch (error) {
    if ((error as { code?: string }).code === "EAUTH") {
      return [wrong("SMTP_URL", "user or password is refused; correct them, encoded as in addresses")];
    }
    return [
      wrong("SMTP_URL", `can't be used: ${reasonOf(error)}; correct host, port and smtp:// or smtps://`),
    ];
  } finally {
    transport.close();
  }
}
