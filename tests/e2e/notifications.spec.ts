import { api, expect, expectAccessible, openConsoleAs, saved } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

type Made = { id: string };

test("notification settings are chosen by kind, and saved", async ({ page, person }) => {
  await openConsoleAs(page, person);
  await page.goto("/account");
  const card = page.getByRole("region", { name: "Notifications" });
  await expect(card.getByText("This service sends no mail")).toBeVisible();
  await expect(card.getByRole("switch")).toHaveCount(27);
  await expect(card.getByRole("switch", { name: "Mail at once: Someone mentions you" })).toBeDisabled();
  const inbox = card.getByRole("switch", { name: "Inbox: A form of yours is answered" });
  await expect(inbox).toBeChecked();
  await saved(page, () => inbox.click({ force: true }));
  await page.reload();
  await expect(inbox).not.toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("whoever's mail bounced reads it, and lets mail come again", async ({ page, person }) => {
  // The tests' service sends no mail, so what one that does would answer is made of its answer.
  let isBlocked = true;
  await page.route("**/developers/me/notification-settings", async (route) => {
    const answer = await (await route.fetch()).json();
    const mail_block = isBlocked ? { reason: "bounce", email: "ada@example.com" } : null;
    await route.fulfill({ json: { ...answer, sends_mail: true, mail_block } });
  });
  await openConsoleAs(page, person);
  await page.goto("/account");
  const note = page.getByRole("note").filter({ hasText: "You get no mail at ada@example.com" });
  await expect(note).toContainText("A mail to this address could not be delivered");
  await expectAccessible(page);
  const lifted = page.waitForResponse(
    (answer) => answer.request().method() === "DELETE" && answer.url().endsWith("/developers/me/mail-block"),
  );
  isBlocked = false;
  await note.getByRole("button", { name: "Send mail again" }).click();
  expect((await lifted).status()).toBe(200);
  await expect(note).toBeHidden();
});

test("a person mentioned in a comment is notified with a link", async ({
  page,
  person,
  owner,
  openGuest,
}) => {
  const project = await api<Made>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Note G",
    key: "NG",
  });
  const guest = await openGuest("developer");
  const me = await api<{ name: string }>(guest.page.request, guest.bearer, "GET", "/developers/me");
  const tasks = `${owner.path}/projects/${project.id}/tasks`;
  await api(page.request, owner.bearer, "POST", tasks, { title: "Fix login" });
  await api(page.request, owner.bearer, "POST", `${tasks}/1/comments`, { body: `@${me.name} can you?` });
  // The other by choosing the name.
  await page.goto(`${owner.home}/projects/${project.id}?task=1`);
  const comment = page.getByRole("textbox", { name: "Write a comment" });
  await comment.fill("Or you, @gue");
  const people = page.getByRole("listbox", { name: "People to mention" });
  await expect(people.getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(people).toBeHidden();
  await comment.pressSequentially("X");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await comment.fill("And you, @gu");
  await page.keyboard.press("Enter");
  await expect(comment).toHaveValue(`And you, @${me.name} `);
  await expect(people).toBeHidden();
  await comment.pressSequentially("**please**");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("article", { name: `${person.name}'s comment` })).toHaveCount(2);
  await guest.page.goto(owner.home);
  await guest.page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  // What was written in Markdown, without its marks.
  await expect(guest.page.getByText(`And you, @${me.name} please`, { exact: true })).toBeVisible();
  await guest.page.getByRole("link", { name: "2 mentions of you in NG-1 Fix login" }).click();
  await expect(guest.page).toHaveURL(`${owner.home}/projects/${project.id}?task=1`);
  await guest.page.context().close();
});

test("a visitor follows and unfollows a project", async ({ page, owner }) => {
  const slug = `page-${owner.workspace.slug}`;
  await api(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Note G",
    is_public: true,
    public_slug: slug,
  });
  await page.goto(`/p/${slug}/requests`);
  await saved(page, () => page.getByRole("button", { name: "Follow", exact: true }).click());
  const following = page.getByRole("button", { name: "Following" });
  await expect(following).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await page.reload();
  await following.click();
  await expect(page.getByRole("button", { name: "Follow", exact: true })).toBeVisible();
});

test("a form's owner turns on mailed receipts if it asks for an address", async ({ page, owner }) => {
  const field = { key: "email", label: "Email", type: "email" };
  const [plain, asking] = await Promise.all(
    [[], [field]].map((fields) =>
      api<Made>(page.request, owner.bearer, "POST", `${owner.path}/forms`, { name: "Contact", fields }),
    ),
  );
  const receipt = page.getByRole("switch", { name: "Mail visitors a receipt" });
  await page.goto(`${owner.home}/forms/${plain?.id}/settings`);
  await expect(receipt).toBeDisabled();
  await page.goto(`${owner.home}/forms/${asking?.id}/settings`);
  await receipt.click({ force: true });
  await saved(page, () => page.getByRole("button", { name: "Save" }).click());
  await page.reload();
  await expect(receipt).toBeChecked();
});
