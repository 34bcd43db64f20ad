import type { Page } from "@playwright/test";
import { api, expect, expectAccessible, test } from "@/tests/e2e/fixtures";
import { openOwnWorkspace } from "@/tests/e2e/people";

const PHONE = { width: 390, height: 844 };
const PASSWORD = "correct horse";

type Table = { id: string };
type Row = { id: string; values: Record<string, unknown>; row_version: number };
type Link = { id: string; url: string };

/** A table of three machines in a workspace of the person's own. */
async function aTable(page: Page, person: { name: string; email: string }) {
  const owner = await openOwnWorkspace(page, person);
  const call = <T>(method: "GET" | "POST" | "PATCH", path: string, data?: unknown) =>
    api<T>(page.request, owner.bearer, method, `${owner.path}/tables${path}`, data);
  const { id } = await call<Table>("POST", "", {
    name: "Machines",
    columns: [
      { name: "Machine", type: "text" },
      { name: "Wheels", type: "number" },
      {
        name: "State",
        type: "select",
        options: [
          { value: "new", label: "New", color: "blue" },
          { value: "used", label: "Used", color: "orange" },
        ],
      },
      { name: "Cost", type: "currency", currency_code: "GBP" },
    ],
  });
  const { rows } = await call<{ rows: Row[] }>("PATCH", `/${id}/rows`, {
    rows: [
      { values: { machine: "Difference engine", wheels: 8, state: "used", cost: 17000 } },
      { values: { machine: "Analytical engine", wheels: 50, state: "new", cost: 0 } },
      { values: { machine: "<b>Loom</b>", wheels: 3, state: "used", cost: 12 } },
    ],
  });
  const stored = () => call<Row[]>("GET", `/${id}/rows`);
  return { ...owner, call, id, rows, stored, address: `${owner.home}/tables/${id}` };
}

const cell = (page: Page, text: string) => page.getByRole("gridcell", { name: text, exact: true });

