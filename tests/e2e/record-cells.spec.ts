import { api, expect, expectAccessible, saved } from "@/tests/e2e/fixtures";
import { type Owner, test } from "@/tests/e2e/people";

/* Values that are changed in the list of records. */

type Stored = { id: string; values: Record<string, unknown> };

const recordsOf = ({ path }: Owner, object: string) => `${path}/crm/objects/${object}/records`;

test("values are changed in the list by pointer, and taken back", async ({ page, owner }) => {
  test.slow();
  const { bearer, home } = owner;
  const make = (object: string, values: object) =>
    api<Stored>(page.request, bearer, "POST", recordsOf(owner, object), { values });
  await make("company", { name: "Looms" });
  const { id } = await make("deal", { name: "Cards", stage: "lead", amount: 1200 });
  const stored = async () =>
    (await api<Stored>(page.request, bearer, "GET", `${recordsOf(owner, "deal")}/${id}`)).values;
  await page.goto(`${home}/crm/deal`);
  const row = page.getByRole("row", { name: /Cards/ });
  const editorOf = (name: string) => page.getByRole("dialog", { name: `${name} of Cards` });
  const open = async (name: string) => {
    const pencil = row.getByRole("button", { name: `Change ${name} of Cards` });
    await row.hover();
    await pencil.click();
    await expect(editorOf(name)).toBeVisible();
  };

  await open("Amount");
  const amount = editorOf("Amount").getByRole("textbox", { name: "Amount" });
  await expect(amount).toBeFocused();
  await expectAccessible(page);
  await amount.fill("1500.5");
  await saved(page, () => amount.press("Enter"));
  await expect(editorOf("Amount")).toHaveCount(0);
  await expect(row).toContainText("1,500.50");
  await expect(row.getByRole("button", { name: "Change Amount of Cards" })).toBeFocused();
  await saved(page, () => page.getByRole("button", { name: "Undo" }).click());
  await expect(row).toContainText("1,200");
  expect(await stored()).toMatchObject({ amount: 1200 });

  // To choose is enough.
  await open("Stage");
  await editorOf("Stage").getByRole("combobox", { name: "Stage" }).click();
  await saved(page, () => page.getByRole("option", { name: "Won" }).click());
  await expect(editorOf("Stage")).toHaveCount(0);
  await expect(row).toContainText("Won");

  // A click elsewhere keeps what was typed, and does nothing else.
  await open("Amount");
  await amount.fill("1300");
  await saved(page, () => page.mouse.click(640, 700));
  await expect(editorOf("Amount")).toHaveCount(0);
  await expect(row).toContainText("1,300");
  expect(new URL(page.url()).pathname).toBe(`${home}/crm/deal`);

  await open("Company");
  await editorOf("Company").getByRole("combobox", { name: "Company" }).fill("Loo");
  await saved(page, () => page.getByRole("option", { name: "Looms" }).click());
  await expect(row.getByRole("link", { name: "Looms" })).toBeVisible();

  // Escape gives up what was typed, and what is not changed is not sent.
  await open("Close date");
  await editorOf("Close date").getByLabel("Close date").fill("2026-12-24");
  await page.keyboard.press("Escape");
  await expect(editorOf("Close date")).toHaveCount(0);
  await open("Close date");
  await page.keyboard.press("Enter");
  await expect(editorOf("Close date")).toHaveCount(0);
  expect(await stored()).toMatchObject({ stage: "won", close_date: null });

  // The rest of the row leads to the record, as before.
  await row.getByRole("cell").filter({ hasText: "Won" }).click();
  await expect(page.getByRole("heading", { name: "Cards" })).toBeVisible();
});

