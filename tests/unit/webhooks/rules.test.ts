import { createHmac } from "node:crypto";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "@/lib/platform/limits";
import {
  DELIVERY_ATTEMPTS_MAX,
  HELD_EVENTS_PER_TRIM,
  RESPONSE_HEADERS_BYTES_MAX,
  RESPONSE_HEADERS_MAX,
  RETRY_CAP_FACTOR,
  URL_CHARS_MAX,
} from "@/lib/webhooks/limits";
import {
  destinationProblem,
  isPublicAddress,
  isReservedHeader,
  isSameOrigin,
  isSuccessStatus,
  isTimeToTrim,
  keptHeaders,
  paceOf,
  retryAfterMs,
  retryWaitMs,
  shareOf,
} from "@/lib/webhooks/rules";
import { secretOf, sign } from "@/lib/webhooks/sign";

describe("the retry schedule", () => {
  it("waits 1, 3, 9, 27 and 60 minutes, and ends with the sixth attempt", () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempt) => retryWaitMs(attempt, MINUTE_MS, 0, 0));
    expect(waits).toEqual([1, 3, 9, 27, 60].map((minutes) => minutes * MINUTE_MS).concat([null as never]));
  });

  it("is lengthened at random by up to a tenth, but for the last wait, which is the longest there is", () => {
    const waits = [1, 2, 3, 4, 5].map((attempt) => retryWaitMs(attempt, MINUTE_MS, 0, 1) ?? 0);
    expect(waits.map((ms) => Math.round(ms / 100) / 10 / 60)).toEqual([1.1, 3.3, 9.9, 29.7, 60]);
  });

  it("never waits longer than the cap, nor shorter than asked up to it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: DELIVERY_ATTEMPTS_MAX - 1 }),
        fc.integer({ min: 1, max: 3_600_000 }),
        fc.double({ min: 0, max: 1e15, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, initialMs, askedMs, random) => {
          const wait = retryWaitMs(attempt, initialMs, askedMs, random) ?? Number.NaN;
          const capMs = initialMs * RETRY_CAP_FACTOR;
          const least = retryWaitMs(attempt, initialMs, askedMs, 0) ?? Number.NaN;
          expect(wait).toBeGreaterThanOrEqual(least);
          expect(wait).toBeLessThanOrEqual(least * 1.1 + 1e-6);
          expect(wait).toBeLessThanOrEqual(capMs);
          expect(wait).toBeGreaterThanOrEqual(Math.min(askedMs, capMs));
          expect(wait).toBeGreaterThanOrEqual(Math.min(initialMs, capMs));
        },
      ),
    );
  });
});

describe("what an attempt reveals about its webhook", () => {
  it.each([
    [true, 0, "gained", false],
    [true, 999, "gained", false],
    [true, 1_000, "kept", null],
    [true, 5_000, "kept", null],
    [true, 5_001, "halved", true],
    [false, 20, "halved", false],
    [false, 2_000, "halved", null],
    [false, 15_000, "halved", true],
  ])("success %s after %i ms: slots %s, slow %s", (isSuccess, durationMs, slots, isSlow) => {
    expect(paceOf(isSuccess, durationMs)).toEqual({ slots, isSlow });
  });

  it("shares places by quarters, and leaves one at least", () => {
    expect([512, 32, 5, 4, 1].map(shareOf)).toEqual([128, 8, 1, 1, 1]);
  });
});

describe("Retry-After", () => {
  const now = new Date("2026-11-20T10:00:00.000Z");

  it.each([
    ["120", 120_000],
    [" 7 ", 7_000],
    ["Fri, 20 Nov 2026 10:02:00 GMT", 120_000],
    ["Fri, 20 Nov 2026 09:00:00 GMT", 0],
    ["-5", 0],
    ["1e9", 0],
    ["soon", 0],
    ["99999999999999999999", 1e23],
    ["", 0],
    [null, 0],
  ])("%j asks for %i ms", (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});

describe("trimming what is held", () => {
  it("is certain once a transaction held a full share, and proportional before", () => {
    const almost = 1 - Number.EPSILON;
    expect(isTimeToTrim(0, 0)).toBe(false);
    expect(isTimeToTrim(1, 0)).toBe(true);
    expect(isTimeToTrim(HELD_EVENTS_PER_TRIM / 2, 0.49)).toBe(true);
    expect(isTimeToTrim(HELD_EVENTS_PER_TRIM / 2, 0.5)).toBe(false);
    expect(isTimeToTrim(HELD_EVENTS_PER_TRIM, almost)).toBe(true);
  });
});

describe("public addresses", () => {
  it.each(["8.8.8.8", "1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8"])("%s is one", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "::7f00:1",
    "::1:2:3",
    "4000::1",
    "fec0::1",
    "3fff::1",
    "192.0.2.1",
    // Azure's host, among public ones.
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "fe80::1%eth0",
    "0.0.0.0",
    "::",
    "nothing",
    "",
  ])("%j is none", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it("include no private IPv4 address in any IPv6 notation", () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const asNumber = v4.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
        const [high, low] = [(asNumber >>> 16).toString(16), (asNumber & 0xffff).toString(16)];
        if (!isPublicAddress(v4)) expect(isPublicAddress(`::ffff:${high}:${low}`)).toBe(false);
        expect(isPublicAddress(`::${high}:${low}`)).toBe(false);
        expect(isPublicAddress(`64:ff9b::${high}:${low}`)).toBe(false);
        expect(isPublicAddress(`2002:${high}:${low}::1`)).toBe(false);
      }),
    );
  });
});

