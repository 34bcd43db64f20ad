import type { Page } from "@playwright/test";
import { api, expect } from "@/tests/e2e/fixtures";
import { openOwnWorkspace, test } from "@/tests/e2e/people";
import { Subscriber } from "@/tests/support/subscriber";

/** Before what is open is asked for again without being told. */
const SOON = { timeout: 10_000 };

type Made = { id: string };
type Row = { id: string; values: Record<string, unknown> };

/*
 * While there is a stream, pages ask by themselves every two minutes only: what shows up within a test was told by it.
 */

/** A table with one row, whose machine is "Loom". */
async function aTableOfMachines(page: Page, owner: { bearer: string; path: string }) {
  const table = await api<Made>(page.request, owner.bearer, "POST", `${owner.path}/tables`, {
    name: "Machines",
    columns: [{ name: "Machine", key: "machine", type: "text" }],
  });
  const rows = `${owner.path}/tables/${table.id}/rows`;
  const row = await api<Row>(page.request, owner.bearer, "POST", rows, { values: { machine: "Loom" } });
  return { table, rows, row };
}

/** Opens a page and waits for its stream, which tells nothing of what was before. */
async function openLive(page: Page, address: string) {
  const isOpen = page.waitForResponse((response) => response.url().endsWith("/live") && response.ok());
  await page.goto(address);
  await isOpen;
}

test("two people in one table see each other's changes, and lose nothing in one cell", async ({
  page,
  owner,
  openGuest,
}) => {
  const { table, rows, row } = await aTableOfMachines(page, owner);
  const change = (machine: string) =>
    api(page.request, owner.bearer, "PATCH", `${rows}/${row.id}`, { values: { machine } });
  const guest = await openGuest("developer");
  const cell = (text: string) => guest.page.getByRole("gridcell", { name: text, exact: true });
  await openLive(guest.page, `${owner.home}/tables/${table.id}`);
  await expect(cell("Loom")).toBeVisible();

  // Each sees that the other is here, until they go elsewhere.
  await page.goto(`${owner.home}/tables/${table.id}`);
  await expect(page.getByRole("img", { name: /^Also here: / })).toBeVisible();
  await expect(guest.page.getByRole("img", { name: /^Also here: / })).toBeVisible();
  await page.goto(`${owner.home}/tables`);
  await expect(guest.page.getByRole("img", { name: /^Also here: / })).toBeHidden();

  await change("Difference engine");
  await expect(cell("Difference engine")).toBeVisible();
  await api(page.request, owner.bearer, "POST", rows, { values: { machine: "Analytical engine" } });
  await expect(cell("Analytical engine")).toBeVisible();

  // What the other makes of a cell while one writes into it does not vanish under one's own value.
  await cell("Difference engine").dblclick();
  await guest.page.keyboard.press("ControlOrMeta+A");
  await guest.page.keyboard.type("Mine");
  await change("Theirs");
  await guest.page.keyboard.press("Enter");
  const dialog = guest.page.getByRole("dialog", { name: "Somebody changed this cell too" });
  await expect(dialog).toContainText("Mine");
  await expect(dialog).toContainText("Theirs");
  await dialog.getByRole("button", { name: "Keep theirs" }).click();
  await expect(cell("Theirs")).toBeVisible();
  await guest.page.context().close();
});

