import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { GET, POST, PUT } from "@/app/api/inngest/route";

describe("/api/inngest without Inngest", () => {
  it.each([
    ["GET", GET],
    ["POST", POST],
    ["PUT", PUT],
  ])("answers 404 to %s", async (method, handler) => {
    const answer = await handler(new NextRequest("http://localhost:3000/api/inngest", { method }), {});
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ detail: "Not found" });
  });
});
