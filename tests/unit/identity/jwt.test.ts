import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { issueJwt, readJwt } from "@/lib/identity/jwt";
import { JWTS_KNOWN_MAX } from "@/lib/identity/limits";
import { env } from "@/lib/platform/env";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const TTL_MS = env().JWT_TTL_MINUTES * 60_000;

describe("a JWT that was read before", () => {
  it("says the same again, until it expires", async () => {
    const [developerId, id] = [randomUUID(), randomUUID()];
    const token = await issueJwt(developerId, NOW, { id, provider: "code_host" });
    const claims = { developerId, sessionId: id, issuedAt: NOW };
    for (const ms of [0, 1, TTL_MS - 1]) expect(await readJwt(token, later(ms))).toEqual(claims);
    for (const ms of [TTL_MS, TTL_MS + 1, 10 * TTL_MS]) expect(await readJwt(token, later(ms))).toBeNull();
    expect(await readJwt(token, later(TTL_MS - 1))).toEqual(claims);
  });

  it("is none where its time of issue lies ahead again", async () => {
    const token = await issueJwt(randomUUID(), NOW);
    expect(await readJwt(token, NOW)).not.toBeNull();
    expect(await readJwt(token, later(-3_600_000))).toBeNull();
  });

  it("vouches for no other of the same content", async () => {
    const token = await issueJwt(randomUUID(), NOW);
    expect(await readJwt(token, NOW)).not.toBeNull();
    const [header, payload] = token.split(".");
    const other = (await issueJwt(randomUUID(), NOW)).split(".")[2];
    for (const forged of [
      `${header}.${payload}.`,
      `${header}.${payload}.${other}`,
      `${token}A`,
      ` ${token}`,
    ]) {
      expect(await readJwt(forged, NOW)).toBeNull();
    }
  });

  it("is read afresh once many others were read since", async () => {
    const developerId = randomUUID();
    const token = await issueJwt(developerId, NOW);
    for (let count = 0; count <= JWTS_KNOWN_MAX; count++) {
      const each = randomUUID();
      expect((await readJwt(await issueJwt(each, NOW), NOW))?.developerId).toBe(each);
    }
    expect((await readJwt(token, NOW))?.developerId).toBe(developerId);
  });
});