describe("a destination", () => {
  it("may be on a private network only where that is allowed", () => {
    expect(destinationProblem("http://127.0.0.1:3000/", true)).toBeNull();
    expect(destinationProblem("http://127.0.0.1:3000/", false)).toBe("Destination not allowed");
    expect(destinationProblem("https://example.com/hook?a=b", false)).toBeNull();
  });

  // What they resolve to is judged as well, later: whoever enters one is told at once.
  it.each(["localhost", "LOCALHOST", "localhost.", "a.localhost", "A.Localhost."])(
    "is not the name %s of this machine",
    (host) => {
      expect(destinationProblem(`http://${host}:3000/`, false)).toBe("Destination not allowed");
      expect(destinationProblem(`http://${host}:3000/`, true)).toBeNull();
    },
  );

  it.each(["https://user@example.com/", "https://:password@example.com/", "https://a:b@example.com/"])(
    "carries no credentials: %s",
    (url) => {
      expect(destinationProblem(url, true)).toBe("Must not carry credentials; send a header instead");
    },
  );

  it("is as long as it may be, and no longer", () => {
    const url = "https://example.com/".padEnd(URL_CHARS_MAX, "x");
    expect(destinationProblem(url, true)).toBeNull();
    expect(destinationProblem(`${url}x`, true)).toBe(`Holds more than ${URL_CHARS_MAX} characters`);
  });

  it.each([
    ["https://example.com/a", "https://example.com:443/b?c", true],
    ["https://example.com/", "http://example.com/", false],
    ["https://example.com/", "https://example.com:8443/", false],
    ["https://example.com/", "https://www.example.com/", false],
  ])("%s is of the same origin as %s: %s", (a, b, isSame) => {
    expect(isSameOrigin(a, b)).toBe(isSame);
  });

  it("may have localhost as a part of its name", () => {
    expect(destinationProblem("https://notlocalhost/", false)).toBeNull();
    expect(destinationProblem("https://localhost.example.com/", false)).toBeNull();
  });
});

describe("an answer", () => {
  it.each([
    [null, false],
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])("of status %s is a success: %s", (status, isSuccess) => {
    expect(isSuccessStatus(status)).toBe(isSuccess);
  });

  it("has its first headers kept, as many and as large as they may be, and its location before all", () => {
    const many = Object.fromEntries(Array.from({ length: RESPONSE_HEADERS_MAX }, (_, n) => [`x-${n}`, "1"]));
    const kept = keptHeaders({ ...many, Location: "/there", "x-none": undefined });
    const firsts = Object.keys(many).slice(0, RESPONSE_HEADERS_MAX - 1);
    expect(Object.keys(kept)).toEqual(["location", ...firsts]);
    const half = "h".repeat(RESPONSE_HEADERS_BYTES_MAX / 2 - 1);
    expect(Object.keys(keptHeaders({ a: half, b: `${half}h`, c: half, d: "" }))).toEqual(["a", "c"]);
  });
});

describe("signatures", () => {
  it("verify with the public library and by hand, for every body and either kind of secret", () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((each) => secretOf(Buffer.from(each)));
    fc.assert(
      fc.property(bytes, fc.json(), fc.uuid(), (secret, body, eventId) => {
        const raw = Buffer.from(body, "utf8");
        const at = new Date();
        const { signature, webhookSignature } = sign(raw, { secret, eventId, at });
        const headers = {
          "webhook-id": eventId,
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          "webhook-signature": webhookSignature,
        };
        new StandardWebhook(secret).verify(raw, headers);
        expect(signature).toBe(`sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`);
        const tampered = Buffer.concat([raw, Buffer.from(" ")]);
        expect(() => new StandardWebhook(secret).verify(tampered, headers)).toThrow();
      }),
    );
  });

  it("key the library's way of a given secret: as base64 where it is, else as text", () => {
    const at = new Date();
    const body = Buffer.from("{}");
    const headersFor = (secret: string) => ({
      "webhook-id": "e",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": sign(body, { secret, eventId: "e", at }).webhookSignature,
    });
    new StandardWebhook("c2VjcmV0LXNlY3JldA==").verify(body, headersFor("c2VjcmV0LXNlY3JldA=="));
    new StandardWebhook("not-base-64!", { format: "raw" }).verify(body, headersFor("not-base-64!"));
  });
});

describe("custom headers", () => {
  it.each([
    ...["host", "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect"],
    ...["content-length", "content-type", "accept-encoding", "user-agent", "proxy-authorization"],
    ...["x-svc-signature", "webhook-id"],
  ])("may not be %s", (name) => expect(isReservedHeader(name)).toBe(true));
  it.each(["authorization", "x-api-key", "x-webhook-source"])("may be %s", (name) => {
    expect(isReservedHeader(name)).toBe(false);
  });
});
