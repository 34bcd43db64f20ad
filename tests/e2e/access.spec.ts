import type { Page } from "@playwright/test";
import { NAVIGATION } from "@/lib/ui/shell/navigation";
import { api, bearerOf, expect, expectAccessible, signInAs } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

const PHONE = { width: 390, height: 844 };

const statusOf = async (page: Page, bearer: string, path: string) =>
  (await page.request.get(path, { headers: { authorization: `Bearer ${bearer}` } })).status();

/** What of the API a permission opens. */
const AREAS = {
  "/members": "can_view_members",
  "/invites": "can_invite_members",
  "/roles": "can_view_roles",
  "/teams": "can_view_teams",
  "/projects": "can_view_projects",
  "/repositories": "can_view_repositories",
  "/audit": "can_view_audit",
  "/billing": "can_view_billing",
};

/** Holds the API to answering what the permissions open, and to refusing the rest. */
async function expectReach(page: Page, bearer: string, path: string, held: string[]): Promise<void> {
  const answers = await Promise.all(
    Object.keys(AREAS).map(async (area) => [area, await statusOf(page, bearer, path + area)]),
  );
  const expected = Object.entries(AREAS).map(([area, slug]) => [area, held.includes(slug) ? 200 : 403]);
  expect(answers).toEqual(expected);
}

/** Holds menu and pages to the same: what is not in the menu can't be opened by its address either. */
async function expectPages(page: Page, home: string, held: string[]): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Workspace" });
  const refusal = page.getByRole("heading", { name: "You can't open this page" });
  for (const { path, label, permission } of NAVIGATION) {
    if (permission === undefined) continue;
    const isOpen = held.includes(permission);
    await page.goto(`${home}/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(menu.getByRole("link", { name: label, exact: true })).toHaveCount(isOpen ? 1 : 0);
    await expect(refusal).toHaveCount(isOpen ? 0 : 1);
  }
}

test("a person is invited, joins, gets a custom role, can open exactly what it grants, and is removed", async ({
  page,
  person,
  browser,
  baseURL,
  owner: { home, path },
}) => {
  test.slow();
  const guest = { name: "Grace Guest", email: `grace-${person.email}` };

  await page.goto(`${home}/members?tab=invites`);
  await expect(page.getByText("No invites yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Invite" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send invite" }).click();
  await expect(dialog.getByText("Enter a complete email address")).toBeVisible();
  await dialog.getByLabel("Email").fill(guest.email);
  await dialog.getByRole("button", { name: "Role" }).click();
  await expect(page.getByRole("option", { name: /^Owner/ })).toContainText("can't be invited");
  await expectAccessible(page);
  // All of the list can be seen: the dialog, which is shorter, does not cut it.
  await expect(page.getByRole("listbox", { name: "Roles" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("option", { name: /^Viewer/ }).click();
  await dialog.getByRole("button", { name: "Send invite" }).click();
  await expect(dialog.getByText("No mail went out")).toBeVisible();
  await expectAccessible(page);
  const link = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  const invites = page.getByRole("list", { name: "Invites" });
  await expect(invites.getByRole("listitem")).toContainText([guest.email]);
  await expect(page.getByText(link)).toHaveCount(0);

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByRole("link", { name: "Sign in to accept" }).click();
  await signInAs(theirs, guest);
  await theirs.getByRole("button", { name: "Accept and open Engines" }).click();
  await expect(theirs).toHaveURL(new RegExp(`${home}$`));
  const menu = theirs.getByRole("navigation", { name: "Workspace" });
  await expect(menu.getByRole("link", { name: "Members" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Roles" })).toHaveCount(0);
  await theirs.goto(`${home}/roles`);
  await expect(theirs.getByRole("heading", { name: "You can't open this page" })).toBeVisible();
  await expect(theirs.getByText("can_view_roles")).toBeVisible();

  await page.goto(`${home}/roles`);
  await page.getByRole("button", { name: "New role" }).click();
  await dialog.getByLabel("Name").fill("Auditor");
  await dialog.getByRole("combobox", { name: "Start from" }).click();
  await page.getByRole("option", { name: /^Viewer/ }).click();
  await dialog.getByRole("button", { name: "Create role" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Auditor" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Read the audit log" }).check();
  await page.getByRole("checkbox", { name: "See roles and what they grant" }).check();
  await expect(page.getByText("+ added")).toHaveCount(2);
  await expect(page.getByText("2 differences from Viewer")).toBeVisible();
  await expect(page.getByText("This grants 2 more: nobody has it yet.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Auditor is saved")).toBeVisible();

  await page.goto(`${home}/members`);
  await page.getByRole("button", { name: `Role of ${guest.name}: Viewer` }).click();
  await page.getByRole("option", { name: /^Auditor/ }).click();
  await expect(page.getByText(`${guest.name} is now Auditor`)).toBeVisible();

  await theirs.goto(`${home}/roles`);
  await expect(theirs.getByRole("link", { name: "Auditor" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "New role" })).toHaveCount(0);
  await expect(menu.getByRole("link", { name: "Audit log" })).toBeVisible();
  const bearer = await bearerOf(theirs);
  const { permissions } = await api<{ permissions: string[] }>(page.request, bearer, "GET", `${path}/me`);
  expect(permissions).toEqual(expect.arrayContaining(["can_view_audit", "can_view_roles"]));
  await expectReach(theirs, bearer, path, permissions);
  await expectPages(theirs, home, permissions);

  await page.getByRole("button", { name: `Actions for ${guest.name}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(dialog.getByText("Nothing else here depends on them.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Remove member" })).toBeDisabled();
  await dialog.getByRole("textbox").fill(guest.email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove member" }).click();
  const members = page.getByRole("list", { name: "Members" });
  await expect(members.getByText(guest.email)).toHaveCount(0);
  await theirs.goto(`${home}/members`);
  await expect(theirs.getByRole("heading", { name: "This workspace can't be opened" })).toBeVisible();
  expect(await statusOf(theirs, bearer, `${path}/me`)).toBe(403);
  await expectReach(theirs, bearer, path, []);
  await context.close();
});

