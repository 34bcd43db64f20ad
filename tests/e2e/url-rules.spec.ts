import { randomUUID } from "node:crypto";
import { bearerOf, expect, openConsoleAs, openTrackedProject, test } from "@/tests/e2e/fixtures";

/** Every way in which a client may write a path of the API (contract section 1). */
const PREFIXES = ["", "/api/v1"];

test("every unprefixed path answers as its prefixed one", async ({ page, person }) => {
  await openConsoleAs(page, person);
  const headers = { authorization: `Bearer ${await bearerOf(page)}` };
  // The console saves the reader's zone when it is opened first.
  const zone = async () => (await page.request.get("/api/v1/developers/me", { headers })).json();
  await expect.poll(zone).toMatchObject({ time_zone: expect.any(String) });
  for (const path of [
    "/developers/me",
    "/developers/me/api-tokens",
    "/workspaces",
    "/tracker/projects",
    "/tracker/devices",
    "/auth/providers",
  ]) {
    const [bare, prefixed] = await Promise.all(
      PREFIXES.map(async (prefix) => {
        const response = await page.request.get(prefix + path, { headers });
        return {
          status: response.status(),
          type: response.headers()["content-type"],
          body: await response.text(),
        };
      }),
    );
    expect(bare, path).toEqual(prefixed);
    expect(bare?.status, path).toBe(200);
  }
});

test("a webhook is created with and without the prefix", async ({ page, person }) => {
  await openConsoleAs(page, person);
  const headers = { authorization: `Bearer ${await bearerOf(page)}` };
  for (const prefix of PREFIXES) {
    const answer = await page.request.post(`${prefix}/webhooks`, { headers, data: {} });
    expect(answer.status(), prefix).toBe(422);
    expect((await answer.json()).issues.map((issue: { path: string }) => issue.path)).toContain("events");
  }
});

test("custom verbs answer with a colon and with %3A, with and without the prefix", async ({
  page,
  person,
}) => {
  const { bearer, projectId } = await openTrackedProject(page, person);
  const headers = { authorization: `Bearer ${bearer}` };
  const deviceId = randomUUID();
  for (const prefix of PREFIXES) {
    for (const colon of [":", "%3A", "%3a"]) {
      const at = `${prefix}/tracker/devices${colon}`;
      const enrolled = await page.request.post(`${at}enroll`, {
        headers,
        data: { device_id: deviceId, project_id: projectId },
      });
      expect(enrolled.status(), `${at}enroll`).toBe(201);
      const beat = await page.request.post(`${at}heartbeat?device_id=${deviceId}`, { headers });
      expect(beat.status(), `${at}heartbeat`).toBe(200);
      expect(await beat.json()).toMatchObject({ config_etag: "cfg_0" });
      const batch = await page.request.post(`${prefix}/tracker/events${colon}batch`, {
        headers,
        data: { schema_version: "2.0", device_id: deviceId, sent_at: new Date().toISOString(), events: [] },
      });
      expect(batch.status(), `${prefix}/tracker/events${colon}batch`).toBe(409);
      const verify = `${prefix}/tracker/evidence/ev_${"0".repeat(32)}${colon}verify`;
      const verified = await page.request.post(verify, { headers });
      expect([verified.status(), (await verified.json()).detail], verify).toEqual([
        404,
        "Evidence not found",
      ]);
    }
  }
});

test("a refusal is JSON with a detail and a request id on either path", async ({ request }) => {
  for (const prefix of PREFIXES) {
    const response = await request.get(`${prefix}/developers/me`);
    expect(response.status()).toBe(401);
    expect(response.headers()["www-authenticate"]).toBe("Bearer");
    expect(response.headers()["x-request-id"]).toMatch(/^[\w-]{8,64}$/);
    expect(await response.json()).toEqual({ detail: expect.any(String) });
  }
});

test("an address that the API doesn't have is refused in JSON, whatever the method", async ({ request }) => {
  for (const path of [
    "/developers/nobody",
    "/workspaces/x/y/z",
    "/tracker/devices:vanish",
    "/tracker/evidence:enroll",
  ]) {
    for (const prefix of PREFIXES) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        const response = await request.fetch(`${prefix}${path}`, { method });
        expect(response.status(), `${method} ${prefix}${path}`).toBe(404);
        expect(response.headers()["x-request-id"]).toMatch(/^[\w-]{8,64}$/);
        expect(await response.json()).toEqual({ detail: "Not found" });
      }
    }
  }
});

test("the API's document is packed once, for those who take it so", async ({ baseURL }) => {
  for (const encoding of ["gzip", "identity"]) {
    // Unpacks once, as clients do.
    const answer = await fetch(`${baseURL}/api/v1/openapi.json`, {
      headers: { "accept-encoding": encoding },
    });
    expect(answer.headers.get("content-encoding"), encoding).toBe(encoding === "gzip" ? "gzip" : null);
    expect(await answer.json(), encoding).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  }
});

test("a desktop client is sent to its loopback address and nowhere else", async ({ request }) => {
  const response = await request.get("/auth/device/login?provider=suite_a&port=49152", { maxRedirects: 0 });
  expect(response.status()).toBe(302);
  expect(response.headers().location).toMatch(
    /\/auth\/suite_a\/login\?redirect_url=http:\/\/127\.0\.0\.1:49152\/callback$/,
  );
  for (const target of ["http://127.0.0.1:5000@evil.example/callback", "http://localhost:5000/callback"]) {
    const refused = await request.get(`/auth/suite_a/login?redirect_url=${encodeURIComponent(target)}`, {
      maxRedirects: 0,
    });
    expect(refused.status()).toBe(400);
  }
});
