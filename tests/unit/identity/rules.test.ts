import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  failureLocation,
  type Grant,
  grantedScopes,
  identityOfClaims,
  isOfDomain,
  keepsEarlierGrant,
  loopbackPort,
  needsRefresh,
  portOfRedirectUrl,
  signUpProblem,
  successLocation,
} from "@/lib/identity/rules";

describe("the loopback address", () => {
  it("is accepted for exactly the ports 1024 to 65535", () => {
    for (let port = 0; port <= 70_000; port++) {
      expect(loopbackPort(String(port))).toBe(port >= 1024 && port <= 65_535 ? port : null);
    }
  });

  it("is always 127.0.0.1, whatever the input", () => {
    const mutated = fc
      .tuple(
        fc.constant("http://127.0.0.1:5000/callback"),
        fc.nat(29),
        fc.string({ maxLength: 8 }),
        fc.boolean(),
      )
      .map(
        ([url, at, text, replace]) => url.slice(0, at) + text + url.slice(replace ? at + text.length : at),
      );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), mutated), (text) => {
        const port = portOfRedirectUrl(text);
        if (port !== null) expect(text).toBe(`http://127.0.0.1:${port}/callback`);
      }),
      { numRuns: 2_000 },
    );
  });

  it("carries a token as a query, and a page's address as a fragment", () => {
    expect(successLocation(5000, "jwt")).toBe("http://127.0.0.1:5000/callback?token=jwt");
    expect(successLocation(null, "jwt")).toBe("/signin/complete#token=jwt");
    expect(failureLocation(5000, "no_email")).toBe("http://127.0.0.1:5000/callback?error=no_email");
    expect(failureLocation(null, "no_email")).toBe("/signin?error=no_email");
  });
});

describe("a person's profile from a provider", () => {
  it("can be stored, whatever it contains", () => {
    fc.assert(
      fc.property(
        fc.record({
          name: fc.anything(),
          email: fc.anything(),
          picture: fc.anything(),
          email_verified: fc.anything(),
        }),
        fc.string({ unit: "binary", maxLength: 400 }),
        (claims, name) => {
          for (const said of [claims, { ...claims, name }]) {
            const identity = identityOfClaims({ sub: "s", ...said });
            expect(identity.name?.includes("\0") ?? false).toBe(false);
            expect(identity.name?.isWellFormed() ?? true).toBe(true);
            expect(identity.name?.length ?? 1).toBeGreaterThan(0);
            expect(identity.name?.length ?? 0).toBeLessThanOrEqual(255);
            if (said.email_verified !== true) expect(identity.emailVerified).toBe(false);
          }
        },
      ),
    );
  });

  it.each([
    ["Ada\r\nBcc: eve@example.com", "Ada Bcc: eve@example.com"],
    ["\u202egnp.exe\u0007", "gnp.exe"],
    [" \u200b\u2060 ", null],
  ])("has a name that reads as it is, as in a profile that is edited: %j", (name, expected) => {
    expect(identityOfClaims({ sub: "s", name }).name).toBe(expected);
  });

  it("has a picture of an address without credentials, or none", () => {
    const pictureOf = (picture: unknown) => identityOfClaims({ sub: "s", picture }).avatarUrl;
    expect(pictureOf("https://pictures.intranet/ada.png")).toBe("https://pictures.intranet/ada.png");
    for (const picture of ["https://ada:x@pictures.example/", "http://pictures.example/", "javascript:x"])
      expect(pictureOf(picture)).toBeNull();
  });

  it.each([undefined, null, "", 7, "x".repeat(256), "a\0b", "a\ud800"])(
    "without a usable subject (%j) is refused",
    (sub) => {
      expect(() => identityOfClaims({ sub, email: "a@example.com" })).toThrow();
    },
  );
});

describe("scopes", () => {
  it("are those granted, separated by spaces or commas, or by default those requested", () => {
    expect(grantedScopes("user:email,read:user", "x")).toEqual(["read:user", "user:email"]);
    expect(grantedScopes("openid  email openid", "x")).toEqual(["email", "openid"]);
    expect(grantedScopes(undefined, "openid email")).toEqual(["email", "openid"]);
  });
});

it("a token is refreshed from 60 seconds before it expires, and never when it has no end", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  const after = (ms: number) => new Date(now.getTime() + ms);
  expect(needsRefresh(null, now)).toBe(false);
  expect(needsRefresh(after(60_001), now)).toBe(false);
  expect(needsRefresh(after(60_000), now)).toBe(true);
  expect(needsRefresh(after(-1), now)).toBe(true);
});

describe("an earlier grant", () => {
  const grant = (scopes: string[], refreshToken: string | null = null): Grant => ({
    accessToken: "a",
    refreshToken,
    expiresAt: null,
    scopes,
  });
  const earlier = { status: "active", hasRefreshToken: true, scopes: ["mail", "openid"] };

  it("stays when a sign-in brings less", () => {
    expect(keepsEarlierGrant(earlier, grant(["openid"]), "login")).toBe(true);
    expect(keepsEarlierGrant(earlier, grant(["openid"], "r"), "login")).toBe(true);
    expect(keepsEarlierGrant(earlier, grant(["mail", "openid"]), "login")).toBe(true);
  });

  it("is replaced by an equal one, by an explicit one, and when it no longer works", () => {
    expect(keepsEarlierGrant(earlier, grant(["mail", "openid"], "r"), "login")).toBe(false);
    expect(keepsEarlierGrant(earlier, grant(["openid"], "r"), "connect_crm")).toBe(false);
    expect(keepsEarlierGrant({ ...earlier, status: "reauth_required" }, grant(["openid"]), "login")).toBe(
      false,
    );
    expect(keepsEarlierGrant({ ...earlier, hasRefreshToken: false }, grant(["openid"]), "login")).toBe(false);
  });
});

describe("who may sign up", () => {
  const verified = { email: "ada@acme.example", emailVerified: true };
  const said = { ...verified, emailVerified: false };
  it.each([
    ["open", [], said, null],
    ["open", ["acme.example"], verified, null],
    ["open", ["acme.example"], said, "email_unverified"],
    ["open", ["acme.test"], verified, "email_domain"],
    ["invited", [], said, "email_unverified"],
    ["invited", [], verified, "invite_needed"],
    ["invited", ["acme.example"], verified, "invite_needed"],
    ["invited", ["acme.test"], verified, "email_domain"],
    ["closed", [], verified, "sign_up_closed"],
    ["closed", ["acme.example"], said, "sign_up_closed"],
  ] as const)("SIGN_UP=%s with domains %j, %j: %s", (signUp, domains, person, problem) => {
    expect(signUpProblem(person, { signUp, domains })).toBe(problem);
  });

  it.each([
    ["a@b@acme.example", true],
    ["acme.example@evil.test", false],
    ["ada@sub.acme.example", false],
  ])("the domain of %s is what stands after the last sign", (email, isOurs) => {
    expect(isOfDomain(email, ["acme.example"])).toBe(isOurs);
  });
});
