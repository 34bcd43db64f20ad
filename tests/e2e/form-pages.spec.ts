import type { Page } from "@playwright/test";
import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { type Owner, test } from "@/tests/e2e/people";

const PHONE = { width: 390, height: 844 };
const PATIENCE_MS = 2_500;

const FIELDS = [
  { key: "name", label: "Your name", type: "text", required: true },
  { key: "kind", label: "Do you own an engine?", type: "radio", required: true, options: ["Yes", "No"] },
  {
    key: "year",
    label: "In which year was it built?",
    type: "number",
    required: true,
    starts_page: true,
    show_if: { match: "all", conditions: [{ field: "kind", operator: "eq", value: "Yes" }] },
  },
  { key: "wish", label: "What do you wish for?", type: "textarea", starts_page: true },
  { key: "email", label: "Email", type: "email", required: true },
];

/** A public form of up to three pages. */
async function aForm(page: Page, { bearer, path }: Owner): Promise<string> {
  const body = { name: "Your engine", is_public: true, fields: FIELDS };
  return (await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, body)).id;
}

test("a form of several pages is filled in page by page, back and forth, and loses nothing", async ({
  page,
  owner,
}) => {
  const id = await aForm(page, owner);
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await page.goto(`/f/${id}`);
  const openedAt = Date.now();
  const place = (words: string) => page.getByText(words, { exact: true });
  const name = page.getByLabel("Your name");
  const year = page.getByLabel("In which year was it built?");
  const email = page.getByLabel("Email");
  await expect(place("Page 1 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Back" })).toBeHidden();
  await expectAccessible(page);

  // What is missing on this page is asked for, and nothing of the others.
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("alert").getByRole("heading")).toHaveText("2 answers need another look");
  await name.fill("Ada");
  await page.getByRole("radio", { name: "No" }).check();
  await name.press("Enter");
  await expect(page.getByRole("alert")).toBeHidden();
  await expect(page.locator(".form-place")).toBeFocused();
  await expect(place("Page 2 of 2")).toBeVisible();
  await expectAccessible(page);
  await expect(name).toBeHidden();
  await email.fill("ada@example.com");

  // The browser's Back and the form's lead to the page before, with what was typed.
  await page.goBack();
  await expect(name).toHaveValue("Ada");
  await expect(email).toBeHidden();
  await page.goForward();
  await expect(email).toHaveValue("ada@example.com");
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("radio", { name: "Yes" }).check();
  await expect(place("Page 1 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(year).toBeVisible();
  await page.reload();
  await expect(place("Page 2 of 3")).toBeVisible();
  await year.fill("1840");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(email).toHaveValue("ada@example.com");

  // An answer of an earlier page that is wrong by now is shown where it is asked.
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>("[name=year]");
    if (input) input.value = "";
  });
  await expect.poll(() => Date.now() - openedAt).toBeGreaterThan(PATIENCE_MS);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(place("Page 2 of 3")).toBeVisible();
  await page.getByRole("alert").getByRole("link", { name: "In which year" }).click();
  await expect(year).toBeFocused();
  await year.fill("1840");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent");
  expect(await api(page.request, owner.bearer, "GET", `${owner.path}/forms/${id}/submissions`)).toMatchObject(
    [{ values: { name: "Ada", kind: "Yes", year: 1840, email: "ada@example.com" } }],
  );

  // Back leads out of the form that was sent, past its pages.
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test.describe("with scripts off", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("the pages of a form stand below one another, and are sent together", async ({
    page,
    browser,
    baseURL,
    owner,
  }) => {
    const id = await aForm(page, owner);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
    const visitor = await context.newPage();
    await visitor.goto(`/f/${id}`);
    await expect(visitor.getByRole("button", { name: "Next" })).toHaveCount(0);
    await expect(visitor.getByText("Page 1 of 2")).toBeHidden();
    await visitor.getByLabel("Email").fill("ada@example.com");
    await visitor.getByRole("button", { name: "Submit" }).click();
    await expect(visitor.getByRole("alert")).toContainText("2 answers need another look");
    await visitor.getByLabel("Your name").fill("Ada");
    await visitor.getByRole("radio", { name: "No" }).check();
    await visitor.getByRole("button", { name: "Submit" }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Sent");
    await context.close();
  });
});

test("a form is given pages in its builder, whose preview stays on the page that was turned to", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, {
    name: "Your engine",
    fields: ["Name", "Wish", "Email"].map((label) => ({ key: label.toLowerCase(), label, type: "text" })),
  });
  await page.goto(`${home}/forms/${id}`);
  await page.getByRole("button", { name: "2. Wish" }).click();
  await page.getByRole("switch", { name: "Starts a new page" }).click();
  const preview = page.getByRole("complementary", { name: "Preview as a visitor" });
  await expect(preview.getByText("Page 1 of 2")).toBeVisible();
  await expectAccessible(page);
  await preview.getByLabel("Name").fill("Ada");
  await preview.getByRole("button", { name: "Next" }).click();
  await expect(preview.getByLabel("Wish")).toBeVisible();
  await page.getByLabel("Question").fill("Your wish");
  await expect(preview.getByLabel("Your wish")).toBeVisible();
  await expect(preview.getByLabel("Name")).toBeHidden();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  const { fields } = await api<{ fields: { starts_page: boolean }[] }>(
    page.request,
    bearer,
    "GET",
    `${path}/forms/${id}`,
  );
  expect(fields.map(({ starts_page }) => starts_page)).toEqual([false, true, false]);
  // Its own Back, not the console's.
  await preview.getByRole("button", { name: "Back" }).click();
  await expect(preview.getByLabel("Name")).toHaveValue("Ada");
});
