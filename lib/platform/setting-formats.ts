import { createPublicKey } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { parseUrl } from "@/lib/platform/parse-url";

/*
 * What values of settings look like: the kinds of which `env.ts` has one or more each. Messages follow the setting's name.
 */

/** Without the line break that files of secrets end with, which no signature would agree with. */
export const optional = z.string().trim().min(1).optional();

/** An id or a key as somebody else gave it out: most travel in headers, which hold no other characters. */
export const key = z
  .string()
  .regex(
    /^[!-~](?:[ -~]*[!-~])?$/,
    "must consist of plain letters, digits and signs, with no space or line break around them",
  );

export const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));

/**
 * An address that every path of ours is appended to, at which nothing else can stand. Read as browsers write it, because
 * what they send is compared with it: in small letters, without the port of its protocol, umlauts encoded.
 */
export const origin = url
  .refine(
    (value) => new URL(value).href === `${new URL(value).origin}/`,
    "must be an address without a path, a query and a password, such as https://work.example.com",
  )
  .transform((value) => new URL(value).origin);

/** Whether `work` ends without an error. */
function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/**
 * The address of a server that is no web server.
 * @param decode as the library that connects there decodes user and password, which may fail
 */
export function serverUrl(protocol: RegExp, start: string, example: string, decode = decodeURIComponent) {
  return z
    .string()
    .trim()
    .regex(protocol, `must start with ${start}`)
    .refine((value) => parseUrl(value) !== null && succeeds(() => decode(value)), {
      message: `must be an address such as ${example}, with special characters of the password encoded`,
      when: ({ issues }) => issues.length === 0,
    });
}

/** Parameters of a database's address that name files. */
const DATABASE_FILES = ["sslrootcert", "sslcert", "sslkey"];

function filesAreReadable(address: string): boolean {
  const files = DATABASE_FILES.flatMap((name) => new URL(address).searchParams.getAll(name));
  return files.every((file) => succeeds(() => accessSync(file, constants.R_OK)));
}

/** Modes of libpq that `pg` takes for `verify-full`, and says so in seven lines each time. */
const VERIFIED_TOO = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

const withPlainMode = (address: string) =>
  address.includes("uselibpqcompat=true") ? address : address.replace(VERIFIED_TOO, "$1verify-full");

export const databaseUrl = serverUrl(
  /^postgres(ql)?:\/\//,
  "postgresql://",
  "postgresql://user:password@host:5432/database",
  // `pg` takes a percent sign that begins no code for itself.
  (address) => decodeURIComponent(address.replace(/%(?![\da-f]{2})/gi, "%25")),
)
  .refine(filesAreReadable, {
    message: `names a file (${DATABASE_FILES.join(", ")}) that can't be read`,
    when: ({ issues }) => issues.length === 0,
  })
  .transform(withPlainMode);

/** An address, in IPv6 with its zone, or a name; but no address with a port or a protocol. */
export const host = z
  .string()
  .trim()
  .refine(
    (value) => isIP(value) !== 0 || (/^[\w.-]+$/.test(value) && parseUrl(`http://${value}`) !== null),
    "must be an address of this machine, such as 127.0.0.1, without a protocol and a port",
  );

export const PORT_MAX = 65_535;
export const port = z.coerce.number().int().min(1).max(PORT_MAX);

const ENCRYPTION_KEY_BYTES = 32;
/** To the last letter, because decoding stops at the first sign that is none: a second key would be left out in silence. */
const ENCRYPTION_KEY = /^([a-z0-9]{1,16}):([\w+/-]+={0,2})$/;

