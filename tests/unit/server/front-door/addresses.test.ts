import type { Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { addressOf, ProxyWarning } from "@/lib/server/front-door/addresses";
import { open } from "@/tests/unit/server/front-door/open-door";

describe("addresses", () => {
  it.each([
    [undefined, "127.0.0.1"],
    ["203.0.113.66", "203.0.113.66, 127.0.0.1"],
    ["203.0.113.66, 198.51.100.1", "203.0.113.66, 198.51.100.1, 127.0.0.1"],
  ])("of %j the door makes %j", async (forwarded, expected) => {
    const { url } = await open();
    const answer = await fetch(url, { headers: forwarded ? { "x-forwarded-for": forwarded } : {} });
    expect((await answer.json()).forwarded).toBe(expected);
  });

  it("come last also behind several lines of the header", async () => {
    const { dial } = await open();
    const { socket, text, ended } = await dial();
    socket.write(
      "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\nX-Forwarded-For: 203.0.113.2\r\nConnection: close\r\n\r\n",
    );
    await ended;
    expect(text()).toContain('"203.0.113.1, 203.0.113.2, 127.0.0.1"');
  });

  it.each([
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8::1"],
    [undefined, "unknown"],
    ["", "unknown"],
  ])("of %j are written %j", (remoteAddress, expected) => {
    expect(addressOf({ remoteAddress } as Socket)).toBe(expected);
  });
});

describe("a proxy that TRUSTED_PROXY_HOPS does not count", () => {
  const request = (remoteAddress: string, forwarded?: string) => ({
    socket: { remoteAddress } as Socket,
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });
  const looks = (warning: ProxyWarning, requests: ReturnType<typeof request>[]) => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    for (const each of requests) warning.look(each);
    return warn.mock.calls.length;
  };

  it.each(["10.1.2.3", "::ffff:172.16.0.1", "192.168.0.9", "127.0.0.1", "::1", "fd00::1"])(
    "is told of once when it is %s",
    (address) => {
      expect(looks(new ProxyWarning(0), Array(3).fill(request(address, "203.0.113.1")))).toBe(1);
    },
  );

  it("is none where it is counted, where nobody forwards, and where a stranger says so", () => {
    expect(looks(new ProxyWarning(1), [request("10.1.2.3", "203.0.113.1")])).toBe(0);
    const strangers = [request("10.1.2.3"), request("203.0.113.9", "198.51.100.1"), request("", "10.0.0.1")];
    expect(looks(new ProxyWarning(0), strangers)).toBe(0);
  });
});