test("an invite gets a new link that ends the old one, and is withdrawn", async ({
  page,
  person,
  owner: { bearer, path, home },
}) => {
  const roles = await api<{ id: string; slug: string }[]>(page.request, bearer, "GET", `${path}/roles`);
  const email = `invited-${person.email}`;
  const custom_role_id = roles.find(({ slug }) => slug === "viewer")?.id;
  const { token } = await api<{ token: string }>(page.request, bearer, "POST", `${path}/invites`, {
    email,
    custom_role_id,
  });
  await page.goto(`${home}/members?tab=invites`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: `Actions for the invite of ${email}` }).click();
  await page.getByRole("menuitem", { name: "Send again with a new link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Copy the link" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole("button", { name: "Done" }).click();
  const statuses = () =>
    Promise.all(
      [token, link.split("/").at(-1)].map(async (each) =>
        (await page.request.get(`/api/v1/invites/${each}`)).status(),
      ),
    );
  expect(await statuses()).toEqual([404, 200]);
  await page.getByRole("button", { name: `Actions for the invite of ${email}` }).click();
  await page.getByRole("menuitem", { name: "Withdraw" }).click();
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("No invites yet")).toBeVisible();
  expect(await statuses()).toEqual([404, 404]);
});

test("a member's permissions are explained, overridden for them only, and restored", async ({
  page,
  owner,
  openGuest,
}) => {
  test.slow();
  const guest = await openGuest("developer");
  const held = async () =>
    (await api<{ permissions: string[] }>(page.request, guest.bearer, "GET", `${owner.path}/me`)).permissions;

  await page.goto(`${owner.home}/members`);
  await page.getByRole("button", { name: guest.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`member=${guest.id}`));
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("11 of 34 permissions")).toBeVisible();
  await expectAccessible(page);
  await drawer.getByLabel("Search permissions").fill("audit");
  await expect(drawer.getByText("The role Developer does not grant it")).toBeVisible();
  const audit = drawer.getByRole("radiogroup", { name: /^Read the audit log/ });
  await audit.getByText("Grant").click();
  await expect(drawer.getByText("Granted to them personally")).toBeVisible();
  await expect(drawer.getByText("1 unsaved change.")).toBeVisible();
  expect(await held()).not.toContain("can_view_audit");
  await drawer.getByRole("switch", { name: "Projects" }).click({ force: true });
  await drawer.getByLabel("Search permissions").fill("see projects");
  await expect(drawer.getByText("The app Projects is switched off for them")).toBeVisible();
  await expectAccessible(page);
  // Whoever closes it is asked first.
  await page.keyboard.press("Escape");
  const closing = page.getByRole("dialog", { name: "Close without saving?" });
  await closing.getByRole("button", { name: "Cancel" }).click();
  await expect(closing).toHaveCount(0);
  // And so is whoever goes back.
  await page.evaluate(() => window.history.back());
  const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await expect(leaving).toHaveCount(0);
  await expect(drawer.getByText("2 unsaved changes.")).toBeVisible();
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${guest.name}'s permissions are changed`)).toBeVisible();
  expect(await held()).toContain("can_view_audit");
  expect(await held()).not.toContain("can_view_projects");
  // What is changed elsewhere meanwhile is not undone.
  const member = await api<{ permission_overrides: object }>(
    page.request,
    owner.bearer,
    "GET",
    `${owner.path}/members/${guest.id}`,
  );
  await api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, {
    permission_overrides: { ...member.permission_overrides, can_view_billing: true },
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(held).toContain("can_view_projects");
  expect(await held()).not.toContain("can_view_audit");
  expect(await held()).toContain("can_view_billing");

  // The address leads to the same place again.
  await page.reload();
  await expect(drawer.getByText("12 of 34 permissions")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  // Whoever gives up what they changed is not asked twice.
  await page.getByRole("button", { name: guest.name, exact: true }).click();
  await drawer.getByRole("switch", { name: "Projects" }).press("Space");
  await page.keyboard.press("Escape");
  await closing.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: `Actions for ${guest.name}` }).click();
  await page.getByRole("menuitem", { name: "Suspend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  const members = page.getByRole("list", { name: "Members" });
  await expect(members.getByText("Suspended", { exact: true })).toBeVisible();
  const answer = () => statusOf(page, guest.bearer, `${owner.path}/me`);
  // The list shows it before the server has done it.
  await expect.poll(answer).toBe(403);
  await page.getByRole("button", { name: `Actions for ${guest.name}` }).click();
  await page.getByRole("menuitem", { name: "Reactivate" }).click();
  await expect(page.getByText(`${guest.name} is active again`)).toBeVisible();
  expect(await answer()).toBe(200);
  await guest.page.context().close();
});

test("roles and permissions that a person may not grant are disabled, with the reason", async ({
  page,
  person,
  owner,
  openGuest,
}) => {
  test.slow();
  const { page: theirs, id } = await openGuest("admin");
  await api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${id}`, {
    permission_overrides: { can_view_billing: false },
  });
  const role = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/roles`, {
    name: "<b>Boss</b>",
    permissions: ["can_view_members", "can_view_billing"],
    priority: 30,
  });

  await theirs.goto(`${owner.home}/members`);
  const members = theirs.getByRole("list", { name: "Members" });
  await expect(members.getByText("Owner", { exact: true })).toBeVisible();
  await expect(theirs.getByRole("button", { name: /^Role of/ })).toHaveCount(0);
  await theirs.getByRole("button", { name: `Actions for ${person.name}` }).click();
  await expect(theirs.getByRole("menuitem", { name: /can do and why/ })).toBeVisible();
  await expect(theirs.getByRole("menuitem", { name: "Suspend" })).toHaveCount(0);
  await theirs.keyboard.press("Escape");

  await theirs.goto(`${owner.home}/members?tab=invites&new=1`);
  await theirs.getByRole("dialog").getByRole("button", { name: "Role" }).click();
  const options = theirs.getByRole("option");
  await expect(options.filter({ hasText: "Admin" })).toContainText("Not below your own role");
  // Names are text, whatever they hold.
  await expect(options.filter({ hasText: "<b>Boss</b>" })).toContainText(
    "Grants can_view_billing that you don't have",
  );
  await theirs.keyboard.press("Escape");

  await theirs.goto(`${owner.home}/roles/${role.id}`);
  await expect(theirs.getByRole("checkbox", { name: "See the plan and its limits" })).toBeEnabled();
  await theirs.goto(`${owner.home}/roles`);
  await theirs.getByRole("link", { name: "Viewer" }).click();
  await expect(theirs.getByRole("checkbox", { name: "See the plan and its limits" })).toBeDisabled();
  await expect(theirs.getByText("you don't have it, so you can't grant it")).toBeVisible();
  await theirs.goto(`${owner.home}/roles`);
  await theirs.getByRole("link", { name: "Admin", exact: true }).click();
  await expect(theirs.getByText("This role is not below yours")).toBeVisible();
  await expect(theirs.getByRole("checkbox", { name: "Read the audit log" })).toBeDisabled();
  await expectAccessible(theirs);
  await theirs.context().close();
});

