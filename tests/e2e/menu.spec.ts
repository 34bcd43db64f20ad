import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { openOwnWorkspace, test } from "@/tests/e2e/people";

/* The menu of a workspace: pages in groups, favourites, what was seen last; on a phone a bar at the bottom. */

test("pages are grouped, and a group stays collapsed as it was left", async ({ page, owner }) => {
  await page.goto(owner.home);
  const menu = page.getByRole("navigation", { name: "Workspace" });
  const groups = ["Work", "Tracker", "Customers", "Collect", "Developers", "People", "Settings"];
  await expect(menu.getByRole("button")).toHaveText(groups);
  const customers = menu.getByRole("button", { name: "Customers" });
  await expect(menu.getByRole("link", { name: "Sequences" })).toBeVisible();
  await customers.click();
  await expect(customers).toHaveAttribute("aria-expanded", "false");
  await expect(menu.getByRole("link", { name: "Sequences" })).toHaveCount(0);
  await page.reload();
  await expect(menu.getByRole("link", { name: "Forms" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Sequences" })).toHaveCount(0);
  await expectAccessible(page);
  await customers.press("Enter");
  await menu.getByRole("link", { name: "Sequences" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sequences" })).toBeVisible();
});

test("the entry of the open page is in sight, and a page that fits the screen does not scroll", async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const owner = await openOwnWorkspace(page, person);
  await page.goto(`${owner.home}/teams`);
  await expect(page.getByText("No teams yet")).toBeVisible();
  const excess = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(await excess()).toBe(0);
  await page.goto(`${owner.home}/audit`);
  const menu = page.getByRole("navigation", { name: "Workspace" });
  await expect(menu.getByRole("link", { name: "Audit log" })).toBeInViewport({ ratio: 1 });
});

test("the whole menu is in sight in a window of a laptop", async ({ page, person }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const owner = await openOwnWorkspace(page, person);
  await page.goto(`${owner.home}/projects`);
  const menu = page.getByRole("navigation", { name: "Workspace" });
  await expect(menu.getByRole("link", { name: "Projects" })).toBeInViewport({ ratio: 1 });
  await expect(menu.getByRole("link", { name: "Settings" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Add to favourites" })).toBeInViewport({ ratio: 1 });
});

test("favourites and recent pages lead back, under their current names, and end with the session", async ({
  page,
  person,
  owner,
}) => {
  const { id } = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Difference Engine",
  });
  const project = `${owner.home}/projects/${id}`;
  await page.goto(`${project}/settings`);
  await page.getByRole("button", { name: "Add to favourites" }).click();
  const favourites = page.getByRole("navigation", { name: "Favourites" });
  await expect(favourites.getByRole("link")).toHaveText(["Difference Engine"]);
  await page.goto(`${owner.home}/members`);
  await page.getByRole("button", { name: "Add to favourites" }).click();
  await expect(favourites.getByRole("link")).toHaveText(["Difference Engine", "Members"]);
  await page.getByRole("button", { name: "Remove from favourites" }).click();
  await expect(favourites.getByRole("link")).toHaveText(["Difference Engine"]);

  const recent = page.getByRole("navigation", { name: "Recent" });
  await expect(recent.getByRole("link")).toHaveCount(0);
  await recent.getByRole("button", { name: "Recent" }).click();
  await recent.getByRole("link", { name: "Difference Engine" }).click();
  await expect(page).toHaveURL(project);
  await expect(page.getByRole("heading", { level: 1, name: "Difference Engine" })).toBeVisible();

  await api(page.request, owner.bearer, "PATCH", `${owner.path}/projects/${id}`, {
    name: "Analytical Engine",
  });
  await page.reload();
  await expect(favourites.getByRole("link")).toHaveText(["Analytical Engine"]);
  await expectAccessible(page);

  await page.getByRole("button", { name: `Account of ${person.name}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => JSON.stringify(window.localStorage))).not.toContain("Analytical Engine");
});

test("a page can be marked as a favourite once it has loaded", async ({ page, owner }) => {
  const values = { name: "Ada" };
  const made = await Promise.all([
    api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/projects`, { name: "Looms" }),
    api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/crm/objects/person/records`, {
      values,
    }),
  ]);
  const mark = page.getByRole("button", { name: "Add to favourites" });
  const favourites = page.getByRole("navigation", { name: "Favourites" });
  let letThrough = () => {};
  for (const [{ id }, section, name] of [
    [made[0], "projects", "Looms"],
    [made[1], "crm/person", "Ada"],
  ] as const) {
    const isHeld = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(new RegExp(`/api/v1/.*${id}(?:[?].*)?$`), async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.goto(`${owner.home}/${section}/${id}`);
    await expect(page.getByRole("status", { name: /^Loading this/ })).toBeVisible();
    await expect(mark).toBeDisabled();
    letThrough();
    await mark.click();
    await expect(favourites.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await expect(favourites.getByRole("link")).toHaveText(["Looms", "Ada"]);
  await page.goto(`${owner.home}/projects`);
  await mark.click();
  await expect(favourites.getByRole("link")).toHaveText(["Looms", "Ada", "Projects"]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a bar at the bottom links to the main pages, and its menu to all of them", async ({
    page,
    owner,
  }) => {
    await page.goto(owner.home);
    const bar = page.getByRole("navigation", { name: "Pages" });
    await expect(bar.getByRole("link")).toHaveText(["Overview", "Projects", "CRM", "Forms"]);
    const box = await bar.boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
    await bar.getByRole("link", { name: "Projects" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
    await expect(bar.getByRole("link", { name: "Projects" })).toHaveAttribute("aria-current", "page");

    await bar.getByRole("button", { name: "Menu" }).click();
    const dialog = page.getByRole("dialog", { name: "Engines" });
    await expect(dialog.getByRole("link", { name: "Audit log" })).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await bar.getByRole("button", { name: "Menu" }).click();
    await dialog.getByRole("link", { name: "Audit log" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("what stays at the bottom of a page is above the bar", async ({ page, owner }) => {
    const fields = Array.from({ length: 8 }, (_, at) => ({
      key: `q${at}`,
      label: `Question ${at}`,
      type: "text",
    }));
    const body = { name: "Feedback", fields };
    const { id } = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/forms`, body);
    await page.goto(`${owner.home}/forms/${id}`);
    await page.getByLabel("Name", { exact: true }).fill("Ideas");
    const save = page.getByRole("button", { name: "Save", exact: true });
    await expect(save).toBeInViewport({ ratio: 1 });
    const bar = await page.getByRole("navigation", { name: "Pages" }).boundingBox();
    const button = await save.boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await save.click();
    await expect(page.getByText("Not saved yet")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "Ideas" })).toBeVisible();
  });
});