test("what one writes into a cell stays in its column, whatever another makes of the columns meanwhile", async ({
  page,
  owner,
}) => {
  const { table, rows } = await aTableOfMachines(page, owner);
  const columns = `${owner.path}/tables/${table.id}/columns`;
  const make = (method: "POST" | "PATCH", path: string, body: object) =>
    api(page.request, owner.bearer, method, `${columns}${path}`, body);
  await make("POST", "", { name: "Place", key: "place", type: "text" });
  await make("POST", "", { name: "Year", key: "year", type: "text" });
  await openLive(page, `${owner.home}/tables/${table.id}`);
  const header = (name: string) => page.getByRole("columnheader", { name });
  const values = async () => (await api<Row[]>(page.request, owner.bearer, "GET", rows))[0]?.values;

  await page.getByRole("gridcell", { name: "Loom", exact: true }).dblclick();
  await page.keyboard.type("Jacquard's loom");
  const isTold = page.waitForResponse((response) => response.url().endsWith(`/tables/${table.id}`));
  await make("PATCH", "/place", { position: 0 });
  await isTold;
  await make("PATCH", "/year", { name: "Built in" });
  await page.keyboard.press("Enter");
  await expect.poll(values).toMatchObject({ machine: "Jacquard's loom" });
  await expect(header("Built in")).toBeVisible();

  // The cell that is chosen goes with its column as well.
  await make("PATCH", "/machine", { position: 0 });
  await expect(page.getByRole("columnheader").nth(1)).toContainText("Machine");
  await page.keyboard.type("Difference engine");
  await page.keyboard.press("Enter");
  await expect.poll(values).toMatchObject({ machine: "Difference engine" });
});

test("what changes all the time shows on a slow connection too", async ({ page, owner }) => {
  const { table, rows, row } = await aTableOfMachines(page, owner);
  await openLive(page, `${owner.home}/tables/${table.id}`);
  await expect(page.getByRole("gridcell", { name: "Loom", exact: true })).toBeVisible();

  // Longer than until the next change is told.
  const slowMs = 2_500;
  await page.route(/\/rows\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, slowMs));
    // The page may have given the request up.
    await route.continue().catch(() => {});
  });
  let isSeen = false;
  const changing = (async () => {
    for (let round = 1; !isSeen; round++) {
      const asked = page.waitForRequest(/\/rows\?/);
      await api(page.request, owner.bearer, "PATCH", `${rows}/${row.id}`, {
        values: { machine: `Loom ${round}` },
      });
      await asked;
    }
  })();
  await expect(page.getByRole("gridcell", { name: /^Loom \d+$/ })).toBeVisible();
  isSeen = true;
  await changing;
});

test("visitors of a shared table see what its members change", async ({ page, browser, baseURL, owner }) => {
  const { table, rows, row } = await aTableOfMachines(page, owner);
  const { url } = await api<{ url: string }>(
    page.request,
    owner.bearer,
    "POST",
    `${owner.path}/tables/${table.id}/share-links`,
    { permission: "view" },
  );
  const visit = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const visitor = await visit.newPage();
  await visitor.goto(new URL(url).pathname);
  const grid = visitor.getByRole("grid", { name: "Machines" });
  await expect(grid.getByRole("gridcell", { name: "Loom" })).toBeVisible();
  await api(page.request, owner.bearer, "PATCH", `${rows}/${row.id}`, { values: { machine: "Mill" } });
  await expect(grid.getByRole("gridcell", { name: "Mill" })).toBeVisible({ timeout: 60_000 });
  await api(page.request, owner.bearer, "POST", rows, { values: { machine: "Tabulator" } });
  await expect(grid.getByRole("gridcell", { name: "Tabulator" })).toBeVisible({ timeout: 60_000 });
  await visit.close();
});

test("boards and the inbox show what others do", async ({ page, owner, openGuest }) => {
  const project = await api<Made>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Note G",
    key: "NG",
  });
  const guest = await openGuest("sales");
  const say = <T>(method: "POST" | "PATCH", path: string, data: object) =>
    api<T>(page.request, owner.bearer, method, `${owner.path}${path}`, data);
  await guest.page.goto(`${owner.home}/projects/${project.id}`);
  await expect(guest.page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await expect(guest.page.getByRole("region", { name: "To do", exact: true })).toBeVisible();

  await say("POST", `/projects/${project.id}/tasks`, { title: "Fix login", assignee_id: guest.id });
  await expect(guest.page.getByText("Fix login")).toBeVisible();
  await expect(guest.page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  await say("PATCH", `/projects/${project.id}/tasks/1`, { title: "Fix logging in" });
  await expect(guest.page.getByText("Fix logging in")).toBeVisible();

  const deals = `/crm/objects/deal/records`;
  const deal = await say<Made>("POST", deals, { values: { name: "Big order" } });
  await guest.page.goto(`${owner.home}/crm/deal`);
  await expect(guest.page.getByText("Big order")).toBeVisible();
  await say("PATCH", `${deals}/${deal.id}`, { values: { name: "Bigger order" } });
  await expect(guest.page.getByText("Bigger order")).toBeVisible();
  await guest.page.context().close();
});

