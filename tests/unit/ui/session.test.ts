import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { keepPageOf, nextToken } from "@/lib/ui/api/session";

/* The browser's storage and events, as far as a session needs them. */

const token = (subject: string) => `x.${btoa(JSON.stringify({ sub: subject }))}.x`;

function aBrowser() {
  const stored = new Map<string, string>();
  const localStorage = { getItem: (key: string) => stored.get(key) ?? null };
  const window = Object.assign(new EventTarget(), { localStorage });
  vi.stubGlobal("window", window);
  const signIn = (subject: string) => {
    stored.set("token", token(subject));
    window.dispatchEvent(new Event("storage"));
  };
  return { signIn };
}

afterEach(() => vi.unstubAllGlobals());

describe("the token of a request on a kept page", () => {
  it("comes with the next sign-in, after which giving the request up means nothing here", async () => {
    const { signIn } = aBrowser();
    onTestFinished(keepPageOf("ada"));
    const { signal } = new AbortController();
    const listening = new Set<unknown>();
    vi.spyOn(signal, "addEventListener").mockImplementation((_, listener) => void listening.add(listener));
    vi.spyOn(signal, "removeEventListener").mockImplementation(
      (_, listener) => void listening.delete(listener),
    );
    const next = nextToken(signal);
    signIn("grace");
    expect(listening.size).toBe(1);
    signIn("ada");
    expect(await next).toBe(token("ada"));
    expect(listening.size).toBe(0);
  });

  it("is not waited for once the request is given up", async () => {
    aBrowser();
    onTestFinished(keepPageOf("ada"));
    const controller = new AbortController();
    const next = nextToken(controller.signal);
    controller.abort(new Error("given up"));
    await expect(next).rejects.toThrow("given up");
    await expect(nextToken(controller.signal)).rejects.toThrow("given up");
  });
});
