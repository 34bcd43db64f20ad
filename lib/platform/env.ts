import { z } from "zod";
import { namesOneTenant } from "@/lib/platform/issuer-tenant";
import {
  contact,
  databaseUrl,
  devServer,
  emailDomains,
  emails,
  flag,
  headerPairs,
  host,
  key,
  keyring,
  optional,
  origin,
  PLANS,
  PORT_MAX,
  port,
  pricePlans,
  providerName,
  publicKey,
  sender,
  serverUrl,
  topicArns,
  url,
} from "@/lib/platform/setting-formats";

/**
 * Every setting of the service, read and validated in one place. `.env.example` has a sentence on each. Empty strings
 * count as unset, because that is what an untouched line of a .env file gives.
 */

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The address of a GitHub-like code host's API: for the public site, for its data-residency sites, and for your own
 * server.
 */
function apiOfCodeHost(codeHostUrl: string): string {
  const { protocol, host } = new URL(codeHostUrl);
  return host === "github.com" || host.endsWith(".ghe.com")
    ? `${protocol}//api.${host}`
    : `${codeHostUrl}/api/v3`;
}

const fields = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  PORT: port.default(3000),
  BASE_URL: origin.optional(),
  /** Read by the launcher only: the address to listen on, the data folder, the port of the local identity provider. */
  HOST: host.optional(),
  DATA_DIR: z.string().default(".data"),
  LOCAL_IDENTITY_PORT: port.optional(),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  FRONT_DOOR_LANE: flag.default(true),
  STOP_GRACE_SECONDS: z.coerce.number().min(0).max(300).default(0),

  DATABASE_URL: databaseUrl,
  /** The server's own address, if DATABASE_URL leads to a pooler. */
  DIRECT_DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(500).default(10),

  JWT_SECRET: z.string().refine((value) => Buffer.byteLength(value) >= 32, "must be at least 32 bytes long"),
  JWT_TTL_MINUTES: z.coerce.number().int().min(1).max(525_600).default(10_080),
  ENCRYPTION_KEYS: keyring,

  CODE_HOST_NAME: providerName,
  CODE_HOST_CLIENT_ID: key.optional(),
  CODE_HOST_CLIENT_SECRET: key.optional(),
  CODE_HOST_SCOPES: z.string().default("read:user user:email"),
  CODE_HOST_URL: url.default("https://github.com"),
  CODE_HOST_API_URL: url.optional(),
  SUITE_A_NAME: providerName,
  SUITE_A_CLIENT_ID: key.optional(),
  SUITE_A_CLIENT_SECRET: key.optional(),
  SUITE_A_ISSUER: url.default("https://accounts.google.com"),
  SUITE_B_NAME: providerName,
  SUITE_B_CLIENT_ID: key.optional(),
  SUITE_B_CLIENT_SECRET: key.optional(),
  SUITE_B_ISSUER: url.default("https://login.microsoftonline.com/common/v2.0"),
  SUITE_B_TRUST_EMAIL: flag.default(false),
  /** Set by the launcher when it runs the local identity provider; only accepted with a loopback BASE_URL. */
  LOCAL_IDENTITY_URL: url.optional(),

  /** Who, besides operators, may create an account: see lib/account/sign-up. */
  SIGN_UP: z.enum(["open", "invited", "closed"]).default("open"),
  SIGN_UP_EMAIL_DOMAINS: emailDomains.default([]),
  WORKSPACE_CREATION: z.enum(["anyone", "operators"]).default("anyone"),
  OPERATOR_EMAILS: emails.default([]),
  OPERATOR_CONTACT: contact.optional(),

  /** For workspaces whose plan neither a payment nor an operator has chosen. */
  DEFAULT_PLAN: z.enum(PLANS).optional(),

  INNGEST_EVENT_KEY: key.optional(),
  INNGEST_SIGNING_KEY: key.optional(),
  INNGEST_DEV: devServer.optional(),
  /** How many runs of one function may be requested at once. */
  INNGEST_CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(5),
  /** How long a run may take; longer than two delivery attempts that get no answer. */
  INNGEST_RUN_S: z.coerce.number().int().min(25).max(900).default(50),

  /** How many jobs that wait for other servers one worker runs at a time. */
  WORKER_PLACES: z.coerce.number().int().min(4).max(10_000).default(512),
  OUTBOUND_ALLOW_PRIVATE_NETWORK: flag.optional(),
  WEBHOOK_RETRY_INITIAL_SECONDS: z.coerce.number().min(0.01).max(3_600).default(60),
  DELIVERY_RETENTION_DAYS: z.coerce.number().int().min(1).max(365).default(30),

  /** If true, nothing that a provider sends is accepted unless its signature was verified. */
  WEBHOOKS_REQUIRE_SIGNATURE: flag.optional(),
  CODE_HOST_WEBHOOK_SECRET: optional,
  SES_TOPIC_ARNS: topicArns.default([]),
  SENDGRID_WEBHOOK_PUBLIC_KEY: publicKey.optional(),
  MAILGUN_WEBHOOK_SIGNING_KEY: optional,
  POSTMARK_WEBHOOK_BASIC_AUTH: z
    .string()
    .regex(/^[^:]+:.+$/, 'must be "user:password"')
    .optional(),
  PAYMENTS_WEBHOOK_SECRET: optional,
  PAYMENTS_PRICE_PLANS: pricePlans.default(new Map()),
  CHAT_WEBHOOK_SECRET: optional,
  INBOUND_BODY_RETENTION_DAYS: z.coerce.number().int().min(1).max(365).default(30),

  UPSTASH_REDIS_REST_URL: url.optional(),
  UPSTASH_REDIS_REST_TOKEN: key.optional(),
  REDIS_URL: serverUrl(
    /^rediss?:\/\//,
    "redis:// or rediss://",
    "redis://user:password@host:6379",
  ).optional(),

  /** The bearer token for reading metrics. */
  METRICS_TOKEN: key.pipe(z.string().min(16, "must be at least 16 characters long")).optional(),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  /** OpenTelemetry's library reads them itself, and leaves out what it can't decode without a word. */
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),

  SMTP_URL: serverUrl(/^smtps?:\/\//, "smtp:// or smtps://", "smtps://user:password@host:465").optional(),
  SMTP_FROM: sender.default("Workspace Platform <no-reply@localhost>"),

  /** More than the 30 days that an event may be late, because duplicates are only recognised among stored events. */
  PRODUCT_EVENTS_RETENTION_DAYS: z.coerce.number().int().min(31).max(3650).default(395),

  S3_ENDPOINT: url.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, "must be a region such as us-east-1")
    .default("us-east-1"),
  S3_BUCKET: key.optional(),
  S3_ACCESS_KEY_ID: key.optional(),
  S3_SECRET_ACCESS_KEY: key.optional(),
  S3_FORCE_PATH_STYLE: flag.default(true),
});

