import type { Page } from "@playwright/test";
import { api, comeBack, expect } from "@/tests/e2e/fixtures";
import { type Owner, test } from "@/tests/e2e/people";

/* What somebody types stays theirs, whatever others do to their rights or to the thing meanwhile. */

type Made = { id: string };

const post = <T = Made>(page: Page, { bearer, path }: Owner, below: string, body: unknown) =>
  api<T>(page.request, bearer, "POST", `${path}/${below}`, body);

/** One with a single cell. */
async function aTable(page: Page, owner: Owner): Promise<Made> {
  const table = await post(page, owner, "tables", {
    name: "Parts",
    columns: [{ key: "part", name: "Part", type: "text" }],
  });
  await post(page, owner, `tables/${table.id}/rows`, { values: { part: "Wheel" } });
  return table;
}

test.describe("whoever loses a right", () => {
  // What is no longer permitted is refused until the page knows.
  test.use({ expectedErrors: [/status of 403/] });

  test("keeps an open dialog with what they typed, and is told why it can't be saved", async ({
    page,
    owner,
    openGuest,
  }) => {
    const guest = await openGuest("manager");
    await guest.page.goto(`${owner.home}/teams?new=1`);
    const dialog = guest.page.getByRole("dialog", { name: "New team" });
    await dialog.getByLabel("Name").fill("Wheelwrights");
    await api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, {
      permission_overrides: { can_manage_teams: false, can_view_teams: false },
    });
    await expect(guest.page.getByText("What you may do here has changed")).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByLabel("Name")).toHaveValue("Wheelwrights");
    await dialog.getByRole("button", { name: "Create team" }).click();
    await expect(dialog.getByText("Permission denied")).toBeVisible();
    await expect(dialog.getByLabel("Name")).toHaveValue("Wheelwrights");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(guest.page.getByRole("heading", { name: "You can't open this page" })).toBeVisible();
    await guest.page.context().close();
  });

  test("keeps a task with what they typed of it, and is told why it is not saved", async ({
    page,
    owner,
    openGuest,
  }) => {
    const project = await post(page, owner, "projects", { name: "Engines" });
    await post(page, owner, `projects/${project.id}/tasks`, { title: "Oil it" });
    const guest = await openGuest("manager");
    await guest.page.goto(`${owner.home}/projects/${project.id}?task=1`);
    const drawer = guest.page.getByRole("dialog");
    await drawer.getByLabel("Title").fill("Oil it twice");
    await drawer.getByLabel("Write a comment").fill("With the thick one");
    await drawer.getByLabel("Title").fill("Oil it every day");
    await api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, {
      permission_overrides: { can_manage_projects: false, can_edit_tasks: false, can_view_projects: false },
    });
    await expect(guest.page.getByText("What you may do here has changed")).toBeVisible({ timeout: 60_000 });
    await expect(drawer.getByLabel("Write a comment")).toHaveValue("With the thick one");
    await drawer.getByLabel("Title").blur();
    await expect(drawer.getByText("That was not saved")).toBeVisible();
    await expect(drawer.getByLabel("Title")).toHaveValue("Oil it every day");
    await guest.page.context().close();
  });

  test("keeps the cell that they were typing", async ({ page, owner, openGuest }) => {
    const table = await aTable(page, owner);
    const guest = await openGuest("manager");
    await guest.page.goto(`${owner.home}/tables/${table.id}`);
    await guest.page.getByRole("gridcell", { name: "Wheel" }).click();
    await guest.page.keyboard.type("Axle of brass");
    await api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, {
      permission_overrides: { can_manage_tables: false, can_edit_rows: false, can_view_tables: false },
    });
    await expect(guest.page.getByText("You can't save here any more")).toBeVisible({ timeout: 60_000 });
    await expect(guest.page.getByRole("grid").getByRole("textbox")).toHaveValue("Axle of brass");
    await guest.page.context().close();
  });

  test("keeps a form that they were building until they leave it", async ({ page, owner, openGuest }) => {
    const form = await post(page, owner, "forms", {
      name: "Engines",
      fields: [{ key: "name", label: "Your name", type: "text" }],
    });
    const guest = await openGuest("manager");
    await guest.page.goto(`${owner.home}/forms/${form.id}`);
    const name = guest.page.getByLabel("Name", { exact: true });
    await name.fill("Your engines");
    await api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, {
      permission_overrides: { can_manage_forms: false, can_view_forms: false },
    });
    await expect(guest.page.getByText("You can't save here any more")).toBeVisible({ timeout: 60_000 });
    await expect(name).toHaveValue("Your engines");
    await expect(guest.page.getByText("Not saved: you may not change this any more")).toBeVisible();
    await guest.page.getByRole("link", { name: "Members", exact: true }).click();
    await guest.page.getByRole("button", { name: "Leave" }).click();
    await expect(guest.page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
    await guest.page.goBack();
    await expect(guest.page.getByRole("heading", { name: "You can't open this page" })).toBeVisible();
    await guest.page.context().close();
  });
});

