import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { SettingsError } from "@/lib/platform/env";
import { LOOPBACK, listenProblem, requireFreePort } from "@/lib/server/ports";
import { WRONG_SETTINGS } from "@/lib/server/require-settings";

it("A port is refused that browsers would not open, before anybody waits for its first answer", async () => {
  await expect(requireFreePort(6000, LOOPBACK, "PORT")).rejects.toThrow(
    "Browsers refuse to open port 6000. Set PORT to another port.",
  );
});

it("A port is refused that another program has", async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, LOOPBACK, () => resolve((server.address() as { port: number }).port));
  });
  try {
    await expect(requireFreePort(port, LOOPBACK, "PORT")).rejects.toThrow(/taken by another program/);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  await requireFreePort(port, LOOPBACK, "PORT");
});

it("An address that this machine does not have may be one that it does not have yet: no wrong setting", async () => {
  // Of a net that documents have to themselves (RFC 5737).
  const problem = await requireFreePort(4000, "203.0.113.7", "PORT").catch((error: unknown) => error);
  expect(problem).toEqual(
    new Error(
      "HOST can't be 203.0.113.7 (EADDRNOTAVAIL): this machine does not have that address, or not yet.",
    ),
  );
  for (const code of ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"]) {
    expect([code, listenProblem(code, 4000, "203.0.113.7", "PORT") instanceof SettingsError]).toEqual([
      code,
      false,
    ]);
  }
});

it("An address of a kind that this machine can't have at all is a wrong setting", () => {
  for (const code of ["EAFNOSUPPORT", "EINVAL"]) {
    expect(listenProblem(code, 4000, "fe80::1", "PORT")).toEqual(
      new SettingsError(`HOST can't be fe80::1 (${code}): it must be an address of this machine.`),
    );
  }
});

it("systemd starts the service again however often it ends, unless a setting is wrong", async () => {
  const unit = await readFile("deploy/workspace-platform.service", "utf8");
  expect(unit).toMatch(/^Restart=always$/m);
  expect(unit).toMatch(new RegExp(`^RestartPreventExitStatus=${WRONG_SETTINGS}$`, "m"));
  // By default five starts within ten seconds are the last: an address may be longer in coming.
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
});

it("A port that this user may not listen on is a wrong setting, and a taken one may become free", () => {
  const refused = listenProblem("EACCES", 80, undefined, "PORT");
  expect(refused).toBeInstanceOf(SettingsError);
  expect(refused.message).toBe(
    "PORT can't be 80 (EACCES): this user may not listen on it. Set another port.",
  );
  expect(listenProblem("EADDRINUSE", 80, undefined, "PORT")).not.toBeInstanceOf(SettingsError);
});