test("a table is edited by keyboard and clipboard alone, and every step can be undone", async ({
  page,
  person,
}) => {
  test.slow();
  const { address, home, stored } = await aTable(page, person);
  await page.goto(`${home}/tables`);
  await expect(page.getByRole("link", { name: "Machines" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(address);
  const grid = page.getByRole("grid", { name: "Machines" });
  await expect(cell(page, "<b>Loom</b>")).toBeVisible();
  await expectAccessible(page);

  // What makes no sense is said at the cell; what does is saved, and the next cell is reached.
  await grid.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("many");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Not a number")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("9");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "Used" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type("new");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await stored())[0]?.values).toMatchObject({ wheels: 9, state: "new" });

  // A block is copied and put down elsewhere; what reaches beyond the last row adds rows.
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("ControlOrMeta+C");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Home");
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.getByText("4 rows")).toBeVisible();
  const machines = async () => (await stored()).map(({ values }) => values.machine);
  await expect
    .poll(machines)
    .toEqual(["Difference engine", "Analytical engine", "Difference engine", "Analytical engine"]);

  // Cells that were changed and rows that were added are one step.
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(page.getByText("3 rows")).toBeVisible();
  await expect.poll(machines).toEqual(["Difference engine", "Analytical engine", "<b>Loom</b>"]);
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await expect(page.getByText("4 rows")).toBeVisible();
  await expect
    .poll(async () => (await machines()).slice(2))
    .toEqual(["Difference engine", "Analytical engine"]);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(page.getByText("3 rows")).toBeVisible();

  // Sorted by the menu of its header; a row deleted, and brought back.
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("columnheader", { name: "Wheels" })).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByRole("row").nth(1)).toContainText("Analytical engine");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Space");
  await page
    .getByRole("toolbar", { name: "The selected rows" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page.getByText("2 rows")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("3 rows")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});

test("the options for the last of a few rows are all in sight", async ({ page, person }) => {
  const { address } = await aTable(page, person);
  await page.goto(address);
  await cell(page, "Used").last().dblclick();
  for (const name of ["New", "Used"]) {
    await expect(page.getByRole("option", { name })).toBeInViewport({ ratio: 1 });
  }
});

test.describe("two people editing one cell", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("see each other's value, and one of them chooses", async ({ page, person }) => {
    const { address, call, id, rows, stored } = await aTable(page, person);
    await page.goto(address);
    await expect(cell(page, "Difference engine")).toBeVisible();
    await call("PATCH", `/${id}/rows/${rows[0]?.id}`, { values: { machine: "Their engine" } });
    await page.getByRole("grid").focus();
    await page.keyboard.type("My engine");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Somebody changed this cell too" });
    await expect(dialog).toContainText("My engine");
    await expect(dialog).toContainText("Their engine");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Keep mine" }).press("Enter");
    await expect.poll(async () => (await stored())[0]?.values.machine).toBe("My engine");
    await expect(dialog).toHaveCount(0);
  });
});

test.describe("a shared table", () => {
  test.use({ expectedErrors: [/status of (403|404|422)/] });

  test("is edited behind its password, shows members who did it, and ends when it expires", async ({
    page,
    person,
    browser,
    baseURL,
  }) => {
    test.slow();
    const { address, call, id, stored } = await aTable(page, person);
    await page.goto(address);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "New link" }).click();
    await dialog.getByLabel("Whom it is for").fill("Suppliers");
    await dialog.getByLabel("View and edit").check();
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByLabel("Cost").check();
    await dialog.getByLabel("Only some rows").check();
    const rows = dialog.getByRole("region", { name: "Rows that visitors see" });
    await rows.getByLabel("Column of condition 1").selectOption("state");
    await rows.getByLabel("Value of condition 1").selectOption("Used");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create link" }).click();
    const url = await dialog.locator("code").textContent();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await expect(dialog.getByRole("list", { name: "Share links" })).toContainText("never used");
    await page.keyboard.press("Escape");

    const visit = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: PHONE });
    const visitor = await visit.newPage();
    const path = new URL(url ?? "").pathname;
    await visitor.goto(path);
    await expect(visitor.getByText("Machines")).toHaveCount(0);
    await expect(visitor.locator('meta[property="og:title"]')).toHaveAttribute("content", "Shared table");
    await visitor.getByLabel("Password").fill("wrong");
    await visitor.keyboard.press("Enter");
    await expect(visitor.getByText("That is not the password.")).toBeVisible();
    await expectAccessible(visitor);
    await visitor.getByLabel("Password").fill(PASSWORD);
    await visitor.keyboard.press("Enter");
    await expect(visitor.getByRole("heading", { name: "Machines" })).toBeVisible();
    const grid = visitor.getByRole("grid", { name: "Machines" });
    await expect(grid).toHaveAttribute("aria-rowcount", "3");
    await expect(visitor.getByText("Analytical engine")).toHaveCount(0);
    await expect(visitor.getByText("Cost")).toHaveCount(0);
    await expectAccessible(visitor);
    await grid.focus();
    await visitor.keyboard.press("F2");
    await visitor.keyboard.press("End");
    await visitor.keyboard.type(" No. 1");
    await visitor.keyboard.press("Enter");
    await expect.poll(async () => (await stored())[0]?.values.machine).toBe("Difference engine No. 1");
    // A new row has to be one of those that the link shows: it waits until it is.
    await visitor.keyboard.press("ControlOrMeta+Enter");
    await visitor.keyboard.type("Tabulator");
    await visitor.keyboard.press("Tab");
    await expect(visitor.getByRole("status")).toContainText("not among those that are shared");
    await visitor.keyboard.press("Tab");
    await visitor.keyboard.type("used");
    await visitor.keyboard.press("Enter");
    await expect
      .poll(async () => (await stored()).at(-1)?.values)
      .toMatchObject({ machine: "Tabulator", state: "used" });

    await page.reload();
    await expect(cell(page, "Difference engine No. 1")).toBeVisible();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Shift+Space");
    await page
      .getByRole("toolbar", { name: "The selected rows" })
      .getByRole("button", { name: "History" })
      .click();
    const events = page.getByRole("list", { name: "History, newest first" });
    await expect(events.getByRole("listitem").first()).toContainText("by the link “Suppliers”");
    await expect(events.getByRole("listitem").first()).toContainText(
      "Difference engine → Difference engine No. 1",
    );
    await expectAccessible(page);
    await events.getByRole("button", { name: "Restore the previous value" }).click();
    await expect.poll(async () => (await stored())[0]?.values.machine).toBe("Difference engine");

    const [link] = await call<Link[]>("GET", `/${id}/share-links`);
    await call("PATCH", `/${id}/share-links/${link?.id}`, {
      expires_at: new Date(Date.now() + 2_000).toISOString(),
    });
    await expect.poll(async () => (await visit.request.get(path)).status()).toBe(404);
    expect((await visit.request.get(`${path}/image`)).status()).toBe(404);
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: "There is no page here" })).toBeVisible();
    await visit.close();
  });

  test("stays at its address when its link is edited", async ({ page, person }) => {
    const { address, call, id } = await aTable(page, person);
    const { url } = await call<Link>("POST", `/${id}/share-links`, {
      name: "Suppliers",
      permission: "view",
      password: PASSWORD,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      hidden_columns: ["cost", "wheels"],
      row_filter: { attribute: "state", operator: "eq", value: "used" },
    });
    const settings = async () => (await call<Record<string, unknown>[]>("GET", `/${id}/share-links`))[0];
    const before = await settings();
    await page.goto(address);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    const edit = dialog.getByRole("button", { name: "Edit" });
    await edit.click();
    await expect(dialog.getByLabel("Whom it is for")).toHaveValue("Suppliers");
    await expect(dialog.getByLabel("Wheels")).toBeChecked();
    await expectAccessible(page);
    await dialog.getByLabel("Wheels").uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(edit).toBeVisible();
    expect(await settings()).toEqual({ ...before, hidden_columns: ["cost"] });

    await edit.click();
    await dialog.getByLabel("Expires at").fill("2020-01-01T00:00");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Choose a time in the future")).toBeVisible();
    await dialog.getByLabel("Expires", { exact: true }).selectOption("Never");
    await dialog.getByLabel("View and edit").check();
    await dialog.getByLabel("Remove the password").check();
    await dialog.getByLabel("Only some rows").uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("list", { name: "Share links" })).toContainText("never expires");
    expect(await settings()).toEqual({
      ...before,
      permission: "edit",
      granted_permission: "edit",
      has_password: false,
      expires_at: null,
      hidden_columns: ["cost"],
      row_filter: null,
    });
    await page.goto(new URL(url).pathname);
    await expect(cell(page, "Analytical engine")).toBeVisible();
  });

  test("hides what somebody else hid while its link was edited", async ({ page, person }) => {
    const { address, call, id } = await aTable(page, person);
    const link = await call<Link>("POST", `/${id}/share-links`, { name: "Suppliers", permission: "edit" });
    await page.goto(address);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Whom it is for").fill("Makers");
    const hiding = {
      permission: "view",
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      hidden_columns: ["cost"],
      row_filter: { attribute: "state", operator: "eq", value: "used" },
    };
    await call("PATCH", `/${id}/share-links/${link.id}`, hiding);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("list", { name: "Share links" })).toContainText("Makers");
    const [stored] = await call<object[]>("GET", `/${id}/share-links`);
    expect(stored).toMatchObject({ ...hiding, name: "Makers" });
  });

  test("hides all columns that two people hide at once, and shows again only what one of them unhides", async ({
    page,
    person,
  }) => {
    const { address, call, id } = await aTable(page, person);
    const link = await call<Link>("POST", `/${id}/share-links`, {
      permission: "view",
      hidden_columns: ["state"],
    });
    await page.goto(address);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Edit" }).click();
    await dialog.getByRole("checkbox", { name: "Wheels" }).check();
    await dialog.getByRole("checkbox", { name: "State" }).uncheck();
    await call("PATCH", `/${id}/share-links/${link.id}`, { hidden_columns: ["state", "cost"] });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("list", { name: "Share links" })).toBeVisible();
    const [stored] = await call<{ hidden_columns: string[] }[]>("GET", `/${id}/share-links`);
    expect(stored?.hidden_columns.toSorted()).toEqual(["cost", "wheels"]);
  });

  test("says that nothing is pasted where it can only be viewed", async ({ page, person }) => {
    const { call, id, stored, rows } = await aTable(page, person);
    const { url } = await call<Link>("POST", `/${id}/share-links`, { permission: "view" });
    await page.goto(new URL(url).pathname);
    await cell(page, "Difference engine").click();
    await page.keyboard.press("ControlOrMeta+C");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ControlOrMeta+V");
    await expect(page.getByText("Nothing was pasted")).toBeVisible();
    expect((await stored()).map(({ values }) => values)).toEqual(rows.map(({ values }) => values));
  });

  test("asks for the password again once a visit has expired, and can't be left without it", async ({
    page,
    person,
    browser,
    baseURL,
  }) => {
    const { call, id, stored } = await aTable(page, person);
    const { url } = await call<Link>("POST", `/${id}/share-links`, {
      permission: "edit",
      password: PASSWORD,
    });
    const visit = await browser.newContext(baseURL ? { baseURL } : {});
    const visitor = await visit.newPage();
    await visitor.goto(new URL(url).pathname);
    await visitor.getByLabel("Password").fill(PASSWORD);
    await visitor.getByRole("button", { name: "Open the table" }).click();
    await visitor.getByRole("grid", { name: "Machines" }).focus();
    await visitor.keyboard.press("F2");
    await visitor.keyboard.press("End");
    // Half an hour later.
    await visitor.route("**/api/v1/public/tables/*/rows**", (route) =>
      route.fulfill({ status: 403, json: { detail: "Password required" } }),
    );
    await visitor.keyboard.type(" 2");
    await visitor.keyboard.press("Enter");
    const dialog = visitor.getByRole("dialog", { name: "Your visit has ended" });
    await expect(dialog.getByLabel("Password")).toBeFocused();
    await visitor.keyboard.press("Escape");
    await visitor.keyboard.press("Escape");
    await visitor.keyboard.press("Escape");
    await expect(dialog.getByLabel("Password")).toBeVisible();
    await visitor.unroute("**/api/v1/public/tables/*/rows**");
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(async () => (await stored()).map(({ values }) => values.machine))
      .toContain("Difference engine 2");
    await visit.close();
  });

  test("can be read without JavaScript", async ({ page, person, browser, baseURL }) => {
    const { call, id, bearer, path: workspace } = await aTable(page, person);
    const { url } = await call<Link>("POST", `/${id}/share-links`, {
      permission: "view",
      hidden_columns: ["cost"],
    });
    const visit = await browser.newContext({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false });
    const visitor = await visit.newPage();
    const response = await visitor.goto(new URL(url).pathname);
    expect(response?.headers()).toMatchObject({ "referrer-policy": "no-referrer" });
    expect(response?.headers()["cache-control"]).toContain("private");
    expect(response?.headers()["cache-control"]).toContain("no-store");
    await expect(visitor.getByRole("cell", { name: "<b>Loom</b>" })).toBeVisible();
    await expect(visitor.getByRole("columnheader", { name: "Cost" })).toHaveCount(0);
    await expect(visitor.locator('meta[name="robots"]').first()).toHaveAttribute("content", /noindex/);
    const picture = await visitor.locator('meta[property="og:image"]').getAttribute("content");
    const drawn = await visitor.request.get(new URL(picture ?? "").pathname);
    expect(drawn.headers()).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, no-store",
    });
    expect((await drawn.body()).subarray(1, 4).toString()).toBe("PNG");
    const report = (path: string, reason: string) =>
      visitor.request.post(`${path}/report`, { form: { reason }, maxRedirects: 0 });
    const path = new URL(url).pathname;
    expect((await report(path, "boredom")).status()).toBe(422);
    expect((await report("/t/nothing", "spam")).status()).toBe(404);
    const locked = await call<Link>("POST", `/${id}/share-links`, { permission: "view", password: PASSWORD });
    expect((await report(new URL(locked.url).pathname, "spam")).status()).toBe(403);
    await visitor.getByText("Report this page").click();
    await visitor.getByLabel("What is wrong with it?").selectOption("phishing");
    await visitor.getByRole("button", { name: "Send the report" }).click();
    await expect(visitor.getByRole("heading", { name: "Thank you for telling us" })).toBeVisible();
    const reports = await api<{ action: string; after: unknown }[]>(
      page.request,
      bearer,
      "GET",
      `${workspace}/audit?action=table.reported`,
    );
    expect(reports).toMatchObject([{ after: { name: expect.any(String), reason: "phishing", details: "" } }]);
    const beyond = await visitor.request.get(`${new URL(url).pathname}?page=1e300`);
    expect(beyond.status()).toBe(200);
    await visit.close();
  });
});

test("a printed table has every row that was read, and says how many more there are", async ({
  page,
  person,
}) => {
  const { call, id, address } = await aTable(page, person);
  const rows = Array.from({ length: 147 }, (_, row) => ({ values: { machine: `Engine ${row}` } }));
  await call("PATCH", `/${id}/rows`, { rows });
  await page.goto(address);
  await expect(cell(page, "Difference engine")).toBeVisible();
  await expect(cell(page, "Engine 90")).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(cell(page, "Engine 90")).toBeVisible();
  await expect(page.getByText("50 rows more, which were not read yet")).toBeVisible();
  const { height, below } = await page.getByRole("grid").evaluate((grid) => ({
    height: grid.clientHeight,
    below: grid.scrollHeight - grid.clientHeight,
  }));
  expect(below).toBe(0);
  expect(height).toBeGreaterThan(100 * 30);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(cell(page, "Engine 90")).toHaveCount(0);
});
