import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

const PHONE = { width: 390, height: 844 };

test("a team is created, gets members and a lead, loses one with undo, and is deleted by typing its name", async ({
  page,
  owner,
  openGuest,
}) => {
  test.slow();
  const guest = await openGuest("developer");
  await guest.page.context().close();

  await page.goto(`${owner.home}/teams`);
  await expect(page.getByText("No teams yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New team" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create team" }).click();
  await expect(dialog.getByText("Give it a name")).toBeVisible();
  await dialog.getByLabel("Name").fill("Platform");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create team" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Platform" })).toBeVisible();

  // Enter takes the only one that is found.
  const field = page.getByRole("combobox", { name: "Person to add" });
  await field.fill(guest.email);
  await expect(page.getByRole("option")).toHaveText([new RegExp(guest.name)]);
  await field.press("Enter");
  await expect(field).toHaveValue(guest.name);
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const members = page.getByRole("list", { name: "Members of Platform" });
  await expect(members.getByText(guest.email)).toBeVisible();
  await expect(members.getByText("By hand")).toBeVisible();
  // Whoever is in already is not on offer.
  await page.getByRole("combobox", { name: "Person to add" }).fill(guest.email);
  await expect(page.getByText("Nobody by that name")).toBeVisible();
  await page.keyboard.press("Escape");

  await members.getByRole("button", { name: `Change ${guest.name}` }).click();
  await page.getByRole("menuitem", { name: "Make a lead" }).click();
  await expect(members.getByText("Lead")).toBeVisible();
  await members.getByRole("button", { name: `Change ${guest.name}` }).click();
  await page.getByRole("menuitem", { name: "Take out" }).click();
  await expect(page.getByText("Nobody yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(members.getByText("Lead")).toBeVisible();
  await page.reload();
  await expect(members.getByText("Lead")).toBeVisible();
  await expect(page.getByText("No commits are known to be theirs")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "More about Platform" }).click();
  await page.getByRole("menuitem", { name: "Delete team" }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete team" });
  await expect(confirm).toBeDisabled();
  await page.getByRole("dialog").getByRole("textbox").fill("platform");
  await confirm.click();
  await expect(page).toHaveURL(`${owner.home}/teams`);
  await expect(page.getByText("No teams yet")).toBeVisible();
});

test("filters are kept in the address, survive a reload, and can be cleared", async ({
  page,
  owner: { bearer, path, home },
}) => {
  for (const name of ["Platform", "Design", "<b>Bold</b>"]) {
    await api(page.request, bearer, "POST", `${path}/teams`, { name });
  }
  await page.goto(`${home}/teams`);
  const teams = page.getByRole("list", { name: "Teams" });
  // Names are text, whatever they hold.
  await expect(teams.getByRole("link", { name: "<b>Bold</b>" })).toBeVisible();
  await page.getByLabel("Search teams").fill("plat");
  await expect(page).toHaveURL(/\?search=plat$/);
  await expect(teams.getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(teams.getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Search teams").fill("nothing like it");
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(page).toHaveURL(`${home}/teams`);
  await expect(teams.getByRole("listitem")).toHaveCount(3);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});

test("a team that has no source yet can't be synced, and says what is missing", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const team = await api<{ id: string }>(page.request, bearer, "POST", `${path}/teams`, {
    name: "Crew",
    type: "repo_based",
  });
  await page.goto(`${home}/teams/${team.id}`);
  await expect(page.getByRole("button", { name: "Sync now" })).toBeDisabled();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("combobox", { name: "Source repositories" }).click();
  await expect(page.getByText("This workspace has adopted no repository yet")).toBeVisible();
});

test.describe("without permission", () => {
  test.use({ expectedErrors: [/status of 40[34]/] });

  test("teams can be read and not changed, and where they can't be read the page names what is missing", async ({
    page,
    owner,
    openGuest,
  }) => {
    await api(page.request, owner.bearer, "POST", `${owner.path}/teams`, { name: "Platform" });
    const guest = await openGuest("viewer");
    await guest.page.goto(`${owner.home}/teams`);
    await expect(guest.page.getByRole("link", { name: "Platform", exact: true })).toBeVisible();
    await expect(guest.page.getByRole("button", { name: "New team" })).toHaveCount(0);
    await guest.page.getByRole("link", { name: "Platform", exact: true }).click();
    await expect(guest.page.getByText("Nobody yet")).toBeVisible();
    await expect(guest.page.getByRole("button", { name: "Edit" })).toHaveCount(0);
    await expect(guest.page.getByLabel("Person to add")).toHaveCount(0);

    await api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, {
      permission_overrides: { can_view_teams: false },
    });
    await guest.page.goto(`${owner.home}/teams`);
    await expect(guest.page.getByRole("heading", { name: "You can't open this page" })).toBeVisible();
    await expect(guest.page.getByText("can_view_teams")).toBeVisible();
    await expect(guest.page.getByRole("link", { name: "Teams" })).toHaveCount(0);
    await guest.page.context().close();
  });

  test("a team of another workspace is not found", async ({ page, owner: { home } }) => {
    await page.goto(`${home}/teams/01890000-0000-7000-8000-000000000000`);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Team not found");
  });
});

test.describe("a team of hundreds", () => {
  // Its figures ask for people who are not there.
  test.use({ expectedErrors: [/status of 422/] });

  test("somebody can be added to it", async ({ page, person, owner }) => {
    const { bearer, path, home } = owner;
    const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/teams`, { name: "Crew" });
    const people = Array.from({ length: 200 }, (_, index) => ({
      developer_id: `of-many-${index}`,
      name: `Member ${index}`,
      email: `${index}@example.com`,
      avatar_url: null,
      role: "member",
      source: "manual",
    }));
    await page.route(/\/teams\/[^/]+\/members/, (route) => route.fulfill({ json: people }));
    // They are also the first of the workspace; the owner is on the page after theirs.
    await page.route(/\/workspaces\/[^/]+\/members\?.*limit=200/, (route) =>
      route.fulfill({ json: people, headers: { link: `<${path}/members?status=active>; rel="next"` } }),
    );
    await page.goto(`${home}/teams/${id}`);
    await page.getByRole("combobox", { name: "Person to add" }).click();
    await expect(page.getByRole("option")).toHaveCount(1);
    await expect(page.getByRole("option")).toContainText(person.name);
  });
});

test.describe("a team whose members can't be read", () => {
  test.use({ expectedErrors: [/status of 429/] });

  test("says so, and does not wait for their figures", async ({ page, owner: { bearer, path, home } }) => {
    const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/teams`, { name: "Crew" });
    await page.route(/\/teams\/[^/]+\/members/, (route) =>
      route.fulfill({ status: 429, json: { detail: "Too many requests. Try again in a minute." } }),
    );
    await page.goto(`${home}/teams/${id}`);
    await expect(page.getByRole("alert").filter({ hasText: "We could not load the members" })).toBeVisible();
    await expect(page.locator("[role=status][aria-label]")).toHaveCount(0);
  });
});
