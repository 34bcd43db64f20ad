import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { POST as check } from "@/app/api/v1/developers/me/connections/[connection_id]/check/route";
import { DELETE } from "@/app/api/v1/developers/me/connections/[connection_id]/route";
import { GET } from "@/app/api/v1/developers/me/connections/route";
import { decryptToken } from "@/lib/identity/connection-tokens";
import { db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { call } from "@/tests/support/call";
import { aDeveloper } from "@/tests/support/factories";
import { signIn, startProviders } from "@/tests/support/providers";

const { codeHost, suiteA, suiteB } = await startProviders();

function sit(): void {
  const id = randomBytes(4).readUInt32BE();
  const email = `p${id}@example.com`;
  suiteA.person = suiteB.person = { sub: `s${id}`, email, email_verified: true };
  codeHost.person = {
    id,
    login: `l${id}`,
    emails: [{ email, primary: true, verified: true, visibility: null }],
  };
}

/** A developer whose suite_a connection can be refreshed. */
async function aConnected() {
  sit();
  const { jwt, developerId } = await signIn("suite_a", { purpose: "connect_crm" });
  const row = await db().developerConnection.findFirstOrThrow({ where: { developerId: developerId ?? "" } });
  return { jwt, row, params: { connection_id: row.id } };
}

const reload = (id: string) => db().developerConnection.findUniqueOrThrow({ where: { id } });

/** Lets an access token run out, as far as we know. */
const expire = (id: string, inMs: number) =>
  db().developerConnection.update({ where: { id }, data: { expiresAt: new Date(Date.now() + inMs) } });

afterEach(() => {
  vi.useRealTimers();
  suiteA.userinfo = "answers";
  codeHost.api = "answers";
  codeHost.expiresInS = null;
});

describe("GET /developers/me/connections", () => {
  it("lists the caller's own connections, newest first, without a token", async () => {
    const { jwt, row } = await aConnected();
    await signIn("code_host");
    const answer = await call(GET, "GET", { bearer: jwt });
    expect(answer.json.map((each: { provider: string }) => each.provider)).toEqual(["code_host", "suite_a"]);
    expect(answer.json[1]).toMatchObject({ id: row.id, status: "active", scopes: row.scopes });
    for (const kind of ["access", "refresh"] as const) {
      expect(answer.text).not.toContain(decryptToken(row, kind) ?? "?");
    }
    expect(answer.text).not.toContain("k1.");
    const page = await call(GET, "GET", { bearer: jwt, query: { limit: "1" } });
    const cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    const next = await call(GET, "GET", { bearer: jwt, query: { limit: "1", cursor } });
    expect([page.json[0].id, next.json[0].id]).toEqual([answer.json[0].id, row.id]);
    expect(next.headers.get("link")).toBeNull();
  });

  it("answers 401 without a bearer", async () => {
    expect((await call(GET, "GET")).status).toBe(401);
  });
});

describe("POST …/connections/{id}/check", () => {
  it("asks the provider with the stored access token while that is valid", async () => {
    const { jwt, row, params } = await aConnected();
    const before = suiteA.refreshes;
    const answer = await call(check, "POST", { bearer: jwt, params });
    expect(answer.json).toMatchObject({ id: row.id, status: "active" });
    expect(answer.json.last_checked_at).not.toBeNull();
    expect(suiteA.refreshes).toBe(before);
  });

  it.each([
    [61_000, 0],
    [60_000, 1],
    [-HOUR_MS, 1],
  ])("with %i ms left, refreshes %i times", async (leftMs, refreshes) => {
    const { jwt, row, params } = await aConnected();
    vi.useFakeTimers({ toFake: ["Date"] });
    await expire(row.id, leftMs);
    const before = suiteA.refreshes;
    expect((await call(check, "POST", { bearer: jwt, params })).json.status).toBe("active");
    expect(suiteA.refreshes - before).toBe(refreshes);
  });

  it("refreshes once for any number of callers, and stores the rotated refresh token", async () => {
    const { jwt, row, params } = await aConnected();
    await expire(row.id, -1);
    const before = suiteA.refreshes;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call(check, "POST", { bearer: jwt, params })),
    );
    expect(answers.map((answer) => answer.json.status)).toEqual(Array(4).fill("active"));
    expect(suiteA.refreshes - before).toBe(1);
    const after = await reload(row.id);
    for (const kind of ["access", "refresh"] as const) {
      expect(decryptToken(after, kind)).toBeTruthy();
      expect(decryptToken(after, kind)).not.toBe(decryptToken(row, kind));
    }
    // Providers withdraw everything when a refresh token comes back that was rotated: only the kept one may be sent.
    await expire(row.id, -1);
    expect((await call(check, "POST", { bearer: jwt, params })).json.status).toBe("active");
  });

  it("refreshes at the code host too, which reports refusals with a 200", async () => {
    sit();
    codeHost.expiresInS = 28_800;
    const { jwt, developerId } = await signIn("code_host");
    const row = await db().developerConnection.findFirstOrThrow({
      where: { developerId: developerId ?? "" },
    });
    const params = { connection_id: row.id };
    await expire(row.id, 0);
    expect((await call(check, "POST", { bearer: jwt, params })).json.status).toBe("active");
    expect(decryptToken(await reload(row.id), "refresh")).not.toBe(decryptToken(row, "refresh"));
    codeHost.revokeTokens();
    await expire(row.id, 0);
    expect((await call(check, "POST", { bearer: jwt, params })).json.status).toBe("reauth_required");
  });

  it.each([3e11, Number.MAX_SAFE_INTEGER, 1e300])(
    "takes a token that lasts for %d seconds for one that does not expire, at sign-in and when it is refreshed",
    async (seconds) => {
      sit();
      codeHost.expiresInS = seconds;
      const { jwt, developerId } = await signIn("code_host");
      const row = await db().developerConnection.findFirstOrThrow({
        where: { developerId: developerId ?? "" },
      });
      expect(row).toMatchObject({ expiresAt: null });
      await expire(row.id, 0);
      const answer = await call(check, "POST", { bearer: jwt, params: { connection_id: row.id } });
      expect(answer.json).toMatchObject({ status: "active", expires_at: null });
      expect(decryptToken(await reload(row.id), "refresh")).not.toBe(decryptToken(row, "refresh"));
    },
  );

  it("marks the connection reauth_required when the provider refuses the refresh token", async () => {
    const { jwt, row, params } = await aConnected();
    await suiteA.revokeGrants();
    await expire(row.id, -1);
    const answer = await call(check, "POST", { bearer: jwt, params });
    expect(answer.status).toBe(200);
    expect(answer.json.status).toBe("reauth_required");
    expect((await reload(row.id)).status).toBe("reauth_required");
    const before = suiteA.requests.length;
    expect((await call(check, "POST", { bearer: jwt, params })).json.status).toBe("reauth_required");
    expect(suiteA.requests.length).toBe(before);
  });

  it("marks it if the provider refuses the access token, or it has expired and can't be refreshed", async () => {
    sit();
    const { jwt, developerId } = await signIn("code_host");
    const row = await db().developerConnection.findFirstOrThrow({
      where: { developerId: developerId ?? "" },
    });
    codeHost.revokeTokens();
    const refused = await call(check, "POST", { bearer: jwt, params: { connection_id: row.id } });
    expect(refused.json.status).toBe("reauth_required");
    sit();
    const plain = await signIn("suite_b");
    const other = await db().developerConnection.findFirstOrThrow({
      where: { developerId: plain.developerId ?? "" },
    });
    await expire(other.id, -1);
    const expired = await call(check, "POST", { bearer: plain.jwt, params: { connection_id: other.id } });
    expect(expired.json.status).toBe("reauth_required");
  });

  it("answers 503 and changes nothing while the provider fails", async () => {
    const { jwt, row, params } = await aConnected();
    suiteA.userinfo = "fails";
    const answer = await call(check, "POST", { bearer: jwt, params });
    expect(answer.status).toBe(503);
    expect(answer.json.detail).not.toMatch(/127\.0\.0\.1|token/);
    expect(await reload(row.id)).toEqual(row);
  });
});

