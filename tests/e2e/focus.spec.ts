import { api, expect, openConsoleAs } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

test.describe("on a page of twice the size", () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test("what the keyboard enters on a board is scrolled to", async ({
    page,
    owner: { bearer, path, home },
  }) => {
    const post = (below: string, body: object) =>
      api<{ id: string }>(page.request, bearer, "POST", `${path}/projects${below}`, body);
    const { id } = await post("", { name: "Note G" });
    for (const status of ["todo", "in_progress"])
      await post(`/${id}/tasks`, { title: `Be ${status}`, status });
    await page.goto(`${home}/projects/${id}`);
    const first = page.getByRole("link", { name: "Be todo" });
    await expect(first).toBeVisible();
    await page.keyboard.press("c");
    const field = page.getByLabel("Title of a new task in To do");
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await first.focus();
    await page.keyboard.press("ArrowRight");
    const second = page.getByRole("link", { name: "Be in_progress" });
    await expect(second).toBeFocused();
    await expect(second).toBeInViewport({ ratio: 1 });
  });
});

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