/** The default of each setting, as text: null if it stays unset, undefined if it is required. */
export const SETTING_DEFAULTS: Readonly<Record<string, string | null | undefined>> = Object.fromEntries(
  Object.entries(fields.shape).map(([name, schema]) => {
    const { success, data } = schema.safeParse(undefined);
    const isPlain = ["string", "number", "boolean"].includes(typeof data);
    return [name, success ? (isPlain ? String(data) : null) : undefined];
  }),
);

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(fields.shape);

/** Those settings that are right by themselves. */
const someFields = fields.partial();
type Given = z.output<typeof someFields>;

/** Settings that make no sense without another one. */
const TOGETHER: [present: keyof Given, needed: keyof Given][] = [
  ["METRICS_PORT", "METRICS_TOKEN"],
  ...(
    [
      ["CODE_HOST_CLIENT_ID", "CODE_HOST_CLIENT_SECRET"],
      ["SUITE_A_CLIENT_ID", "SUITE_A_CLIENT_SECRET"],
      ["SUITE_B_CLIENT_ID", "SUITE_B_CLIENT_SECRET"],
      ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
      ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"],
    ] as const
  ).flatMap(([one, other]): [keyof Given, keyof Given][] => [
    [one, other],
    [other, one],
  ]),
];

/** Whoever sets one of these wants an object store, and needs all of them. */
const STORE = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

