import type { Locator, Page } from "@playwright/test";
import { api, expect, expectAccessible, test } from "@/tests/e2e/fixtures";
import { openAsMember, openOwnWorkspace } from "@/tests/e2e/people";
import { Subscriber } from "@/tests/support/subscriber";

const PHONE = { width: 390, height: 844 };
const PATIENCE_MS = 2_500;

/** Presses what is named without a mouse. */
async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press("Enter");
}

async function addField(page: Page, kind: string, question: string): Promise<void> {
  await press(page.getByRole("button", { name: "Add a field" }));
  await press(page.getByRole("menuitem", { name: kind }));
  await page.getByLabel("Question", { exact: true }).last().fill(question);
}

async function save(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: "Save" }));
  // The button is disabled while it saves, too.
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
}

test("a form is built with logic by keyboard, published, answered on a phone, and becomes a CRM record and an event", async ({
  page,
  browser,
  baseURL,
  person,
}) => {
  const subscriber = new Subscriber();
  const url = await subscriber.listen();
  const { bearer, path, home } = await openOwnWorkspace(page, person);
  await api(page.request, bearer, "POST", `${path}/crm/webhooks`, { url, events: ["form.submitted"] });
  await page.goto(`${home}/forms`);
  await expect(page.getByText("No forms yet")).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole("link", { name: "New form" }).first());
  await expect(page.getByRole("button", { name: /^Contact/ })).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole("button", { name: /^Blank form/ }));

  await expect(page.getByText("No questions yet")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Repairs");
  await addField(page, "One of a few", "What is broken?");
  await addField(page, "Short text", "Serial number");
  await press(page.getByRole("button", { name: "Shown only if…" }).last());
  await addField(page, "Short text", "Your name");
  const opener = page.getByRole("button", { name: "3. Your name" });
  await opener.focus();
  await opener.press("Alt+ArrowUp");
  await expect(page.getByText("Moved to place 2 of 3")).toBeAttached();
  await page.getByRole("button", { name: "2. Your name" }).press("Alt+ArrowUp");
  await expect(page.getByRole("button", { name: "1. Your name" })).toBeVisible();

  const preview = page.getByRole("form", { name: "Preview" });
  await expect(preview.getByLabel("Serial number")).toBeHidden();
  await preview.getByRole("radio", { name: "First option" }).press("Space");
  await expect(preview.getByLabel("Serial number")).toBeVisible();
  await expectAccessible(page);
  await save(page);

  await press(page.getByRole("link", { name: "Settings", exact: true }).last());
  await page.getByRole("radiogroup", { name: "Where answers go" }).getByText("CRM").click();
  await page.getByLabel("Each answer becomes a").selectOption({ label: "Person" });
  await page.getByLabel("Your name becomes").selectOption("name");
  await expectAccessible(page);
  await save(page);
  await page.getByRole("switch", { name: "Published" }).press("Space");
  const link = (await page.getByText(/\/f\/[0-9a-f-]{36}$/).textContent()) ?? "";

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: PHONE });
  const visitor = await context.newPage();
  await visitor.goto(new URL(link).pathname);
  const openedAt = Date.now();
  await visitor.getByLabel("Your name").fill("Ada Lovelace");
  await visitor.getByLabel("First option").press("Space");
  await visitor.getByLabel("Serial number").fill("N-1");
  // Whoever is faster than people is kept apart.
  await expect.poll(() => Date.now() - openedAt).toBeGreaterThan(PATIENCE_MS);
  await visitor.getByRole("button", { name: "Submit" }).press("Enter");
  await expect(visitor.getByText("Your answers have been received")).toBeVisible();
  await context.close();

  await press(page.getByRole("link", { name: "Submissions" }));
  await expect(page.getByRole("cell", { name: "Ada Lovelace" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Written" })).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole("row", { name: /Ada Lovelace/ }).getByRole("button"));
  const drawer = page.getByRole("dialog", { name: "Submission" });
  await expect(drawer.getByText("N-1")).toBeVisible();
  await expectAccessible(page);
  await press(drawer.getByRole("link", { name: "Show the record it became" }));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada Lovelace");
  await expect.poll(() => subscriber.received.length).toBe(1);
  expect(JSON.parse(subscriber.received[0]?.raw.toString() ?? "")).toMatchObject({
    type: "form.submitted",
    data: { values: { your_name: "Ada Lovelace", serial_number: "N-1" } },
  });
  await subscriber.close();
});

test("spam is kept apart, let out and deleted; a form that was deleted comes back; who may not see forms is told why", async ({
  page,
  browser,
  baseURL,
  person,
}) => {
  const { bearer, path, home } = await openOwnWorkspace(page, person);
  const form = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, {
    name: "Contact",
    is_public: true,
    fields: [{ key: "name", label: "Name", type: "text", required: true }],
  });
  for (const [name, website] of [
    ["Grace", ""],
    ["Eve", "https://spam.example"],
  ]) {
    await api(page.request, bearer, "POST", `/public/forms/${form.id}`, { values: { name }, website });
  }
  await page.goto(`${home}/forms/${form.id}/submissions`);
  await expect(page.getByRole("cell", { name: "Grace" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Eve" })).toBeHidden();
  await page.getByRole("link", { name: "Spam (1)" }).click();
  await page.getByRole("row", { name: /Eve/ }).getByRole("button").click();
  const drawer = page.getByRole("dialog", { name: "Submission" });
  await expect(drawer.getByText("A field that people don't see was filled in")).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Not spam" }).click();
  await page.getByRole("link", { name: "Answers (2)" }).click();
  await expect(page.getByRole("cell", { name: "Eve" })).toBeVisible();

  await page.getByRole("searchbox", { name: "Search submissions" }).fill("eve");
  await expect(page.getByRole("cell", { name: "Grace" })).toBeHidden();
  await expect(page).toHaveURL(/contains=eve/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "As CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("submissions.csv");

  await page.goto(`${home}/forms`);
  await page.getByRole("button", { name: "What to do with Contact" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("No forms yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Contact" })).toBeVisible();
  await expect(page.getByText("2 answers")).toBeVisible();

  const viewer = await openAsMember(browser, baseURL, { bearer, path, page }, "viewer");
  await viewer.page.goto(`${home}/forms`);
  await expect(viewer.page.getByText("can_view_forms")).toBeVisible();
  await viewer.page.context().close();
});
