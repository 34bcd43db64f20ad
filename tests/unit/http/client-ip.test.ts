import { afterEach, describe, expect, it, vi } from "vitest";
import { countedIp } from "@/lib/http/client-ip";

const counted = (forwarded: string) =>
  countedIp(new Request("http://localhost/", { headers: { "x-forwarded-for": forwarded } }));

describe("the address that limits count", () => {
  it("is the same for a subscriber's whole IPv6 network", () => {
    const home = counted("2001:db8:1:2::1");
    expect(counted("2001:db8:1:2:ffff:eeee:dddd:cccc")).toBe(home);
    expect(counted("2001:0DB8:0001:0002::1")).toBe(home);
    expect(counted("2001:db8:1:3::1")).not.toBe(home);
  });

  it("is the same for an IPv4 address, however it is written", () => {
    expect(counted("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(counted("192.0.2.2")).toBe("192.0.2.2");
  });

  it.each(["", "x", "192.0.2.300", "1:2:3"])("is empty if %j is not an address", (text) => {
    expect(counted(text)).toBeNull();
  });

  it("ignores the zone", () => {
    expect(counted("fe80::1%a-b.c")).toBe(counted("fe80::2"));
  });
});

describe("the caller's address", () => {
  const ORIGINAL = process.env.TRUSTED_PROXY_HOPS;

  /** As a process with so many proxies in front reads it. */
  async function addressOf(hops: number, hasFrontDoor: boolean, forwarded: string | null) {
    process.env.TRUSTED_PROXY_HOPS = String(hops);
    vi.resetModules();
    const [{ clientIp }, { frontDoor }] = await Promise.all([
      import("@/lib/http/client-ip"),
      import("@/lib/platform/front-door"),
    ]);
    frontDoor().notesAddresses = hasFrontDoor;
    return clientIp(
      new Request("http://localhost/", {
        headers: forwarded === null ? {} : { "x-forwarded-for": forwarded },
      }),
    );
  }

  afterEach(async () => {
    process.env.TRUSTED_PROXY_HOPS = ORIGINAL ?? "";
    const { frontDoor } = await import("@/lib/platform/front-door");
    frontDoor().notesAddresses = false;
    vi.resetModules();
  });

  const [forged, caller, outer, inner] = ["203.0.113.66", "198.51.100.1", "10.0.0.1", "10.0.0.2"];

  it.each([
    ["198.51.100.1:4711", "198.51.100.1"],
    ["[2001:db8::1]:4711", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["::ffff:198.51.100.1", "198.51.100.1"],
    ["fe80::1%eth0", "fe80::1"],
  ])("is read as proxies write it: %s", async (entry, ip) => {
    expect(await addressOf(1, true, `203.0.113.66, ${entry}, 10.0.0.1`)).toBe(ip);
    expect(await addressOf(1, false, `203.0.113.66, ${entry}`)).toBe(ip);
  });

  it.each([
    "198.51.100.1:",
    "198.51.100.1:123456",
    "198.51.100.1:4711:1",
    "[198.51.100.1]:4711",
    "[2001:db8::1",
    "198.51.100.1:x",
  ])("is none that is written as %s", async (entry) => {
    expect(await addressOf(1, true, `${entry}, 10.0.0.1`)).toBeNull();
  });

  it.each([
    // No proxy: with the front door the connection's address, whatever was forged; without it nobody's.
    [0, true, `${caller}`, caller],
    [0, true, `${forged}, ${caller}`, caller],
    [0, true, `${forged}, ${forged}, ${caller}`, caller],
    [0, false, null, null],
    [0, false, `${forged}`, null],
    // One proxy: what it wrote stands last, or before the connection's address, which is the proxy's.
    [1, true, `${caller}, ${outer}`, caller],
    [1, true, `${forged}, ${caller}, ${outer}`, caller],
    [1, false, `${caller}`, caller],
    [1, false, `${forged}, ${caller}`, caller],
    // Two: the outer one notes the caller, the inner one the outer one.
    [2, true, `${caller}, ${outer}, ${inner}`, caller],
    [2, true, `${forged}, ${caller}, ${outer}, ${inner}`, caller],
    [2, false, `${caller}, ${outer}`, caller],
    [2, false, `${forged}, ${caller}, ${outer}`, caller],
    // Who comes past the proxies, and words that are no address.
    [1, true, `${caller}`, caller],
    [2, true, `${caller}`, caller],
    [2, true, `${forged}, ${caller}`, caller],
    [1, false, null, null],
    [1, true, `nonsense, ${outer}`, null],
    [0, true, "unknown", null],
  ])("with %i proxies and front door: %s, of %j is %j", async (hops, hasFrontDoor, forwarded, expected) => {
    expect(await addressOf(hops, hasFrontDoor, forwarded)).toBe(expected);
  });
});
