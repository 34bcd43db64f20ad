import {
  api,
  bearerOf,
  expect,
  openConsoleAs,
  openTrackedProject,
  saved,
  uploadMinutes,
  zoneAtNoon,
} from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

test.use({ timezoneId: zoneAtNoon(), permissions: ["clipboard-read", "clipboard-write"] });

/** The first two samples to the last result: enqueue, worker, poll. */
const DERIVED_WITHIN_MS = 30_000;

test("from an empty account to the day's minutes", async ({ page, person }) => {
  await openConsoleAs(page, person);
  await expect(page.getByRole("heading", { name: `Welcome, ${person.name}` })).toBeVisible();
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByText("Give it a name")).toBeVisible();
  await page.getByLabel("Workspace name").fill("Analytical Engines");
  await page.getByLabel("Fill it with sample data").uncheck();
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Analytical Engines" })).toBeVisible();

  await page.goto("/home");
  await expect(page.getByText("Nothing recorded yet today")).toBeVisible();
  await page.getByLabel("Project name").fill("Note G");
  await page.getByRole("button", { name: "Create project" }).click();
  const tracker = page.getByRole("switch", { name: "Tracker for Note G" });
  await expect(tracker).not.toBeChecked();
  await saved(page, () => tracker.click({ force: true }));
  await expect(tracker).toBeChecked();

  const bearer = await bearerOf(page);
  const projects = await api<{ id: string }[]>(page.request, bearer, "GET", "/tracker/projects");
  await uploadMinutes(page.request, bearer, projects[0]?.id ?? "", { code: 12, chat: 8 });

  await page.reload();
  await expect(page.getByText("20 min recorded")).toBeVisible({ timeout: DERIVED_WITHIN_MS });
  const totals = page.getByRole("table", { name: "Time by category" });
  await expect(totals.getByRole("row", { name: "Coding 12 min" })).toBeVisible();
  await expect(totals.getByRole("row", { name: "Chat 8 min" })).toBeVisible();
  await expect(page.locator("[role=img] [data-series] rect").first()).toBeVisible();
  await expect(page.getByRole("paragraph").filter({ hasText: "Test laptop" })).toBeVisible();
  await expect(page.getByText(/just now|\d minutes? ago/).first()).toBeVisible();

  await page.getByRole("radiogroup", { name: "How to show the hours" }).getByText("Table").click();
  await expect(page.getByRole("table", { name: "Time by hour and category" })).toBeVisible();
});

test("an empty day shows the command that fills it, and copies it", async ({ page, person, baseURL }) => {
  await openConsoleAs(page, person);
  await api(page.request, await bearerOf(page), "POST", "/workspaces", { name: "Engines" });
  await page.reload();
  const day = page.getByRole("region", { name: "Today" });
  await expect(page.getByText("No device is enrolled yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy the command" })).toHaveCount(1);
  await day.getByRole("button", { name: "Copy the command" }).click();
  await expect(day.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => window.navigator.clipboard.readText());
  expect(copied).toContain(`npm run demo -- --as ${person.email}`);
  if (baseURL !== "http://localhost:3000") expect(copied).toContain(`--base-url ${baseURL}`);
});

test("an empty day leads who has recorded before to their last day, and says nothing of the demo", async ({
  page,
  person,
}) => {
  const { bearer, projectId } = await openTrackedProject(page, person);
  await uploadMinutes(page.request, bearer, projectId, { code: 5, chat: 0 });
  await page.goto("/home");
  await expect(page.getByText("5 min recorded")).toBeVisible({ timeout: DERIVED_WITHIN_MS });
  await page.goto("/home?day=2026-01-15");
  const day = page.getByRole("region", { name: "Thursday 15 January" });
  await expect(day.getByText("Nothing recorded on this day")).toBeVisible();
  await expect(day.getByText("The last day with recorded time is today.")).toBeVisible();
  await expect(day.getByRole("button", { name: "Copy the command" })).toHaveCount(0);
  await day.getByRole("link", { name: "today", exact: true }).click();
  await expect(page).toHaveURL("/home");
  await expect(page.getByText("5 min recorded")).toBeVisible();
});

