import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { dayIn, shiftDay } from "@/lib/tracker/days/rules";
import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { type Owner, test } from "@/tests/e2e/people";
import { Subscriber } from "@/tests/support/subscriber";

/* Long names and texts on a phone, which has no pointer that could rest on what is cut off. */

const LONG = "Overarching programme for customers and their retention in Northern Europe";

test.use({ viewport: { width: 390, height: 844 }, timezoneId: "UTC" });

type Made = { id: string };

const post = (page: Page, { bearer, path }: Owner, below: string, body: unknown) =>
  api<Made>(page.request, bearer, "POST", `${path}/${below}`, body);

async function enrol(page: Page, owner: Owner, name: string): Promise<string> {
  const project = await post(page, owner, "projects", { name: LONG, settings: { tracker_enabled: true } });
  const device_id = randomUUID();
  const body = { device_id, project_id: project.id, name };
  await api(page.request, owner.bearer, "POST", "/tracker/devices:enroll", body);
  return device_id;
}

test("that a step failed can be read on a phone, in the list and beside it", async ({ page, owner }) => {
  const subscriber = new Subscriber((response) => response.writeHead(503).end());
  const sequence = await post(page, owner, "crm/sequences", {
    name: "Welcome",
    object: "company",
    steps: [
      { type: "http_request", url: await subscriber.listen() },
      { type: "wait", amount: 5, unit: "days" },
    ],
  });
  const record = await post(page, owner, "crm/objects/company/records", { values: { name: "Anvils" } });
  await post(page, owner, `crm/sequences/${sequence.id}/enrollments`, { record_id: record.id });
  await expect.poll(() => subscriber.received.length).toBe(1);
  await page.goto(`${owner.home}/crm/sequences/${sequence.id}/enrollments?has_failed_steps=true`);
  const detail = page.getByText("1 step failed");
  await expect(detail).toBeVisible({ timeout: 60_000 });
  expect(await detail.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  const row = page.getByRole("listitem").filter({ hasText: "Anvils" });
  const tone = (where: ReturnType<Page["locator"]>) =>
    where.locator("[data-tone]").first().getAttribute("data-tone");
  expect(await tone(row)).toBe("bad");
  await row.getByRole("button", { name: "Anvils", exact: true }).click();
  const state = page.getByRole("dialog").getByRole("status").filter({ hasText: "In progress" });
  await expect(state).toBeVisible();
  expect(await tone(state)).toBe("bad");
  await expectAccessible(page);
  await subscriber.close();
});

test("the moment since when is shown whole on a phone", async ({ page, owner }) => {
  const { id } = await post(page, owner, "crm/webhooks", { url: "https://example.com/hook", events: ["*"] });
  await page.goto(`${owner.home}/webhooks/${id}`);
  const since = page.getByLabel("Since");
  await expect(since).toBeVisible();
  // What is cut off within a browser's own field can't be asked for: this is what it takes.
  expect((await since.boundingBox())?.width).toBeGreaterThanOrEqual(260);
});

test("the long name of a device is cut with an ellipsis", async ({ page, owner }) => {
  await enrol(page, owner, LONG);
  await page.goto(`${owner.home}/tracker/devices`);
  const name = page.getByRole("button", { name: LONG });
  await expect(name).toBeVisible();
  const look = await name.evaluate((each) => ({
    isCut: each.scrollWidth > each.clientWidth,
    overflow: getComputedStyle(each).textOverflow,
  }));
  expect(look).toEqual({ isCut: true, overflow: "ellipsis" });
  await name.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a long window title does not make a row of a day's table as high as the screen", async ({
  page,
  owner,
}) => {
  const device_id = await enrol(page, owner, LONG.slice(0, 60));
  const day = shiftDay(dayIn("UTC", new Date()), -2);
  const nine = Date.parse(`${day}T09:00:00Z`);
  const events = Array.from({ length: 20 }, (_, index) => ({
    event_id: randomUUID(),
    client_seq: index + 1,
    ts: new Date(nine + index * 60_000).toISOString(),
    interval_s: 60,
    active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: `${LONG}, `.repeat(3) },
  }));
  const sent_at = new Date().toISOString();
  const batch = { schema_version: "1.0", device_id, sent_at, events };
  await api(page.request, owner.bearer, "PATCH", "/developers/me", { time_zone: "UTC" });
  await api(page.request, owner.bearer, "POST", "/tracker/events:batch", batch);
  await page.goto(`/home?day=${day}`);
  await expect(page.getByRole("listbox").first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole("radiogroup", { name: "How to show the timeline" }).getByText("Table").click();
  const row = page.getByRole("table", { name: "Timeline" }).getByRole("row").filter({ hasText: LONG });
  await expect(row).toBeVisible({ timeout: 60_000 });
  expect((await row.boundingBox())?.height).toBeLessThan(180);
  await expectAccessible(page);
});

test("roles of long names stand side by side, and their names wrap", async ({ page, owner }) => {
  const ids: string[] = [];
  for (const end of ["A", "B", "C", "D"]) {
    const name = `${LONG.slice(0, 48)} ${end}`;
    ids.push((await post(page, owner, "roles", { name, based_on_template: "viewer" })).id);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${owner.home}/roles/compare?roles=${ids.join()}`);
  const comparison = page.getByRole("region", { name: "Comparison" });
  await expect(comparison.getByRole("columnheader")).toHaveCount(5);
  expect(await comparison.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const first = await comparison.getByRole("columnheader").nth(1).boundingBox();
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThan(390);
  await expectAccessible(page);
});

test("the long name of a webhook's header leaves the page as wide as the phone", async ({ page, owner }) => {
  const { id } = await post(page, owner, "crm/webhooks", {
    url: "https://example.com/hook",
    events: ["*"],
    headers: { "x-key-of-the-gateway-for-customers-and-their-retention-in-northern-europe": "secret" },
  });
  await page.goto(`${owner.home}/webhooks/${id}/settings`);
  await expect(page.getByText(/^x-key-of-the-gateway/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});

test("the address of a webhook without a name takes two lines of a phone as its title", async ({
  page,
  owner,
}) => {
  const url = `https://example.com/${"path-of-the-gateway/".repeat(20)}`;
  const { id } = await post(page, owner, "crm/webhooks", { url, events: ["*"] });
  await page.goto(`${owner.home}/webhooks/${id}`);
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toContainText("path-of-the-gateway");
  expect((await title.boundingBox())?.height).toBeLessThan(80);
});

test("the long name of a member can be read whole beside the list", async ({ page, owner }) => {
  const me = await api<Made>(page.request, owner.bearer, "PATCH", "/developers/me", { name: LONG });
  await page.goto(`${owner.home}/members?member=${me.id}`);
  const name = page.getByRole("dialog").getByText(LONG, { exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test("the long name of an API key can be read whole", async ({ page, owner }) => {
  await post(page, owner, "api-keys", { name: LONG });
  await page.goto(`${owner.home}/integrations/api-keys`);
  const name = page.getByRole("list", { name: "API keys" }).getByText(LONG, { exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});
