import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as login } from "@/app/api/v1/auth/[provider]/login/route";
import { GET as providers } from "@/app/api/v1/auth/providers/route";
import { POST as check } from "@/app/api/v1/developers/me/connections/[connection_id]/check/route";
import { GET as me } from "@/app/api/v1/developers/me/route";
import { PROVIDER_IDS } from "@/lib/identity/rules";
import { db } from "@/lib/platform/database";
import { Browser } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { signIn } from "@/tests/support/providers";

const PROGRAM = ["--import", "tsx", path.join("lib", "server", "local-identity.ts")];
const POLL_MS = 100;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

process.env.DATA_DIR = await mkdtemp(path.join(tmpdir(), "wps-identity-"));
process.env.LOCAL_IDENTITY_URL = `http://localhost:${await freePort()}`;
const { DATA_DIR, LOCAL_IDENTITY_URL } = process.env;

let running: ChildProcess;

async function start(): Promise<void> {
  running = spawn(process.execPath, PROGRAM, { stdio: ["ignore", "ignore", "inherit"] });
  const isUp = () =>
    fetch(`${LOCAL_IDENTITY_URL}/.well-known/openid-configuration`).then(
      (response) => response.ok,
      () => false,
    );
  while (running.exitCode === null && !(await isUp())) await pause(POLL_MS);
  expect(running.exitCode).toBeNull();
}

async function stop(): Promise<void> {
  running.kill("SIGTERM");
  if (running.exitCode === null) await once(running, "exit");
}

beforeAll(start);
afterAll(async () => {
  await stop();
  await rm(DATA_DIR ?? "", { recursive: true, force: true });
});

const ada = { name: "Ada Lovelace", email: "ada@example.com" };

describe("the local identity provider", () => {
  it("stands in for every provider that is not configured", async () => {
    const answer = await call(providers, "GET");
    expect(answer.json.map((each: { is_local: boolean }) => each.is_local)).toEqual([true, true, true]);
    const developers = new Set<string | null>();
    for (const id of PROVIDER_IDS) developers.add((await signIn(id, { port: 5000, form: ada })).developerId);
    expect(developers.size).toBe(1);
    expect(developers.has(null)).toBe(false);
  });

  it("lets anyone in by name and email, always as the same person", async () => {
    const form = { name: "Mary <b>Shelley</b>", email: "Mary@Example.com" };
    const first = await signIn("suite_a", { form });
    const again = await signIn("suite_a", { form: { name: "", email: "mary@example.com" } });
    expect(again.developerId).toBe(first.developerId);
    const profile = await call(me, "GET", { bearer: first.jwt });
    expect(profile.json).toMatchObject({ name: form.name, email: "mary@example.com" });
  });

  it("asks every time who is signing in, even in a browser that it knows", async () => {
    const browser = new Browser();
    const first = await signIn("suite_a", { browser, form: ada });
    const second = await signIn("suite_a", { browser, form: { name: "Grace", email: "grace@example.com" } });
    expect(second.developerId).not.toBe(first.developerId);
  });

  it("shows a page with the personas and the form, which loads nothing else and asks again for an invalid email", async () => {
    const begun = await call(login, "GET", { params: { provider: "suite_b" } });
    const first = await fetch(begun.headers.get("location") ?? "", { redirect: "manual" });
    const url = new URL(first.headers.get("location") ?? "", LOCAL_IDENTITY_URL);
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const page = await fetch(url, { headers: { cookie } });
    const html = await page.text();
    for (const text of ["Ada Lovelace", "Grace Hopper", "Linus", 'name="name"', 'name="email"', "Suite B"]) {
      expect(html).toContain(text);
    }
    expect(html).not.toMatch(/(src|href)=|url\(|@import/);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const body = new URLSearchParams({ name: `"><script>`, email: "nobody" });
    const bad = await fetch(url, { method: "POST", headers: { cookie }, body, redirect: "manual" });
    expect(bad.status).toBe(400);
    expect(await bad.text()).not.toContain("<script>");
    const stranger = await fetch(url, { method: "POST", body: new URLSearchParams(ada), redirect: "manual" });
    expect(stranger.status).toBe(400);
  });

  it("keeps its grants through a restart, in a file that only its owner can read", async () => {
    const { jwt, developerId } = await signIn("suite_a", { purpose: "connect_crm", form: ada });
    const row = await db().developerConnection.findFirstOrThrow({
      where: { developerId: developerId ?? "", provider: "suite_a" },
    });
    expect(row.refreshTokenEncrypted).not.toBeNull();
    await stop();
    await start();
    await db().developerConnection.update({ where: { id: row.id }, data: { expiresAt: new Date() } });
    const answer = await call(check, "POST", { bearer: jwt, params: { connection_id: row.id } });
    expect(answer.json.status).toBe("active");
    const after = await db().developerConnection.findUniqueOrThrow({ where: { id: row.id } });
    expect(after.refreshTokenEncrypted).not.toBe(row.refreshTokenEncrypted);
    const file = path.join(DATA_DIR ?? "", "local-identity.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, "utf8"))).toBeInstanceOf(Array);
  });

  it("refuses to start for a BASE_URL that is not a loopback address, in one line", async () => {
    const child = spawn(process.execPath, PROGRAM, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, BASE_URL: "https://workspace.example", NODE_NO_WARNINGS: "1" },
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    expect(said.split("\n").filter((line) => line.includes("workspace.example"))).toHaveLength(1);
  });
});
