import { api, bearerOf, expect, expectAccessible, openConsoleAs, signInAs, test } from "@/tests/e2e/fixtures";

test("a token is renamed, switched off and switched on again", async ({ page, person }) => {
  await openConsoleAs(page, person);
  const { token } = await api<{ token: string }>(
    page.request,
    await bearerOf(page),
    "POST",
    "/developers/me/api-tokens",
    { name: "CI" },
  );
  const status = async () =>
    (await page.request.get("/developers/me", { headers: { authorization: `Bearer ${token}` } })).status();
  await page.goto("/account");
  await page.getByRole("button", { name: "Actions for CI" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Nightly build");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("button", { name: "Actions for Nightly build" }).click();
  await page.getByRole("menuitem", { name: "Switch off for now" }).click();
  await expect(page.getByText("switched off")).toBeVisible();
  await expect.poll(status).toBe(401);
  await page.getByRole("button", { name: "Actions for Nightly build" }).click();
  await page.getByRole("menuitem", { name: "Switch on again" }).click();
  await expect.poll(status).toBe(200);
});

test("a read-only token is created for one workspace, and the list shows its limits", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  const bearer = await bearerOf(page);
  await api(page.request, bearer, "POST", "/workspaces", { name: "Engines" });
  await page.goto("/account");
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Reporting");
  await dialog.getByLabel("Works in").selectOption("Engines");
  await dialog.getByLabel("May do").selectOption("Only what I choose");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByText("Choose at least one")).toBeVisible();
  await dialog.getByLabel("See who belongs to the workspace").check();
  await dialog.getByLabel("Read-only").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = (await dialog.getByText(/^svc_/).textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText("Only Engines · read-only · may view members")).toBeVisible();
  const refused = await page.request.get("/developers/me/api-tokens", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([refused.status(), (await refused.json()).detail]).toEqual([
    403,
    "Permission denied: this API token is limited to some permissions",
  ]);
});

test.describe("sign-ins", () => {
  // What was signed out is told so.
  test.use({ expectedErrors: [/status of 401/] });

  test("on other devices are ended one by one, or all at once with the current one", async ({
    page,
    person,
    browser,
  }) => {
    const elsewhere = await (await browser.newContext()).newPage();
    await openConsoleAs(elsewhere, person);
    const status = async (bearer: string) =>
      (await page.request.get("/developers/me", { headers: { authorization: `Bearer ${bearer}` } })).status();
    const other = await bearerOf(elsewhere);
    await openConsoleAs(page, person);
    const own = await bearerOf(page);
    await page.goto("/account");
    const card = page.getByRole("region", { name: "Sign-ins" });
    await expect(card.getByRole("listitem")).toHaveCount(2);
    await expect(card.getByRole("listitem").first()).toContainText("Chrome on Linux This one");
    await expectAccessible(page);
    await card.getByRole("button", { name: "Sign out Chrome on Linux", exact: true }).click();
    await expect(card.getByRole("listitem")).toHaveCount(1);
    expect([await status(other), await status(own)]).toEqual([401, 200]);
    await elsewhere.goto("/account");
    await expect(elsewhere).toHaveURL("/signin?reason=expired");
    await card.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page).toHaveURL("/signin");
    expect(await status(own)).toBe(401);
    await signInAs(page, person);
    await expect(page.getByRole("button", { name: `Account of ${person.name}` })).toBeVisible();
  });

  test("end with signing out here", async ({ page, person }) => {
    await openConsoleAs(page, person);
    const bearer = await bearerOf(page);
    await page.getByRole("button", { name: `Account of ${person.name}` }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/");
    const headers = { authorization: `Bearer ${bearer}` };
    await expect.poll(async () => (await page.request.get("/developers/me", { headers })).status()).toBe(401);
  });
});

test("a connection is checked with its provider, and the only one can't be removed", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  await page.goto("/account");
  const card = page.getByRole("region", { name: "Connections" });
  await card.getByRole("button", { name: "Check Code host" }).click();
  await expect(page.getByText("Code host is working.")).toBeVisible();
  await expect(card.getByText(/^.*checked/)).toBeVisible();
  await expect(card.getByRole("button", { name: "Remove Code host" })).toBeDisabled();
  await expectAccessible(page);
});

test("a second way to sign in is connected from the account page, and removed again", async ({
  page,
  person,
}) => {
  await openConsoleAs(page, person);
  await page.goto("/account");
  const card = page.getByRole("region", { name: "Connections" });
  const connect = card.getByRole("link", { name: /^Connect / }).first();
  const name = ((await connect.textContent()) ?? "").replace("Connect ", "");
  await connect.click();
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/account");
  await card.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("button", { name: "Remove connection" }).click();
  await expect(card.getByRole("link", { name: `Connect ${name}` })).toBeVisible();
});

test.describe("closing the account", () => {
  test.use({ expectedErrors: [/status of (401|409)/] });

  test("deactivating takes the typed email, signs out and refuses to sign in again", async ({
    page,
    person,
  }) => {
    await openConsoleAs(page, person);
    const bearer = await bearerOf(page);
    await page.goto("/account");
    await page.getByRole("button", { name: "Deactivate…" }).click();
    const confirm = page.getByRole("button", { name: "Deactivate account" });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("textbox").fill(person.email);
    await confirm.click();
    await expect(page).toHaveURL("/");
    const refused = await page.request.get("/developers/me", {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(refused.status()).toBe(401);
    await page.goto("/signin");
    await signInAs(page, person);
    await expect(page).toHaveURL(/\/signin\?error=access_denied/);
  });

  test("asks somebody who signed in long ago to sign in again, and returns", async ({ page, person }) => {
    await openConsoleAs(page, person);
    await page.clock.install({ time: Date.now() + 20 * 60_000 });
    await page.goto("/account");
    await page.getByRole("button", { name: "Erase…" }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Sign in again" }).click();
    await expect(page).toHaveURL("/signin?reason=again");
    await signInAs(page, person);
    await expect(page).toHaveURL("/account#danger");
    await page.getByRole("dialog").getByRole("textbox").fill(person.email);
    await page.getByRole("button", { name: "Erase account" }).click();
    await expect(page).toHaveURL("/");
  });

  test("erasing leaves nothing: signing in again creates a new account", async ({ page, person }) => {
    await openConsoleAs(page, person);
    const bearer = await bearerOf(page);
    const { id } = await api<{ id: string }>(page.request, bearer, "GET", "/developers/me");
    await page.goto("/account");
    await page.getByRole("button", { name: "Erase…" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill(person.email);
    await page.getByRole("button", { name: "Erase account" }).click();
    await expect(page).toHaveURL("/");
    await openConsoleAs(page, person);
    const again = await api<{ id: string }>(page.request, await bearerOf(page), "GET", "/developers/me");
    expect(again.id).not.toBe(id);
  });
});
