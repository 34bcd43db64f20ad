import type { Page } from "@playwright/test";
import { api, bearerOf, expect, expectAccessible, OPERATOR, signInAs, test } from "@/tests/e2e/fixtures";
import { type Service, startService } from "@/tests/support/service";

/* What people see who may not make an account, at services that take only some. */

const CONTACT = "help@example.com";
const OURS = { OPERATOR_EMAILS: OPERATOR.email, OPERATOR_CONTACT: CONTACT, LOG_LEVEL: "error" };

/** A service of this kind for the tests beside; not the one of all others. */
function serviceWith(settings: Record<string, string>): () => string {
  let service: Service | undefined;
  test.beforeAll(async () => {
    service = await startService({ ...OURS, ...settings });
  });
  test.afterAll(async () => {
    await service?.stop();
  });
  return () => service?.baseUrl ?? "";
}

async function expectRefusal(page: Page, title: string, words: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/signin\?error=/);
  const notice = page.getByRole("main").getByRole("alert");
  await expect(notice).toContainText(title);
  await expect(notice).toContainText(words);
  await expect(notice.getByRole("link", { name: CONTACT })).toHaveAttribute("href", `mailto:${CONTACT}`);
  await expectAccessible(page);
}

test.describe("a service that requires an invite and an address of certain domains", () => {
  test.describe.configure({ timeout: 240_000, mode: "serial" });
  const url = serviceWith({ SIGN_UP: "invited", SIGN_UP_EMAIL_DOMAINS: "example.com,example.org" });

  test("says on its sign-in page who may sign up, and tells others why not and whom to ask", async ({
    page,
    person,
  }) => {
    await page.goto(`${url()}/signin`);
    await expect(page.getByText("example.com or example.org")).toBeVisible();
    await expectAccessible(page);
    await signInAs(page, person);
    await expectRefusal(page, "You need an invite", "Ask a member of the workspace to invite that address");
    await page.goto(`${url()}/signin`);
    await signInAs(page, { ...person, email: person.email.replace("example.com", "elsewhere.example") });
    await expectRefusal(page, "This address can't be used here", "an address of example.com or example.org");
  });

  test("lets an invited person in once they use that address", async ({ page, person, browser }) => {
    const office = await (await browser.newContext({ baseURL: url() })).newPage();
    await office.goto("/signin");
    await signInAs(office, OPERATOR);
    await expect(office.getByRole("button", { name: `Account of ${OPERATOR.name}` })).toBeVisible();
    const bearer = await bearerOf(office);
    const workspace = await api<{ id: string }>(office.request, bearer, "POST", "/workspaces", {
      name: "Engines",
    });
    const path = `/workspaces/${workspace.id}`;
    const roles = await api<{ id: string; slug: string }[]>(office.request, bearer, "GET", `${path}/roles`);
    const role = roles.find(({ slug }) => slug === "member")?.id;
    const body = { email: person.email, custom_role_id: role };
    await api(office.request, bearer, "POST", `${path}/invites`, body);
    await office.close();
    await page.goto(`${url()}/signin`);
    await signInAs(page, person);
    await expect(page.getByRole("button", { name: `Account of ${person.name}` })).toBeVisible();
  });
});

test.describe("a service that takes no new accounts", () => {
  test.describe.configure({ timeout: 240_000, mode: "serial" });
  const url = serviceWith({ SIGN_UP: "closed" });

  test("says so, and lets those in who have one", async ({ page, person }) => {
    await page.goto(`${url()}/signin`);
    await signInAs(page, person);
    await expectRefusal(page, "You have no account here", "This service takes no new accounts");
    await page.goto(`${url()}/signin`);
    await signInAs(page, OPERATOR);
    await expect(page.getByRole("button", { name: `Account of ${OPERATOR.name}` })).toBeVisible();
  });
});
