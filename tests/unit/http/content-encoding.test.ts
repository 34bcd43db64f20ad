import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/http/app-error";
import { errorResponse } from "@/lib/http/error-response";
import { isGzipped, unpack } from "@/lib/http/request-body";

const given = (encoding: string) => new Headers({ "content-encoding": encoding });
const sent = (encoding: string) => new Request("http://localhost/", { headers: given(encoding) });

describe("Content-Encoding", () => {
  it.each(["gzip", "GZIP", "x-gzip", "X-GZip", " gzip ", "gzip, identity", "identity,gzip", ",gzip,"])(
    "%j is gzip",
    async (encoding) => {
      expect(await unpack(gzipSync("plain"), sent(encoding), 100)).toEqual(Buffer.from("plain"));
    },
  );

  it.each(["identity", "Identity", "", " ", ",", "identity, identity"])(
    "%j changes nothing",
    async (encoding) => {
      expect(await unpack(Buffer.from("plain"), sent(encoding), 100)).toEqual(Buffer.from("plain"));
    },
  );

  it.each([
    "br",
    "deflate",
    "zstd",
    "compress",
    "gzip, gzip",
    "x-gzip, gzip",
    "gzip, br",
    "gzip;q=1",
    "none",
    "gzip gzip",
  ])("%j is refused with a 415 that says what is accepted", (encoding) => {
    const refused = () => isGzipped(given(encoding));
    expect(refused).toThrow("The only supported content encoding is gzip.");
    const response = errorResponse(new AppError("unsupported_encoding", "…"));
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "gzip"]);
  });

  it("may be missing", () => {
    expect(isGzipped(new Headers())).toBe(false);
  });
});
