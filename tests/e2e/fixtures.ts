import { randomUUID } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";

export { expect };

export type Person = { name: string; email: string };

/** Who runs the service of the tests. */
export const OPERATOR: Person = { name: "Operator", email: "operator@example.com" };

type Fixtures = {
  /** Console messages of level error that a test provokes on purpose. Any other one fails it. */
  expectedErrors: RegExp[];
  /** Somebody whom no other test knows. */
  person: Person;
};

export const test = base.extend<Fixtures>({
  // Dates are written the reader's way; the tests read them the British way.
  locale: "en-GB",
  expectedErrors: [[], { option: true }],
  person: async ({ browserName: _ }, use) => {
    const id = randomUUID().slice(0, 8);
    await use({ name: `Person ${id}`, email: `${id}@example.com` });
  },
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    const note = (text: string) => {
      if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text);
    };
    page.on("console", (message) => {
      if (message.type() === "error") note(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => note(error.message));
    await use(page);
    expect(errors, "console errors").toEqual([]);
  },
});

/** Goes from the sign-in page through the local identity provider and back. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await page.getByRole("link", { name: "Continue with Code host" }).click();
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/**
 * Opens the console as somebody who signs in by the same requests as from the sign-in page. Most of these pages are not
 * opened: every test would wait for them, and `sign-in.spec.ts` tries them.
 */
export async function openConsoleAs(page: Page, { name, email }: Person): Promise<void> {
  // A page without scripts, so that the browser has a place for the bearer.
  await page.goto("/icon.svg");
  const headers = { "user-agent": await page.evaluate(() => navigator.userAgent) };
  const form = await page.request.get("/auth/code_host/login", { headers });
  const action = /<form method="post" action="([^"]+)">/.exec(await form.text())?.[1] ?? "";
  const completed = await page.request.post(new URL(action, form.url()).href, {
    headers,
    form: { name, email },
  });
  const token = new URLSearchParams(new URL(completed.url()).hash.slice(1)).get("token");
  if (token === null) throw new Error(`signing in ended at ${completed.url()}: ${completed.status()}`);
  await page.evaluate((bearer) => window.localStorage.setItem("token", bearer), token);
  await page.goto("/home");
  await expect(page.getByRole("button", { name: `Account of ${name}` })).toBeVisible();
}

/** The bearer that the browser keeps. */
export async function bearerOf(page: Page): Promise<string> {
  const token = await page.evaluate(() => window.localStorage.getItem("token"));
  if (token === null) throw new Error("nobody is signed in");
  return token;
}

/** Calls the API as a client of its own, and fails unless it answers 2xx. */
export async function api<T>(
  request: APIRequestContext,
  bearer: string,
  method: "GET" | "POST" | "PUT" | "PATCH",
  path: string,
  data?: unknown,
): Promise<T> {
  const response = await request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${bearer}` },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

/** Does what changes something, and waits until it is stored: pages show most changes before they are answered. */
export async function saved(page: Page, act: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() !== "GET");
  await act();
  expect((await answered).ok()).toBe(true);
}

/** Signs somebody in, and makes them a workspace with a project that is tracked. */
export async function openTrackedProject(
  page: Page,
  person: Person,
): Promise<{ bearer: string; workspaceId: string; projectId: string }> {
  await openConsoleAs(page, person);
  const bearer = await bearerOf(page);
  const make = (path: string, body: object) => api<{ id: string }>(page.request, bearer, "POST", path, body);
  const workspace = await make("/workspaces", { name: "Engines" });
  const project = await make(`/workspaces/${workspace.id}/projects`, {
    name: "Note G",
    settings: { tracker_enabled: true },
  });
  return { bearer, workspaceId: workspace.id, projectId: project.id };
}

const APPS = {
  code: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "note-g.ts" },
  chat: { name: "Slack", bundle_id: "com.tinyspeck.slackmacgap", window_title: "engines" },
};

/** Enrols a device and uploads a minute each of coding and chat, ending now. */
export async function uploadMinutes(
  request: APIRequestContext,
  bearer: string,
  projectId: string,
  minutes: { code: number; chat: number },
): Promise<void> {
  const deviceId = randomUUID();
  await api(request, bearer, "POST", "/tracker/devices:enroll", {
    device_id: deviceId,
    project_id: projectId,
    name: "Test laptop",
  });
  const apps = [
    ...Array.from({ length: minutes.code }, () => APPS.code),
    ...Array.from({ length: minutes.chat }, () => APPS.chat),
  ];
  const now = Date.now();
  const events = apps.map((app, index) => ({
    event_id: randomUUID(),
    client_seq: index + 1,
    ts: new Date(now - (apps.length - index) * 60_000).toISOString(),
    interval_s: 60,
    active_app: app,
  }));
  const result = await api<{ accepted: number }>(request, bearer, "POST", "/tracker/events:batch", {
    schema_version: "1.0",
    device_id: deviceId,
    sent_at: new Date(now).toISOString(),
    events,
  });
  expect(result.accepted).toBe(apps.length);
}

/** A zone in which it is about noon, so that the last half hour lies within today whenever a test runs. */
export function zoneAtNoon(): string {
  const hoursAhead = 12 - new Date().getUTCHours();
  // In these names the sign is the other way round.
  return hoursAhead === 0 ? "Etc/GMT" : `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`;
}

/** Lets a page whose clock is the test's ask again for all that it shows, as it does when its reader comes back to it. */
export async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

/** Fails on any finding of axe on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in has too little contrast for a moment: a finding counts when it stays.
  await expect(async () => {
    // Only findings are described, and in the page itself: a page of its own is needed for frames of other origins alone.
    const { violations } = await new AxeBuilder({ page })
      .options({ resultTypes: ["violations"] })
      .setLegacyMode()
      .analyze();
    const findings = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
    expect(findings).toEqual([]);
  }).toPass({ timeout: 60_000 });
}
