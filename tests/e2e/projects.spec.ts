import { cardOf, column, openBoard, titles } from "@/tests/e2e/boards";
import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

const PHONE = { width: 390, height: 844 };

test("a project is created: its key is shown beforehand, and tasks are typed one after the other", async ({
  page,
  owner: { home },
}) => {
  test.slow();
  await page.goto(`${home}/projects`);
  await expect(page.getByText("No projects yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New project" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Website Relaunch");
  await expect(dialog.getByText("WR-1", { exact: true })).toBeVisible();
  await dialog.getByLabel("Key").fill("web");
  await expect(dialog.getByText("WEB-1", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create project" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Website Relaunch" })).toBeVisible();
  await column(page, "To do").getByRole("button", { name: "Add a task to To do" }).click();
  const field = page.getByLabel("Title of a new task in To do");
  for (const title of ["Draw the sitemap", "<img src=x onerror=alert(1)>"]) {
    await field.fill(title);
    await field.press("Enter");
  }
  await expect(titles(page, "To do")).toHaveText(["Draw the sitemap", "<img src=x onerror=alert(1)>"]);
  await field.press("Escape");
  await expect(column(page, "To do").getByRole("button", { name: "Add a task to To do" })).toBeFocused();
  await expect(column(page, "To do").getByText("WEB-2")).toBeVisible();
  await page.reload();
  await expect(titles(page, "To do")).toHaveCount(2);
  // The edge of the last column shows that there is more to the right.
  await expect(column(page, "Done")).toBeInViewport();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});

test("a task is moved by dragging, and the move is undone", async ({ page, owner }) => {
  await openBoard(page, owner, ["One", "Two", "Three"]);
  await cardOf(page, "Three").dragTo(cardOf(page, "One"), { targetPosition: { x: 60, y: 6 } });
  await expect(titles(page, "To do")).toHaveText(["Three", "One", "Two"]);
  await cardOf(page, "One").dragTo(column(page, "In progress"));
  await expect(titles(page, "In progress")).toHaveText(["One"]);
  await expect(page.getByText("NG-1 moved to In progress")).toBeVisible();
  await page.reload();
  await expect(titles(page, "In progress")).toHaveText(["One"]);
  await expect(titles(page, "To do")).toHaveText(["Three", "Two"]);
  await cardOf(page, "Two").dragTo(column(page, "In progress"));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page, "To do")).toHaveText(["Three", "Two"]);
  // What is shown at once is only then stored.
  await expect(page.getByText("NG-2 is now number 2 in To do")).toBeAttached();
  await page.reload();
  await expect(titles(page, "To do")).toHaveText(["Three", "Two"]);
});

