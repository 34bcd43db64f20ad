import { expect, openConsoleAs } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

test.describe("the keyboard goes on in what a key has opened", () => {
  test("in the content of the page that is shown next", async ({ page, person }) => {
    await openConsoleAs(page, person);
    await page.getByLabel("Workspace name").fill("Looms");
    await page.getByRole("button", { name: "Create workspace" }).press("Enter");
    await expect(page).toHaveURL(/\/w\/looms/);
    await expect(page.getByRole("heading", { level: 1, name: "Looms" })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await page.goto(`${page.url()}/webhooks`);
    await page.getByRole("main").getByRole("link", { name: "New webhook" }).first().press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "New webhook" })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").getByRole("link", { name: "← Webhooks" })).toBeFocused();
  });

  test.describe("in a dialog", () => {
    test.use({ expectedErrors: [/503 .*\/repositories\/available/] });

    test("whose focused field has given way to a notice", async ({ page, owner }) => {
      await page.goto(`${owner.home}/repositories`);
      await page.getByRole("button", { name: "Adopt repositories" }).first().press("Enter");
      const dialog = page.getByRole("dialog", { name: "Adopt repositories" });
      await expect(dialog.getByText("No code host is set up")).toBeVisible();
      await expect(dialog).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(dialog.getByRole("button")).toBeFocused();
    });
  });
});
