import { describe, expect, it } from "vitest";
import { countedIp } from "@/lib/http/client-ip";

const counted = (forwarded: string) =>
  countedIp(new Request("http://localhost/", { headers: { "x-forwarded-for": forwarded } }));

describe("the address that limits count", () => {
  it("is one for all of an IPv6 network that a single subscriber has", () => {
    const home = counted("2001:db8:1:2::1");
    expect(counted("2001:db8:1:2:ffff:eeee:dddd:cccc")).toBe(home);
    expect(counted("2001:0DB8:0001:0002::1")).toBe(home);
    expect(counted("2001:db8:1:3::1")).not.toBe(home);
  });

  it("is the same for an IPv4 address, however it is written", () => {
    expect(counted("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(counted("192.0.2.2")).toBe("192.0.2.2");
  });

  it.each(["", "x", "192.0.2.300", "1:2:3"])("is none where %j is no address", (text) => {
    expect(counted(text)).toBeNull();
  });

  it("can be read whatever zone it names", () => {
    expect(counted("fe80::1%a-b.c")).toBe(counted("fe80::2"));
  });
});