function isLoopbackAddress(address: string | undefined): boolean {
  return address === undefined || LOOPBACK_HOSTS.has(new URL(address).hostname);
}

/** The port that the built-in identity provider takes by itself; undefined if it does not run. */
function defaultIdentityPort({ PORT, BASE_URL, ...ids }: Given): number | undefined {
  const isRegistered = ids.CODE_HOST_CLIENT_ID && ids.SUITE_A_CLIENT_ID && ids.SUITE_B_CLIENT_ID;
  return PORT === undefined || isRegistered || !isLoopbackAddress(BASE_URL) ? undefined : PORT + 1;
}

/** What contradicts each other among settings that are right by themselves. */
function contradictionsIn(value: Given): { name: string; message: string }[] {
  const found: { name: string; message: string }[] = [];
  for (const [present, needed] of TOGETHER) {
    if (value[present] && !value[needed]) {
      found.push({ name: needed, message: `must be set, because ${present} is` });
    }
  }
  if (value.INNGEST_DEV && !isLoopbackAddress(value.BASE_URL)) {
    const message = "must not be set unless BASE_URL is a loopback address: with it, anyone may run jobs";
    found.push({ name: "INNGEST_DEV", message });
  }
  if (value.SUITE_B_TRUST_EMAIL && value.SUITE_B_ISSUER && !namesOneTenant(value.SUITE_B_ISSUER)) {
    const message =
      "must not be true unless SUITE_B_ISSUER names one tenant: at any other, people may say that your address is theirs";
    found.push({ name: "SUITE_B_TRUST_EMAIL", message });
  }
  if (value.PORT === PORT_MAX && !value.LOCAL_IDENTITY_PORT) {
    found.push({ name: "LOCAL_IDENTITY_PORT", message: "must be set, because PORT is the last one" });
  }
  const identityPort = value.LOCAL_IDENTITY_PORT ?? defaultIdentityPort(value);
  if (value.PORT !== undefined && value.PORT === identityPort) {
    found.push({ name: "LOCAL_IDENTITY_PORT", message: "must differ from PORT" });
  }
  if (value.METRICS_PORT !== undefined && [value.PORT, identityPort].includes(value.METRICS_PORT)) {
    const other = value.METRICS_PORT === value.PORT ? "PORT" : "LOCAL_IDENTITY_PORT";
    found.push({
      name: "METRICS_PORT",
      message: `must differ from ${other}, which is ${value.METRICS_PORT}`,
    });
  }
  if (value.WORKSPACE_CREATION === "operators" && value.OPERATOR_EMAILS?.length === 0) {
    found.push({ name: "OPERATOR_EMAILS", message: "must be set, because WORKSPACE_CREATION is operators" });
  }
  const present = STORE.find((name) => value[name]);
  for (const name of present ? STORE : []) {
    if (!value[name]) found.push({ name, message: `must be set, because ${present} is` });
  }
  return found;
}

