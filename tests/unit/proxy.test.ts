import { readdirSync } from "node:fs";
import path from "node:path";
import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { config, proxy } from "@/proxy";

const ROOT = path.resolve(import.meta.dirname, "../..");

function policyOf(address: string): Map<string, string> {
  const header = proxy(new NextRequest(`http://localhost:3000${address}`)).headers.get(
    "content-security-policy",
  );
  const directives = (header ?? "").split("; ").map((directive): [string, string] => {
    const [name = "", ...values] = directive.split(" ");
    return [name, values.join(" ")];
  });
  return new Map(directives);
}

describe("the Content Security Policy of a page", () => {
  it("runs only scripts that carry this answer's nonce, and no evaluated code", () => {
    const scripts = policyOf("/").get("script-src");
    expect(scripts).toMatch(/^'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'$/);
    expect(policyOf("/").get("script-src")).not.toBe(scripts);
  });

  it("forbids framing a page, rebasing its links, embedding objects and connecting to other hosts", () => {
    const policy = policyOf("/home");
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("object-src")).toBe("'none'");
    expect(policy.get("connect-src")).toBe("'self'");
    expect(policy.get("form-action")).toBe("'self'");
  });

  it("hands Next the same nonce, over whatever the caller sent under that name", () => {
    const request = new NextRequest("http://localhost:3000/", { headers: { "x-nonce": "forged" } });
    const response = proxy(request);
    const nonce = response.headers.get("x-middleware-request-x-nonce");
    expect(nonce).not.toBe("forged");
    expect(response.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
  });

  it("keeps the address of the page that receives a token to itself", () => {
    const response = proxy(new NextRequest("http://localhost:3000/signin/complete"));
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  });
});

describe("what passes through the proxy", () => {
  const matches = (address: string, headers: Record<string, string> = {}) =>
    unstable_doesMiddlewareMatch({ config, url: address, headers });

  it.each([
    "/",
    "/home",
    "/signin",
    "/signin/complete",
    "/docs",
    "/docs/tracker",
    "/w/ada",
    "/w/ada/tables/x.png",
    "/w/ada/crm/x.js",
    "/nothing-here.txt",
    "/public/projects/x",
    "/f/0198a8b6-0000-7000-8000-000000000000/nothing",
    "/workspaces-of-mine",
    "/webhooks.html",
    "/assets/nothing",
    "/readme/nothing",
    "/_next/nothing",
  ])("%s does: it is a page", (address) => {
    expect(matches(address)).toBe(true);
  });

  it.each([
    "/api/v1/health",
    "/tracker/events:batch",
    "/auth/code_host/login",
    "/workspaces",
    "/_next/static/x.js",
    "/f/0198a8b6-0000-7000-8000-000000000000",
    "/f/0198a8b6-0000-7000-8000-000000000000/embed",
    "/f/0198a8b6-0000-7000-8000-000000000000/thanks",
    "/webhooks/github",
    "/public/forms/x",
    "/favicon.ico",
    "/icon.svg",
    ...readdirSync(path.join(ROOT, "public"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(
        (entry) => `/${path.relative(path.join(ROOT, "public"), path.join(entry.parentPath, entry.name))}`,
      ),
  ])("%s does not", (address) => {
    expect(matches(address)).toBe(false);
  });

  it.each([
    ["/t/abc/unlock", "content-length"],
    ["/p/acme/report", "transfer-encoding"],
    ["/public/tables/abc/rows", "content-length"],
    ["/w/ada", "content-length"],
  ])("what has a body does not, since Next would read 10 MiB of it for everyone: %s", (address, header) => {
    expect([matches(address), matches(address, { [header]: "9000000" })]).toEqual([true, false]);
  });
});
