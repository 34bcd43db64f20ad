import { describe, expect, it } from "vitest";
import { nextPathOf } from "@/lib/ui/api/client";
import { clientCommand, demoCommand, isLocal } from "@/lib/ui/home/demo-command";
import { relativeTo } from "@/lib/ui/kit/time/time-ago";

const NOW = Date.parse("2026-11-20T12:00:00Z");

describe("how long ago", () => {
  it.each([
    ["2026-11-20T11:59:30Z", "just now"],
    ["2026-11-20T11:57:00Z", "3 minutes ago"],
    ["2026-11-20T10:01:00Z", "1 hour ago"],
    ["2026-11-19T11:00:00Z", "yesterday"],
    ["2026-11-18T13:00:00Z", "2 days ago"],
    ["2026-11-01T12:00:00Z", "2 weeks ago"],
    ["2025-11-01T12:00:00Z", "last year"],
    ["2026-11-20T12:30:00Z", "in 30 minutes"],
    ["2026-11-22T11:53:00Z", "in 2 days"],
    ["2026-11-27T11:58:00Z", "in 7 days"],
  ])("%s reads %j", (at, text) => {
    expect(relativeTo(new Date(at), NOW, "en-GB")).toBe(text);
  });
});

describe("the demo command", () => {
  it("signs in by itself where the local identity provider can run", () => {
    expect(demoCommand("http://localhost:3000", "ada@example.com")).toBe(
      "npm run demo -- --as ada@example.com",
    );
  });

  it("names the server where it is not the default one", () => {
    expect(demoCommand("http://127.0.0.1:4000", "ada@example.com")).toBe(
      "npm run demo -- --as ada@example.com --base-url http://127.0.0.1:4000",
    );
    expect(demoCommand("https://service.example", "ada@example.com")).toBe(
      "npm run demo -- --base-url https://service.example",
    );
  });

  it.each([
    "$(reboot)@example.com",
    "a;b@example.com",
    "--help@example.com",
    "a b@example.com",
    "`id`@example.com",
  ])("leaves out %j, which a shell would read otherwise", (email) => {
    expect(demoCommand("http://localhost:3000", email)).toBe("npm run demo");
  });
});

describe("how to record, where there is nothing yet", () => {
  it("uses the client on a real service, and the demo on a local one", () => {
    expect(["http://localhost:3000", "http://127.0.0.1:4000", "http://[::1]"].map(isLocal)).toEqual([
      true,
      true,
      true,
    ]);
    expect(isLocal("https://localhost.example.com")).toBe(false);
    expect(clientCommand("https://time.example.com")).toBe(
      "curl -fO https://time.example.com/tracker-client.mjs && node tracker-client.mjs --server https://time.example.com",
    );
  });
});

describe("the next page of a list", () => {
  const OWN = "https://own.example";

  it("is what the Link header names", () => {
    expect(nextPathOf('</api/v1/workspaces?cursor=abc>; rel="next"', OWN)).toBe(
      "/api/v1/workspaces?cursor=abc",
    );
    expect(nextPathOf(null, OWN)).toBeNull();
    expect(nextPathOf('</x>; rel="prev"', OWN)).toBeNull();
  });

  it("is never on another site, which must not get the bearer token", () => {
    expect(nextPathOf('<https://evil.example/x>; rel="next"', OWN)).toBeNull();
    expect(nextPathOf('<//evil.example/x>; rel="next"', OWN)).toBeNull();
  });
});