test("the day shown changes by button, field and address, and never goes past today", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  await api(page.request, await bearerOf(page), "POST", "/workspaces", { name: "Engines" });
  await page.goto("/home?day=2026-01-15");
  await expect(page.getByRole("heading", { level: 1, name: "Thursday 15 January" })).toBeVisible();
  await page.getByRole("button", { name: "Next day" }).click();
  await expect(page).toHaveURL("/home?day=2026-01-16");
  await page.getByRole("textbox", { name: "Day" }).fill("2025-12-31");
  await expect(page).toHaveURL("/home?day=2025-12-31");
  await page.getByRole("button", { name: "Today" }).click();
  await expect(page).toHaveURL("/home");
  await expect(page.getByRole("button", { name: "Next day" })).toBeDisabled();
  for (const nonsense of ["2199-01-01", "yesterday", "2026-02-31"]) {
    await page.goto(`/home?day=${nonsense}`);
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  }
});

test("the current workspace stays open, and its projects are listed", async ({ page, person }) => {
  const { bearer } = await openTrackedProject(page, person);
  await api(page.request, bearer, "POST", "/workspaces", { name: "Difference Works" });
  await page.reload();
  await page.getByRole("button", { name: /^Workspace .*, switch$/ }).click();
  await page.getByRole("menuitemradio", { name: "Difference Works" }).click();
  await expect(page.getByText("In Difference Works")).toBeVisible();
  await page.reload();
  await expect(page.getByText("In Difference Works")).toBeVisible();
  await page.getByRole("button", { name: "Workspace Difference Works, switch" }).click();
  await page.getByRole("menuitemradio", { name: "Engines" }).click();
  await expect(page.getByText("Note G")).toBeVisible();
});

test("a person who may only read projects sees them on Home, without actions that would be refused", async ({
  page,
  owner,
  openGuest,
}) => {
  const project = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Note G",
    settings: { tracker_enabled: true },
  });
  const guest = await openGuest("viewer");
  await guest.page.goto("/home");
  const card = guest.page.getByRole("region", { name: "Projects" });
  await expect(card.getByText("Tracker on")).toBeVisible();
  await expect(card.getByRole("switch")).toHaveCount(0);
  await expect(card.getByRole("button")).toHaveCount(0);
  await card.getByRole("link", { name: "Note G" }).click();
  await expect(guest.page).toHaveURL(`${owner.home}/projects/${project.id}`);
  await guest.page.context().close();
});

test.describe("a request that the server refuses", () => {
  test.use({ expectedErrors: [/status of (403|500|503)/] });

  test("shows its error in the form, and keeps what was typed", async ({ page, person }) => {
    await openConsoleAs(page, person);
    await page.route("**/api/v1/workspaces", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 403, json: { detail: "Permission denied" } })
        : route.continue(),
    );
    await page.getByLabel("Workspace name").fill("Analytical Engines");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Permission denied");
    await expect(page.getByLabel("Workspace name")).toHaveValue("Analytical Engines");
  });

  test("shows its request id, and a retry loads it", async ({ page, person }) => {
    await openConsoleAs(page, person);
    await api(page.request, await bearerOf(page), "POST", "/workspaces", { name: "Engines" });
    const path = "**/api/v1/tracker/devices*";
    await page.route(path, (route) =>
      route.fulfill({
        status: 500,
        headers: { "x-request-id": "request-of-a-test" },
        json: { detail: "Something went wrong on our side." },
      }),
    );
    await page.reload();
    const devices = page.getByRole("region", { name: "Devices" });
    await expect(devices.getByRole("alert")).toContainText("request-of-a-test");
    await page.unroute(path);
    await devices.getByRole("button", { name: "Try again" }).click();
    await expect(devices.getByText("No device is enrolled yet")).toBeVisible();
  });
});

test("an API token is shown once, works, and is refused once revoked", async ({ page, person }) => {
  await openConsoleAs(page, person);
  await page.goto("/account");
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("CI pipeline");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
  expect(token).toMatch(/^svc_[0-9A-Za-z]{46}$/);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText(`${token.slice(0, 12)}…`)).toBeVisible();
  await expect.poll(() => page.content()).not.toContain(token);

  const me = await api<{ email: string }>(page.request, token, "GET", "/developers/me");
  expect(me.email).toBe(person.email);
  await page.getByRole("button", { name: "Revoke CI pipeline" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("No tokens yet")).toBeVisible();
  const refused = await page.request.get("/developers/me", { headers: { authorization: `Bearer ${token}` } });
  expect(refused.status()).toBe(401);
});

test("a new name is kept and shown", async ({ page, person }) => {
  await openConsoleAs(page, person);
  await page.goto("/account");
  const profile = page.getByRole("region", { name: "Profile" });
  const save = profile.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await profile.getByLabel("Name").fill("Augusta Ada King");
  await save.click();
  await expect(save).toBeDisabled();
  await expect(page.getByRole("button", { name: "Account of Augusta Ada King" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Augusta Ada King");
});
