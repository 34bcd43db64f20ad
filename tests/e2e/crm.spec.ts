import type { Request } from "@playwright/test";
import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

const PHONE = { width: 390, height: 844 };

type Stored = { id: string; values: Record<string, unknown> };

test("records are added, found, filtered into a view, edited together, deleted and restored", async ({
  page,
  owner: { bearer, path, home },
}) => {
  test.slow();
  await page.goto(`${home}/crm`);
  await expect(page.getByText("No companies yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Deals" }).click();
  const add = page.getByRole("textbox", { name: "Add a deal: Name" });
  for (const name of ["First", "Second", "Third"]) {
    await add.fill(name);
    await add.press("Enter");
    await expect(page.getByRole("link", { name })).toBeVisible();
  }

  // The same value for two of them, and back.
  await page.getByRole("checkbox", { name: "Select First" }).check();
  await page.getByRole("checkbox", { name: "Select Second" }).check();
  await page.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog");
  // Nothing is emptied by who sends it as it opens.
  await dialog.getByRole("button", { name: "Change 2 deals" }).click();
  await expect(dialog.getByText("Choose the attribute to change")).toBeVisible();
  await dialog.getByLabel("Attribute").selectOption("stage");
  await expect(dialog.getByRole("button", { name: "Empty Stage of 2 deals" })).toBeVisible();
  await dialog.getByRole("combobox", { name: "New value" }).click();
  await page.getByRole("option", { name: "Won" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Change 2 deals" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Won" })).toHaveCount(2);

  // A filter becomes a view, which shows the same after a reload.
  await page.getByRole("button", { name: "Filter" }).click();
  const filter = page.getByRole("region", { name: "Filter" });
  await filter.getByLabel("Attribute of condition 1").selectOption("stage");
  await filter.getByRole("combobox", { name: "Value" }).selectOption("Won");
  await expect(page.getByRole("link", { name: "Third" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save as…" }).click();
  await dialog.getByLabel("Name").fill("Won ones");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("button", { name: "Won ones", exact: false }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "First" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Third" })).toHaveCount(0);
  await page.getByRole("button", { name: "All deals" }).click();
  await expect(page.getByRole("link", { name: "Third" })).toBeVisible();

  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("row").nth(1)).toContainText("First");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "First" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Second" })).toBeFocused();

  await page.getByRole("checkbox", { name: "Select Third" }).check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("link", { name: "Third" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("link", { name: "Third" })).toBeVisible();
  const won = encodeURIComponent('{"attribute":"stage","operator":"eq","value":"won"}');
  const stored = await api<Stored[]>(
    page.request,
    bearer,
    "GET",
    `${path}/crm/objects/deal/records?filter=${won}`,
  );
  expect(stored).toHaveLength(2);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});

test("a new deal begins in the first stage, and on a board in the column it is added to", async ({
  page,
  owner: { bearer, path, home },
}) => {
  test.slow();
  const stages = async () => {
    const deals = await api<Stored[]>(page.request, bearer, "GET", `${path}/crm/objects/deal/records`);
    return Object.fromEntries(deals.map(({ values }) => [values.name, values.stage]));
  };
  await page.goto(`${home}/crm/deal`);
  const add = page.getByRole("textbox", { name: "Add a deal: Name" });
  await add.fill("Quick");
  await add.press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "Quick" })).toContainText("Lead");

  const dialog = page.getByRole("dialog", { name: "New deal" });
  const stage = dialog.getByRole("combobox", { name: "Stage" });
  await page.getByRole("button", { name: "New deal" }).click();
  await expect(stage).toHaveValue("Lead");
  await expectAccessible(page);
  await dialog.getByLabel("Name").fill("Plain");
  await dialog.getByRole("button", { name: "Create deal" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Plain" })).toBeVisible();

  await page.goto(`${home}/crm/deal?board=stage`);
  const proposal = page.getByRole("region", { name: "Proposal" });
  await proposal.getByRole("button", { name: "Add a deal to Proposal" }).click();
  await expect(stage).toHaveValue("Proposal");
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await proposal.getByRole("button", { name: "Add a deal to Proposal" }).click();
  await dialog.getByLabel("Name").fill("Placed");
  await dialog.getByRole("button", { name: "Create deal" }).click();
  await expect(proposal.getByRole("link", { name: "Placed" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Add a deal to Won" }).click();
  await expect(stage).toHaveValue("Won");
  await stage.click();
  await page.getByRole("option", { name: "Lost" }).click();
  await dialog.getByLabel("Name").fill("Changed");
  await dialog.getByRole("button", { name: "Create deal" }).click();
  await expect(
    page.getByRole("region", { name: "Lost" }).getByRole("link", { name: "Changed" }),
  ).toBeVisible();
  expect(await stages()).toEqual({ Quick: "lead", Plain: "lead", Placed: "proposal", Changed: "lost" });
});

test.describe("values that are refused", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("a record is edited in place, shows errors at the field, and has a timeline", async ({
    page,
    owner: { bearer, path, home },
  }) => {
    test.slow();
    const create = (object: string, values: Record<string, unknown>) =>
      api<Stored>(page.request, bearer, "POST", `${path}/crm/objects/${object}/records`, { values });
    const company = await create("company", { name: "<b>Looms</b>" });
    const { id } = await create("person", { name: "Ada", company: company.id });
    await page.goto(`${home}/crm/person/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Ada" })).toBeVisible();
    await expect(page.getByRole("link", { name: "<b>Looms</b>" })).toHaveAttribute(
      "href",
      `${home}/crm/company/${company.id}`,
    );
    await page.getByRole("button", { name: "Change Email" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill("nonsense");
    await page.getByRole("textbox", { name: "Email" }).press("Enter");
    await expect(page.getByText("Not an email address")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Email" }).fill("ada@example.com");
    await page.getByRole("textbox", { name: "Email" }).press("Enter");
    await expect(page.getByRole("link", { name: "ada@example.com" })).toBeVisible();
    const timeline = page.getByRole("list", { name: "Timeline, newest first" });
    await expect(timeline.getByRole("listitem").first()).toContainText("Email: nothing → ada@example.com");

    await page.getByRole("textbox", { name: "New task" }).fill("Ring her");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("checkbox", { name: "Ring her is done" }).click();
    await expect(page.getByRole("list", { name: "Tasks" })).toContainText("done");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL(`${home}/crm/person`);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("link", { name: "Ada", exact: true })).toBeVisible();
  });
});

test("values that are looked up are changed by keyboard alone", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const { id } = await api<Stored>(page.request, bearer, "POST", `${path}/crm/objects/deal/records`, {
    values: { name: "Looms" },
  });
  await page.goto(`${home}/crm/deal/${id}`);
  for (const name of ["Company", "Owner"]) {
    const pencil = page.getByRole("button", { name: `Change ${name}`, exact: true });
    const field = page.getByRole("combobox", { name, exact: true });
    await pencil.press("Enter");
    await expect(field).toBeFocused();
    await expect(page.getByRole("listbox")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toBeHidden();
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(pencil).toBeFocused();
  }
});

test("a custom object gets attributes, and records from a file after a dry run", async ({
  page,
  owner: { home },
}) => {
  test.slow();
  await page.goto(`${home}/crm/company`);
  await page.getByRole("button", { name: "New object" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of one").fill("Vendor");
  await dialog.getByLabel("Name of several").fill("Vendors");
  await dialog.getByRole("button", { name: "Create object" }).click();
  await expect(page).toHaveURL(`${home}/crm/vendor/attributes`);

  await page.getByRole("button", { name: "New attribute" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Trades");
  await dialog.getByLabel("Type").selectOption("multi_select");
  await dialog.getByLabel("Label of option 1").fill("Steel");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add attribute" }).click();
  const used = page.getByRole("list", { name: "Attributes in use" });
  await expect(used).toContainText("Multi-select · Steel");
  const up = page.getByRole("button", { name: "Move Trades up" });
  await up.press("Enter");
  // It has moved as far as it can, and whoever moved it by keyboard goes on from there.
  await expect(up).toBeDisabled();
  await expect(up).toBeFocused();
  await expect(used.getByRole("listitem").first()).toContainText("Trades");
  await expectAccessible(page);

  await page.goto(`${home}/crm/vendor/import`);
  await page.locator("input[type=file]").setInputFiles({
    name: "vendors.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Name;Trades\nForge;Steel\nMill;Wood\n"),
  });
  await page.getByRole("button", { name: "Try it" }).click();
  const faults = page.getByRole("table", { name: "What is not valid" });
  await expect(faults.getByRole("row").nth(1)).toContainText("3");
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Import 1 vendor" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Leave out the 1 row that is not valid" }).check();
  await page.getByRole("button", { name: "Import 1 vendor" }).click();
  await expect(page.getByText("1 record is new")).toBeVisible();
  await page.getByRole("link", { name: "See the vendors" }).click();
  await expect(page.getByRole("link", { name: "Forge" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Forge" })).toContainText("Steel");
});

test("two people who add options to one attribute or column both keep theirs", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const call = <T>(method: "GET" | "POST" | "PATCH", at: string, data?: unknown) =>
    api<T>(page.request, bearer, method, path + at, data);
  type Choice = { value: string; label: string; color: string };
  const offered: Choice[] = [{ value: "new", label: "New", color: "blue" }];
  const theirs: Choice = { value: "theirs", label: "Theirs", color: "red" };
  const select = { name: "Condition", type: "select", options: offered };
  await call("POST", "/crm/objects/company/attributes", select);
  const table = await call<{ id: string }>("POST", "/tables", { name: "Looms", columns: [select] });
  const dialog = page.getByRole("dialog");
  const addMine = async () => {
    await expect(dialog.getByLabel("Label of option 1")).toHaveValue("New");
    await dialog.getByRole("button", { name: "Add an option" }).click();
    await dialog.getByLabel("Label of option 2").fill("Mine");
  };
  const save = async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
  };

  await page.goto(`${home}/crm/company/attributes`);
  await page.getByRole("button", { name: "Actions for Condition" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await addMine();
  const attribute = "/crm/objects/company/attributes/condition";
  await call("PATCH", attribute, { options: [...offered, theirs] });
  await save();
  const attributes = await call<{ slug: string; options: Choice[] }[]>(
    "GET",
    "/crm/objects/company/attributes",
  );
  const ofAttribute = attributes.find(({ slug }) => slug === "condition")?.options;
  expect(ofAttribute?.map(({ label }) => label)).toEqual(["New", "Mine", "Theirs"]);

  await page.goto(`${home}/tables/${table.id}`);
  await page.getByRole("columnheader", { name: "Condition" }).click();
  await page.getByRole("menuitem", { name: "Edit the column…" }).click();
  await addMine();
  await call("PATCH", `/tables/${table.id}/columns/condition`, { options: [...offered, theirs] });
  await save();
  const { columns } = await call<{ columns: { options: Choice[] }[] }>("GET", `/tables/${table.id}`);
  expect(columns[0]?.options.map(({ label }) => label)).toEqual(["New", "Mine", "Theirs"]);
});

test.describe("an option that records have", () => {
  // The server asks what becomes of them before it takes the option away.
  test.use({ expectedErrors: [/status of 409/] });

  test("is removed after choosing what happens to them", async ({ page, owner: { bearer, path, home } }) => {
    test.slow();
    const records = `${path}/crm/objects/deal/records`;
    const create = (values: Record<string, unknown>) =>
      api<Stored>(page.request, bearer, "POST", records, { values });
    const first = await create({ name: "First", stage: "won" });
    await create({ name: "Second", stage: "won" });
    await page.goto(`${home}/crm/deal/attributes`);
    await page.getByRole("button", { name: "Actions for Stage" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    const labels = dialog.getByRole("textbox", { name: /^Label of option/ });
    await expect(labels.first()).toBeVisible();
    const all = await labels.evaluateAll((fields) =>
      fields.map((field) => (field as HTMLInputElement).value),
    );
    await dialog.getByRole("button", { name: `Remove option ${all.indexOf("Won") + 1}` }).click();
    await dialog.getByRole("button", { name: "Save" }).click();

    await expect(dialog.getByRole("heading", { name: "Won is still in use" })).toBeFocused();
    const fate = dialog.getByRole("radiogroup", { name: "Won · 2 deals" });
    await expect(fate.getByRole("radio")).toHaveCount(3);
    await dialog.getByRole("button", { name: "Remove option" }).click();
    await expect(dialog.getByText("Choose what happens", { exact: true })).toBeVisible();
    await fate.getByLabel("Move to another option").check();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    await fate.getByLabel("Move Won to").selectOption({ label: "Lead" });
    await dialog.getByRole("button", { name: "Remove option" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Attributes in use" })).not.toContainText("Won");
    const { values } = await api<Stored>(page.request, bearer, "GET", `${records}/${first.id}`);
    expect(values.stage).toBe("lead");
  });
});

test.describe("two people editing one record", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("both keep their changes, and one of them resolves the conflict", async ({
    page,
    owner: { bearer, path, home },
  }) => {
    const records = `${path}/crm/objects/person/records`;
    const { id } = await api<Stored>(page.request, bearer, "POST", records, { values: { name: "Ada" } });
    const change = (values: Record<string, unknown>) =>
      api<Stored>(page.request, bearer, "PATCH", `${records}/${id}`, { values });
    const stored = async () => (await api<Stored>(page.request, bearer, "GET", `${records}/${id}`)).values;
    await page.goto(`${home}/crm/person/${id}`);
    const title = page.getByRole("textbox", { name: "Job title" });
    const edit = async () => {
      await page.getByRole("button", { name: "Change Job title" }).click();
      await expect(title).toBeVisible();
    };

    await edit();
    await change({ phone: "123" });
    await title.fill("Chief");
    await title.press("Enter");
    await expect(title).toHaveCount(0);
    expect(await stored()).toMatchObject({ phone: "123", job_title: "Chief" });
    await expect(page.getByRole("link", { name: "123" })).toBeVisible();

    const dialog = page.getByRole("dialog", { name: "Somebody changed this too" });
    await edit();
    await change({ job_title: "Theirs", phone: "456" });
    await title.fill("Mine");
    await title.press("Enter");
    await expect(dialog).toContainText("Mine");
    await expect(dialog).toContainText("Theirs");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Keep mine" }).press("Enter");
    await expect(page.getByRole("button", { name: "Change Job title" })).toBeFocused();
    expect(await stored()).toMatchObject({ phone: "456", job_title: "Mine" });

    await edit();
    await change({ job_title: "Theirs again" });
    await title.fill("Mine again");
    await title.press("Enter");
    await dialog.getByRole("button", { name: "Keep theirs" }).click();
    await expect(title).toHaveCount(0);
    await expect(page.getByRole("definition").filter({ hasText: "Theirs again" })).toBeVisible();
    expect(await stored()).toMatchObject({ job_title: "Theirs again" });
  });
});

test("what is typed while a value is being saved stays, and is saved when that is asked for", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const records = `${path}/crm/objects/person/records`;
  const { id } = await api<Stored>(page.request, bearer, "POST", records, { values: { name: "Ada" } });
  const stored = async () => (await api<Stored>(page.request, bearer, "GET", `${records}/${id}`)).values;
  await page.goto(`${home}/crm/person/${id}`);
  const held: (() => void)[] = [];
  await page.route(new RegExp(`person/records/${id}$`), async (route) => {
    if (route.request().method() === "PATCH") await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const answer = async (nth: number) => {
    await expect.poll(() => held.length).toBe(nth);
    held[nth - 1]?.();
  };
  await page.getByRole("button", { name: "Change Job title" }).click();
  const field = page.getByRole("textbox", { name: "Job title" });
  await field.fill("Count");
  await field.press("Enter");
  await field.press("End");
  await field.pressSequentially("ess");
  await answer(1);
  await expect.poll(stored).toMatchObject({ job_title: "Count" });
  await expect(field).toHaveValue("Countess");
  await field.press("Enter");
  await field.pressSequentially(" of Lovelace");
  await field.press("Enter");
  await answer(2);
  await answer(3);
  await expect(field).toHaveCount(0);
  await expect(page.getByText("Countess of Lovelace").first()).toBeVisible();
  expect(await stored()).toMatchObject({ job_title: "Countess of Lovelace" });
});

test("a very long value is cut on its record's page until all of it is asked for", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const record = await api<Stored>(page.request, bearer, "POST", `${path}/crm/objects/person/records`, {
    values: { name: "Ada", job_title: `${"Weaves algebraical patterns. ".repeat(200)}The end.` },
  });
  await page.goto(`${home}/crm/person/${record.id}`);
  const value = page.getByRole("definition").filter({ hasText: "Weaves algebraical patterns." });
  const height = async () => (await value.boundingBox())?.height ?? 0;
  await expect(value.getByRole("button", { name: "Show all" })).toBeVisible();
  expect(await height()).toBeLessThan(400);
  await expectAccessible(page);
  await value.getByRole("button", { name: "Show all" }).press("Enter");
  await expect.poll(height).toBeGreaterThan(600);
  await value.getByRole("button", { name: "Show less" }).press("Enter");
  await expect.poll(height).toBeLessThan(400);
});

test("a record that is deleted from its page is not shown as one found deleted", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const { id } = await api<Stored>(page.request, bearer, "POST", `${path}/crm/objects/person/records`, {
    values: { name: "Ada" },
  });
  await page.goto(`${home}/crm/person/${id}`);
  let letThrough = () => {};
  const isHeld = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/_rsc=/, async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Ada deleted")).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore" })).toHaveCount(0);
  letThrough();
  await expect(page).toHaveURL(`${home}/crm/person`);
});

test("what a column of an import becomes is in sight on a phone, however long another one's name is", async ({
  page,
  owner: { home },
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(`${home}/crm/company/import`);
  await page.locator("input[type=file]").setInputFiles({
    name: "companies.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Name,${"Donaudampfschifffahrt".repeat(4)}\nForge,12\n`),
  });
  const table = page.getByRole("table", { name: "What each column is read as" });
  const becomes = table.getByRole("combobox").last();
  await expect(becomes).toBeVisible();
  const { x, width } = (await becomes.boundingBox()) ?? { x: 0, width: Number.POSITIVE_INFINITY };
  expect(x + width).toBeLessThanOrEqual(PHONE.width);
});

test("what is wrong with an import is scrolled to on a phone, and read without scrolling sideways", async ({
  page,
  owner: { home },
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${home}/crm/company/import`);
  const others = Array.from({ length: 9 }, (_, index) => `Other ${index}`);
  await page.locator("input[type=file]").setInputFiles({
    name: "companies.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Name,Website,${others.join()}\nForge,not-an-address${",".repeat(9)}\n`),
  });
  await page.getByRole("combobox", { name: "Column Website becomes" }).selectOption("Website");
  await page.getByRole("button", { name: "Try it" }).click();
  const faults = page.getByRole("table", { name: "What is not valid" });
  await expect(faults).toBeInViewport();
  const message = faults.getByRole("cell").last();
  const { x, width } = (await message.boundingBox()) ?? { x: 0, width: Number.POSITIVE_INFINITY };
  const card = await page.getByRole("region", { name: "2. What would happen" }).boundingBox();
  expect(x + width).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
});

test("an import shows records before and after, updates them, and is undone", async ({
  page,
  owner: { bearer, path, home },
}) => {
  test.slow();
  const ada = { name: "Ada", email: "ada@example.com", phone: "123", job_title: "Boss" };
  await api(page.request, bearer, "POST", `${path}/crm/objects/person/records`, { values: ada });
  await page.goto(`${home}/crm/person/import`);
  await expect(page.getByText("Nothing has been imported yet.", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.locator("input[type=file]").setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "Name,Email,Phone,Job title\nAda,ada@example.com,,Chief\nGrace,grace@example.com,,\n",
    ),
  });
  await page.getByLabel("Rows that match existing records").selectOption({ label: "Find them by Email" });
  await expect(page.getByLabel("Empty cells")).toHaveValue("keep");
  await page.getByRole("button", { name: "Try it" }).click();
  const changes = page.getByRole("table", { name: "What changes" });
  await expect(changes.getByRole("row").nth(1)).toHaveText(/Ada.*Job title.*Boss.*Chief/);
  await expect(changes.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 2 people" }).click();
  await expect(page.getByText("1 record is new and 1 was updated.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 record is new and 1 was updated.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo import" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this import?" });
  await expect(dialog).toContainText("1 new record is deleted.");
  await dialog.getByRole("button", { name: "Undo import" }).click();
  await expect(
    page.getByText("1 new record was deleted and 1 record has its former values again."),
  ).toBeVisible();
  await page.getByRole("link", { name: "See the people" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Ada" })).toContainText("Boss");
  await expect(page.getByRole("link", { name: "Grace" })).toHaveCount(0);
  await page.goto(`${home}/crm/person/import`);
  const past = page.getByRole("list", { name: "Imports so far" });
  await expect(past.getByRole("listitem")).toContainText(["people.csv"]);
  await expect(past).toContainText("Undone");
});

test("the last of many objects and views are in sight without scrolling sideways, which most mice can't", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const post = (below: string, body: object) =>
    api(page.request, bearer, "POST", `${path}/crm/${below}`, body);
  for (let index = 0; index < 10; index++) {
    await post("objects", { singular_name: `Spare part ${index}`, plural_name: `Spare parts ${index}` });
    await post("objects/company/views", { name: `Companies of region ${index}`, columns: ["domain"] });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${home}/crm/company`);
  // Its line reaches below the row, on the one that the row has.
  await expect(page.getByRole("link", { name: "Spare parts 9" })).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole("button", { name: "New object" })).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole("button", { name: "Companies of region 9" })).toBeInViewport({ ratio: 1 });
});

test("an import that was checked and never written shows nothing as changed", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const people = Array.from({ length: 25 }, (_, index) => ({
    name: `Ada ${index}`,
    email: `${index}@a.example`,
  }));
  const csv = (name: string) =>
    `Name,Email\n${people.map(({ email }, index) => `${name} ${index},${email}\n`).join("")}`;
  const imports = (body: object) =>
    api<{ id: string }>(page.request, bearer, "POST", `${path}/crm/objects/person/records/import`, body);
  await imports({ csv: csv("Ada") });
  const { id } = await imports({ csv: csv("Grace"), match: "email", dry_run: true, background: true });
  await page.setViewportSize(PHONE);
  await page.goto(`${home}/crm/person/import/${id}`);
  const changes = page.getByRole("table", { name: "What changes" });
  await expect(changes).toBeVisible();
  await expect(page.getByText("The first 20 of 25.")).toBeVisible();
  await page.getByRole("button", { name: "Don’t import" }).click();
  await expect(page.getByText("Nothing was changed.")).toBeVisible();
  await expect(changes).toHaveCount(0);
  await page.goto(`${home}/crm/person/import`);
  const row = page.getByRole("list", { name: "Imports so far" }).getByRole("listitem").first();
  // What it counts has the row's whole width: the state stands below it.
  const [counts, state] = [row.getByText("25 rows"), row.getByText("Cancelled")];
  await expect(state).toBeVisible();
  const bottom = (box: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0);
  expect((await state.boundingBox())?.y).toBeGreaterThanOrEqual(bottom(await counts.boundingBox()));
});

test("a viewer can't change anything, and a person without access is told why", async ({
  page,
  owner,
  openGuest,
}) => {
  test.slow();
  await api(page.request, owner.bearer, "POST", `${owner.path}/crm/objects/company/records`, {
    values: { name: "Looms" },
  });
  const guest = await openGuest("developer");
  const permit = (permissions: Record<string, boolean>) =>
    api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, {
      permission_overrides: permissions,
    });
  const none = { can_edit_records: false, can_manage_crm: false, can_export_records: false };
  await permit({ ...none, can_view_crm: true });
  await guest.page.goto(`${owner.home}/crm/company`);
  await expect(guest.page.getByRole("link", { name: "Looms" })).toBeVisible();
  await expect(guest.page.getByRole("checkbox")).toHaveCount(0);
  await expect(guest.page.getByRole("button", { name: "New company" })).toHaveCount(0);
  await permit({ ...none, can_view_crm: false });
  await guest.page.goto(`${owner.home}/crm/company`);
  await expect(guest.page.getByRole("heading", { name: "You can't open this page" })).toBeVisible();
  await expect(guest.page.getByText("can_view_crm")).toBeVisible();
  await guest.page.context().close();
});

test("a filter follows a relation, and supports me and today", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const me = await api<{ id: string }>(page.request, bearer, "GET", "/developers/me");
  const create = (object: string, values: Record<string, unknown>) =>
    api<Stored>(page.request, bearer, "POST", `${path}/crm/objects/${object}/records`, { values });
  const company = await create("company", { name: "Acme" });
  await create("deal", { name: "Loom", company: company.id, close_date: "2026-01-31" });
  await create("deal", { name: "Shuttle", owner: me.id, close_date: "9998-01-01" });
  await page.goto(`${home}/crm/deal`);
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await expect(link("Loom")).toBeVisible();
  await page.getByRole("button", { name: "Filter" }).click();
  const filter = page.getByRole("region", { name: "Filter" });
  const attribute = filter.getByLabel("Attribute of condition 1");
  await attribute.selectOption("Company › Name");
  await filter.getByLabel("Value of condition 1", { exact: true }).fill("acme");
  await expect(link("Shuttle")).toHaveCount(0);
  await expect(link("Loom")).toBeVisible();
  await attribute.selectOption("Owner");
  await filter.getByLabel("Kind of value of condition 1").selectOption("Me (whoever is looking)");
  await expect(link("Loom")).toHaveCount(0);
  await expect(link("Shuttle")).toBeVisible();
  await filter.getByLabel("Comparison of condition 1").selectOption("is none of");
  await filter.getByRole("button", { name: "Add me (whoever is looking)" }).click();
  await expect(link("Shuttle")).toHaveCount(0);
  await expect(link("Loom")).toBeVisible();
  await filter.getByRole("button", { name: "Remove Me" }).click();
  await attribute.selectOption("Company");
  await filter.getByLabel("Comparison of condition 1").selectOption("is any of");
  await filter.getByRole("combobox", { name: "Value of condition 1" }).fill("acm");
  await page.getByRole("option", { name: "Acme" }).click();
  await expect(filter.getByText("Acme", { exact: true })).toBeVisible();
  await expect(link("Shuttle")).toHaveCount(0);
  await expect(link("Loom")).toBeVisible();
  await expectAccessible(page);
  await attribute.selectOption("Close date");
  await filter.getByLabel("Comparison of condition 1").selectOption("is before");
  await filter.getByLabel("Kind of value of condition 1").selectOption("Today");
  await expect(link("Shuttle")).toHaveCount(0);
  await expect(link("Loom")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(link("Loom")).toBeVisible();
  await expect(link("Shuttle")).toHaveCount(0);
});

test("pressing Enter twice while a record is being added adds it once", async ({ page, owner }) => {
  const records = `${owner.path}/crm/objects/company/records`;
  await page.goto(`${owner.home}/crm/company`);
  let answer = () => {};
  let asked = 0;
  await page.route(/company\/records$/, async (route) => {
    if (route.request().method() === "POST" && ++asked === 1) {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    }
    await route.continue();
  });
  const name = page.getByRole("textbox", { name: "Add a company: Name" });
  await name.fill("Acme");
  const isSent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/records"),
  );
  await name.press("Enter");
  await isSent;
  await name.press("Enter");
  answer();
  await expect(name).toHaveValue("");
  expect(await api(page.request, owner.bearer, "GET", records)).toHaveLength(1);
});

test("the rows stay where they are when one of them is selected", async ({ page, owner }) => {
  const people = `${owner.path}/crm/objects/person/records`;
  for (const name of ["Ada", "Charles", "Mary"])
    await api(page.request, owner.bearer, "POST", people, { values: { name } });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 });
    await page.goto(`${owner.home}/crm/person`);
    const box = page.getByRole("row", { name: /Charles/ }).getByRole("checkbox");
    await box.waitFor();
    const before = await box.boundingBox();
    await box.check();
    await expect(page.getByRole("toolbar", { name: "The selection" })).toContainText("1 selected");
    expect(await box.boundingBox()).toEqual(before);
    await page.getByRole("checkbox", { name: /^Select the first/ }).check();
    await expect(page.getByRole("toolbar", { name: "The selection" })).toContainText("3 selected");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Clear the selection" }).click();
    await expect(page.getByRole("toolbar", { name: "The selection" })).toHaveCount(0);
  }
});

test("what is typed right after a value is opened by keyboard is all there, behind what it was", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const records = `${path}/crm/objects/person/records`;
  const values = { name: "Ada", job_title: "Countess" };
  const { id } = await api<Stored>(page.request, bearer, "POST", records, { values });
  await page.goto(`${home}/crm/person/${id}`);
  const pencil = page.getByRole("button", { name: "Change Job title" });
  // The field is fetched as soon as its pencil has the focus: people take longer to press a key.
  const scripts = { asked: 0, there: 0 };
  const isScript = (request: Request) => request.url().includes("/_next/static/");
  page.on("request", (request) => {
    if (isScript(request)) scripts.asked += 1;
  });
  page.on("requestfinished", (request) => {
    if (isScript(request)) scripts.there += 1;
  });
  await pencil.focus();
  await expect.poll(() => scripts.asked > 0 && scripts.asked === scripts.there).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.type(" of Lovelace");
  await expect(page.getByRole("textbox", { name: "Job title" })).toHaveValue("Countess of Lovelace");
  await page.keyboard.press("Enter");
  await expect(pencil).toBeFocused();
  await expect(page.getByRole("definition").filter({ hasText: "Countess of Lovelace" })).toBeVisible();
});
