import { expect, it } from "vitest";
import { bytesOf, jsonResponse } from "@/lib/http/json-response";

it("a JSON response is sent as one without it at hand would be", async () => {
  const body = { name: "Zoë", list: [1, null, "ü"] };
  const headers = new Headers({ Link: "<x>" });
  const [ours, plain] = [jsonResponse(body, { status: 201, headers }), Response.json(body, { status: 201 })];
  expect([ours.status, ours.headers.get("link")]).toEqual([201, "<x>"]);
  expect(ours.headers.get("content-type")).toBe(plain.headers.get("content-type"));
  expect(await bytesOf(ours)).toEqual(await bytesOf(plain));
  expect(await ours.json()).toEqual(body);
  expect((await bytesOf(new Response(null, { status: 204 }))).length).toBe(0);
});