test("a list of records follows what others make of its views and attributes, and says that its view is gone", async ({
  page,
  owner,
}) => {
  const deals = `${owner.path}/crm/objects/deal`;
  const say = <T>(method: "POST" | "PATCH", path: string, data: object) =>
    api<T>(page.request, owner.bearer, method, `${deals}${path}`, data);
  for (const name of ["Big order", "Small order"]) await say("POST", "/records", { values: { name } });
  const filter = { attribute: "name", operator: "contains", value: "Big" };
  const view = await say<Made>("POST", "/views", { name: "Big ones", is_shared: true, filter });
  await openLive(page, `${owner.home}/crm/deal?view=${view.id}`);
  await expect(page.getByText("Big order")).toBeVisible();
  await expect(page.getByText("Small order")).toHaveCount(0);

  await say("PATCH", `/views/${view.id}`, { name: "Large ones" });
  await expect(page.getByRole("button", { name: "Large ones", exact: true })).toBeVisible();
  await say("POST", "/attributes", { name: "Probability", type: "number" });
  await expect(page.getByRole("columnheader", { name: "Probability" })).toBeVisible();

  await page.request.delete(`${deals}/views/${view.id}`, {
    headers: { authorization: `Bearer ${owner.bearer}` },
  });
  await expect(page.getByText("This view is gone")).toBeVisible();
  await expect(page.getByText("Small order")).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("This view is gone")).toHaveCount(0);
  await expect(page).toHaveURL(/crm\/deal$/);
});

test("the lists of members and invites show who leaves and who is invited", async ({
  page,
  owner,
  openGuest,
}) => {
  const guest = await openGuest("viewer");
  await openLive(page, `${owner.home}/members`);
  await expect(page.getByText(guest.email)).toBeVisible();
  await page.request.delete(`${owner.path}/members/${guest.id}`, {
    headers: { authorization: `Bearer ${owner.bearer}` },
  });
  await expect(page.getByText(guest.email)).toHaveCount(0);
  await page.getByRole("tab", { name: "Invites", exact: true }).click();
  await expect(page.getByRole("list", { name: "Invites" })).toBeVisible();
  const roles = await api<(Made & { slug: string })[]>(
    page.request,
    owner.bearer,
    "GET",
    `${owner.path}/roles`,
  );
  const role = roles.find(({ slug }) => slug === "viewer");
  await api(page.request, owner.bearer, "POST", `${owner.path}/invites`, {
    email: "new@example.com",
    custom_role_id: role?.id,
  });
  await expect(page.getByText("new@example.com")).toBeVisible();
  await guest.page.context().close();
});

test("an open role follows what others make of it and who gets it, and keeps what is being edited", async ({
  page,
  owner,
  openGuest,
}) => {
  const guest = await openGuest("viewer");
  const say = <T>(method: "POST" | "PATCH", path: string, data: object) =>
    api<T>(page.request, owner.bearer, method, `${owner.path}${path}`, data);
  const role = await say<Made>("POST", "/roles", { name: "Clerk", permissions: ["can_view_crm"] });
  await openLive(page, `${owner.home}/roles/${role.id}`);
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await page.getByLabel("Description").fill("Keeps the books");
  await box("Read the audit log").check();
  await say("PATCH", `/roles/${role.id}`, { name: "Head clerk", permissions: ["can_view_billing"] });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Head clerk", SOON);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Head clerk");
  await expect(box("See the plan and its limits")).toBeChecked();
  await expect(box("See CRM objects and records")).not.toBeChecked();
  await expect(box("Read the audit log")).toBeChecked();
  await expect(page.getByLabel("Description")).toHaveValue("Keeps the books");
  await say("PATCH", `/members/${guest.id}`, { custom_role_id: role.id });
  await expect(page.getByRole("link", { name: "1 member has it" })).toBeVisible(SOON);
  await guest.page.context().close();
});

