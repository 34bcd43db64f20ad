import { OPERATOR } from "@/tests/e2e/fixtures";
import { startService } from "@/tests/support/service";

/** One service for all browser tests, built and started as people do it. */
export default async function setup(): Promise<() => Promise<void>> {
  const port = Number(process.env.E2E_PORT);
  const service = await startService({
    PORT: String(port),
    LOCAL_IDENTITY_PORT: String(port + 1),
    OPERATOR_EMAILS: OPERATOR.email,
  });
  return async () => {
    await service.stop();
  };
}
