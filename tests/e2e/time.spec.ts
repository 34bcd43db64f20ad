import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { signIn } from "@/lib/server/demo/sign-in";
import { dayIn, rangeOfDay, shiftDay } from "@/lib/tracker/days/rules";
import { periodOf } from "@/lib/ui/time/periods";
import {
  api,
  bearerOf,
  expect,
  expectAccessible,
  openConsoleAs,
  openTrackedProject,
  type Person,
} from "@/tests/e2e/fixtures";

import { join, test } from "@/tests/e2e/people";
import { type Call, recordMonth } from "@/tests/support/recorded-month";

/* What somebody's time went to: a day by device, and weeks, months and years. */

const ZONE = "UTC";
const PHONE = { width: 390, height: 844 };
const CODE = { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "note-g.ts" };
const CHAT = { name: "Slack", bundle_id: "com.tinyspeck.slackmacgap", window_title: "engines" };
const ZOOM = { name: "zoom.us", bundle_id: "us.zoom.xos", window_title: "Weekly" };

test.use({ timezoneId: ZONE });

/** A day that is over, so that nothing of it moves while it is looked at. */
const DAY = shiftDay(dayIn(ZONE, new Date()), -2);

/** Somebody with two devices who coded, called and chatted that day: an hour and a half, with a break. */
async function openADay(page: Page, person: Person, { isSuggesting = false } = {}) {
  const { bearer, workspaceId, projectId } = await openTrackedProject(page, person);
  await api(page.request, bearer, "PATCH", "/developers/me", { time_zone: ZONE });
  const { key } = await api<{ key: string }>(
    page.request,
    bearer,
    "GET",
    `/workspaces/${workspaceId}/projects/${projectId}`,
  );
  const task = { title: "Wire the columns" };
  await api(page.request, bearer, "POST", `/workspaces/${workspaceId}/projects/${projectId}/tasks`, task);
  const nine = Date.parse(`${DAY}T09:00:00Z`);
  const send = async (name: string, minutes: readonly [number, number, object][]) => {
    const device_id = randomUUID();
    await api(page.request, bearer, "POST", "/tracker/devices:enroll", {
      device_id,
      project_id: projectId,
      name,
    });
    const events = minutes.flatMap(([from, to, active_app]) =>
      Array.from({ length: to - from }, (_, index) => ({
        event_id: randomUUID(),
        client_seq: from + index + 1,
        ts: new Date(nine + (from + index + 1) * 60_000).toISOString(),
        interval_s: 60,
        active_app,
      })),
    );
    const sent_at = new Date().toISOString();
    await api(page.request, bearer, "POST", "/tracker/events:batch", {
      schema_version: "1.0",
      device_id,
      sent_at,
      events,
    });
  };
  await send("Loom", [
    [0, 30, CODE],
    [30, 50, ZOOM],
    [70, 110, CODE],
  ]);
  await send("Mill", [[60, 70, CHAT]]);
  // Two tens of minutes in the evening whose windows name the project's task: too little to move time by itself.
  if (isSuggesting) {
    const titled = { ...CODE, window_title: `${key}-1 totals` };
    await send("Quill", [
      [600, 610, titled],
      [640, 650, titled],
    ]);
  }
  const range = rangeOfDay(DAY, ZONE);
  const query = `from=${range?.from.toISOString()}&to=${range?.to.toISOString()}`;
  await expect
    .poll(
      async () =>
        (await api<{ pending: boolean }>(page.request, bearer, "GET", `/tracker/timeline?${query}`)).pending,
      {
        timeout: 60_000,
      },
    )
    .toBe(false);
  return { bearer, task: `${key}-1` };
}

async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(excess).toBe(0);
  await expectAccessible(page);
}