test("what is being set for a member stays when somebody else changes that member, and both are saved", async ({
  page,
  owner,
  openGuest,
}) => {
  const guest = await openGuest("developer");
  const member = `${owner.path}/members/${guest.id}`;
  const say = (body: object) => api(page.request, owner.bearer, "PATCH", member, body);
  await openLive(page, `${owner.home}/members?member=${guest.id}`);
  const drawer = page.getByRole("dialog");
  const permission = (name: string) => drawer.getByRole("radiogroup", { name: new RegExp(`^${name}`) });
  await permission("Read the audit log").getByText("Grant").click();
  await expect(drawer.getByText("1 unsaved change.")).toBeVisible();
  await say({ permission_overrides: { can_view_billing: true } });
  await expect(permission("See the plan and its limits").getByLabel("Grant")).toBeChecked(SOON);
  await expect(permission("Read the audit log").getByLabel("Grant")).toBeChecked();
  await expect(drawer.getByText("1 unsaved change.")).toBeVisible();
  await expect(drawer.getByText("Somebody else has changed this member meanwhile")).toBeVisible();
  const roles = await api<(Made & { slug: string })[]>(
    page.request,
    owner.bearer,
    "GET",
    `${owner.path}/roles`,
  );
  await say({ custom_role_id: roles.find(({ slug }) => slug === "viewer")?.id });
  await expect(drawer.getByText("The role Viewer does not grant it").first()).toBeVisible(SOON);
  await expect(permission("Read the audit log").getByLabel("Grant")).toBeChecked();

  // What was saved a moment ago, and has not reached this page, stays as well.
  await say({ permission_overrides: { can_view_billing: true, can_view_crm: false } });
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${guest.name}'s permissions are changed`)).toBeVisible();
  const { permission_overrides } = await api<{ permission_overrides: object }>(
    page.request,
    owner.bearer,
    "GET",
    member,
  );
  expect(permission_overrides).toEqual({ can_view_billing: true, can_view_crm: false, can_view_audit: true });
  await guest.page.context().close();
});

