import type { APIRequestContext, Page } from "@playwright/test";
import { api, expect, expectAccessible, test } from "@/tests/e2e/fixtures";
import { openOwnWorkspace } from "@/tests/e2e/people";

/* A public form in more than one tab, come back to, and changed while it is open. */

const NAME = { key: "name", label: "Your name", type: "text", required: true };
const ELSEWHERE = "https://shop.example.com/thanks";

async function aForm(
  page: Page,
  request: APIRequestContext,
  person: { name: string; email: string },
  settings: object = {},
) {
  const { bearer, path } = await openOwnWorkspace(page, person);
  const body = { name: "Your project", is_public: true, fields: [NAME], ...settings };
  const { id } = await api<{ id: string }>(request, bearer, "POST", `${path}/forms`, body);
  return {
    path: `/f/${id}`,
    answersCount: async () =>
      (await api<unknown[]>(request, bearer, "GET", `${path}/forms/${id}/submissions`)).length,
    change: (changes: object) => api(request, bearer, "PATCH", `${path}/forms/${id}`, changes),
  };
}

const nameIn = (page: Page) => page.getByLabel("Your name");
const send = (page: Page) => page.getByRole("button", { name: "Submit" }).click();

test("what was sent in one tab is not restored from another, in which nothing was typed", async ({
  page,
  request,
  person,
}) => {
  const form = await aForm(page, request, person);
  await page.goto(form.path);
  await nameIn(page).fill("Ada");
  await page.reload();
  const other = await page.context().newPage();
  await other.goto(form.path);
  await expect(nameIn(other)).toHaveValue("Ada");
  await send(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent");
  await other.goto(form.path);
  await expect(nameIn(other)).toHaveValue("");
});

test("what was typed over an answer from the link stays when the page is loaded again, and another link's answer wins", async ({
  page,
  request,
  person,
}) => {
  const form = await aForm(page, request, person);
  await page.goto(`${form.path}?name=Ada`);
  await nameIn(page).fill("Ada Lovelace");
  await page.reload();
  await expect(nameIn(page)).toHaveValue("Ada Lovelace");
  await nameIn(page).fill("");
  await page.reload();
  await expect(nameIn(page)).toHaveValue("");
  await page.goto(`${form.path}?name=Grace`);
  await expect(nameIn(page)).toHaveValue("Grace");
});

test("questions may have the names of what forms are made of in browsers", async ({
  page,
  request,
  person,
}) => {
  const fields = ["dataset", "reset", "submit", "elements"].map((key) => ({
    ...NAME,
    key,
    label: `The ${key}`,
  }));
  const form = await aForm(page, request, person, { fields });
  await page.goto(form.path);
  for (const { label } of fields) await page.getByLabel(label).fill(`mine of ${label}`);
  await page.reload();
  await expect(page.getByLabel("The dataset")).toHaveValue("mine of The dataset");
  await page.getByRole("button", { name: "Start over" }).click();
  for (const { label } of fields) await expect(page.getByLabel(label)).toHaveValue("");
  for (const { label } of fields) await page.getByLabel(label).fill(`mine of ${label}`);
  await send(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent");
  await page.goto(form.path);
  for (const { label } of fields) await expect(page.getByLabel(label)).toHaveValue("");
});

test.describe("without a response", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("answers that are sent again count once", async ({ page, request, person }) => {
    const choice = { key: "size", label: "Size", type: "select", options: ["Small", "Large"] };
    const form = await aForm(page, request, person, { fields: [choice] });
    await page.goto(form.path);
    await page.getByLabel("Size").selectOption("Large");
    await page.route(
      "**/public/forms/*",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await send(page);
    await expect(page.getByRole("alert")).toContainText("can't be reached");
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent");
    expect(await form.answersCount()).toBe(1);
    await page.goto(form.path);
    await page.getByLabel("Size").selectOption("Large");
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent");
    expect(await form.answersCount()).toBe(2);
  });
});

test("a form that was sent is empty for whoever comes back to it", async ({ page, request, person }) => {
  const form = await aForm(page, request, person, { redirect_url: ELSEWHERE });
  await page.route(ELSEWHERE, (route) => route.fulfill({ contentType: "text/html", body: "<h1>Shop</h1>" }));
  await page.goto(form.path);
  await nameIn(page).fill("Ada");
  await send(page);
  await expect(page.getByRole("heading", { name: "Shop" })).toBeVisible();
  await page.goBack();
  await expect(nameIn(page)).toHaveValue("");
});

test.describe("changed while it is open", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("a form says so, and goes on with what was typed", async ({ page, request, person }) => {
    const form = await aForm(page, request, person);
    await page.goto(form.path);
    await nameIn(page).fill("Ada");
    await form.change({ fields: [NAME, { ...NAME, key: "town", label: "Your town" }] });
    await send(page);
    await expect(page.getByRole("alert")).toContainText("This form has changed since you opened it");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Reload the form" }).click();
    await page.getByLabel("Your town").fill("London");
    await expect(nameIn(page)).toHaveValue("Ada");
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent");
  });
});
