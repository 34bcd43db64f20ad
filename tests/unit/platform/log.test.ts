import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { withoutSecrets } from "@/lib/platform/log";

describe("withoutSecrets", () => {
  it.each([
    ["svc_0123456789ABCDEFabcdef", "an API token"],
    ["wsk_0123456789ABCDEFabcdef", "a workspace key"],
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "a webhook secret"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "a JWT"],
  ])("removes %s wherever it appears (%s)", (secret) => {
    for (const text of [
      secret,
      `Bearer ${secret}`,
      `{"a":"${secret}"}`,
      `https://x/callback?token=${secret}&a=1`,
    ]) {
      expect(withoutSecrets(text)).not.toContain(secret);
    }
  });

  it.each([
    ["GET /callback?code=abc123&state=def456", ["abc123", "def456"]],
    ["refresh_token=r-1&access_token=a-1&client_secret=c-1", ["r-1", "a-1", "c-1"]],
    ["postgresql://app:pa55word@db.example:5432/app failed", ["pa55word"]],
    ["redis://:pa55word@cache.example", ["pa55word"]],
    ["Authorization: Basic dXNlcjpwYXNzd29yZA==", ["dXNlcjpwYXNzd29yZA"]],
    ['{"password":"pa55word","refresh_token":"r-12345"}', ["pa55word", "r-12345"]],
    ['{\\"access_token\\":\\"a-12345\\"}', ["a-12345"]],
  ])("takes the secrets out of %s", (text, secrets) => {
    const clean = withoutSecrets(text);
    for (const secret of secrets) expect(clean).not.toContain(secret);
  });

  it("leaves a log line valid JSON with everything else in it", () => {
    const line = JSON.stringify({
      level: 30,
      msg: "a state=xyz thing",
      path: "/auth/x?code=1",
      token: "svc_0123456789",
      n: 1,
    });
    const clean = JSON.parse(withoutSecrets(line));
    expect(clean).toMatchObject({ level: 30, n: 1 });
    expect(clean.path).toBe("/auth/x?code=[redacted]");
  });
});

it("lets a process say that LOG_LEVEL is wrong, in a line and with exit code 78", () => {
  const program = `
    import "./lib/platform/log";
    import { requireSettings } from "./lib/server/require-settings";
    requireSettings();
  `;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const env = { ...process.env, LOG_LEVEL: "loud" };
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  expect(stderr).toContain("LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.");
  expect(stderr).not.toContain("    at ");
  expect(status).toBe(78);
});

describe("a process of the launcher", () => {
  let child: ChildProcess;
  afterEach(() => child.kill("SIGKILL"));

  /** Logs two lines as `worker` does in production, runs `end`, and stays alive if that doesn't end it. */
  function start(end: string) {
    const program = `
      import { log } from "./lib/platform/log";
      setInterval(() => {}, 1000);
      log.info("the first");
      process.once("message", () => { log.info("the last"); ${end} });
      process.send("up");
    `;
    return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
      env: { ...process.env, NODE_ENV: "production", PROCESS_NAME: "worker", LOG_LEVEL: "info" },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
  }

  it("flushes its log when it exits", async () => {
    child = start("process.exit(3)");
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    await once(child, "message");
    child.send("end");
    const [code] = await once(child, "close");
    expect(code).toBe(3);
    const lines = output.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["the first", "the last"]);
  });

  it("exits even when nobody reads its log", async () => {
    child = start("process.exit(3)");
    await once(child, "message");
    child.stdout?.destroy();
    child.send("end");
    const [code] = await once(child, "exit");
    expect(code).toBe(3);
  });

  it("keeps running when nobody reads its log", async () => {
    child = start('setTimeout(() => process.send("still here"), 500)');
    await once(child, "message");
    child.stdout?.destroy();
    child.send("go on");
    const [word] = await once(child, "message");
    expect(word).toBe("still here");
  });
});