test("an open team follows what others make of it and of its members", async ({ page, owner, openGuest }) => {
  const guest = await openGuest("viewer");
  const say = <T>(method: "POST" | "PATCH", path: string, data: object) =>
    api<T>(page.request, owner.bearer, method, `${owner.path}${path}`, data);
  const team = await say<Made>("POST", "/teams", { name: "Wheelwrights", type: "manual" });
  await openLive(page, `${owner.home}/teams/${team.id}`);
  await expect(page.getByText("Nobody yet")).toBeVisible();
  await say("POST", `/teams/${team.id}/members`, { developer_id: guest.id, role: "member" });
  await expect(page.getByRole("main").getByText(guest.name).first()).toBeVisible(SOON);
  await expect(page.getByText("1 person")).toBeVisible(SOON);
  await say("PATCH", `/teams/${team.id}`, { name: "Millwrights" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Millwrights", SOON);
  await page.goto(`${owner.home}/teams`);
  await expect(page.getByText("Millwrights")).toBeVisible();
  await say("POST", "/teams", { name: "Clerks", type: "manual" });
  await expect(page.getByRole("link", { name: "Clerks" })).toBeVisible(SOON);
  await guest.page.context().close();
});

test("a workspace's new name shows on the pages that others have open", async ({
  page,
  owner,
  openGuest,
}) => {
  const guest = await openGuest("viewer");
  await openLive(guest.page, `${owner.home}/members`);
  await expect(guest.page).toHaveTitle(/Engines/);
  await api(page.request, owner.bearer, "PATCH", owner.path, { name: "Mills" });
  await expect(guest.page.getByRole("button", { name: "Workspace Mills, switch" })).toBeVisible(SOON);
  await expect(guest.page).toHaveTitle(/Mills/);
  // What is being typed as its name stays.
  await openLive(page, `${owner.home}/settings`);
  await page.getByLabel("Name", { exact: true }).fill("Looms");
  await api(page.request, owner.bearer, "PATCH", owner.path, { name: "Presses" });
  await expect(page.getByRole("button", { name: "Workspace Presses, switch" })).toBeVisible(SOON);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Looms");
  await guest.page.context().close();
});

test("an open task follows what others save, and closing it takes nothing of that back", async ({
  page,
  owner,
}) => {
  const say = <T>(method: "GET" | "POST" | "PATCH", path: string, data?: object) =>
    api<T>(page.request, owner.bearer, method, `${owner.path}/projects${path}`, data);
  const { id } = await say<Made>("POST", "", { name: "Note G", key: "NG" });
  await say("POST", `/${id}/tasks`, { title: "Fix login" });
  await openLive(page, `${owner.home}/projects/${id}?task=1`);
  const task = page.getByRole("dialog", { name: "NG-1" });
  await task.getByLabel("Description").fill("What I typed");
  const theirs = { title: "Fix logging in", due_on: "2031-01-02", labels: ["web"], priority: "high" };
  await say("PATCH", `/${id}/tasks/1`, theirs);
  await expect(task.getByLabel("Title")).toHaveValue("Fix logging in");
  await expect(task.getByLabel("Due date")).toHaveValue("2031-01-02");
  await expect(task.getByText("web", { exact: true })).toBeVisible();
  await task.getByLabel("Due date").focus();
  await page.keyboard.press("Escape");
  await expect(task).toHaveCount(0);
  expect(await say("GET", `/${id}/tasks/1`)).toMatchObject({ ...theirs, description: "What I typed" });
});

test.describe("two people who write one text of a task", () => {
  // The refusal of the later one.
  test.use({ expectedErrors: [/status of 409/] });

  test("lose nothing: the later one is asked whose it shall be", async ({ page, owner }) => {
    const say = <T>(method: "GET" | "POST" | "PATCH", path: string, data?: object) =>
      api<T>(page.request, owner.bearer, method, `${owner.path}/projects${path}`, data);
    const { id } = await say<Made>("POST", "", { name: "Note G", key: "NG" });
    await say("POST", `/${id}/tasks`, { title: "Fix login" });
    await openLive(page, `${owner.home}/projects/${id}`);
    await page.getByRole("link", { name: "Fix login" }).click();
    const task = page.getByRole("dialog", { name: "NG-1" });
    const description = task.getByLabel("Description");
    const asking = page.getByRole("dialog", { name: "Somebody changed this too" });

    await description.fill("Mine");
    await say("PATCH", `/${id}/tasks/1`, { title: "Fix logging in", description: "Theirs" });
    await expect(task.getByLabel("Title")).toHaveValue("Fix logging in");
    await page.keyboard.press("Escape");
    await expect(asking).toContainText("Theirs");
    const goBack = () =>
      page.evaluate(() =>
        window.navigation?.back().committed?.then(
          () => "left",
          (error: Error) => error.name,
        ),
      );
    expect(await goBack()).toBe("AbortError");
    await asking.getByRole("button", { name: "Keep mine" }).click();
    await expect(task.getByText("Saved", { exact: true })).toBeVisible();
    expect(await say("GET", `/${id}/tasks/1`)).toMatchObject({
      title: "Fix logging in",
      description: "Mine",
    });

    await description.fill("Mine again");
    await say("PATCH", `/${id}/tasks/1`, { description: "Theirs again" });
    await task.getByLabel("Title").focus();
    await asking.getByRole("button", { name: "Keep theirs" }).click();
    await expect(description).toHaveValue("Theirs again");
    await description.fill("And more");
    await task.getByLabel("Title").focus();
    await expect(task.getByText("Saved", { exact: true })).toBeVisible();
    await expect(asking).toHaveCount(0);
    expect(await say("GET", `/${id}/tasks/1`)).toMatchObject({ description: "And more" });
  });
});

test("a log of deliveries grows as events are sent", async ({ page, person }) => {
  const subscriber = new Subscriber();
  const url = await subscriber.listen();
  try {
    const owner = await openOwnWorkspace(page, person);
    const webhook = await api<Made>(page.request, owner.bearer, "POST", `${owner.path}/crm/webhooks`, {
      url,
      events: ["record.created"],
    });
    await page.goto(`${owner.home}/webhooks/${webhook.id}`);
    await expect(page.getByText("Nothing was sent yet")).toBeVisible();
    await api(page.request, owner.bearer, "POST", `${owner.path}/crm/objects/company/records`, {
      values: { name: "Acme" },
    });
    await expect(page.getByRole("button", { name: /record\.created/ })).toBeVisible();
    await expect(page.getByText("Nothing was sent yet")).toBeHidden();
  } finally {
    await subscriber.close();
  }
});

test.describe("without a stream", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("pages poll", async ({ page, person }) => {
    await page.route("**/live", (route) => route.abort());
    const owner = await openOwnWorkspace(page, person);
    const project = await api<Made>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
      name: "Note G",
      key: "NG",
    });
    await page.goto(`${owner.home}/projects/${project.id}`);
    await expect(page.getByRole("region", { name: "To do", exact: true })).toBeVisible();
    await api(page.request, owner.bearer, "POST", `${owner.path}/projects/${project.id}/tasks`, {
      title: "Fix login",
    });
    await expect(page.getByText("Fix login")).toBeVisible({ timeout: 60_000 });
  });
});

