import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { api, bearerOf, expect, expectAccessible, type Person, test } from "@/tests/e2e/fixtures";
import { join } from "@/tests/e2e/people";
import { type CodeHostServer, startCodeHostServer } from "@/tests/support/code-host-server";
import { freePort, type Service, startService } from "@/tests/support/service";

/* A service of its own, registered with a code host of its own. */

test.describe.configure({ mode: "serial", timeout: 180_000 });

const COMMITS = 250;

let service: Service;
let codeHost: CodeHostServer;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const port = String(await freePort());
  const client = { id: "client", secret: "secret" };
  codeHost = await startCodeHostServer({
    ...client,
    redirectUri: `http://localhost:${port}/auth/code_host/callback`,
  });
  service = await startService({
    PORT: port,
    CODE_HOST_CLIENT_ID: client.id,
    CODE_HOST_CLIENT_SECRET: client.secret,
    CODE_HOST_URL: codeHost.url,
    CODE_HOST_API_URL: codeHost.apiUrl,
  });
});

test.afterAll(async () => {
  await service?.stop();
  await codeHost?.stop();
});

/** Whoever signs in at the code host next. */
function expectAtCodeHost(person: Person): number {
  const id = randomInt(1, 2 ** 31);
  const email = { email: person.email, primary: true, verified: true, visibility: null };
  codeHost.person = { id, login: person.email, name: person.name, emails: [email] };
  return id;
}

/** Signs in at the code host. */
async function openByCodeHost(page: Page, person: Person): Promise<{ bearer: string; id: number }> {
  const id = expectAtCodeHost(person);
  await page.goto(`${service.baseUrl}/signin`);
  await page.getByRole("link", { name: "Continue with Code host" }).click();
  await expect(page.getByRole("button", { name: `Account of ${person.name}` })).toBeVisible();
  return { bearer: await bearerOf(page), id };
}

async function aWorkspace(page: Page, bearer: string) {
  const workspace = await api<{ id: string; slug: string }>(
    page.request,
    bearer,
    "POST",
    `${service.baseUrl}/workspaces`,
    { name: "Engines" },
  );
  return {
    bearer,
    path: `${service.baseUrl}/workspaces/${workspace.id}`,
    page: `${service.baseUrl}/w/${workspace.slug}/repositories`,
  };
}

test.describe("a first visit", () => {
  // The refusal that the page then explains.
  test.use({ expectedErrors: [/status of 422/] });

  test("a person without a connection is led to connect, and returns to adopt", async ({ page, person }) => {
    await page.goto(`${service.baseUrl}/signin`);
    await page
      .getByRole("link", { name: /^Continue with .*[^t]$/ })
      .first()
      .click();
    await page.getByLabel("Name").fill(person.name);
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("button", { name: `Account of ${person.name}` })).toBeVisible();
    const workspace = await aWorkspace(page, await bearerOf(page));
    await page.goto(workspace.page);
    await expect(page.getByText("No repositories yet")).toBeVisible();
    await page.getByRole("button", { name: "Adopt repositories" }).first().click();
    const connect = page.getByRole("dialog").getByRole("link", { name: "Connect the code host" });
    await expect(connect).toBeVisible();
    await expectAccessible(page);

    codeHost.hosted.host("acme/website", [expectAtCodeHost(person)]).commit();
    await connect.click();
    await expect(page).toHaveURL(workspace.page);
    await page.getByRole("button", { name: "Adopt repositories" }).first().click();
    await page.getByRole("button", { name: "Adopt acme/website" }).click();
    await expect(page.getByRole("dialog").getByText("Adopted")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("list", { name: "Repositories" }).getByText("In sync")).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByText("1 commit ·")).toBeVisible();
  });
});

test("a repository whose adopter left is taken over, continues where it stopped, and is removed by typing its name", async ({
  page,
  person,
  browser,
}) => {
  const signedIn = await openByCodeHost(page, person);
  const owner = await aWorkspace(page, signedIn.bearer);
  const hosted = codeHost.hosted.host("acme/engine", [signedIn.id]);
  for (let count = 0; count < COMMITS; count++) hosted.commit();

  const adopter = { name: `Adopter for ${person.name}`, email: `adopter-${person.email}` };
  const theirs = await browser.newPage();
  const { bearer, id } = await openByCodeHost(theirs, adopter);
  hosted.readers?.add(id);
  const invited = { bearer: owner.bearer, path: owner.path };
  await theirs.goto(service.baseUrl);
  await join(theirs, invited, { bearer, email: adopter.email }, "manager");
  await theirs.goto(owner.page);
  await theirs.getByRole("button", { name: "Adopt repositories" }).first().click();
  await theirs.getByLabel("Search your repositories").fill("engine");
  await theirs.getByRole("button", { name: "Adopt acme/engine" }).click();
  await expect(theirs.getByRole("dialog").getByText("Adopted")).toBeVisible();
  await theirs.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(theirs.getByRole("list", { name: "Repositories" }).getByText("In sync")).toBeVisible({
    timeout: 60_000,
  });
  await expect(theirs.getByText(`${COMMITS} commits`)).toBeVisible();
  await theirs.request.delete(`${service.baseUrl}/developers/me`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  await theirs.close();

  await page.goto(owner.page);
  await page.getByRole("button", { name: "Take over acme/engine" }).click();
  await expect(page.getByRole("dialog")).toContainText(adopter.name);
  await expectAccessible(page);
  hosted.commit();
  await page.getByRole("dialog").getByRole("button", { name: "Take over" }).click();
  await expect(page.getByText("acme/engine now syncs through your account.")).toBeVisible();
  await expect(page.getByText(`${COMMITS + 1} commits`)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("list", { name: "Repositories" }).getByText("In sync")).toBeVisible();
  await expect(page.getByText(`through ${person.name}`)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Search repositories").fill("nothing like it");
  await expect(page.getByText("No repository matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await page.getByRole("button", { name: "Actions for acme/engine" }).click();
  await page.getByRole("menuitem", { name: "Remove from the workspace" }).click();
  const drop = page.getByRole("dialog").getByRole("button", { name: "Remove repository" });
  await expect(drop).toBeDisabled();
  await page.getByRole("dialog").getByRole("textbox").fill("acme/engine");
  await drop.click();
  await expect(page.getByText("No repositories yet")).toBeVisible();
});

test("a connection that the code host no longer accepts is explained in plain words", async ({
  page,
  person,
}) => {
  const { bearer, id } = await openByCodeHost(page, person);
  const workspace = await aWorkspace(page, bearer);
  codeHost.hosted.host("acme/gone", [id]).commit();
  await page.goto(workspace.page);
  await page.getByRole("button", { name: "Adopt repositories" }).first().click();
  await page.getByLabel("Search your repositories").fill("acme/gone");
  await page.getByRole("button", { name: "Adopt acme/gone" }).click();
  await expect(page.getByRole("dialog").getByText("Adopted")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("list", { name: "Repositories" }).getByText("In sync")).toBeVisible({
    timeout: 60_000,
  });
  codeHost.revokeTokens();
  await page.getByRole("button", { name: "Actions for acme/gone" }).click();
  await page.getByRole("menuitem", { name: "Sync now" }).click();
  await expect(
    page.getByRole("list", { name: "Repositories" }).getByText("No working connection"),
  ).toBeVisible({ timeout: 60_000 });
  await page.getByRole("combobox", { name: "Sync status" }).selectOption("In sync");
  await expect(page.getByText("No repository matches")).toBeVisible();
  await expect(page).toHaveURL(/\?status=synced$/);
});