/** The settings with what follows from them. */
function complete(value: z.output<typeof fields>) {
  const baseUrl = value.BASE_URL ?? `http://localhost:${value.PORT}`;
  const identityPort = value.LOCAL_IDENTITY_PORT ?? value.PORT + 1;
  const isLoopback = isLoopbackAddress(value.BASE_URL);
  return {
    ...value,
    BASE_URL: baseUrl,
    CODE_HOST_API_URL: value.CODE_HOST_API_URL ?? apiOfCodeHost(value.CODE_HOST_URL),
    DIRECT_DATABASE_URL: value.DIRECT_DATABASE_URL ?? value.DATABASE_URL,
    LOCAL_IDENTITY_PORT: identityPort,
    OUTBOUND_ALLOW_PRIVATE_NETWORK: value.OUTBOUND_ALLOW_PRIVATE_NETWORK ?? isLoopback,
    OPERATOR_CONTACT: value.OPERATOR_CONTACT ?? value.OPERATOR_EMAILS[0],
    // Without payments, nobody could pay to lift a limit.
    DEFAULT_PLAN: value.DEFAULT_PLAN ?? (value.PAYMENTS_WEBHOOK_SECRET ? "free" : "enterprise"),
    WEBHOOKS_REQUIRE_SIGNATURE: value.WEBHOOKS_REQUIRE_SIGNATURE ?? !isLoopback,
    isLoopback,
  };
}

export type Settings = ReturnType<typeof complete>;

/** A wrong or missing setting. The message has one readable line per problem and never contains a value. */
export class SettingsError extends Error {}

/** What a setting must be, worded to follow its name, for rules without a message of their own. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  const isText = issue.origin === "string";
  switch (issue.code) {
    case "invalid_type":
      return { int: "must be a whole number", number: "must be a number" }[String(issue.expected)];
    case "too_small":
      return isText ? "must not be empty" : `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}${isText ? " characters long" : ""}`;
    case "invalid_value":
      return `must be one of ${(issue.values as unknown[]).join(", ")}`;
    case "invalid_format":
      return issue.format === "url" ? "must be an address that begins with https:// or http://" : undefined;
    default:
      return undefined;
  }
}

type Source = Readonly<Record<string, string | undefined>>;

function presentIn(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
}

function lineOf(issue: z.core.$ZodIssue, present: Source): string {
  const name = issue.path.join(".");
  return present[name] === undefined && issue.code === "invalid_type"
    ? `${name} must be set.`
    : `${name} ${issue.message}.`;
}

function refusal(lines: string[]): SettingsError {
  return new SettingsError(
    `The settings have ${lines.length === 1 ? "a problem" : "problems"}:\n  ${lines.join("\n  ")}`,
  );
}

/**
 * Validates a set of settings, such as `process.env`.
 * @throws SettingsError naming every wrong or missing one
 */
export function readSettings(source: Source): Settings {
  const present = presentIn(source);
  const result = fields.safeParse(present, { error: inWords });
  const issues = result.success ? [] : result.error.issues;
  const wrong = new Set(issues.map(({ path }) => path[0]));
  const right = Object.entries(present).filter(([name]) => !wrong.has(name));
  const contradictions = contradictionsIn(someFields.parse(Object.fromEntries(right)));
  if (result.success && contradictions.length === 0) return complete(result.data);
  throw refusal([
    ...issues.map((issue) => lineOf(issue, present)),
    ...contradictions
      .filter(({ name }) => !wrong.has(name))
      .map(({ name, message }) => `${name} ${message}.`),
  ]);
}

/**
 * The address of the database server itself, not of a pooler, for commands that need no other setting.
 * @param source such as `process.env`
 * @returns undefined if the settings name no database
 * @throws SettingsError
 */
export function directDatabaseUrl(source: Source): string | undefined {
  const present = presentIn(source);
  const addresses = someFields.pick({ DATABASE_URL: true, DIRECT_DATABASE_URL: true });
  const { data, error } = addresses.safeParse(present, { error: inWords });
  if (error) throw refusal(error.issues.map((issue) => lineOf(issue, present)));
  return data.DIRECT_DATABASE_URL ?? data.DATABASE_URL;
}

let settings: Settings | undefined;

/** The settings of this process, read once on first use (never during a build). */
export function env(): Settings {
  settings ??= readSettings(process.env);
  return settings;
}
