import type { Page } from "@playwright/test";
import { cardOf, column, openBoard, titles } from "@/tests/e2e/boards";
import { api, expect, expectAccessible, saved } from "@/tests/e2e/fixtures";
import { openAsMember, test } from "@/tests/e2e/people";

const PHONE = { width: 390, height: 844 };

type Task = { id: string };

const bar = (page: Page) => page.getByRole("toolbar", { name: "The selection" });
const check = (page: Page, title: string) => cardOf(page, title).getByRole("checkbox");

test("selected tasks are moved together, by the bar and by dragging one of them, and back again", async ({
  page,
  owner,
}) => {
  await openBoard(page, owner, ["One", "Two", "Three", "Four", "Five"]);
  await cardOf(page, "Two").hover();
  await check(page, "Two").check();
  await check(page, "Four").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await check(page, "Three").uncheck();
  await expect(bar(page)).toContainText("2 selected");
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Move to…" }).click();
  await saved(page, () => page.getByRole("menuitem", { name: "Done" }).click());
  await expect(titles(page, "Done")).toHaveText(["Two", "Four"]);
  await expect(bar(page)).toBeHidden();
  await expect(titles(page, "Done").first()).toBeFocused();
  await expect(page.getByText("2 tasks moved to Done").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page, "To do")).toHaveText(["One", "Two", "Three", "Four", "Five"]);

  await cardOf(page, "Three").hover();
  await check(page, "Three").check();
  await check(page, "Five").check();
  await saved(page, () => cardOf(page, "Five").dragTo(column(page, "In progress")));
  await expect(titles(page, "In progress")).toHaveText(["Three", "Five"]);
  await page.reload();
  await expect(titles(page, "In progress")).toHaveText(["Three", "Five"]);
  await expect(titles(page, "To do")).toHaveText(["One", "Two", "Four"]);
});

test("what selected tasks have in common is changed in one dialog, and undone for each", async ({
  page,
  person,
  owner,
}) => {
  const { tasks } = await openBoard(page, owner, ["One", "Two"]);
  await api(page.request, owner.bearer, "PATCH", `${tasks}/1`, { priority: "high", labels: ["web"] });
  await expect(cardOf(page, "One").getByText("web")).toBeVisible();
  const choose = async (field: string) => {
    await cardOf(page, "One").hover();
    await check(page, "One").check();
    await check(page, "Two").check();
    await bar(page).getByRole("button", { name: "Change…" }).click();
    await page.getByRole("dialog").getByLabel("What to change").selectOption(field);
  };
  const dialog = page.getByRole("dialog");
  await choose("Priority");
  await dialog.getByLabel("Priority").selectOption("Urgent");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Change 2 tasks" }).click();
  await expect(page.getByRole("img", { name: "Priority: Urgent" })).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardOf(page, "One").getByRole("img", { name: "Priority: High" })).toBeVisible();
  await expect(cardOf(page, "Two").getByRole("img", { name: /Priority/ })).toHaveCount(0);

  await choose("Add labels");
  await dialog.getByRole("button", { name: "Change 2 tasks" }).click();
  await expect(dialog.getByText("Choose at least one label")).toBeVisible();
  await dialog.getByLabel("Labels to add").fill("Web");
  await dialog.getByLabel("Labels to add").press("Enter");
  await dialog.getByLabel("Labels to add").fill("later");
  await dialog.getByLabel("Labels to add").press("Enter");
  await dialog.getByRole("button", { name: "Change 2 tasks" }).click();
  await expect(cardOf(page, "Two").getByText("Web")).toBeVisible();
  await expect(cardOf(page, "One").getByText("later")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(cardOf(page, "One").getByText("later")).toHaveCount(0);
  await expect(cardOf(page, "One").getByText("web", { exact: true })).toBeVisible();
  await expect(cardOf(page, "Two").getByText("Web")).toHaveCount(0);

  await choose("Assignee");
  await dialog.getByRole("combobox", { name: "Assignee" }).fill(person.name);
  await page.getByRole("option", { name: person.name }).click();
  await dialog.getByRole("button", { name: "Change 2 tasks" }).click();
  await expect(page.getByText(`2 tasks assigned to ${person.name}`).first()).toBeVisible();
  await expect(cardOf(page, "Two")).toContainText(person.name);
});

test("tasks are selected and let go by keyboard, and deleted together once that is confirmed", async ({
  page,
  owner,
}) => {
  await openBoard(page, owner, ["One", "Two", "Three"]);
  await titles(page, "To do").first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("2 selected");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press("x");
  await bar(page).getByRole("button", { name: "Delete 1 task" }).focus();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();
  await expect(page.locator(":focus")).toHaveText("One");
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await bar(page).getByRole("button", { name: "Delete 2 tasks" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 tasks?" });
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(bar(page)).toContainText("2 selected");
  await bar(page).getByRole("button", { name: "Delete 2 tasks" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete 2 tasks" }).click();
  await expect(titles(page, "To do")).toHaveText(["Three"]);
  await expect(dialog).toBeHidden();
  await expect(bar(page)).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a card's menu begins a selection, whole above the bar at the foot", async ({ page, owner }) => {
    await openBoard(page, owner, ["One", "Two"]);
    await page.getByRole("button", { name: "Move NG-2" }).tap();
    await expect(page.getByRole("menuitem", { name: "Cancelled" })).toBeInViewport({ ratio: 1 });
    await page.getByRole("menuitem", { name: "Select" }).tap();
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await check(page, "One").tap();
    await expect(bar(page)).toContainText("2 selected");
    await bar(page).getByRole("button", { name: "Clear the selection" }).tap();
    await expect(bar(page)).toBeHidden();
  });
});

test("a selection follows what others do, and who may only look has none", async ({
  page,
  browser,
  baseURL,
  owner,
}) => {
  const { address, tasks } = await openBoard(page, owner, ["One", "Two"]);
  const [two] = await api<Task[]>(page.request, owner.bearer, "GET", tasks);
  await titles(page, "To do").first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("2 selected");
  await api(page.request, owner.bearer, "POST", `${tasks}/delete`, { task_ids: [two?.id] });
  await expect(bar(page)).toContainText("1 selected");
  const viewer = await openAsMember(browser, baseURL, { ...owner, page }, "viewer");
  await viewer.page.goto(address);
  await expect(titles(viewer.page, "To do")).toHaveText(["One"]);
  await titles(viewer.page, "To do").first().focus();
  await viewer.page.keyboard.press("x");
  await expect(viewer.page.getByRole("checkbox")).toHaveCount(0);
  await expect(bar(viewer.page)).toBeHidden();
});
