import { test } from "@/tests/e2e/fixtures";
import { startObjectStorage } from "@/tests/support/object-storage";
import { freePort, type Service, startService } from "@/tests/support/service";

/** A service of its own, whose files lie in a bucket that takes uploads from its pages. */
export const withStorage = test.extend<object, { service: Service }>({
  service: [
    async ({ browserName: _ }, use) => {
      const port = String(await freePort());
      const storage = await startObjectStorage(`http://localhost:${port}`);
      const service = await startService({ PORT: port, ...storage.settings });
      await use(service);
      await service.stop();
      await storage.close();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: ({ service }, use) => use(service.baseUrl),
});