test("roles are compared side by side, and the choice is kept in the address", async ({
  page,
  owner: { home },
}) => {
  await page.goto(`${home}/roles/compare`);
  await expect(page.getByText("Nothing to compare yet")).toBeVisible();
  for (const name of ["Developer", "Sales"]) {
    await page.getByRole("button", { name: /^Another role/ }).click();
    await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  }
  const rows = page.getByRole("region", { name: "Comparison" }).getByRole("row");
  await expect(page.getByRole("columnheader", { name: /^Sales/ })).toBeVisible();
  await expect(rows.filter({ hasText: "Read the audit log" })).toHaveCount(1);
  await page.getByRole("switch", { name: "Only what differs" }).click({ force: true });
  await expect(rows.filter({ hasText: "Read the audit log" })).toHaveCount(0);
  await expect(rows.filter({ hasText: "See CRM objects" })).toHaveCount(1);
  await page.reload();
  await expect(rows.filter({ hasText: "See CRM objects" })).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test.describe("a role that is not there any more", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("leaves the other ones compared, and is named", async ({ page, owner: { bearer, path, home } }) => {
    const roles = await api<{ id: string; name: string }[]>(page.request, bearer, "GET", `${path}/roles`);
    const [gone, ...there] = [
      "01a21899-ba54-7338-9e0b-dd8d237fe08e",
      ...roles.filter(({ name }) => ["Developer", "Sales"].includes(name)).map(({ id }) => id),
    ];
    await page.goto(`${home}/roles/compare?roles=${[gone, ...there].join()}`);
    await expect(page.getByRole("alert").filter({ hasText: "Role not found" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Role 1.*Not found/ })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: /^Sales/ })).toBeVisible();
    await page.getByRole("button", { name: "Leave out role 1" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Role not found" })).toHaveCount(0);
  });
});

test("a change to a role is undone, and the role is deleted by typing its slug", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const role = await api<{ id: string }>(page.request, bearer, "POST", `${path}/roles`, {
    name: "Temporary",
    based_on_template: "member",
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(PHONE);
  await page.goto(`${home}/roles/${role.id}`);
  await page.getByRole("checkbox", { name: "All of CRM" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Temporary is saved")).toBeVisible();
  await expect(page.getByText("5 differences from Member")).toBeVisible();
  // What is changed elsewhere meanwhile is not undone.
  const { permissions } = await api<{ permissions: string[] }>(
    page.request,
    bearer,
    "GET",
    `${path}/roles/${role.id}`,
  );
  await api(page.request, bearer, "PATCH", `${path}/roles/${role.id}`, {
    permissions: [...permissions, "can_view_audit"],
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 difference from Member")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Read the audit log" })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Actions for Temporary" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("temporary");
  await page.getByRole("dialog").getByRole("button", { name: "Delete role" }).click();
  await expect(page).toHaveURL(`${home}/roles`);
  await expect(page.getByRole("link", { name: "Viewer" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Temporary" })).toHaveCount(0);
  await expectAccessible(page);
});

test("a role that an open invite gives says so, and can be deleted once the invite is withdrawn", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const role = await api<{ id: string }>(page.request, bearer, "POST", `${path}/roles`, {
    name: "Seasonal",
    based_on_template: "member",
  });
  const invite = await api<{ id: string }>(page.request, bearer, "POST", `${path}/invites`, {
    email: "helper@example.com",
    custom_role_id: role.id,
  });
  await page.goto(`${home}/roles/${role.id}`);
  await expect(page.getByText("0 members have it · 1 open invite gives it")).toBeVisible();
  const actions = page.getByRole("button", { name: "Actions for Seasonal" });
  await actions.click();
  const entry = page.getByRole("menuitem", { name: "Delete" });
  await expect(entry).toContainText("In use by 1 open invite");
  await expect(entry).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.request.delete(`${path}/invites/${invite.id}`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  await expect(page.getByText("1 open invite gives it")).toHaveCount(0);
  await actions.click();
  await entry.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Nobody has it and no open invite gives it");
  await dialog.getByRole("textbox").fill("seasonal");
  await dialog.getByRole("button", { name: "Delete role" }).click();
  await expect(page).toHaveURL(`${home}/roles`);
});

test("two people who change one role at once keep each other's permissions", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const made = await api<{ id: string }>(page.request, bearer, "POST", `${path}/roles`, { name: "Shared" });
  const role = `${path}/roles/${made.id}`;
  await page.goto(`${home}/roles/${made.id}`);
  await page.getByRole("checkbox", { name: "See roles and what they grant" }).check();
  // Somebody else saves while this page is open.
  await api(page.request, bearer, "PATCH", role, { permissions: ["can_view_audit"] });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Shared is saved")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Read the audit log" })).toBeChecked();
  const permissionsNow = async () =>
    (await api<{ permissions: string[] }>(page.request, bearer, "GET", role)).permissions.toSorted();
  expect(await permissionsNow()).toEqual(["can_view_audit", "can_view_roles"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(permissionsNow).toEqual(["can_view_audit"]);
});

test("member filters are kept in the address and can be cleared", async ({
  page,
  person,
  owner: { home },
}) => {
  await page.goto(`${home}/members`);
  const members = page.getByRole("list", { name: "Members" });
  await expect(members.getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Search members").fill("nobody at all");
  await expect(page).toHaveURL(/search=nobody/);
  await expect(page.getByText("Nobody matches")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(page).toHaveURL(`${home}/members`);
  await page.getByRole("button", { name: /^Role: Any role/ }).click();
  await page.getByRole("option", { name: /^Owner/ }).click();
  await expect(page).toHaveURL(/role=/);
  await expect(members.getByText(person.email)).toBeVisible();
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
});

test.describe("when the server stumbles", () => {
  test.use({ expectedErrors: [/status of 4\d\d/] });

  test("the list shows the error with a request id and can be retried", async ({ page, owner: { home } }) => {
    let isBroken = true;
    await page.route(/\/workspaces\/[^/]+\/roles(\?|$)/, (route) =>
      isBroken
        ? route.fulfill({
            status: 400,
            headers: { "x-request-id": "request-of-the-test" },
            json: { detail: "The list is resting." },
          })
        : route.continue(),
    );
    await page.goto(`${home}/roles`);
    await expect(page.getByText("The list is resting.")).toBeVisible();
    await expect(page.getByText("request-of-the-test")).toBeVisible();
    await expectAccessible(page);
    isBroken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("link", { name: "Viewer" })).toBeVisible();
  });

  test("a role of another workspace is not found", async ({ page, owner: { home } }) => {
    await page.goto(`${home}/roles/01890000-0000-7000-8000-000000000000`);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Role not found");
  });
});

test("missing permissions are named once, also if several are missing or the page is read-only", async ({
  page,
  person,
  owner,
  openGuest,
}) => {
  const form = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/forms`, {
    name: "Contact",
    fields: [],
  });
  const guest = await openGuest("viewer");
  const refused: string[] = [];
  guest.page.on("response", (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const permit = (permission_overrides: Record<string, boolean>) =>
    api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, {
      permission_overrides,
      app_permissions: { crm: true, forms: true },
    });
  const heading = guest.page.getByRole("heading", { level: 1 });

  await permit({ can_view_forms: true, can_view_crm: false, can_manage_automations: true });
  for (const page of ["automations", "sequences"]) {
    await guest.page.goto(`${owner.home}/crm/${page}/new`);
    await expect(guest.page.getByText("It asks for can_view_crm")).toBeVisible();
  }
  expect(refused, "what was asked for in vain").toEqual([]);
  for (const page of ["", "/settings"]) {
    await guest.page.goto(`${owner.home}/forms/${form.id}${page}`);
    const note = guest.page.getByRole("note").filter({ hasText: "can_manage_forms" });
    await expect(note).toContainText(`${person.name} can grant it`);
    await expectAccessible(guest.page);
  }
  await guest.page.goto(`${owner.home}/members?tab=invites`);
  await expect(guest.page.getByText("It asks for can_invite_members")).toBeVisible();
  await expect(heading).toHaveCount(1);

  await permit({ can_view_members: false, can_invite_members: true });
  await guest.page.goto(`${owner.home}/members`);
  await expect(guest.page.getByText(guest.email)).toBeVisible();
  await expect(heading).toHaveText("Members");
  await guest.page.context().close();
});
