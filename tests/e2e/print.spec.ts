import { api, expect, test } from "@/tests/e2e/fixtures";
import { openOwnWorkspace } from "@/tests/e2e/people";

test("a printed page of the console has no menus", async ({ page, person }) => {
  const { home } = await openOwnWorkspace(page, person);
  await page.goto(`${home}/members`);
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
});

test("a printed page of the reference has its answers open and no contents beside it", async ({ page }) => {
  await page.goto("/docs/tables");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0);
  const answer = page.locator("main details:not([open])").first();
  const [summary, whole] = await answer.evaluate((each) => [
    each.querySelector("summary")?.getBoundingClientRect().height ?? 0,
    each.getBoundingClientRect().height,
  ]);
  expect(whole).toBeGreaterThan((summary ?? 0) * 2);
});

test.describe("a page printed from a dark screen", () => {
  test.use({ colorScheme: "dark" });

  test("is light, keeps the colours that mean something, and cuts no column off", async ({
    page,
    person,
  }) => {
    const { bearer, path, home } = await openOwnWorkspace(page, person);
    await api(page.request, bearer, "POST", `${path}/crm/objects/company/records`, {
      values: {
        name: "Analytical Engines and Sons of Marylebone",
        domain: "analytical-engines.example",
        website: "https://analytical-engines.example",
        industry: "Manufacture of machines that compute",
        description: "Builds engines by steam, from drawings that were never finished",
      },
    });
    await page.evaluate(() => localStorage.setItem("mantine-color-scheme-value", "dark"));
    await page.goto(`${home}/crm/company`);
    const table = page.getByRole("main").getByRole("table").first();
    await expect(table.getByRole("link", { name: "Analytical Engines" })).toBeVisible();
    const scheme = page.locator("html[data-mantine-color-scheme=dark]");
    await expect(scheme).toHaveCount(1);
    // As wide as a sheet of A4.
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(scheme).toHaveCount(0);
    await expect(page.getByRole("main")).toHaveCSS("print-color-adjust", "exact");
    // What is wider than its sheet is printed smaller, unless something cuts it off.
    const hidden = () =>
      table.evaluate((each) => each.getBoundingClientRect().right - document.documentElement.scrollWidth);
    await expect.poll(hidden).toBeLessThan(1);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect(scheme).toHaveCount(1);
  });

  test("has every column of a board", async ({ page, person }) => {
    const { bearer, path, home } = await openOwnWorkspace(page, person);
    const project = await api<{ id: string }>(page.request, bearer, "POST", `${path}/projects`, {
      name: "Engine",
    });
    await page.goto(`${home}/projects/${project.id}`);
    const last = page.getByRole("heading", { level: 2, name: "Cancelled" });
    await expect(last).toBeVisible();
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: "print" });
    const hidden = () => last.evaluate((each) => each.getBoundingClientRect().right - window.innerWidth);
    await expect.poll(hidden).toBeLessThan(1);
  });
});