test("a role that is renamed in another tab keeps that name when this tab saves something else of it", async ({
  page,
  owner,
}) => {
  const role = await post(page, owner, "roles", { name: "Temporary", based_on_template: "member" });
  await page.clock.install();
  await page.goto(`${owner.home}/roles/${role.id}`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Temporary");
  const other = await page.context().newPage();
  await other.goto(`${owner.home}/roles/${role.id}`);
  await other.getByLabel("Name", { exact: true }).fill("Permanent");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Permanent is saved")).toBeVisible();
  await other.close();

  await page.getByLabel("Description").fill("For the season");
  await comeBack(page);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Permanent");
  await expect(page.getByLabel("Description")).toHaveValue("For the season");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Permanent is saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Permanent" })).toBeVisible();
});

test.describe("a role that two people rename in the same second", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("gets the later name only once whoever is later has read the earlier one", async ({ page, owner }) => {
    const role = await post(page, owner, "roles", { name: "Temporary", based_on_template: "member" });
    const at = `${owner.path}/roles/${role.id}`;
    await page.goto(`${owner.home}/roles/${role.id}`);
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Mine");
    await page.getByLabel("Description").fill("For the season");
    let isFirst = true;
    await page.route(`**${at}`, async (route) => {
      if (route.request().method() !== "PATCH" || !isFirst) return route.continue();
      isFirst = false;
      await api(page.request, owner.bearer, "PATCH", at, { name: "Theirs" });
      await route.continue();
    });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Somebody else has just changed this to “Theirs”.")).toBeVisible();
    await expect(name).toHaveValue("Mine");
    await expect(page.getByRole("heading", { level: 1, name: "Theirs" })).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Mine is saved")).toBeVisible();
    expect(await api(page.request, owner.bearer, "GET", at)).toMatchObject({
      name: "Mine",
      description: "For the season",
    });
  });
});

test.describe("a project that two people change in the same second", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("keeps the earlier name and address until whoever is later has read them", async ({ page, owner }) => {
    const project = await post(page, owner, "projects", { name: "Engines" });
    const at = `${owner.path}/projects/${project.id}`;
    await page.clock.install();
    await page.goto(`${owner.home}/projects/${project.id}/settings`);
    let theirs: object | null = null;
    await page.route(`**${at}`, async (route) => {
      const earlier = route.request().method() === "PATCH" ? theirs : null;
      if (earlier) {
        theirs = null;
        await api(page.request, owner.bearer, "PATCH", at, earlier);
      }
      await route.continue();
    });
    await page.getByLabel("Name", { exact: true }).fill("Looms");
    theirs = { name: "Mills", slug: "mills" };
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByText("Somebody else has just changed this to “Mills”.")).toBeVisible();
    await expect(page.getByLabel("Slug")).toHaveValue("mills");
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Looms" })).toBeVisible();

    const address = page.getByLabel("Address");
    const [looms, mills] = [`looms-${project.id}`, `mills-${project.id}`];
    await address.fill(looms);
    theirs = { public_slug: mills };
    await page.getByRole("button", { name: "Save" }).nth(1).click();
    const clash = page.getByText(`Somebody else has just changed this to “${mills}”.`);
    await expect(clash).toBeVisible();
    // It stays while the project is read again.
    const again = page.waitForResponse((got) => got.url().endsWith(at) && got.request().method() === "GET");
    await comeBack(page);
    await (await again).finished();
    await expect(page.getByPlaceholder("mills")).toHaveValue(looms);
    await expect(clash).toBeVisible();
    await expect(address).toHaveValue(looms);
    await page.getByRole("button", { name: "Save" }).nth(1).click();
    await expect
      .poll(() => api(page.request, owner.bearer, "GET", at))
      .toMatchObject({ name: "Looms", slug: "mills", public_slug: looms });
  });
});

test("a role with unsaved changes asks before a link leads away from it", async ({ page, owner }) => {
  const role = await post(page, owner, "roles", { name: "Temporary", based_on_template: "member" });
  await page.goto(`${owner.home}/roles/${role.id}`);
  await page.getByLabel("Name", { exact: true }).fill("Permanent");
  await page.getByRole("link", { name: "← Roles" }).click();
  const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Permanent");
});

