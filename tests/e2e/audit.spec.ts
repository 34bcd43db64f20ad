import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { api, bearerOf, expect, expectAccessible, openConsoleAs, test } from "@/tests/e2e/fixtures";

/** A workspace whose trail holds its founding, two changes of its name and a role with markup in its name. */
async function aHistory(page: Page): Promise<{ id: string; slug: string }> {
  const bearer = await bearerOf(page);
  const workspace = await api<{ id: string; slug: string }>(page.request, bearer, "POST", "/workspaces", {
    name: "Engines",
  });
  const path = `/workspaces/${workspace.id}`;
  await api(page.request, bearer, "PATCH", path, { name: "Difference Works" });
  await api(page.request, bearer, "PATCH", path, { name: "=HYPERLINK()" });
  await api(page.request, bearer, "POST", `${path}/roles`, {
    name: "<b>Boss</b>",
    based_on_template: "viewer",
  });
  return workspace;
}

test("the audit log shows who did what, and what changed field by field", async ({ page, person }) => {
  await openConsoleAs(page, person);
  const { slug } = await aHistory(page);
  await page.goto(`/w/${slug}/audit`);
  const rows = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText(`${person.name} created the role <b>Boss</b>`);
  await rows
    .nth(2)
    .getByRole("button", { name: /^Details/ })
    .click();
  const change = rows.nth(2).getByRole("row", { name: "Name" });
  await expect(change.getByRole("cell")).toHaveText(["Engines", "Difference Works"]);
  await expect(rows.nth(2).getByRole("button", { name: "Copy the request id" })).toBeVisible();
  await expectAccessible(page);
});

test("filters are kept in the address, survive a reload, and are cleared together", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  const { slug } = await aHistory(page);
  await page.goto(`/w/${slug}/audit`);
  const rows = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "role.created" }).click();
  await expect(page).toHaveURL(`/w/${slug}/audit?action=role.created`);
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await rows
    .first()
    .getByRole("button", { name: /^Details/ })
    .click();
  await rows
    .first()
    .getByRole("button", { name: `All changes by ${person.name}` })
    .click();
  await expect(page).toHaveURL(/actor_id=/);
  await rows
    .first()
    .getByRole("button", { name: /^All changes to/ })
    .click();
  await expect(page).toHaveURL(/target_id=/);
  const target = page.getByRole("button", { name: "Show changes to anything" });
  await target.press("Enter");
  await expect(page).not.toHaveURL(/target_id=/);
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(page.getByRole("heading", { name: "No matching changes" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(page).toHaveURL(`/w/${slug}/audit`);
  await expect(rows).toHaveCount(4);
});

test("filtered entries are exported as CSV that a spreadsheet does not execute", async ({ page, person }) => {
  await openConsoleAs(page, person);
  const { slug } = await aHistory(page);
  await page.goto(`/w/${slug}/audit?action=workspace.updated`);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^audit-${slug}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const text = await readFile(await file.path(), "utf8");
  expect(text.startsWith("\ufeffid,")).toBe(true);
  expect(text.trimEnd().split("\n")).toHaveLength(3);
  expect(text).toContain("=HYPERLINK()");
  expect(text).not.toMatch(/(^|\n|,)"?=/);
});
