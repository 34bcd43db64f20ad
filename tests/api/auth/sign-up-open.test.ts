import { expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { warnOfOpenSignUp } from "@/lib/server/warn-of-open-sign-up";

/* The defaults, on a public address. */

Object.assign(process.env, {
  BASE_URL: "https://app.example.com",
  SUITE_A_CLIENT_ID: "x",
  SUITE_A_CLIENT_SECRET: "x",
});

it("open sign-up is reported in one line at startup", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  warnOfOpenSignUp();
  expect(warn.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^whoever has an account at .+ may sign up and create workspaces here: SIGN_UP, SIGN_UP_EMAIL_DOMAINS and WORKSPACE_CREATION narrow that$/,
      ),
    ],
  ]);
});
