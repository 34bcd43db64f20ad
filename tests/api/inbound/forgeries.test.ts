import { expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { warnOfUnverified } from "@/lib/server/warn-of-unverified";
import { describeForgeries } from "@/tests/support/inbound-forgeries";
import { SENDER_SETTINGS } from "@/tests/support/inbound-senders";

Object.assign(process.env, SENDER_SETTINGS);

describeForgeries(false);

it("the service names at its start only those whose unsigned webhooks are acted on although there is a secret", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  warnOfUnverified();
  expect(warn.mock.calls.map(([context]) => context)).toEqual([
    { providers: ["code_host"], settings: ["CODE_HOST_WEBHOOK_SECRET"] },
  ]);
});