test("cells are reached by the arrow keys, and changed by keyboard alone", async ({ page, owner }) => {
  const { bearer, home } = owner;
  for (const name of ["Ada", "Charles"]) {
    await api(page.request, bearer, "POST", recordsOf(owner, "person"), {
      values: { name, job_title: "Author" },
    });
  }
  await page.goto(`${home}/crm/person`);
  const focused = page.locator(":focus");
  await expect(page.getByRole("link", { name: "Ada" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(focused).toHaveText("Charles");
  await page.keyboard.press("ArrowDown");
  await expect(focused).toHaveText("Ada");
  await page.keyboard.press("ArrowRight");
  await expect(focused).toHaveAccessibleName("Change Name of Ada");
  while ((await focused.getAttribute("aria-label")) !== "Change Job title of Ada") {
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("ArrowUp");
  await expect(focused).toHaveAccessibleName("Change Job title of Charles");
  await page.keyboard.press("F2");
  const title = page.getByRole("textbox", { name: "Job title" });
  await expect(title).toBeFocused();
  await title.fill("Engineer");
  await saved(page, () => page.keyboard.press("Enter"));
  await expect(page.getByRole("row", { name: /Charles/ })).toContainText("Engineer");
  await expect(focused).toHaveAccessibleName("Change Job title of Charles");
  // Back to the link, and no further.
  for (let step = 0; step < 12; step++) await page.keyboard.press("ArrowLeft");
  await expect(focused).toHaveText("Charles");
});

test.describe("a value that is refused", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("stays in the editor beside the reason", async ({ page, owner }) => {
    const { bearer, home } = owner;
    await api(page.request, bearer, "POST", recordsOf(owner, "person"), { values: { name: "Ada" } });
    await page.goto(`${home}/crm/person`);
    const row = page.getByRole("row", { name: /Ada/ });
    await row.hover();
    await row.getByRole("button", { name: "Change Email of Ada" }).click();
    const email = page.getByRole("textbox", { name: "Email" });
    await email.fill("ada at example");
    await email.press("Enter");
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await expect(email).toHaveValue("ada at example");
    await email.fill("ada@example.com");
    await saved(page, () => email.press("Enter"));
    await expect(row).toContainText("ada@example.com");
  });
});

test.describe("two people", () => {
  test.use({ expectedErrors: [/status of (404|412)/] });

  test("who change one value are asked whose shall stay, and a row that leaves the list takes no text along", async ({
    page,
    owner,
  }) => {
    const { bearer, home } = owner;
    const records = recordsOf(owner, "person");
    const { id } = await api<Stored>(page.request, bearer, "POST", records, { values: { name: "Ada" } });
    const stored = async () => (await api<Stored>(page.request, bearer, "GET", `${records}/${id}`)).values;
    await page.goto(`${home}/crm/person`);
    const row = page.getByRole("row", { name: /Ada/ });
    const title = page.getByRole("textbox", { name: "Job title" });
    const edit = async (text: string) => {
      await row.getByRole("button", { name: "Change Job title of Ada" }).click();
      await title.fill(text);
    };
    await row.hover();
    await edit("Mine");
    await api(page.request, bearer, "PATCH", `${records}/${id}`, { values: { job_title: "Theirs" } });
    await title.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Somebody changed this too" });
    await expect(dialog).toContainText("Theirs");
    await saved(page, () => dialog.getByRole("button", { name: "Keep mine" }).click());
    await expect(row).toContainText("Mine");
    expect(await stored()).toMatchObject({ job_title: "Mine" });

    // Undo brings back what they had written.
    await saved(page, () => page.getByRole("button", { name: "Undo" }).click());
    await expect(row).toContainText("Theirs");
    expect(await stored()).toMatchObject({ job_title: "Theirs" });
    await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);

    // What others have written since is not undone with one's own.
    await edit("Mine again");
    await saved(page, () => title.press("Enter"));
    await api(page.request, bearer, "PATCH", `${records}/${id}`, { values: { job_title: "Theirs again" } });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Job title of Ada was not changed back")).toBeVisible();
    expect(await stored()).toMatchObject({ job_title: "Theirs again" });

    await edit("Long in the making");
    await api(page.request, bearer, "POST", `${records}/delete`, { record_ids: [id] });
    await expect(row).toHaveCount(0);
    await title.press("Enter");
    await expect(page.getByRole("dialog", { name: "Job title of Ada" })).toContainText(/not found/i);
    await expect(title).toHaveValue("Long in the making");
  });
});

test.describe("where nothing hovers", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("the arrow keys know no cells, because they show no pencils", async ({ page, owner }) => {
    const { bearer, home } = owner;
    for (const name of ["Ada", "Charles"]) {
      await api(page.request, bearer, "POST", recordsOf(owner, "person"), { values: { name } });
    }
    await page.goto(`${home}/crm/person`);
    const link = page.getByRole("link", { name: "Charles" });
    await link.focus();
    await page.keyboard.press("ArrowRight");
    await expect(link).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("link", { name: "Ada" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Change Email of Ada" })).toHaveCount(0);
  });
});

test("the head of the column that stays stays with it when the list is scrolled sideways", async ({
  page,
  owner,
}) => {
  for (let index = 0; index < 12; index++) {
    const attribute = { name: `Attribute of a long name ${index}`, type: "text" };
    await api(page.request, owner.bearer, "POST", `${owner.path}/crm/objects/company/attributes`, attribute);
  }
  await api(page.request, owner.bearer, "POST", recordsOf(owner, "company"), { values: { name: "Looms" } });
  await page.goto(`${owner.home}/crm/company`);
  const list = page.getByRole("region", { name: "Companies" });
  const cell = list.getByRole("rowheader", { name: "Looms" });
  await expect(cell).toBeVisible();
  await list.evaluate((each) => each.scrollTo(800, 0));
  const head = list.getByRole("columnheader", { name: "Name", exact: true });
  expect((await head.boundingBox())?.x).toBe((await cell.boundingBox())?.x);
  // Nothing that scrolls below it is on top of it.
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
});

test("the head of a long list stays in sight, and Back shows the list where it was left", async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      api(page.request, owner.bearer, "POST", recordsOf(owner, "company"), {
        values: { name: `Looms ${String(index).padStart(2, "0")}` },
      }),
    ),
  );
  await page.goto(`${owner.home}/crm/company?sort=name`);
  const list = page.getByRole("region", { name: "Companies" });
  const late = list.getByRole("link", { name: "Looms 30" });
  await late.scrollIntoViewIfNeeded();
  const head = list.getByRole("button", { name: "Name", exact: true });
  await expect(head).toBeInViewport();
  const before = await late.boundingBox();
  await late.click();
  await expect(page.getByRole("heading", { name: "Looms 30" })).toBeVisible();
  await page.goBack();
  await expect(late).toBeInViewport();
  expect((await late.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);

  // What the keys lead to isn't below the head.
  await list.getByRole("link", { name: "Looms 31" }).focus();
  for (let row = 0; row < 20; row++) await page.keyboard.press("ArrowUp");
  const focused = list.getByRole("link", { name: "Looms 11" });
  await expect(focused).toBeFocused();
  const bottom = await head.evaluate((each) => each.closest("th")?.getBoundingClientRect().bottom ?? 0);
  expect((await focused.boundingBox())?.y).toBeGreaterThanOrEqual(bottom);

  await page.emulateMedia({ media: "print" });
  await expect.poll(() => list.evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0);
});

test("the last of many columns can be reached in their menu, also where the list is empty", async ({
  page,
  owner,
}) => {
  for (let index = 0; index < 25; index++) {
    const attribute = { name: `Attribute ${index}`, type: "text" };
    await api(page.request, owner.bearer, "POST", `${owner.path}/crm/objects/company/attributes`, attribute);
  }
  await page.goto(`${owner.home}/crm/company`);
  await page.getByRole("button", { name: "Columns" }).click();
  const last = page.getByRole("menuitemcheckbox", { name: "Attribute 24" });
  await expect(page.getByRole("menuitemcheckbox").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test("who may not change records finds nothing to change them by", async ({ page, owner, openGuest }) => {
  await api(page.request, owner.bearer, "POST", recordsOf(owner, "company"), { values: { name: "Looms" } });
  const guest = await openGuest("developer");
  await api(page.request, owner.bearer, "PATCH", `${owner.path}/members/${guest.id}`, {
    permission_overrides: { can_edit_records: false, can_manage_crm: false, can_view_crm: true },
  });
  await guest.page.goto(`${owner.home}/crm/company`);
  await expect(guest.page.getByRole("link", { name: "Looms" })).toBeVisible();
  await expect(guest.page.locator("[data-edits]")).toHaveCount(0);
  await guest.page.context().close();
});