test("a task is moved by keyboard alone, and keeps the focus", async ({ page, owner }) => {
  await openBoard(page, owner, ["One", "Two"]);
  await titles(page, "To do").filter({ hasText: "One" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(":focus")).toHaveText("Two");
  await page.keyboard.press("Shift+ArrowUp");
  await expect(titles(page, "To do")).toHaveText(["Two", "One"]);
  await page.keyboard.press("Shift+ArrowRight");
  await expect(titles(page, "In progress")).toHaveText(["Two"]);
  await expect(page.locator(":focus")).toHaveText("Two");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(titles(page, "Backlog")).toHaveText(["Two"]);
  await expect(page.getByText("NG-2 is now number 1 in Backlog")).toBeAttached();
  await page.reload();
  await expect(titles(page, "Backlog")).toHaveText(["Two"]);
});

test("a task is moved by its menu", async ({ page, owner }) => {
  await openBoard(page, owner, ["One", "Two"]);
  await page.getByRole("button", { name: "Move NG-2" }).click();
  // The whole menu is seen, however short the board is.
  await expect(page.getByRole("menuitem", { name: "Cancelled" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Up" }).click();
  await expect(titles(page, "To do")).toHaveText(["Two", "One"]);
  await page.getByRole("button", { name: "Move NG-1" }).click();
  // Of this menu: the other may still be closing.
  await page.getByRole("menu", { name: "Move NG-1" }).getByRole("menuitem", { name: "Done" }).click();
  await expect(titles(page, "Done")).toHaveText(["One"]);
});

test("a task opens under its own address, and edits there are saved", async ({ page, person, owner }) => {
  const { address } = await openBoard(page, owner, ["One"]);
  await titles(page, "To do").click();
  await expect(page).toHaveURL(`${address}?task=1`);
  const task = page.getByRole("dialog", { name: "NG-1" });
  await task.getByLabel("Title").fill("The first one");
  const description = task.getByLabel("Description");
  await description.fill("With a word on why.");
  await description.selectText();
  await task.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Bold" }).click();
  await expect(description).toHaveValue("**With a word on why.**");
  await expectAccessible(page);
  // Leaving by Escape while still in the field loses nothing.
  await description.press("Escape");
  await expect(page).toHaveURL(address);
  await expect(titles(page, "To do")).toHaveText(["The first one"]);

  await page.goto(`${address}?task=1`);
  await expect(task.locator(".markdown strong")).toHaveText("With a word on why.");
  await expectAccessible(page);
  await task.getByRole("button", { name: "Write" }).click();
  await expect(description).toBeFocused();
  await expect(description).toHaveValue("**With a word on why.**");
  await task.getByRole("combobox", { name: "Assignee" }).fill(person.name);
  await page.getByRole("option", { name: person.name }).click();
  await task.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "In review" }).click();
  await task.getByRole("button", { name: "Close the task" }).click();
  await expect(column(page, "In review").getByText(person.name)).toBeVisible();

  await titles(page, "In review").click();
  await task.getByRole("button", { name: "Delete NG-1" }).click();
  // It is left before anything is read again.
  let readOn = () => {};
  const isLeft = new Promise<void>((resolve) => {
    readOn = resolve;
  });
  await page.route("**/api/v1/**/board*", async (route) => {
    await isLeft;
    await route.continue();
  });
  await page
    .getByRole("dialog", { name: "Delete NG-1?" })
    .getByRole("button", { name: "Delete task" })
    .click();
  await expect(page).toHaveURL(address);
  readOn();
  await expect(titles(page, "In review")).toHaveCount(0);
});

test("what is typed of a task while the text before it is still being saved is saved after it", async ({
  page,
  owner,
}) => {
  const { address, tasks } = await openBoard(page, owner, ["One"]);
  await page.goto(`${address}?task=1`);
  const task = page.getByRole("dialog", { name: "NG-1" });
  let goOn = () => {};
  const isHeld = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const sent: { description?: string }[] = [];
  await page.route("**/api/v1/**/tasks/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    sent.push(route.request().postDataJSON());
    await isHeld;
    await route.continue();
  });
  const description = task.getByLabel("Description");
  await description.fill("With a word");
  await task.getByLabel("Title").focus();
  await expect.poll(() => sent.length).toBe(1);
  await description.fill("With a word on why.");
  await description.press("Escape");
  goOn();
  await expect(page).toHaveURL(address);
  expect(sent.map((body) => body.description)).toEqual(["With a word", "With a word on why."]);
  const { description: stored } = await api<{ description: string }>(
    page.request,
    owner.bearer,
    "GET",
    `${tasks}/1`,
  );
  expect(stored).toBe("With a word on why.");
});

test("a task has a priority, labels, a due date and comments", async ({ page, person, owner }) => {
  test.slow();
  const { address, tasks } = await openBoard(page, owner, ["One", "Two"]);
  await page.goto(`${address}?task=1`);
  const task = page.getByRole("dialog", { name: "NG-1" });
  await task.getByRole("combobox", { name: "Priority" }).click();
  await page.getByRole("option", { name: "Urgent" }).click();
  await task.getByLabel("Due date").fill("2026-01-31");
  await task.getByRole("combobox", { name: "Labels" }).fill("Bug");
  await page.keyboard.press("Enter");
  const log = task.getByRole("list", { name: "Comments and activity, newest first" });
  for (const words of [
    "set the priority to Urgent",
    "set the due date to 31 Jan 2026",
    "added Bug",
    "created the task",
  ]) {
    await expect(log.getByText(words)).toBeVisible();
  }

  await task.getByLabel("Write a comment").fill("<b>Not</b> before\nMonday");
  await task.getByRole("button", { name: "Comment", exact: true }).click();
  const comment = log.getByRole("article", { name: `${person.name}'s comment` });
  await expect(comment).toContainText("<b>Not</b> before");
  await expect(task.getByLabel("Write a comment")).toHaveValue("");
  await comment.getByRole("button", { name: "Edit the comment" }).click();
  await comment.getByLabel("Text of the comment").fill("Before **Monday**, see [x](javascript:alert(1))");
  await comment.getByRole("button", { name: "Save" }).click();
  await expect(comment).toContainText("Before Monday");
  await expect(comment.locator("strong")).toHaveText("Monday");
  await expect(comment.getByRole("link")).toHaveCount(0);
  await expect(comment).toContainText("edited");
  await expectAccessible(page);
  await comment.getByRole("button", { name: "Delete the comment" }).click();
  const asked = page.getByRole("dialog", { name: "Delete this comment?" });
  await asked.getByRole("button", { name: "Delete comment" }).click();
  await expect(comment).toHaveCount(0);
  await page.reload();
  await expect(task.getByLabel("Due date")).toHaveValue("2026-01-31");
  await expect(task.getByRole("combobox", { name: "Priority" })).toHaveValue("Urgent");
  await task.getByRole("button", { name: "Close the task" }).click();

  const card = cardOf(page, "One");
  await expect(card.getByRole("img", { name: "Priority: Urgent" })).toBeVisible();
  await expect(card.getByText("Bug", { exact: true })).toBeVisible();
  await expect(card.getByText("Overdue since")).toBeAttached();
  await expectAccessible(page);

  await api(page.request, owner.bearer, "PATCH", `${tasks}/2`, { priority: "low" });
  await page.getByRole("combobox", { name: "Priority" }).click();
  await page.getByRole("option", { name: "Low", exact: true }).click();
  await expect(titles(page, "To do")).toHaveText(["Two"]);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("combobox", { name: "Label" }).click();
  await page.getByRole("option", { name: "Bug", exact: true }).click();
  await expect(titles(page, "To do")).toHaveText(["One"]);
  await expect(page).toHaveURL(`${address}?label=Bug`);
});

test("the board is filtered by person and text, in the address", async ({ page, owner }) => {
  const { address, tasks } = await openBoard(page, owner, ["One", "Two"]);
  const me = await api<{ id: string }>(page.request, owner.bearer, "GET", "/developers/me");
  await api(page.request, owner.bearer, "PATCH", `${tasks}/2`, { assignee_id: me.id });
  await page.getByRole("combobox", { name: "Assignee" }).click();
  await page.getByRole("option", { name: "Me", exact: true }).click();
  await expect(titles(page, "To do")).toHaveText(["Two"]);
  await expect(page).toHaveURL(`${address}?assignee=${me.id}`);
  await page.reload();
  await expect(titles(page, "To do")).toHaveText(["Two"]);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByLabel("Search tasks").fill("NG-1");
  await expect(titles(page, "To do")).toHaveText(["One"]);
  await expect(page).toHaveURL(`${address}?search=NG-1`);
});

test.describe("a request that the server refuses", () => {
  test.use({ expectedErrors: [/status of (409|500)/] });

  test("moves back, and says why", async ({ page, owner }) => {
    await openBoard(page, owner, ["One", "Two"]);
    await page.route("**/tasks/2/move", (route) =>
      route.fulfill({ status: 500, json: { detail: "Something went wrong on our side." } }),
    );
    await page.getByRole("button", { name: "Move NG-2" }).click();
    await page.getByRole("menuitem", { name: "Done" }).click();
    await expect(page.getByText("NG-2 was not moved")).toBeVisible();
    await expect(titles(page, "To do")).toHaveText(["One", "Two"]);
    await page.route("**/tasks", (route) =>
      route.fulfill({ status: 500, json: { detail: "Something went wrong on our side." } }),
    );
    await page.getByRole("button", { name: "Add a task to Done" }).click();
    const field = page.getByLabel("Title of a new task in Done");
    await field.fill("Not lost");
    await field.press("Enter");
    await expect(page.getByText("The task was not created")).toBeVisible();
    await expect(field).toHaveValue("Not lost");
  });

  test("shows its error at the address that another project has taken", async ({ page, owner }) => {
    const taken = `p-${owner.workspace.id}`;
    await api(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
      name: "First",
      public_slug: taken,
    });
    const { address } = await openBoard(page, owner, ["One"]);
    await page.goto(`${address}/settings`);
    const card = page.getByRole("region", { name: "Public page" });
    await card.getByRole("switch", { name: "Publish this project" }).click({ force: true });
    await expect(card.getByLabel("Address")).toHaveValue(/^[a-z0-9-]+$/);
    await card.getByLabel("Address").fill("");
    await card.getByRole("button", { name: "Save" }).click();
    await expect(card.getByText("A public page needs an address")).toBeVisible();
    await card.getByLabel("Address").fill(taken);
    await card.getByRole("button", { name: "Save" }).click();
    await expect(card.getByRole("alert")).toContainText("is taken");
    await expect(card.getByLabel("Address")).toHaveValue(taken);
  });
});

