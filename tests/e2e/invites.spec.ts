import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

const open = async (page: Page, home: string) => {
  await page.goto(`${home}/members?tab=invites`);
  await page.getByRole("button", { name: "Invite", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Role" }).click();
  await page.getByRole("option", { name: /^Viewer/ }).click();
  return dialog;
};

test("several people are invited at once, and each has a link of their own", async ({
  page,
  context,
  owner: { home },
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const dialog = await open(page, home);
  await dialog.getByLabel("Email").fill("Grace Hopper <grace@navy.example>, nobody");
  await dialog.getByRole("button", { name: "Send invite" }).click();
  await expect(dialog.getByText('"nobody" is no complete email address')).toBeVisible();
  await dialog
    .getByLabel("Email")
    .fill("Grace Hopper <grace@navy.example>\nlin@engines.example; LIN@engines.example");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send 2 invites" }).click();
  const made = dialog.getByRole("list", { name: "New invites" });
  await expect(made.getByRole("listitem")).toHaveText([/grace@navy\.example/, /lin@engines\.example/]);
  await expect(dialog.getByText("No mail went out")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Copy all links" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n").map((line) => line.split("\t")[0])).toEqual([
    "grace@navy.example",
    "lin@engines.example",
  ]);
  const links = copied.split("\n").map((line) => line.split("\t")[1] ?? "");
  expect(new Set(links.map((link) => new URL(link).pathname)).size).toBe(2);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Invites" }).getByRole("listitem")).toHaveCount(2);
});

test.describe("one who is a member already", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("is named, while the others are invited", async ({ page, person, owner: { home } }) => {
    const dialog = await open(page, home);
    await dialog.getByLabel("Email").fill(`${person.email}, lin@engines.example, kay@engines.example`);
    await dialog.getByRole("button", { name: "Send 3 invites" }).click();
    await expect(dialog.getByRole("alert")).toContainText("1 person was not invited");
    await expect(dialog.getByRole("alert")).toContainText(person.email);
    await expect(dialog.getByRole("list", { name: "New invites" }).getByRole("listitem")).toHaveCount(2);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Change and try again" }).click();
    await expect(dialog.getByLabel("Email")).toHaveValue(person.email);
    await dialog.getByRole("button", { name: "Send invite" }).click();
    await expect(dialog.getByRole("button", { name: "Send invite" })).toBeEnabled();
    await expect(dialog.getByText(/already/)).toBeVisible();
    // The links of the others are not lost by that.
    await dialog.getByLabel("Email").fill("ida@engines.example");
    await dialog.getByRole("button", { name: "Send invite" }).click();
    await expect(dialog.getByRole("list", { name: "New invites" }).getByRole("listitem")).toHaveCount(3);
    await dialog.getByRole("button", { name: "Invite others" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog.getByRole("list", { name: "New invites" }).getByRole("listitem")).toHaveCount(3);
  });
});
