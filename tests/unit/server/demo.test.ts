import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const RUN_MS = 30_000;

it.each(["localhost:3000", "example.com", "ftp://example.com", "http://"])(
  "The demo says so if the service's address is %s, instead of waiting for a sign-in",
  { timeout: 2 * RUN_MS },
  (address) => {
    const args = ["--import", "tsx", "lib/server/demo.ts"];
    const env = { ...process.env, BASE_URL: address };
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", timeout: RUN_MS });
    expect(stderr).toBe(`\n"${address}" is no address. Give one such as http://localhost:3000\n`);
    expect(status).toBe(1);
  },
);
