import { expect, it } from "vitest";
import { GET as login } from "@/app/api/v1/auth/[provider]/login/route";
import { call } from "@/tests/support/call";
import { startProviders } from "@/tests/support/providers";

process.env.SUITE_A_NAME = "Google";
process.env.SUITE_B_NAME = "Acme";
await startProviders();

async function promptAt(provider: string, query: Record<string, string>): Promise<string | null> {
  const { headers } = await call(login, "GET", { params: { provider }, query });
  return new URL(headers.get("location") ?? "").searchParams.get("prompt");
}

it("a provider asks which account to use only if it is to, and if it is known to be able to", async () => {
  expect(await promptAt("suite_a", {})).toBeNull();
  expect(await promptAt("suite_a", { prompt: "select_account" })).toBe("select_account");
  expect(await promptAt("suite_b", { prompt: "select_account" })).toBeNull();
});
