import { expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { warnOfUnverified } from "@/lib/server/warn-of-unverified";
import { describeForgeries } from "@/tests/support/inbound-forgeries";
import { SENDER_SETTINGS } from "@/tests/support/inbound-senders";

Object.assign(process.env, SENDER_SETTINGS);

describeForgeries(false);

it("at startup the service names only providers whose unsigned webhooks are processed although a secret is set", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  warnOfUnverified();
  expect(warn.mock.calls.map(([context]) => context)).toEqual([
    { providers: ["code_host"], settings: ["CODE_HOST_WEBHOOK_SECRET"] },
  ]);
});