describe("DELETE …/connections/{id}", () => {
  it("deletes the tokens, and refuses to remove the last way to sign in", async () => {
    const { jwt, row, params } = await aConnected();
    const last = await call(DELETE, "DELETE", { bearer: jwt, params });
    expect(last.status).toBe(409);
    await signIn("suite_b");
    expect((await call(DELETE, "DELETE", { bearer: jwt, params })).status).toBe(204);
    expect(await db().developerConnection.count({ where: { id: row.id } })).toBe(0);
    const audit = await db().auditEvent.findFirstOrThrow({
      where: { targetId: row.id, action: "connection.deleted" },
    });
    expect(audit).toMatchObject({ actorId: row.developerId, before: { provider: "suite_a" } });
  });

  it("leaves one of two connections if both are deleted at once", async () => {
    const { jwt, row } = await aConnected();
    await signIn("suite_b");
    const rows = await db().developerConnection.findMany({ where: { developerId: row.developerId } });
    const answers = await Promise.all(
      rows.map(({ id }) => call(DELETE, "DELETE", { bearer: jwt, params: { connection_id: id } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409]);
    expect(await db().developerConnection.count({ where: { developerId: row.developerId } })).toBe(1);
  });
});

it("someone else's connection is not found, like an unknown one: 404", async () => {
  const { row } = await aConnected();
  const grace = await aDeveloper({ name: "Grace" });
  for (const connection_id of [row.id, "not-a-uuid", "00000000-0000-4000-8000-000000000000"]) {
    for (const [route, method] of [
      [check, "POST"],
      [DELETE, "DELETE"],
    ] as const) {
      const answer = await call(route, method, { bearer: grace.jwt, params: { connection_id } });
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual({ detail: "Connection not found" });
    }
  }
  expect(await reload(row.id)).toEqual(row);
});
