import { api, expect } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

/* What is typed in a dialog or drawer is not lost by a key, a click beside it, or Back. */

test("a dialog with something typed asks before it is closed; an untouched one does not", async ({
  page,
  owner,
}) => {
  await page.goto(`${owner.home}/projects`);
  const open = () => page.getByRole("button", { name: "New project" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New project" });
  const closing = page.getByRole("dialog", { name: "Close without saving?" });
  await open();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await open();
  const name = dialog.getByLabel("Name", { exact: true });
  await name.fill("Looms");
  for (const _ of ["once", "and again"]) {
    await page.keyboard.press("Escape");
    await expect(closing).toBeVisible();
    // A second time it closes the question, and nothing else.
    await page.keyboard.press("Escape");
    await expect(closing).toHaveCount(0);
    await expect(name).toHaveValue("Looms");
  }
  await page.mouse.click(5, 300);
  await closing.getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Looms");
  await dialog.getByRole("button", { name: "Close" }).click();
  await closing.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Whoever means it is not asked.
  await open();
  await expect(name).toHaveValue("");
  await name.fill("Mills");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await open();
  await name.fill("Mills");
  await dialog.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Mills" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a dialog that has an address asks before Back closes it", async ({ page, owner }) => {
  await page.goto(`${owner.home}/teams`);
  await page.getByRole("button", { name: "New team" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New team" });
  await dialog.getByLabel("Name").fill("Wheelwrights");
  const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
  const back = () => page.evaluate(() => window.history.back());
  await back();
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Wheelwrights");
  await page.keyboard.press("Escape");
  const closing = page.getByRole("dialog", { name: "Close without saving?" });
  await closing.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`${owner.home}/teams`);
});

test("a comment that was not sent is there again, and gone once it is", async ({ page, owner }) => {
  const make = (below: string, body: object) =>
    api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/${below}`, body);
  const project = await make("projects", { name: "Engines" });
  await make(`projects/${project.id}/tasks`, { title: "Cut brass" });
  await make(`projects/${project.id}/tasks`, { title: "Oil it" });
  const board = `${owner.home}/projects/${project.id}`;
  await page.goto(`${board}?task=1`);
  const comment = page.getByLabel("Write a comment");
  await comment.fill("Half a day");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(`${board}?task=2`);
  await expect(page.getByRole("dialog")).toContainText("Oil it");
  await expect(comment).toHaveValue("");
  await page.goto(`${board}?task=1`);
  await expect(comment).toHaveValue("Half a day");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("article", { name: /comment/ })).toContainText("Half a day");
  await page.reload();
  await expect(page.getByRole("article", { name: /comment/ })).toContainText("Half a day");
  await expect(comment).toHaveValue("");

  // What is changed of one that was sent asks.
  await page.getByRole("button", { name: "Edit the comment" }).click();
  const text = page.getByLabel("Text of the comment");
  await text.fill("A whole day");
  await page.keyboard.press("Escape");
  await expect(text).toHaveValue("A whole day");
  await page.getByRole("button", { name: "Close the task" }).click();
  const closing = page.getByRole("dialog", { name: "Close without saving?" });
  await closing.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("article", { name: /comment/ })).toContainText("A whole day");
  await page.getByRole("button", { name: "Close the task" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