test("settings are saved, and an archived project is read-only until it is restored", async ({
  page,
  person,
  owner,
}) => {
  test.slow();
  const { address } = await openBoard(page, owner, ["One"]);
  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Settings" }).click();
  const general = page.getByRole("region", { name: "General" });
  await general.getByLabel("Name").fill("Note H");
  await general.getByLabel("Key").fill("nh");
  await general.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Note H" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Members of Note H" }).getByText(person.name)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Archive this project" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive project" }).click();
  await expect(page.getByText("This project is archived")).toBeVisible();
  await page.goto(address);
  await expect(column(page, "To do").getByText("NH-1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a task to To do" })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`${owner.home}/projects`);
  await expect(page.getByText("No projects yet")).toBeVisible();
  await page.getByText("Archived", { exact: true }).click();
  await expect(page).toHaveURL(/\?show=archived$/);
  await page.getByRole("link", { name: "Note H" }).click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await expect(page.getByRole("button", { name: "Add a task to To do" })).toBeVisible();
});

test("settings and categories that are changed while others are being saved are not lost", async ({
  page,
  owner,
}) => {
  const { address } = await openBoard(page, owner, ["One"]);
  await page.goto(`${address}/settings`);
  let answer = () => {};
  const isTyped = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const requests: string[] = [];
  await page.route(
    /\/api\/v1\/workspaces\/[^/]+\/projects\/[^/?]+(\/requests\/settings)?$/,
    async (route) => {
      if (route.request().method() === "PATCH") {
        requests.push(route.request().postData() ?? "");
        await isTyped;
      }
      await route.continue();
    },
  );
  const general = page.getByRole("region", { name: "General" });
  const save = general.getByRole("button", { name: "Save" });
  await general.getByLabel("Name").fill("Note H");
  await save.click();
  await expect.poll(() => requests).toHaveLength(1);
  await general.getByLabel("Name").fill("Note I");
  const categories = page.getByRole("region", { name: "Look" }).getByRole("combobox", { name: "Categories" });
  for (const category of ["App", "Site"]) {
    await categories.fill(category);
    await categories.press("Enter");
  }
  answer();
  await expect(page.getByRole("heading", { level: 1, name: "Note H" })).toBeVisible();
  await expect(general.getByLabel("Name")).toHaveValue("Note I");
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page.getByRole("heading", { level: 1, name: "Note I" })).toBeVisible();
  await expect
    .poll(() => requests.filter((body) => body.includes("categories")).at(-1))
    .toBe(JSON.stringify({ categories: ["App", "Site"] }));
});

