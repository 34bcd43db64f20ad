import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { expect, test } from "@playwright/test";

/*
 * The demo client and the token command as people run them, against the built service. Everyone here is a newcomer, so
 * that no test finds what another one uploaded.
 */

const ROOT = path.resolve(import.meta.dirname, "../..");
const RUN_MS = 90_000;

type Ended = { code: number | null; output: string };

function command(program: string, args: string[], settings: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, ["lib/server/run.mjs", program, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let onOutput = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      onOutput();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
  /** The first match of a pattern in what the command prints. */
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      onOutput = () => {
        const found = pattern.exec(output)?.[0];
        if (found) resolve(found);
      };
      onOutput();
      ended.then(() => reject(new Error(`It ended without printing ${pattern}:\n${output}`)), reject);
    });
  return { ended, printed };
}

/** `accepted`, `duplicates`, `rejected`, `sent` of the demo's last sum. */
function sums(output: string): number[] {
  const found = /(\d+) accepted \+ (\d+) duplicates \+ (\d+) rejected = (\d+) sent/.exec(output);
  return (found ?? []).slice(1).map(Number);
}

const newcomer = () => `demo-${randomUUID()}@example.com`;

test.describe("npm run demo", () => {
  test.setTimeout(2 * RUN_MS);

  test("plays a day whose sums reconcile; again, by the other base URL and with %3A, it stores nothing twice", async ({
    baseURL,
  }) => {
    const email = newcomer();
    const first = await command("demo", ["--as", email, "--base-url", `${baseURL}`]).ended;
    expect(first.output).toContain("The sums reconcile");
    expect(first.code).toBe(0);
    const [accepted = 0, duplicates = 0, rejected, sent] = sums(first.output);
    expect(accepted).toBeGreaterThan(50);
    expect(accepted + duplicates + 2).toBe(sent);
    expect(rejected).toBe(2);
    expect(first.output).toMatch(/ts_out_of_range/);
    expect(first.output).toMatch(/forbidden_field/);
    expect(first.output).toMatch(/Coding +\d+ min/);

    const args = ["--as", email, "--base-url", `${baseURL}/api/v1/`, "--encode-colons"];
    const again = await command("demo", args).ended;
    expect(again.code).toBe(0);
    // Minutes that passed between the two runs are new; nothing else is.
    const [acceptedAgain = 0, duplicatesAgain] = sums(again.output);
    expect(acceptedAgain).toBeLessThan(10);
    expect(duplicatesAgain).toBeGreaterThanOrEqual(accepted);
  });

  test("prints an address for the browser, which comes back to a page that says so", async ({
    baseURL,
    page,
  }) => {
    const demo = command("demo", ["--base-url", `${baseURL}`]);
    await page.goto(await demo.printed(/http\S+\/auth\/device\/login\S+/));
    await page.getByLabel("Name").fill("New Comer");
    const email = newcomer();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
    const { code, output } = await demo.ended;
    expect(output).toContain(`New Comer <${email}>`);
    expect(code).toBe(0);
  });

  test("says what to do when no service answers, and how to use it when called wrongly", async () => {
    const noService = await command("demo", ["--as", newcomer(), "--base-url", "http://127.0.0.1:1"]).ended;
    expect(noService).toMatchObject({ code: 1, output: expect.stringContaining("npm start") });
    const wrongly = await command("demo", ["--colour"]).ended;
    expect(wrongly).toMatchObject({ code: 2, output: expect.stringContaining("--base-url") });
  });

  test("shows the reason when the service refuses the sign-in", async ({ baseURL }) => {
    const args = ["--as", newcomer(), "--base-url", `${baseURL}`, "--provider", "CODE_HOST"];
    const { code, output } = await command("demo", args).ended;
    expect(output).toContain("Unsupported provider");
    expect(code).toBe(1);
  });
});

test.describe("npm run token", () => {
  test("refuses if the database is the operator's own", async () => {
    const settings = { DATABASE_URL: "postgresql://localhost:1/none" };
    const { code, output } = await command("token", ["--email", newcomer()], settings).ended;
    expect(output).toContain("DATABASE_URL is set");
    expect(code).toBe(1);
  });

  test("refuses before the service has created its secrets, and without an email", async () => {
    const settings = { DATABASE_URL: "", DATA_DIR: path.join(ROOT, ".data-that-is-not-there") };
    const early = await command("token", ["--email", newcomer()], settings).ended;
    expect(early).toMatchObject({ code: 1, output: expect.stringContaining("npm start") });
    const nobody = await command("token", ["--email", "nobody"], settings).ended;
    expect(nobody).toMatchObject({ code: 1, output: expect.stringContaining("--email") });
  });
});
