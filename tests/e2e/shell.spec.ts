import type { Browser, Locator, Page } from "@playwright/test";
import {
  api,
  bearerOf,
  expect,
  expectAccessible,
  openConsoleAs,
  type Person,
  test,
} from "@/tests/e2e/fixtures";

type Workspace = { id: string; slug: string };
type Role = { id: string; slug: string };

const PHONE = { width: 390, height: 844 };

async function aWorkspace(page: Page, name = "Engines"): Promise<Workspace> {
  return api<Workspace>(page.request, await bearerOf(page), "POST", "/workspaces", { name });
}

/** The link of an invite to a workspace, with one of its built-in roles. */
async function anInvite(page: Page, workspace: Workspace, email: string, role: string): Promise<string> {
  const bearer = await bearerOf(page);
  const path = `/workspaces/${workspace.id}`;
  const roles = await api<Role[]>(page.request, bearer, "GET", `${path}/roles`);
  const custom_role_id = roles.find(({ slug }) => slug === role)?.id;
  const { url } = await api<{ url: string }>(page.request, bearer, "POST", `${path}/invites`, {
    email,
    custom_role_id,
  });
  return url;
}

/** Somebody in a browser of their own. */
async function openAs(browser: Browser, baseURL: string | undefined, person: Person): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await openConsoleAs(page, person);
  return page;
}

function anotherPerson(person: Person): Person {
  return { name: `Guest of ${person.name}`, email: `guest-${person.email}` };
}

test("a workspace opens under its address, says what to do first, and its pages need no full load", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  await aWorkspace(page);
  await page.reload();
  await page.getByRole("button", { name: "Workspace Engines, switch" }).click();
  await page.getByRole("menuitem", { name: "Open Engines" }).click();
  await expect(page).toHaveURL(/\/w\/engines/);
  await expect(page.getByRole("heading", { level: 1, name: "Engines" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create a project" })).toBeVisible();
  await expect(page.getByText("1 · no limit")).toBeVisible();
  await expectAccessible(page);

  await page.evaluate(() => Object.assign(window, { wasNeverReloaded: true }));
  const menu = page.getByRole("navigation", { name: "Workspace" });
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Settings" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  expect(await page.evaluate(() => "wasNeverReloaded" in window)).toBe(true);
});

test("switching keeps the page and changes the workspace, and the next visit starts there", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  const [first, second] = [await aWorkspace(page, "First"), await aWorkspace(page, "Second")];
  await page.goto(`/w/${first.slug}/settings`);
  await page.getByRole("button", { name: "Workspace First, switch" }).click();
  const remembered = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes(`"current_workspace_id":"${second.id}"`)),
  );
  await page.getByRole("menuitemradio", { name: "Second" }).click();
  await expect(page).toHaveURL(`/w/${second.slug}/settings`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Second");
  await remembered;
  await page.goto("/home");
  await expect(page.getByRole("button", { name: "Workspace Second, switch" })).toBeVisible();
});

/** The palette, opened by its keys: nothing hears them before its button is there. */
async function openPalette(page: Page): Promise<Locator> {
  await expect(page.getByRole("button", { name: "Search or jump to" })).toBeVisible();
  const field = page.getByRole("combobox", { name: "Search or jump to" });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeFocused();
  return field;
}

const chosen = (page: Page) => page.locator("[data-combobox-selected]");

