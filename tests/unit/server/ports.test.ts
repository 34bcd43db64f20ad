import { createServer } from "node:net";
import { expect, it } from "vitest";
import { LOOPBACK, requireFreePort } from "@/lib/server/ports";

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
