import type { Page } from "@playwright/test";
import { api, expect } from "@/tests/e2e/fixtures";
import { type Owner, test } from "@/tests/e2e/people";

/* The browser's Back closes what was opened, and undoes a filter or a sort order; it does not leave the page for it. */

const PHONE = { width: 390, height: 844 };

async function aBoard(page: Page, { bearer, path, home }: Owner, titles: string[]): Promise<string> {
  const body = { name: "Difference Engine", key: "DE" };
  const project = await api<{ id: string }>(page.request, bearer, "POST", `${path}/projects`, body);
  const tasks = `${path}/projects/${project.id}/tasks`;
  for (const title of titles) await api(page.request, bearer, "POST", tasks, { title });
  return `${home}/projects/${project.id}`;
}

async function someDeals(page: Page, { bearer, path }: Owner, names: string[]): Promise<void> {
  for (const name of names) {
    await api(page.request, bearer, "POST", `${path}/crm/objects/deal/records`, { values: { name } });
  }
}

const card = (page: Page, title: string) => page.getByRole("link", { name: title, exact: true });

for (const [device, viewport] of Object.entries({ desk: { width: 1280, height: 800 }, phone: PHONE })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test("Back closes a task, and then leaves the board", async ({ page, owner }) => {
      const board = await aBoard(page, owner, ["Fix login", "Cut brass"]);
      await page.goto(`${owner.home}/projects`);
      await page.getByRole("link", { name: "Difference Engine" }).click();
      await card(page, "Fix login").click();
      await expect(page.getByRole("dialog", { name: "DE-1" })).toBeVisible();
      await expect(page).toHaveURL(`${board}?task=1`);
      await page.goBack();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page).toHaveURL(board);
      await page.goForward();
      await expect(page.getByRole("dialog", { name: "DE-1" })).toBeVisible();

      // A reload changes nothing about it, and closing it is going back: nothing is left behind on the way.
      await page.reload();
      await page.getByRole("button", { name: "Close the task" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page).toHaveURL(board);
      await page.goBack();
      await expect(page).toHaveURL(`${owner.home}/projects`);
    });
  });
}

test("a task opened by a link closes in place, and keeps edits when Back closes it", async ({
  page,
  owner,
}) => {
  const board = await aBoard(page, owner, ["Fix login"]);
  await page.goto(`${owner.home}/settings`);
  await page.goto(`${board}?task=1`);
  const task = page.getByRole("dialog", { name: "DE-1" });
  await task.getByRole("button", { name: "Close the task" }).click();
  await expect(page).toHaveURL(board);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await card(page, "Fix login").click();
  await task.getByLabel("Title").fill("Fix the login");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card(page, "Fix the login")).toBeVisible();
});

test("Back undoes sorting and searching, and text typed in one go is one step", async ({ page, owner }) => {
  await someDeals(page, owner, ["Alpha", "Beta", "Gamma"]);
  const deals = `${owner.home}/crm/deal`;
  await page.goto(deals);
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await expect(link("Alpha")).toBeVisible();
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(`${deals}?sort=name`);

  const field = page.getByRole("searchbox", { name: "Search deals" });
  // Slower than the field waits for, so that each of them is asked for.
  for (const typed of ["b", "be", "bet"]) {
    await field.fill(typed);
    await expect(page).toHaveURL(`${deals}?sort=name&search=${typed}`);
  }
  await expect(link("Alpha")).toHaveCount(0);
  await page.goBack();
  await expect(field).toHaveValue("");
  await expect(link("Alpha")).toBeVisible();
  await expect(page).toHaveURL(`${deals}?sort=name`);
  await page.goBack();
  await expect(page).toHaveURL(deals);
});

test("Back closes a list's drawer and a creation dialog", async ({ page, person, owner }) => {
  await page.goto(`${owner.home}/members`);
  await page.getByRole("button", { name: person.name, exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Member" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`${owner.home}/members`);

  await page.getByRole("button", { name: "Notifications" }).click();
  await expect(page.getByRole("dialog", { name: "Notifications in Engines" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // What is made takes the place of the dialog: Back from it leads to the list.
  await page.goto(`${owner.home}/projects`);
  await page.getByRole("button", { name: "New project" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Analytical Engine");
  await page.getByRole("dialog").getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Analytical Engine" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${owner.home}/projects`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Analytical Engine" })).toBeVisible();
});

test("a drawer shows what it is about until it is gone", async ({ page, person, owner }) => {
  await page.goto(`${owner.home}/members`);
  await page.getByRole("button", { name: person.name, exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Member" });
  await expect(drawer.getByText(person.email)).toBeVisible();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const shown = document.querySelector("[role=dialog]");
      if (shown) seen.push(shown.textContent ?? "");
    }).observe(document.body, { subtree: true, childList: true });
  });
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  const seen = await page.evaluate(() => (window as typeof window & { seen: string[] }).seen);
  expect(seen.filter((text) => !text.includes(person.email))).toEqual([]);
});

test("the focus returns from a task to its card, by Escape and by Back", async ({ page, owner }) => {
  await page.goto(await aBoard(page, owner, ["Fix login", "Cut brass"]));
  await card(page, "Cut brass").press("Enter");
  await expect(page.getByRole("dialog", { name: "DE-2" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card(page, "Cut brass")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "DE-2" })).toBeVisible();
  await page.goBack();
  await expect(card(page, "Cut brass")).toBeFocused();
});

test("Back asks before it loses what is not saved", async ({ page, owner: { home, path, bearer } }) => {
  const body = { name: "Engines", fields: [{ key: "name", label: "Your name", type: "text" }] };
  const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, body);
  const form = `${home}/forms/${id}`;
  await page.goto(`${home}/forms`);
  await page.getByRole("link", { name: "Engines" }).click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Your engines");
  const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
  // `page.goBack` waits for the page that this does not lead to.
  const back = () => page.evaluate(() => window.history.back());

  for (const _ of ["once", "and again"]) {
    await back();
    await leaving.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(form);
    await expect(name).toHaveValue("Your engines");
  }
  await back();
  await leaving.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(`${home}/forms`);
  await expect(page.getByRole("link", { name: "Engines" })).toBeVisible();

  // Once it is saved, Back leads on as ever.
  await page.getByRole("link", { name: "Engines" }).click();
  await expect(name).toHaveValue("Engines");
  await name.fill("Your engines");
  await back();
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await back();
  await expect(page).toHaveURL(`${home}/forms`);
  await expect(page.getByRole("link", { name: "Your engines" })).toBeVisible();
});
