import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseUrl } from "@/lib/platform/parse-url";

/** As often as it takes for the engine to compile a call anew. */
const OFTEN = 100_000;

describe("parseUrl", () => {
  it("reads the same of an address however often it was called", () => {
    const hosts = new Set<string | undefined>();
    for (let times = 0; times < OFTEN; times += 1) hosts.add(parseUrl("https://größe.example/")?.hostname);
    expect([...hosts]).toEqual(["xn--gre-6ka8i.example"]);
  });

  it.each(["", "example.com", "https://", "https://[::1", "https://a:99999/"])(
    "takes %j for none",
    (text) => {
      expect(parseUrl(text)).toBeNull();
    },
  );

  it("takes a path for one with a base", () => {
    expect(parseUrl("/a?b", "https://example.com")?.href).toBe("https://example.com/a?b");
  });

  it("is the only way in which the sources find out whether a text is a URL", () => {
    const asks = ["app", "lib"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(tsx?|mjs)$/.test(file))
        .map((file) => path.join(folder, file))
        .filter((file) => /URL\.(canParse|parse)\(/.test(readFileSync(file, "utf8"))),
    );
    expect(asks).toEqual([]);
  });
});
