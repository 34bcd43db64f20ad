import { api, bearerOf, expect, expectAccessible, openConsoleAs, test } from "@/tests/e2e/fixtures";

type Thing = { id: string; name: string };

test("a new person's workspace has sample data, says so, and removes it in one click", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  await page.getByLabel("Workspace name").fill("Difference Works");
  await expect(page.getByLabel("Fill it with sample data")).toBeChecked();
  await page.getByRole("button", { name: "Create workspace" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Difference Works" })).toBeVisible();
  const notice = page.getByRole("note").filter({ hasText: "This workspace holds sample data" });
  await expect(notice).toBeVisible();
  await expect(page.getByRole("region", { name: "First steps" })).toContainText("0 of 8 done");
  await expectAccessible(page);

  const home = new URL(page.url()).pathname;
  await page.goto(`${home}/projects`);
  await page.getByRole("link", { name: "Web shop (sample)" }).click();
  await expect(page.getByText("Totals differ by a cent")).toBeVisible();
  await page.goto(`${home}/crm/company`);
  await expect(page.getByText("Northwind Outdoor (sample)")).toBeVisible();
  await page.goto(`${home}/forms`);
  await expect(page.getByText("How are we doing? (sample)")).toBeVisible();

  // Something of their own in it, which stays.
  const bearer = await bearerOf(page);
  const [workspace] = await api<Thing[]>(page.request, bearer, "GET", "/workspaces");
  const [table] = await api<Thing[]>(page.request, bearer, "GET", `/workspaces/${workspace?.id}/tables`);
  const row = { values: { step: "My own" } };
  await api(page.request, bearer, "POST", `/workspaces/${workspace?.id}/tables/${table?.id}/rows`, row);

  await page.goto(home);
  await page.getByRole("button", { name: "Remove sample data" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the sample data?" });
  await expect(dialog).toContainText("Launch plan (sample) Someone added rows");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove sample data" }).click();
  await expect(page.getByText("The sample data is gone.")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole("region", { name: "First steps" })).toContainText("Add sample data");
  const tables = await api<Thing[]>(page.request, bearer, "GET", `/workspaces/${workspace?.id}/tables`);
  expect(tables.map(({ name }) => name)).toEqual(["Launch plan (sample)"]);
  const projects = await api<Thing[]>(page.request, bearer, "GET", `/workspaces/${workspace?.id}/projects`);
  expect(projects).toEqual([]);
});

test("the first steps link to every area, say what this service can't do, and can be dismissed", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  await page.getByLabel("Workspace name").fill("Empty Works");
  await page.getByLabel("Fill it with sample data").uncheck();
  await page.getByRole("button", { name: "Create workspace" }).click();
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps).toContainText("This service sends no mail");
  await expect(steps.getByRole("link", { name: "Adopt a repository" })).toHaveCount(0);
  const home = new URL(page.url()).pathname;
  for (const [name, path] of [
    ["Invite people", `${home}/members`],
    ["Add a company to the CRM", `${home}/crm/company`],
    ["Create a project", `${home}/projects`],
    ["Publish a form", `${home}/forms`],
    ["Make a table", `${home}/tables`],
    ["Add a webhook", `${home}/webhooks/new`],
    ["Track time on a device", "/home"],
    ["Create an API token", "/account"],
  ] as const) {
    const href = await steps.getByRole("link", { name }).getAttribute("href");
    expect(new URL(href ?? "", page.url()).pathname).toBe(path);
  }
  await steps.getByRole("button", { name: "Hide" }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Empty Works" })).toBeVisible();
  await expect(page.getByRole("region", { name: "People" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`the landing page, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("names every area with a picture, and fits a phone", async ({ page }) => {
      await page.goto("/");
      const areas = page.getByRole("article");
      await expect(areas).toHaveCount(9);
      for (const area of [
        "CRM",
        "Projects",
        "Forms",
        "Tables",
        "Webhooks",
        "tracker",
        "repositories",
        "access",
        "API",
      ]) {
        await expect(areas.filter({ has: page.getByRole("heading", { name: area }) })).toHaveCount(1);
      }
      await expect(areas.locator("svg")).toHaveCount(9);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
    });
  });
}
