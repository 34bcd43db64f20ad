import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { readBytes } from "@/lib/http/request-body";
import { afterwards, after as onceAnswered } from "@/lib/server/front-door/after";
import { callHandler, encodingFor } from "@/lib/server/front-door/call-handler";

let server: Server | undefined;
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(null))));

async function serve(handler: (request: Request) => Promise<Response>): Promise<string> {
  const made = createServer((request, response) => callHandler(handler, request, response, "identity"));
  server = made;
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

describe("a handler that is called directly", () => {
  it("gets the request, and its answer goes out with what every answer carries", async () => {
    const url = await serve(async (request) => {
      const body = (await readBytes(request, 100)).toString();
      const { pathname, search } = new URL(request.url);
      const given = { method: request.method, pathname, search, body, mark: request.headers.get("x-mark") };
      return Response.json(given, { status: 201, headers: { "X-Request-Id": "one" } });
    });
    const answer = await fetch(`${url}/a%20b?c=d`, {
      method: "POST",
      body: "text",
      headers: { "x-mark": "m" },
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      method: "POST",
      pathname: "/a%20b",
      search: "?c=d",
      body: "text",
      mark: "m",
    });
    expect(answer.headers.get("x-request-id")).toBe("one");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("can refuse a body that is too large, and its answer still arrives", async () => {
    const url = await serve(async (request) => {
      await readBytes(request, 100).catch(() => {});
      return new Response("too large", { status: 413 });
    });
    const answer = await fetch(url, { method: "POST", body: "x".repeat(200_000) });
    expect([answer.status, await answer.text()]).toEqual([413, "too large"]);
  });

  it("that fails is answered 500 in the usual form", async () => {
    const url = await serve(async () => {
      throw new Error("a fault");
    });
    const answer = await fetch(url, { method: "POST" });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ detail: "Something went wrong on our side." });
    expect(answer.headers.get("x-request-id")).not.toBeNull();
  });

  it("may schedule work for after the answer, which a stop waits for", async () => {
    const order: string[] = [];
    const url = await serve(async () => {
      onceAnswered(() => order.push("afterwards"));
      onceAnswered(() => Promise.reject(new Error("one that fails keeps none of the others")));
      order.push("answered");
      return new Response(null, { status: 204 });
    });
    expect((await fetch(url, { method: "POST" })).status).toBe(204);
    await afterwards();
    expect(order).toEqual(["answered", "afterwards"]);
    expect(() => onceAnswered(() => {})).toThrow(/outside/);
  });
});

describe("encodings", () => {
  it.each([
    [undefined, "identity"],
    ["gzip", "gzip"],
    ["gzip, deflate, br, zstd", "gzip"],
    ["GZIP", "gzip"],
    ["br", "identity"],
    ["identity", "identity"],
    // To be weighed by Next.
    ["deflate", null],
    ["*", null],
    ["gzip;q=0", null],
    ["", null],
  ])("of %j the answer takes %j", (accepted, expected) => {
    expect(encodingFor(accepted)).toBe(expected);
  });
});
