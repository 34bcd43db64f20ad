import { createServer } from "node:net";
import { expect, it } from "vitest";
import { SettingsError } from "@/lib/platform/env";
import { LOOPBACK, listenProblem, requireFreePort } from "@/lib/server/ports";

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

it("An address that is none of this machine's is a wrong HOST, which starting again would not mend", async () => {
  // Of a net that documents have to themselves (RFC 5737).
  await expect(requireFreePort(4000, "203.0.113.7", "PORT")).rejects.toThrow(
    new SettingsError("HOST can't be 203.0.113.7 (EADDRNOTAVAIL): it must be an address of this machine."),
  );
});

it("A port that this user may not listen on is a wrong setting, and a taken one may become free", () => {
  const refused = listenProblem("EACCES", 80, undefined, "PORT");
  expect(refused).toBeInstanceOf(SettingsError);
  expect(refused.message).toBe(
    "PORT can't be 80 (EACCES): this user may not listen on it. Set another port.",
  );
  expect(listenProblem("EADDRINUSE", 80, undefined, "PORT")).not.toBeInstanceOf(SettingsError);
});