test("a day shows what each device saw, by pointer, by keyboard and as a table", async ({ page, person }) => {
  await openADay(page, person);
  await page.goto(`/home?day=${DAY}`);
  const loom = page.getByRole("listbox", { name: "Timeline of Loom" });
  await expect(loom.getByRole("option")).toHaveCount(3);
  await expect(page.getByRole("listbox", { name: "Timeline of Mill" }).getByRole("option")).toHaveCount(1);
  await expect(page.getByRole("img", { name: /^Calls: 09:30–09:50 in / })).toBeVisible();
  await expect(page.getByText("1 break of 5 min or more (10 min)")).toBeVisible();

  await loom
    .getByRole("option", { name: /^09:00–09:30, Coding, Code, note-g.ts, Note G/ })
    .click({ force: true });
  const chosen = page.getByRole("region", { name: "Selected time" });
  await expect(chosen.getByText("09:00–09:30, 30 min")).toBeVisible();
  await loom.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(chosen.getByText("09:00–09:50, 50 min")).toBeVisible();
  await page.keyboard.press("End");
  await expect(chosen.getByText("10:10–10:50, 40 min")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(chosen).toHaveCount(0);

  const box = await loom.boundingBox();
  if (!box) throw new Error("the lane is nowhere");
  await page.mouse.move(box.x + box.width * 0.15, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, box.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect(chosen.getByText(/^09:\d\d–10:\d\d/)).toBeVisible();

  await page.getByRole("radiogroup", { name: "How to show the timeline" }).getByText("Table").click();
  const rows = page.getByRole("table", { name: "Timeline" });
  await expect(rows.getByRole("row", { name: /^09:30–09:50 Loom Meetings/ })).toBeVisible();
  await expect(rows.getByRole("row", { name: /^09:50–10:00 – Nothing recorded, 10 min/ })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test("a week is shown by day and hour, beside the one before, and leads to its days and back", async ({
  page,
  person,
}) => {
  await openADay(page, person);
  const week = periodOf("week", DAY);
  await page.goto(`/home?day=${DAY}`);
  const much = page.getByRole("radiogroup", { name: "How much to show" });
  await much.getByText("Week").click();
  await expect(page).toHaveURL(`/home?week=${week.name}`);
  await expect(
    page.getByRole("heading", { level: 1, name: `Week ${Number(week.name.slice(-2))}` }),
  ).toBeVisible();
  await expect(page.getByText("1 h 40 min recorded")).toBeVisible();
  await expect(page.getByText(/^Nothing was recorded in the week before/)).toBeVisible();
  await page.locator("[role=img] [data-series] rect").first().click();
  await expect(page).toHaveURL(`/home?day=${DAY}`);
  await page.goBack();
  const compared = page.getByRole("table", { name: "Compared with the week before" });
  await expect(compared.getByRole("row", { name: /^Coding 1 h 10 min – \+1 h 10 min/ })).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Time by day and hour" }).getByRole("cell", { name: "50 min" }).first(),
  ).toBeAttached();
  await expectAccessible(page);

  await page.getByRole("radiogroup", { name: "By what" }).getByText("Project").click();
  await expect(page).toHaveURL(`/home?week=${week.name}&by=project`);
  await page.getByRole("radiogroup", { name: "How to show the bars" }).getByText("Table").click();
  const bars = page.getByRole("table", { name: "Time by day", exact: true });
  await expect(bars.getByRole("columnheader", { name: "Note G" })).toBeVisible();
  await bars.getByRole("link").first().click();
  await expect(page).toHaveURL(`/home?day=${DAY}`);
  await expect(page.getByRole("listbox", { name: "Timeline of Loom" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/home?week=${week.name}&by=project`);
  await page.getByRole("button", { name: "Previous week" }).click();
  await expect(page.getByText("Nothing recorded in this week")).toBeVisible();
  await much.getByText("Month").click();
  await much.getByText("Year").click();
  await expect(page).toHaveURL(/[?&]year=\d{4}/);
  await expectFitsPhone(page);
});

test("five people's months are separate, and fit a phone", async ({ page, person, baseURL, owner }) => {
  test.slow();
  const project = await api<{ id: string; key: string }>(
    page.request,
    owner.bearer,
    "POST",
    `${owner.path}/projects`,
    { name: "Note G", settings: { tracker_enabled: true } },
  );
  await api(page.request, owner.bearer, "PATCH", "/developers/me", { time_zone: ZONE });
  const bearers = [owner.bearer];
  for (const number of [2, 3, 4, 5]) {
    const email = `${number}-${person.email}`;
    const bearer = await signIn(baseURL ?? "", "code_host", email);
    await join(page, owner, { bearer, email }, "developer");
    const { id } = await api<{ id: string }>(page.request, bearer, "GET", "/developers/me");
    const members = `${owner.path}/projects/${project.id}/members`;
    await api(page.request, owner.bearer, "POST", members, { developer_id: id });
    bearers.push(bearer);
  }
  for (const [number, bearer] of bearers.entries()) {
    const call: Call = (method, path, body) => api(page.request, bearer, method, path, body);
    expect(await recordMonth(call, project, { person: number, stepMinutes: 10 })).toBeGreaterThan(300);
  }
  const today = dayIn(ZONE, new Date());
  const month = periodOf("month", shiftDay(today, -15));
  const query = `from=${month.from}&to=${month.to}&by=category`;
  await expect
    .poll(
      async () =>
        (await api<{ is_settled: boolean }>(page.request, owner.bearer, "GET", `/tracker/days?${query}`))
          .is_settled,
      { timeout: 120_000 },
    )
    .toBe(true);
  for (const address of [`month=${month.name}`, `year=${month.name.slice(0, 4)}`]) {
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto(`/home?${address}`);
    await expect(page.getByText(/^\d+ h( \d+ min)? recorded/)).toBeVisible();
    await expect(page.locator("[role=img] [data-series] rect").first()).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
  }
});

test("what changes a plot stands in one line on a phone, beside a heading of two", async ({
  page,
  person,
}) => {
  await openADay(page, person);
  await page.setViewportSize(PHONE);
  await page.goto(`/home?month=${DAY.slice(0, 7)}`);
  const shapes = page.getByRole("radiogroup", { name: "How to show the hours of the week" });
  const [plot, table] = [shapes.getByText("Plot"), shapes.getByText("Table")];
  await expect(table).toBeVisible({ timeout: 60_000 });
  expect((await table.boundingBox())?.y).toBe((await plot.boundingBox())?.y);
});

test("addresses that don't name a past week show the current one", async ({ page, person }) => {
  await openConsoleAs(page, person);
  await api(page.request, await bearerOf(page), "POST", "/workspaces", { name: "Engines" });
  for (const nonsense of ["week=2026-W54", "week=2199-W01", "month=2026-13", "year=later"]) {
    await page.goto(`/home?${nonsense}`);
    await expect(page.getByText(/^Nothing recorded yet this (week|month|year)$/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Next/ })).toBeDisabled();
  }
  await expectAccessible(page);
});

test("a stretch explains its category, and can be corrected and restored", async ({ page, person }) => {
  await openADay(page, person);
  await page.goto(`/home?day=${DAY}`);
  const loom = page.getByRole("listbox", { name: "Timeline of Loom" });
  const coded = loom.getByRole("option", { name: /^09:00–09:30, Coding/ });
  await coded.hover({ force: true });
  await expect(page.getByText("Why Coding: App com.microsoft.vscode")).toBeVisible();
  await expect(page.getByText(/^Why [A-Z]+: The device's own project$/)).toBeVisible();
  await coded.click({ force: true });
  const chosen = page.getByRole("region", { name: "Selected time" });
  await expect(chosen.getByText("Why Coding", { exact: true })).toBeVisible();
  await expect(chosen.getByText(/a rule of the service, version/)).toBeVisible();

  const form = chosen.getByRole("form", { name: "Say what it was" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Choose a category, a project or a task first.")).toBeVisible();
  await form.getByLabel("Category").selectOption("comm.meeting");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(loom.getByRole("option", { name: /^09:00–09:30, Meetings/ })).toBeVisible();
  await expect(chosen.getByText("You said so.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(loom.getByRole("option", { name: /^09:00–09:30, Coding/ })).toBeVisible();
  await expect(chosen.getByText("You said so.")).toBeHidden();
  await expectFitsPhone(page);
});

test("the edges of a stretch are typed in any order, and one that can't be is not saved", async ({
  page,
  person,
}) => {
  await openADay(page, person);
  await page.goto(`/home?day=${DAY}`);
  const loom = page.getByRole("listbox", { name: "Timeline of Loom" });
  await loom.getByRole("option", { name: /^09:00–09:30, Coding/ }).click({ force: true });
  const chosen = page.getByRole("region", { name: "Selected time" });
  const form = chosen.getByRole("form", { name: "Say what it was" });
  const [from, to] = [form.getByLabel("From"), form.getByLabel("To", { exact: true })];
  await from.fill("10:10");
  await expect(from).toHaveValue("10:10");
  await from.blur();
  await form.getByLabel("Category").selectOption("comm.meeting");
  await expect(form.getByText("Must be before the end")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Must be before the end")).toBeVisible();
  await expectAccessible(page);
  await to.fill("10:20");
  await expect(form.getByText("Must be before the end")).toBeHidden();
  await expect(chosen.getByText("10:10–10:20, 10 min")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("10:10–10:20 corrected")).toBeVisible();
  await expect(loom.getByRole("option", { name: /^09:00–09:30, Coding/ })).toBeVisible();
  // Another stretch begins with its own edges, whatever was typed for the last.
  await from.fill("");
  await loom.getByRole("option", { name: /^09:00–09:30, Coding/ }).click({ force: true });
  await expect(from).toHaveValue("09:00");
  await expect(form.getByText("Enter a time")).toBeHidden();
});

test("a correction becomes a rule in one click, and similar time follows", async ({ page, person }) => {
  const { bearer } = await openADay(page, person);
  await page.goto(`/home?day=${DAY}`);
  const loom = page.getByRole("listbox", { name: "Timeline of Loom" });
  await loom.getByRole("option", { name: /^09:00–09:30, Coding/ }).click({ force: true });
  const form = page.getByRole("form", { name: "Say what it was" });
  await expect(form.getByRole("button", { name: "Make it a rule" })).toHaveCount(0);
  await form.getByLabel("Category").selectOption("write.docs");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(loom.getByRole("option", { name: /^09:00–09:30, Documents/ })).toBeVisible();
  await expect(loom.getByRole("option", { name: /^10:10–10:50, Coding/ })).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Make it a rule" }).click();
  await expect(page.getByText("From now on: com.microsoft.vscode.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Make it a rule" })).toHaveCount(0);
  await expect(loom.getByRole("option", { name: /^10:10–10:50, Documents/ })).toBeVisible({
    timeout: 60_000,
  });
  const { rules, is_changed } = await api<{ rules: object[]; is_changed: boolean }>(
    page.request,
    bearer,
    "GET",
    "/tracker/rules",
  );
  expect(rules).toMatchObject([{ kind: "bundle", value: "com.microsoft.vscode", category: "write.docs" }]);
  expect(is_changed).toBe(false);
  await page.goto("/account/rules");
  await expect(
    page.getByRole("list", { name: "Rules, the first that matches decides" }).getByRole("listitem"),
  ).toContainText(["com.microsoft.vscode"]);
});

test("suggestions are confirmed all at once, and that is undone at once", async ({ page, person }) => {
  const { task } = await openADay(page, person, { isSuggesting: true });
  await page.goto(`/home?day=${DAY}`);
  const suggestions = page.getByRole("region", { name: "Suggestions" });
  const all = suggestions.getByRole("button", { name: "Confirm all 2" });
  // On a phone the button goes below the title, which would be squeezed beside it.
  await page.setViewportSize(PHONE);
  const title = await suggestions.getByText(/^2 suggestions/).boundingBox();
  expect(title?.width).toBeGreaterThan(240);
  expect((await all.boundingBox())?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0));
  await page.setViewportSize({ width: 1280, height: 720 });
  await all.click();
  await expect(suggestions).toHaveCount(0);
  const quill = page.getByRole("listbox", { name: "Timeline of Quill" });
  await expect(
    quill.getByRole("option", { name: new RegExp(`^19:(00–19:10|40–19:50).*${task}`) }),
  ).toHaveCount(2);
  await page.getByText("2 suggestions confirmed").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(suggestions.getByText("2 suggestions")).toBeVisible();
});

test("of two suggestions one is confirmed and one corrected, and none is left", async ({ page, person }) => {
  const { task } = await openADay(page, person, { isSuggesting: true });
  await page.goto(`/home?day=${DAY}`);
  const suggestions = page.getByRole("region", { name: "Suggestions" });
  await expect(suggestions.getByText("2 suggestions")).toBeVisible();
  await expectAccessible(page);
  const quill = page.getByRole("listbox", { name: "Timeline of Quill" });
  await suggestions.getByRole("button", { name: `Confirm 19:00–19:10 as ${task} · Note G` }).click();
  await expect(suggestions.getByText(/^1 suggestion /)).toBeVisible();
  await expect(quill.getByRole("option", { name: new RegExp(`^19:00–19:10.*${task}`) })).toBeVisible();

  await suggestions.getByRole("button", { name: `Correct 19:40–19:50 as ${task} · Note G` }).click();
  const chosen = page.getByRole("region", { name: "Selected time" });
  await expect(chosen.getByText("19:40–19:50, 10 min")).toBeVisible();
  const form = chosen.getByRole("form", { name: "Say what it was" });
  await form.getByLabel("Project").selectOption("No project");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(suggestions).toHaveCount(0);
  await expect(chosen.getByText("No project, as you said")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(quill.getByRole("option", { name: new RegExp(`^19:00–19:10.*${task}`) })).toBeVisible();
  await expect(suggestions).toHaveCount(0);
  await expectFitsPhone(page);
});