test("a note that is written while somebody deletes its record is kept until there is a record again", async ({
  page,
  owner,
}) => {
  const people = `${owner.path}/crm/objects/person/records`;
  const record = await api<Made>(page.request, owner.bearer, "POST", people, { values: { name: "Ada" } });
  await page.goto(`${owner.home}/crm/person/${record.id}`);
  const note = page.getByLabel("Write a note");
  await note.fill("Likes looms");
  await api(page.request, owner.bearer, "POST", `${people}/delete`, { record_ids: [record.id] });
  await page.getByRole("button", { name: "Restore" }).waitFor();
  await expect(note).toHaveValue("Likes looms");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("It can be restored")).toHaveCount(0);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("article").filter({ hasText: "Likes looms" })).toBeVisible();
});

test.describe("rights that change", () => {
  // What is no longer permitted is refused until the page knows.
  test.use({ expectedErrors: [/status of 403/] });

  test("show on an open page at once: another role, a suspension, a closed workspace", async ({
    page,
    owner,
    openGuest,
  }) => {
    const guest = await openGuest("developer");
    const change = (body: object) =>
      api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, body);
    const open = async () => {
      await openLive(guest.page, `${owner.home}/tables`);
      await expect(guest.page.getByRole("heading", { name: "Tables", exact: true })).toBeVisible();
    };
    await open();
    await change({ permission_overrides: { can_view_tables: false } });
    await expect(guest.page.getByText("What you may do here has changed")).toBeVisible();
    await expect(guest.page.getByRole("heading", { name: "You can't open this page" })).toBeVisible();

    await change({ permission_overrides: {} });
    await open();
    await change({ status: "suspended" });
    const closed = guest.page.getByRole("heading", { name: "This workspace can't be opened" });
    await expect(closed).toBeVisible();

    await change({ status: "active" });
    await open();
    await page.request.delete(owner.path, { headers: { authorization: `Bearer ${owner.bearer}` } });
    await expect(closed).toBeVisible();
    await guest.page.context().close();
  });
});