test("a view that is renamed or narrowed keeps what another tab made of the rest", async ({
  page,
  owner,
}) => {
  const views = `${owner.path}/crm/objects/deal/views`;
  const { id } = await api<Made>(page.request, owner.bearer, "POST", views, {
    name: "Mine",
    is_shared: false,
    filter: null,
    sort: "-created_at",
    columns: [],
  });
  const read = async () =>
    (
      await api<{ id: string; name: string; is_shared: boolean; sort: string; columns: string[] }[]>(
        page.request,
        owner.bearer,
        "GET",
        views,
      )
    ).find((view) => view.id === id);
  const change = (body: object) => api(page.request, owner.bearer, "PATCH", `${views}/${id}`, body);
  await page.goto(`${owner.home}/crm/deal?view=${id}&columns=stage`);
  await page.getByRole("button", { name: "Save view" }).waitFor();
  await change({ sort: "name" });
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("button", { name: "Save view" })).toHaveCount(0);
  expect(await read()).toMatchObject({ sort: "name", columns: ["stage"] });

  await page.getByRole("button", { name: "Actions for the view Mine" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename the view" });
  await dialog.getByLabel("Name").fill("Ours");
  await change({ is_shared: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await read()).toMatchObject({ name: "Ours", is_shared: true });
});

test.describe("what somebody else deletes", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("is no longer shown once the page hears that it is gone", async ({ page, owner, openGuest }) => {
    const guest = await openGuest("developer");
    await guest.page.context().close();
    const team = await post(page, owner, "teams", { name: "Wheelwrights", type: "manual" });
    await page.goto(`${owner.home}/teams/${team.id}`);
    await page.getByRole("combobox", { name: "Person to add" }).fill(guest.email);
    await page.getByRole("option", { name: guest.name }).click();
    await page.request.delete(`${owner.path}/teams/${team.id}`, {
      headers: { authorization: `Bearer ${owner.bearer}` },
    });
    const main = page.getByRole("main");
    await expect(main.getByRole("alert").filter({ hasText: "Team not found" })).toBeVisible();
    await expect(main.getByRole("heading", { name: "Wheelwrights" })).toHaveCount(0);
    await expect(main.getByRole("link", { name: "← Teams" })).toBeVisible();
  });

  test("is no longer shown in a drawer either, once nothing of it is being typed", async ({
    page,
    owner,
  }) => {
    const project = await post(page, owner, "projects", { name: "Engines" });
    const task = await post(page, owner, `projects/${project.id}/tasks`, { title: "Oil it" });
    await page.goto(`${owner.home}/projects/${project.id}?task=1`);
    const drawer = page.getByRole("dialog");
    const comment = drawer.getByLabel("Write a comment");
    await comment.fill("With the thick one");
    await page.request.delete(`${owner.path}/projects/${project.id}/tasks/${task.id}`, {
      headers: { authorization: `Bearer ${owner.bearer}` },
    });
    await expect(drawer.getByRole("alert").filter({ hasText: "Task not found" })).toBeVisible();
    await expect(comment).toHaveValue("With the thick one");
    await comment.clear();
    await expect(drawer.getByLabel("Title")).toHaveCount(0);
    await expect(drawer.getByRole("alert")).toContainText("Task not found");
    // Nothing is left to be copied or deleted.
    await expect(drawer.getByRole("button", { name: /^(Copy|Delete)/ })).toHaveCount(0);
  });

  test("is no longer shown on a page that nobody touches, and what they rename is called so there", async ({
    page,
    owner,
  }) => {
    const ask = (method: "PATCH" | "DELETE", under: string, data: object = {}) =>
      page.request.fetch(`${owner.path}/${under}`, {
        method,
        headers: { authorization: `Bearer ${owner.bearer}` },
        data,
      });
    const pages = [
      { noun: "project", lists: "projects", body: {} },
      { noun: "team", lists: "teams", body: { type: "manual" } },
      { noun: "role", lists: "roles", body: {} },
    ];
    for (const { noun, lists, body } of pages) {
      const { id } = await post(page, owner, lists, { name: "Looms", ...body });
      await page.goto(`${owner.home}/${lists}/${id}`);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toContainText("Looms");
      await ask("PATCH", `${lists}/${id}`, { name: "Mills" });
      await expect(heading, `a ${noun}'s name`).toContainText("Mills", { timeout: 40_000 });
      // A project is archived, not deleted.
      if (noun === "project") continue;
      await ask("DELETE", `${lists}/${id}`);
      await expect(heading, `a ${noun} that is gone`).toContainText("not found", { timeout: 40_000 });
      await expect(page.getByText("not found"), "said once").toHaveCount(1);
    }
  });

  test("stays as long as a cell of it is being typed", async ({ page, owner }) => {
    const table = await aTable(page, owner);
    await page.goto(`${owner.home}/tables/${table.id}`);
    await page.getByRole("gridcell", { name: "Wheel" }).click();
    await page.keyboard.type("Axle of brass");
    await page.request.delete(`${owner.path}/tables/${table.id}`, {
      headers: { authorization: `Bearer ${owner.bearer}` },
    });
    await expect(page.getByText("Table not found").first()).toBeVisible({ timeout: 60_000 });
    const cell = page.getByRole("grid").getByRole("textbox");
    await expect(cell).toHaveValue("Axle of brass");
    await cell.press("Escape");
    await expect(page.getByRole("grid")).toHaveCount(0);
  });
});

test("a request shows the task that somebody else links, and keeps the one that is being typed", async ({
  page,
  owner,
}) => {
  const public_slug = `mills-${crypto.randomUUID()}`;
  const project = await post(page, owner, "projects", {
    name: "Mills",
    key: "ML",
    is_public: true,
    public_slug,
  });
  const tasks = `projects/${project.id}/tasks`;
  for (const title of ["Oil it", "Cut brass"]) await post(page, owner, tasks, { title });
  const made = await api<Made>(
    page.request,
    owner.bearer,
    "POST",
    `/api/v1/public/projects/${public_slug}/requests`,
    {
      title: "Quieter mills",
    },
  );
  const link = (task_number: number) =>
    api(page.request, owner.bearer, "PATCH", `${owner.path}/projects/${project.id}/requests/${made.id}`, {
      task_number,
    });
  await page.clock.install();
  await page.goto(`${owner.home}/projects/${project.id}/requests`);
  await page.getByText("Quieter mills").first().click();
  const task = page.getByLabel("Task that implements it");
  await expect(task).toHaveValue("");
  await link(1);
  await comeBack(page);
  await expect(task).toHaveValue("ML-1");
  await task.fill("ML-2");
  await comeBack(page);
  await expect(task).toHaveValue("ML-2");
  await task.press("Enter");
  await expect(page.getByText("Cut brass")).toBeVisible();
  await link(1);
  await comeBack(page);
  await expect(task).toHaveValue("ML-1");
});

test("teams and tables of one name can be told apart in their lists", async ({ page, owner }) => {
  for (const name of ["Wheelwrights", "Wheelwrights", "Clerks"]) {
    await post(page, owner, "teams", { name, type: "manual" });
    await post(page, owner, "tables", { name });
  }
  await page.goto(`${owner.home}/teams`);
  await expect(page.getByText("wheelwrights · 0 members")).toBeVisible();
  await expect(page.getByText(/wheelwrights-\S+ · 0 members/)).toBeVisible();
  await expect(page.getByText("clerks ·")).toHaveCount(0);
  await page.goto(`${owner.home}/tables`);
  await expect(
    page.getByRole("listitem").filter({ hasText: "Wheelwrights" }).getByText("created"),
  ).toHaveCount(2);
  await expect(page.getByRole("listitem").filter({ hasText: "Clerks" }).getByText("created")).toHaveCount(0);
});

test.describe("a note and a comment that others delete", () => {
  // They are gone when they are saved.
  test.use({ expectedErrors: [/status of 404/] });

  test("stay with what their author makes of them, who is told that they are gone", async ({
    page,
    owner,
  }) => {
    const remove = async (below: string) =>
      (
        await page.request.delete(`/api/v1${owner.path}/${below}`, {
          headers: { authorization: `Bearer ${owner.bearer}` },
        })
      ).status();
    const record = await post(page, owner, "crm/objects/company/records", { values: { name: "Looms" } });
    const notes = `crm/objects/company/records/${record.id}/notes`;
    const note = await post(page, owner, notes, { body: "Oil it" });
    const project = await post(page, owner, "projects", { name: "Engines" });
    await post(page, owner, `projects/${project.id}/tasks`, { title: "Oil it" });
    const comments = `projects/${project.id}/tasks/1/comments`;
    const comment = await post(page, owner, comments, { body: "With the thick one" });
    for (const [what, path, below] of [
      ["note", `crm/company/${record.id}`, `${notes}/${note.id}`],
      ["comment", `projects/${project.id}?task=1`, `${comments}/${comment.id}`],
    ]) {
      await page.goto(`${owner.home}/${path}`);
      await page.getByRole("button", { name: `Edit the ${what}` }).click();
      const text = page.getByLabel(`Text of the ${what}`);
      await text.fill("Every day, with the thick one");
      expect(await remove(below ?? "")).toBe(204);
      const written = page.getByRole("article").filter({ has: text });
      await written.getByRole("button", { name: "Save" }).click();
      await expect(written.getByText("somebody may have deleted it")).toBeVisible();
      await expect(text).toHaveValue("Every day, with the thick one");
      await written.getByRole("button", { name: "Cancel" }).click();
      await expect(text).toHaveCount(0);
      await expect(page.getByRole("article")).toHaveCount(0);
    }
  });
});