/** `id:base64,id:base64`. The first key encrypts; the others only decrypt older values. */
export const keyring = z.string().transform((value, context) => {
  const keys = value.split(",").map((entry) => {
    const [, id = "", encoded = ""] = ENCRYPTION_KEY.exec(entry.trim()) ?? [];
    return { id, key: Buffer.from(encoded, "base64") };
  });
  if (keys.some(({ key }) => key.length !== ENCRYPTION_KEY_BYTES)) {
    context.addIssue({
      code: "custom",
      message: `must be "id:key" pairs parted by commas, each key ${ENCRYPTION_KEY_BYTES} bytes in base64`,
    });
    return z.NEVER;
  }
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    // What the later one encrypted could never be read.
    context.addIssue({ code: "custom", message: "must not have two keys with the same id" });
    return z.NEVER;
  }
  return keys;
});

/** As migrations made them: whoever pays for another one would be told that it is unknown. */
export const PLANS = ["free", "team", "business", "enterprise"] as const;
const PLAN_NAMES: ReadonlySet<string> = new Set(PLANS);

/** `price:plan,price:plan` */
export const pricePlans = z.string().transform((value, context) => {
  const pairs = value.split(",").map((pair) => pair.trim().split(":"));
  if (pairs.some(([price, plan = "", ...more]) => !price || !PLAN_NAMES.has(plan) || more.length > 0)) {
    const message = `must be "price:plan" pairs parted by commas, each plan one of ${PLANS.join(", ")}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
  return new Map(pairs as [string, string][]);
});

export const topicArns = z
  .string()
  .transform((value) => value.split(",").map((arn) => arn.trim()))
  .refine(
    (arns) => arns.every((arn) => /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/.test(arn)),
    "must be ARNs of SNS topics parted by commas",
  );

function isPublicKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ec";
  } catch {
    return false;
  }
}

export const publicKey = z
  .string()
  .refine(isPublicKey, "must be an elliptic-curve public key: DER in base64, as the provider shows it");

/** `name=value,name=value`, as OpenTelemetry's library reads it: values are encoded as in addresses. */
export const headerPairs = z.string().transform((value, context) => {
  try {
    const pairs = value.split(",").map((pair): [string, string] => {
      const [, name = "", encoded = ""] = /^([^=]+)=(.+)$/.exec(pair.trim()) ?? [];
      return [name.trim(), decodeURIComponent(encoded.trim())];
    });
    // Refuses names and values that no request can carry, and a pair that is none.
    return Object.fromEntries(new Headers(pairs));
  } catch {
    const message =
      'must be "name=value" pairs parted by commas, with special characters of the values encoded';
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
});

const EmailAddress = z.email();

/** `ada@example.com,grace@example.com`, in lower case. */
export const emails = z
  .string()
  .transform((value) => value.split(",").map((email) => email.trim().toLowerCase()))
  .refine(
    (list) => list.every((email) => EmailAddress.safeParse(email).success),
    "must be email addresses parted by commas",
  );

/** `example.com,@example.org`, in lower case and without the `@`. */
export const emailDomains = z
  .string()
  .transform((value) => value.split(",").map((domain) => domain.trim().toLowerCase().replace(/^@/, "")))
  .refine(
    (list) => list.every((domain) => EmailAddress.safeParse(`a@${domain}`).success),
    'must be domains such as "example.com" parted by commas',
  );

/** An email address, or an address of a page. */
export const contact = z
  .string()
  .refine(
    (text) =>
      EmailAddress.safeParse(text).success || (/^https?:\/\/\S+$/.test(text) && parseUrl(text) !== null),
    "must be an email address or an http address",
  );

/** `hello@example.com`, or `Acme <hello@example.com>`. */
export const sender = z
  .string()
  .regex(
    /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    "must be an email address, or a name and one such as Acme <hello@example.com>",
  );

export const flag = z
  .enum(["true", "false", "1", "0"])
  .transform((value) => value === "true" || value === "1");

/** As Inngest's library reads it, which takes any other word for the name of a host. */
export const devServer = z.union([flag, url], {
  error: "must be 1, 0, or the address of a dev server such as http://localhost:8288",
});

const PROVIDER_NAME_CHARS_MAX = 40;
export const providerName = z.string().trim().min(1).max(PROVIDER_NAME_CHARS_MAX).optional();