test("labels that are typed in a row are sent one after the other, so that the last ones hold", async ({
  page,
  owner,
}) => {
  await openBoard(page, owner, ["One"]);
  const requests: string[] = [];
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/tasks\/1$/, async (route) => {
    if (route.request().method() === "PATCH") {
      requests.push(route.request().postData() ?? "");
      await isAnswered;
    }
    await route.continue();
  });
  await page.getByRole("link", { name: "One", exact: true }).click();
  const labels = page.getByRole("dialog").getByRole("combobox", { name: "Labels" });
  for (const label of ["api", "web"]) {
    await labels.fill(label);
    await labels.press("Enter");
  }
  await expect(page.getByRole("dialog").getByText("web", { exact: true })).toBeVisible();
  expect(requests).toEqual([JSON.stringify({ labels: ["api"] })]);
  answer();
  await expect.poll(() => requests.at(-1)).toBe(JSON.stringify({ labels: ["api", "web"] }));
});

test("a viewer sees the board and its settings, and can't change them", async ({
  page,
  owner,
  openGuest,
}) => {
  const { address } = await openBoard(page, owner, ["One"]);
  const { page: theirs, id, name } = await openGuest("viewer");
  // They are in the workspace and not in the project, and named all the same where the address asks for their tasks.
  await page.goto(`${address}?assignee=${id}`);
  await expect(page.getByRole("combobox", { name: "Assignee" })).toHaveValue(name);
  await theirs.goto(address);
  await expect(titles(theirs, "To do")).toHaveText(["One"]);
  await expect(theirs.getByText("can_edit_tasks")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Move NG-1" })).toHaveCount(0);
  await titles(theirs, "To do").click();
  await expect(theirs.getByRole("dialog").getByLabel("Title")).not.toBeEditable();
  await theirs.goto(`${address}/settings`);
  await expect(theirs.getByText("can_manage_projects")).toBeVisible();
  await expect(theirs.getByLabel("Name")).toBeDisabled();
  await expect(theirs.getByRole("button", { name: "Archive this project" })).toHaveCount(0);
  await theirs.context().close();
});
