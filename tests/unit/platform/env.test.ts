import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { readSettings, SETTING_NAMES, SettingsError } from "@/lib/platform/env";

const REQUIRED = {
  DATABASE_URL: "postgresql://u:p@db.example/app",
  JWT_SECRET: "0123456789abcdef0123456789abcdef",
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
};

const METRICS_TOKEN = "a-token-of-the-tests";

function problems(settings: Record<string, string>): string[] {
  try {
    readSettings(settings);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

describe("readSettings", () => {
  it.each([
    ["?sslmode=require", "?sslmode=verify-full"],
    ["?application_name=x&sslmode=prefer", "?application_name=x&sslmode=verify-full"],
    ["?sslmode=verify-ca&sslnegotiation=direct", "?sslmode=verify-full&sslnegotiation=direct"],
    ["?sslmode=no-verify", "?sslmode=no-verify"],
    ["?uselibpqcompat=true&sslmode=require", "?uselibpqcompat=true&sslmode=require"],
  ])(
    "takes %s of a database's address for what it means to the driver, which warns of it at length",
    (given, taken) => {
      const { DATABASE_URL } = readSettings({ ...REQUIRED, DATABASE_URL: REQUIRED.DATABASE_URL + given });
      expect(DATABASE_URL).toBe(REQUIRED.DATABASE_URL + taken);
    },
  );

  it("names every missing setting on a line of its own", () => {
    expect(problems({})).toEqual([
      "DATABASE_URL must be set.",
      "JWT_SECRET must be set.",
      "ENCRYPTION_KEYS must be set.",
    ]);
  });

  it.each([
    [{ PORT: "0" }, /^PORT /],
    [{ PORT: "65536" }, /^PORT /],
    [{ PORT: "http" }, /^PORT /],
    [{ BASE_URL: "example.com" }, /^BASE_URL /],
    [{ BASE_URL: "ftp://example.com" }, /^BASE_URL /],
    [{ DATABASE_URL: "postgresql://u:p@h:port/d" }, /^DATABASE_URL must be an address such as postgresql:/],
    [{ REDIS_URL: "redis://h:port" }, /^REDIS_URL must be an address such as redis:/],
    [{ SMTP_URL: "smtp://h:port" }, /^SMTP_URL must be an address such as smtps:/],
    [{ DATABASE_URL: "postgresql://u:%ff@h/d" }, /^DATABASE_URL must be an address such as postgresql:/],
    [{ REDIS_URL: "redis://:50%zz@h" }, /^REDIS_URL must be an address such as redis:.*password encoded/],
    [{ SMTP_URL: "smtps://u:50%zz@h" }, /^SMTP_URL must be an address such as smtps:.*password encoded/],
    [
      { DATABASE_URL: "postgresql://u:p@h/d?sslmode=verify-full&sslrootcert=/nowhere.pem" },
      /^DATABASE_URL names a file \(sslrootcert, sslcert, sslkey\) that can't be read/,
    ],
    [{ DATABASE_URL: "mysql://u@h/d" }, /^DATABASE_URL must start with postgresql:\/\//],
    [{ JWT_SECRET: "short" }, /^JWT_SECRET must be at least 32 bytes long/],
    [{ JWT_TTL_MINUTES: "0" }, /^JWT_TTL_MINUTES /],
    [{ ENCRYPTION_KEYS: "k1:abc" }, /^ENCRYPTION_KEYS must be "id:key" pairs/],
    [{ ENCRYPTION_KEYS: Buffer.alloc(32).toString("base64") }, /^ENCRYPTION_KEYS must be/],
    [{ REDIS_URL: "localhost" }, /^REDIS_URL must start with redis/],
    [{ CODE_HOST_CLIENT_ID: "x" }, /^CODE_HOST_CLIENT_SECRET must be set, because CODE_HOST_CLIENT_ID is/],
    [{ SUITE_A_CLIENT_ID: "x" }, /^SUITE_A_CLIENT_SECRET must be set/],
    [{ SUITE_B_CLIENT_ID: "x" }, /^SUITE_B_CLIENT_SECRET must be set/],
    [{ UPSTASH_REDIS_REST_URL: "https://u.example" }, /^UPSTASH_REDIS_REST_TOKEN must be set/],
    [{ INNGEST_EVENT_KEY: "x" }, /^INNGEST_SIGNING_KEY must be set/],
    [{ INNGEST_DEV: "1", BASE_URL: "https://app.example" }, /^INNGEST_DEV must not be set/],
    [{ INNGEST_DEV: "yes" }, /^INNGEST_DEV must be 1, 0, or the address of a dev server/],
    [{ INNGEST_DEV: "localhost:8288" }, /^INNGEST_DEV must be 1, 0, or the address of a dev server/],
    [
      { CODE_HOST_CLIENT_SECRET: "x" },
      /^CODE_HOST_CLIENT_ID must be set, because CODE_HOST_CLIENT_SECRET is/,
    ],
    [{ UPSTASH_REDIS_REST_TOKEN: "x" }, /^UPSTASH_REDIS_REST_URL must be set/],
    [{ INNGEST_SIGNING_KEY: "x" }, /^INNGEST_EVENT_KEY must be set/],
    [{ METRICS_PORT: "9100" }, /^METRICS_TOKEN must be set, because METRICS_PORT is/],
    [{ PORT: "4000", LOCAL_IDENTITY_PORT: "4000" }, /^LOCAL_IDENTITY_PORT must differ from PORT/],
    [
      { BASE_URL: "https://app.example/work" },
      /^BASE_URL must be an address without a path, a query and a password/,
    ],
    [{ BASE_URL: "https://app.example?a=1" }, /^BASE_URL must be an address without/],
    [{ BASE_URL: "https://ada:secret@app.example" }, /^BASE_URL must be an address without/],
    [{ BASE_URL: "https://localhost@app.example" }, /^BASE_URL must be an address without/],
    [{ METRICS_PORT: "3000", METRICS_TOKEN }, /^METRICS_PORT must differ from PORT, which is 3000/],
    [{ METRICS_PORT: "3001", METRICS_TOKEN }, /^METRICS_PORT must differ from LOCAL_IDENTITY_PORT/],
    [
      { METRICS_PORT: "4001", METRICS_TOKEN, LOCAL_IDENTITY_PORT: "4001", BASE_URL: "https://app.example" },
      /^METRICS_PORT must differ from LOCAL_IDENTITY_PORT/,
    ],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "x-key=50%zz" }, /^OTEL_EXPORTER_OTLP_HEADERS must be "name=value" pairs/],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: "Authorization: Bearer x" },
      /^OTEL_EXPORTER_OTLP_HEADERS must be "name=value"/,
    ],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%0Ab" }, /^OTEL_EXPORTER_OTLP_HEADERS must be "name=value"/],
    [{ SMTP_FROM: "Acme" }, /^SMTP_FROM must be an email address, or a name and one such as Acme <hello@/],
    [{ OPERATOR_CONTACT: "https://[help" }, /^OPERATOR_CONTACT must be an email address or an http address/],
    [{ OTEL_TRACES_SAMPLER_ARG: "half" }, /^OTEL_TRACES_SAMPLER_ARG must be a number\.$/],
    [
      { ENCRYPTION_KEYS: `${REQUIRED.ENCRYPTION_KEYS},k1:${Buffer.alloc(32, 2).toString("base64")}` },
      /^ENCRYPTION_KEYS must not have two keys with the same id/,
    ],
    // What is after the first key would be left out in silence.
    ...[" ", "\n", ";", "", ":"].map((between): [Record<string, string>, RegExp] => [
      {
        ENCRYPTION_KEYS: `${REQUIRED.ENCRYPTION_KEYS}${between}k2:${Buffer.alloc(32, 2).toString("base64")}`,
      },
      /^ENCRYPTION_KEYS must be "id:key" pairs/,
    ]),
    [{ METRICS_TOKEN: `${"x".repeat(16)}\n` }, /^METRICS_TOKEN must consist of plain letters/],
    [{ METRICS_TOKEN: "schlüssel-und-schloss" }, /^METRICS_TOKEN must consist of plain letters/],
    [{ METRICS_TOKEN: "short" }, /^METRICS_TOKEN must be at least 16 characters long/],
    ...["http://0.0.0.0", "999.1.1.1", "localhost:3000", "::g", "a b"].map(
      (HOST): [Record<string, string>, RegExp] => [
        { HOST },
        /^HOST must be an address of this machine, such as 127\.0\.0\.1/,
      ],
    ),
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL /],
    [{ OPERATOR_EMAILS: "ada" }, /^OPERATOR_EMAILS must be email addresses parted by commas/],
    [{ OPERATOR_EMAILS: "ada@example.com,," }, /^OPERATOR_EMAILS must be/],
    [{ OPERATOR_CONTACT: "ask me" }, /^OPERATOR_CONTACT must be an email address or an http address/],
    [
      { SUITE_B_TRUST_EMAIL: "true" },
      /^SUITE_B_TRUST_EMAIL must not be true unless SUITE_B_ISSUER names one/,
    ],
    [
      { SUITE_B_TRUST_EMAIL: "1", SUITE_B_ISSUER: "https://login.microsoftonline.com/organizations/v2.0" },
      /^SUITE_B_TRUST_EMAIL must not be true/,
    ],
    [{ SIGN_UP: "maybe" }, /^SIGN_UP /],
    [{ SIGN_UP_EMAIL_DOMAINS: "acme" }, /^SIGN_UP_EMAIL_DOMAINS must be domains/],
    [{ SIGN_UP_EMAIL_DOMAINS: "*.example.com" }, /^SIGN_UP_EMAIL_DOMAINS must be domains/],
    [{ SIGN_UP_EMAIL_DOMAINS: "example.com,,x.example" }, /^SIGN_UP_EMAIL_DOMAINS must be domains/],
    [{ WORKSPACE_CREATION: "nobody" }, /^WORKSPACE_CREATION /],
    [
      { WORKSPACE_CREATION: "operators" },
      /^OPERATOR_EMAILS must be set, because WORKSPACE_CREATION is operators/,
    ],
    [{ DEFAULT_PLAN: "gold" }, /^DEFAULT_PLAN /],
    [
      { PAYMENTS_PRICE_PLANS: "price_1" },
      /^PAYMENTS_PRICE_PLANS must be "price:plan" pairs parted by commas/,
    ],
    [
      { PAYMENTS_PRICE_PLANS: "price_1:team,price_2:gold" },
      /^PAYMENTS_PRICE_PLANS must be .* each plan one of free, team, business, enterprise/,
    ],
    [
      { SUITE_A_CLIENT_ID: "“x”", SUITE_A_CLIENT_SECRET: "x" },
      /^SUITE_A_CLIENT_ID must consist of plain letters/,
    ],
    [
      { UPSTASH_REDIS_REST_URL: "https://u.example", UPSTASH_REDIS_REST_TOKEN: "x\n" },
      /^UPSTASH_REDIS_REST_TOKEN must consist of .* no space or line break around them/,
    ],
    [{ S3_REGION: "Europe (Frankfurt)" }, /^S3_REGION must be a region such as us-east-1/],
    [{ S3_FORCE_PATH_STYLE: "maybe" }, /^S3_FORCE_PATH_STYLE /],
    [{ TRUSTED_PROXY_HOPS: "-1" }, /^TRUSTED_PROXY_HOPS /],
  ])("says in one line what is wrong with %j", (wrong: Record<string, string>, line) => {
    const lines = problems({ ...REQUIRED, ...wrong });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
  });

  it.each([
    ["S3_ENDPOINT", "https://s3.example"],
    ["S3_BUCKET", "files"],
    ["S3_SECRET_ACCESS_KEY", "secret"],
  ])("names all three settings that are missing beside %s", (name, value) => {
    const lines = problems({ ...REQUIRED, [name]: value });
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(`must be set, because ${name} is.`);
  });

  it("names at once what is missing, wrong and contradicting", () => {
    const given = {
      ...REQUIRED,
      JWT_SECRET: "",
      PORT: "abc",
      CODE_HOST_CLIENT_ID: "x",
      SUITE_A_CLIENT_ID: "x",
    };
    expect(problems(given)).toEqual([
      "PORT must be a number.",
      "JWT_SECRET must be set.",
      "CODE_HOST_CLIENT_SECRET must be set, because CODE_HOST_CLIENT_ID is.",
      "SUITE_A_CLIENT_SECRET must be set, because SUITE_A_CLIENT_ID is.",
    ]);
  });

  it.each([
    ["https://app.example/", "https://app.example"],
    ["HTTPS://App.Example", "https://app.example"],
    ["https://app.example:443", "https://app.example"],
    ["http://localhost:80", "http://localhost"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://app.example\\", "https://app.example"],
  ])("reads the address %s as browsers write it, who name it in each request: %s", (given, read) => {
    expect(readSettings({ ...REQUIRED, BASE_URL: given }).BASE_URL).toBe(read);
  });

  it("says of each wrong value what it must be", () => {
    const wrong = {
      PORT: "abc",
      DATABASE_POOL_MAX: "1.5",
      TRUSTED_PROXY_HOPS: "99",
      JWT_TTL_MINUTES: "0",
      LOG_LEVEL: "loud",
      BASE_URL: "here",
      CODE_HOST_NAME: "x".repeat(50),
    };
    const words = problems({ ...REQUIRED, ...wrong });
    expect(words.toSorted()).toEqual([
      "BASE_URL must be an address that begins with https:// or http://.",
      "CODE_HOST_NAME must be at most 40 characters long.",
      "DATABASE_POOL_MAX must be a whole number.",
      "JWT_TTL_MINUTES must be at least 1.",
      "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.",
      "PORT must be a number.",
      "TRUSTED_PROXY_HOPS must be at most 10.",
    ]);
  });

  it.each(["0.0.0.0", "::", "::1", "fe80::1%lo", "localhost", "web-1.internal"])("listens on %s", (HOST) => {
    expect(readSettings({ ...REQUIRED, HOST }).HOST).toBe(HOST);
  });

  it("repeats no value, which may be a secret in the wrong place", () => {
    const secret = "hunter2-hunter2";
    for (const name of SETTING_NAMES) {
      expect(problems({ ...REQUIRED, [name]: secret }).join()).not.toContain(secret);
    }
  });

  it("treats an empty value as unset", () => {
    expect(readSettings({ ...REQUIRED, PORT: "", BASE_URL: "" })).toMatchObject({ PORT: 3000 });
  });

  it.each([
    ["http://localhost:3000", true],
    ["http://127.0.0.1", true],
    ["http://[::1]:3000", true],
    ["https://localhost.example.com", false],
    ["https://127.0.0.1.example.com", false],
    ["http://0.0.0.0:3000", false],
    ["http://192.168.0.1", false],
  ])("tells whether %s is a loopback address, where the built-in sign-in may run", (BASE_URL, isLoopback) => {
    expect(readSettings({ ...REQUIRED, BASE_URL }).isLoopback).toBe(isLoopback);
  });

  it.each([
    ["http://localhost:3000", undefined, false],
    ["http://localhost:3000", "true", true],
    ["https://service.example", undefined, true],
    ["https://service.example", "", true],
    ["https://service.example", "false", false],
  ])("at %s, with the demand for signatures set to %j, demands them: %s", (BASE_URL, given, isDemanded) => {
    const settings = readSettings({ ...REQUIRED, BASE_URL, WEBHOOKS_REQUIRE_SIGNATURE: given });
    expect(settings.WEBHOOKS_REQUIRE_SIGNATURE).toBe(isDemanded);
  });

  it("lets metrics have the port beside the service's where no built-in identity provider takes it", () => {
    const given = { ...REQUIRED, METRICS_PORT: "3001", METRICS_TOKEN };
    expect(problems({ ...given, BASE_URL: "https://app.example" })).toEqual([]);
    expect(problems({ ...given, LOCAL_IDENTITY_PORT: "4000" })).toEqual([]);
  });

  it.each(["postgresql://u:50%zz@h/d", "postgresql://u:50%40@h/d"])(
    "takes %s, of which pg makes a password",
    (DATABASE_URL) => {
      expect(problems({ ...REQUIRED, DATABASE_URL })).toEqual([]);
    },
  );

  it.each(["a@b.example", "Acme <a@b.example>", '"Acme, Inc." <a@b.example>', "no-reply@localhost"])(
    "takes %s as the sender of mail",
    (SMTP_FROM) => {
      expect(readSettings({ ...REQUIRED, SMTP_FROM }).SMTP_FROM).toBe(SMTP_FROM);
    },
  );

  it("reads the headers of traces as OpenTelemetry's library does", () => {
    const given = { ...REQUIRED, OTEL_EXPORTER_OTLP_HEADERS: "X-Team = acme,x-key=a%20b%3D=c" };
    expect(readSettings(given).OTEL_EXPORTER_OTLP_HEADERS).toEqual({ "x-team": "acme", "x-key": "a b==c" });
  });

  it("derives address and identity port from the port", () => {
    const settings = readSettings({ ...REQUIRED, PORT: "4000" });
    expect(settings).toMatchObject({ BASE_URL: "http://localhost:4000", LOCAL_IDENTITY_PORT: 4001 });
  });

  it("sets no limit that payment can't lift, unless configured", () => {
    const planWith = (given: Record<string, string>) => readSettings({ ...REQUIRED, ...given }).DEFAULT_PLAN;
    expect(planWith({})).toBe("enterprise");
    expect(planWith({ PAYMENTS_WEBHOOK_SECRET: "whsec_x" })).toBe("free");
    expect(planWith({ DEFAULT_PLAN: "team" })).toBe("team");
    expect(planWith({ DEFAULT_PLAN: "business", PAYMENTS_WEBHOOK_SECRET: "whsec_x" })).toBe("business");
  });

  it.each([
    [{}, "https://api.github.com"],
    [{ CODE_HOST_URL: "https://github.acme.example" }, "https://github.acme.example/api/v3"],
    [{ CODE_HOST_URL: "https://acme.ghe.com" }, "https://api.acme.ghe.com"],
    [{ CODE_HOST_URL: "https://x.example", CODE_HOST_API_URL: "https://y.example/" }, "https://y.example"],
  ])("sends a code host's tokens to the API of that code host: %j", (given, api) => {
    expect(readSettings({ ...REQUIRED, ...given }).CODE_HOST_API_URL).toBe(api);
  });

  it("trusts addresses from a single-tenant suite if configured", () => {
    const SUITE_B_ISSUER = "https://login.microsoftonline.com/contoso.example/v2.0";
    const given = { ...REQUIRED, SUITE_B_ISSUER, SUITE_B_TRUST_EMAIL: "true" };
    expect(readSettings(given).SUITE_B_TRUST_EMAIL).toBe(true);
    expect(readSettings(REQUIRED).SUITE_B_TRUST_EMAIL).toBe(false);
  });

  it("refers people to the first operator, unless a contact is set", () => {
    const contactWith = (given: Record<string, string>) =>
      readSettings({ ...REQUIRED, ...given }).OPERATOR_CONTACT;
    const OPERATOR_EMAILS = " Ada@Example.com , grace@example.com";
    expect(contactWith({})).toBeUndefined();
    expect(contactWith({ OPERATOR_EMAILS })).toBe("ada@example.com");
    expect(contactWith({ OPERATOR_EMAILS, OPERATOR_CONTACT: "https://x.example" })).toBe("https://x.example");
  });

  it("refuses a port that leaves none for the identity provider", () => {
    expect(problems({ ...REQUIRED, PORT: "65535" })).toEqual([
      "LOCAL_IDENTITY_PORT must be set, because PORT is the last one.",
    ]);
  });
});

describe(".env.example", () => {
  it("has every setting, and only those, each under a sentence", async () => {
    const lines = (await readFile(".env.example", "utf8")).split("\n");
    const set = lines.filter((line) => line !== "" && !line.startsWith("#"));
    expect(set.map((line) => /^([A-Z0-9_]+)=/.exec(line)?.[1]).toSorted()).toEqual(SETTING_NAMES.toSorted());
    expect(set.filter((line) => !line.endsWith("="))).toEqual(["WEBHOOKS_REQUIRE_SIGNATURE=true"]);
  });
});