test("the palette navigates, creates and searches by keyboard alone", async ({ page, person }) => {
  await openConsoleAs(page, person);
  const workspace = await aWorkspace(page);
  await page.goto(`/w/${workspace.slug}`);
  const members = page.getByRole("link", { name: "Members", exact: true });
  await members.focus();
  let field = await openPalette(page);
  await field.press("Escape");
  await expect(members).toBeFocused();

  field = await openPalette(page);
  await expect(chosen(page)).toHaveText("Overview");
  await field.fill("audit");
  await expect(page.getByRole("option")).toHaveText([/^Audit log/]);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/w/${workspace.slug}/audit`);
  await expect(field).toBeHidden();

  field = await openPalette(page);
  await field.fill(person.email);
  await expect(page.getByRole("option", { name: person.name })).toBeVisible();
  await field.fill("nothing is called this");
  await expect(page.getByText("Nothing found")).toBeVisible();
  await expectAccessible(page);
  await field.press("Escape");
  await expect(field).toBeHidden();

  field = await openPalette(page);
  await field.fill("new work");
  await expect(chosen(page)).toHaveText("New workspace");
  await page.keyboard.press("Enter");
  const name = page.getByRole("dialog").getByLabel("Workspace name");
  await name.fill("By keyboard");
  await name.press("Enter");
  await expect(page).toHaveURL(/\/w\/by-keyboard/);
  await expect(page.getByRole("heading", { level: 1, name: "By keyboard" })).toBeVisible();
});

test("what is typed right after the palette's keys is kept while the palette is loaded", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  const home = `/w/${(await aWorkspace(page)).slug}`;
  await page.goto(home);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const members = page.getByRole("link", { name: "Members", exact: true });
  await members.focus();
  let letLoad = () => {};
  const mayLoad = new Promise<void>((resolve) => {
    letLoad = resolve;
  });
  await page.route("**/_next/static/chunks/**", async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("audix");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  letLoad();
  const field = page.getByRole("combobox", { name: "Search or jump to" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("audi");
  await page.keyboard.type("t");
  await expect(page.getByRole("option")).toHaveText([/^Audit log/]);
  await expect(page).toHaveURL(home);
});

test("a list of choices says that it is open when it is opened again", async ({ page, person }) => {
  await openConsoleAs(page, person);
  await page.goto(`/w/${(await aWorkspace(page)).slug}/audit`);
  const choice = page.getByRole("combobox", { name: "Action" });
  const open = async () => {
    await choice.click();
    await expect(page.getByRole("option").first()).toBeVisible();
  };
  await open();
  for (const _ of ["again", "and again"]) {
    await choice.press("Escape");
    await expect(choice).toHaveAttribute("aria-expanded", "false");
    await open();
    await expect(choice).toHaveAttribute("aria-expanded", "true");
  }
});

test("a field whose list is loaded as it is entered says that it is open, and typing replaces what was chosen", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  await page.goto("/account");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await expect(zone).not.toHaveValue("");
  // As Tab does, which selects all of it.
  await zone.evaluate((field: HTMLInputElement) => {
    field.focus();
    field.select();
  });
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(zone).toBeFocused();
  await expect(zone).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.type("Lisbon");
  await expect(zone).toHaveValue("Lisbon");
  await expect(page.getByRole("option")).toHaveText(["Europe/Lisbon"]);
});

test("the palette finds records, tasks and forms, and creates a task and a record", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  const workspace = await aWorkspace(page);
  const bearer = await bearerOf(page);
  const at = `/workspaces/${workspace.id}`;
  const make = <T>(path: string, body: object) => api<T>(page.request, bearer, "POST", `${at}/${path}`, body);
  const project = await make<{ id: string; key: string }>("projects", { name: "Difference Engine" });
  await make(`projects/${project.id}/tasks`, { title: "Grease the carriage" });
  const record = await make<{ id: string }>("crm/objects/company/records", {
    values: { name: "Clement & Sons", domain: "clement.example" },
  });
  await page.goto(`/w/${workspace.slug}`);
  let field = await openPalette(page);
  await field.fill(`${project.key}-1`.toLowerCase());
  await expect(chosen(page)).toHaveText(`Grease the carriage${project.key}-1`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/w/${workspace.slug}/projects/${project.id}?task=1`);
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Grease the carriage");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  field = await openPalette(page);
  await field.fill("clement.ex");
  await expect(chosen(page)).toHaveText("Clement & SonsCompany");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/w/${workspace.slug}/crm/company/${record.id}`);

  field = await openPalette(page);
  await field.fill("new task");
  await expect(chosen(page)).toHaveText("New task");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New task" });
  await dialog.getByLabel("Title").fill("Order brass");
  await dialog.getByRole("button", { name: "Create task" }).click();
  await expect(dialog.getByText("Choose a project")).toBeVisible();
  await dialog.getByLabel("Project").click();
  await page.getByRole("option", { name: "Difference Engine" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create task" }).click();
  await expect(page).toHaveURL(`/w/${workspace.slug}/projects/${project.id}?task=2`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  field = await openPalette(page);
  await field.fill("new deal");
  await expect(chosen(page)).toHaveText("New deal");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New deal" })).toBeVisible();
});

test("single-key shortcuts search, move, create and list themselves, and can be switched off", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  const workspace = await aWorkspace(page);
  for (const name of ["Alpha", "Beta"]) {
    await api(page.request, await bearerOf(page), "POST", `/workspaces/${workspace.id}/teams`, { name });
  }
  await page.goto(`/w/${workspace.slug}/teams`);
  await expect(page.getByRole("link", { name: "Alpha" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Beta" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Alpha" })).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.getByRole("link", { name: "Beta" })).toBeFocused();
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search teams" });
  await expect(search).toBeFocused();
  await page.keyboard.type("jck?/");
  await expect(search).toHaveValue("jck?/");
  await search.fill("");
  await search.blur();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "New team" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await help.getByLabel("Single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("c");
  const field = await openPalette(page);
  await expect(page.getByRole("dialog", { name: "New team" })).toBeHidden();
  await field.fill("keyboard sh");
  await page.keyboard.press("Enter");
  await help.getByLabel("Single-key shortcuts").check();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.goto(`/w/${workspace.slug}`);
  await expect(page.getByRole("button", { name: "Search or jump to" })).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByRole("combobox", { name: "Search or jump to" })).toHaveValue("new ");
  await expect(page.getByRole("option", { name: "New project" })).toBeVisible();
});

test("an invite is accepted in another browser, and opens exactly what its role grants", async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  await openConsoleAs(page, person);
  const workspace = await aWorkspace(page);
  const guest = anotherPerson(person);
  const link = await anInvite(page, workspace, guest.email, "viewer");

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "Join Engines" })).toBeVisible();
  await expect(other.getByText(`${person.name} invites g•••@example.com`)).toBeVisible();
  await expectAccessible(other);
  await other.getByRole("link", { name: "Sign in to accept" }).click();
  await other.getByRole("link", { name: "Continue with Code host" }).click();
  await other.getByLabel("Name").fill(guest.name);
  await other.getByLabel("Email").fill(guest.email);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.getByRole("button", { name: "Accept and open Engines" }).click();
  await expect(other).toHaveURL(`/w/${workspace.slug}`);
  await expect(other.getByText("Your role: Viewer")).toBeVisible();

  const menu = other.getByRole("navigation", { name: "Workspace" });
  await expect(menu.getByRole("link")).toHaveText([
    "Overview",
    "Projects",
    "Privacy",
    "Tables",
    "Teams",
    "Members",
    "Settings",
  ]);
  await other.goto(`/w/${workspace.slug}/audit`);
  await expect(other.getByRole("heading", { name: "You can't open this page" })).toBeVisible();
  await expect(other.getByText("can_view_audit")).toBeVisible();
  await expect(other.getByText(`${person.name} can grant it`)).toBeVisible();
  await expectAccessible(other);
  await other.goto(`/w/${workspace.slug}/settings`);
  await expect(other.getByRole("button", { name: "Delete…" })).toBeDisabled();
  await expect(other.getByText("can_manage_settings").first()).toBeVisible();
  await context.close();
});

test.describe("a workspace that can't be opened", () => {
  test.use({ expectedErrors: [/status of (403|404|409|410)/] });

  test("is explained: an unknown address, and a workspace that was left", async ({
    page,
    person,
    browser,
    baseURL,
  }) => {
    const guest = anotherPerson(person);
    const owner = await openAs(browser, baseURL, guest);
    const workspace = await aWorkspace(owner);
    const link = await anInvite(owner, workspace, person.email, "developer");
    await openConsoleAs(page, person);
    await page.goto("/w/no-such-place");
    await expect(page.getByRole("heading", { name: "This workspace can't be opened" })).toBeVisible();
    await expectAccessible(page);

    await page.goto(link);
    await page.getByRole("button", { name: "Accept and open Engines" }).click();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Leave…" }).click();
    await expect(page.getByText("Nothing here depends on you.")).toBeVisible();
    await page.getByRole("button", { name: "Leave workspace" }).click();
    await expect(page.getByRole("heading", { name: `Welcome, ${person.name}` })).toBeVisible();
    await page.goto(`/w/${workspace.slug}`);
    await expect(page.getByRole("heading", { name: "This workspace can't be opened" })).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This invite was used already" })).toBeVisible();
    await owner.context().close();
  });

  test("an invite refuses everyone but its addressee, and a made-up link", async ({ page, person }) => {
    await openConsoleAs(page, person);
    const workspace = await aWorkspace(page);
    await page.goto(await anInvite(page, workspace, `somebody-${person.email}`, "viewer"));
    await page.getByRole("button", { name: "Accept and open Engines" }).click();
    await expect(page.getByRole("alert").getByText("This invite is for somebody else")).toBeVisible();
    await expect(page.getByRole("button", { name: "Accept and open Engines" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Use another account" })).toBeVisible();
    await page.goto(`/invite/${"a".repeat(43)}`);
    await expect(page.getByRole("heading", { name: "This invite does not exist" })).toBeVisible();
    await expectAccessible(page);
  });

  test("the last owner stays, and reads why", async ({ page, person }) => {
    await openConsoleAs(page, person);
    const workspace = await aWorkspace(page);
    await page.goto(`/w/${workspace.slug}/settings`);
    await page.getByRole("button", { name: "Leave…" }).click();
    await page.getByRole("button", { name: "Leave workspace" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
      "A workspace keeps at least one owner",
    );
  });
});

test("a workspace is deleted only by typing its slug, and its owner restores it", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  const workspace = await aWorkspace(page);
  await page.goto(`/w/${workspace.slug}/settings`);
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Delete workspace" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("something else");
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill(workspace.slug);
  await expectAccessible(page);
  await confirm.click();
  await expect(page).toHaveURL("/home");
  await page.getByRole("button", { name: "Bring back Engines" }).click();
  await expect(page.getByRole("button", { name: "Workspace Engines, switch" })).toBeVisible();
  await page.goto(`/w/${workspace.slug}`);
  await expect(page.getByRole("heading", { level: 1, name: "Engines" })).toBeVisible();
});

test("the tracker is switched at once, and undone from the message", async ({ page, person }) => {
  await openConsoleAs(page, person);
  const workspace = await aWorkspace(page);
  await page.goto(`/w/${workspace.slug}/settings`);
  const stored = async () =>
    (
      await api<{ settings: object }>(
        page.request,
        await bearerOf(page),
        "GET",
        `/workspaces/${workspace.id}`,
      )
    ).settings;
  await expect(page.getByRole("radio", { name: "Each project decides" })).toBeChecked();
  // `check` would expect the choice within the click itself.
  await page.getByRole("radio", { name: "Off everywhere" }).click();
  await expect(page.getByRole("radio", { name: "Off everywhere" })).toBeChecked();
  await expect.poll(stored).toEqual({ tracker_enabled: false });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("radio", { name: "Each project decides" })).toBeChecked();
  await expect.poll(stored).toEqual({});
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("every page of the menu is within reach, and none is wider than the screen", async ({
    page,
    person,
  }) => {
    await openConsoleAs(page, person);
    const workspace = await aWorkspace(page, "A workspace with quite a long name for such a small screen");
    await page.goto(`/w/${workspace.slug}`);
    for (const name of ["Settings", "Audit log", "Overview"]) {
      await page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: "Menu" }).click();
      const menu = page.getByRole("dialog").getByRole("navigation", { name: "Workspace" });
      await menu.getByRole("link", { name }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBeLessThanOrEqual(PHONE.width);
    }
  });
});
