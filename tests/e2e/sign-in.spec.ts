import type { Page } from "@playwright/test";
import {
  api,
  bearerOf,
  expect,
  expectAccessible,
  openConsoleAs,
  type Person,
  signInAs,
} from "@/tests/e2e/fixtures";
import { openOwnWorkspace, test } from "@/tests/e2e/people";

const UNAUTHORISED = /status of 401/;

test("a visitor signs in with one click on a persona and lands in the console", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByText("signs you in with its built-in identity provider")).toBeVisible();
  await page.getByRole("link", { name: "Continue with Suite A" }).click();
  await page.getByRole("button", { name: "Ada Lovelace" }).click();
  await expect(page).toHaveURL("/home");
  await page.getByRole("button", { name: "Account of Ada Lovelace" }).click();
  await expect(page.getByText("ada@example.com")).toBeVisible();

  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => window.localStorage.getItem("token"))).toBeNull();
  await page.goto("/signin");
  await expect(page.getByRole("link", { name: "Continue with Suite A Last used" })).toBeVisible();
});

test.describe("the bearer", () => {
  // Going back leads to the provider's page, which has done its work and says so.
  test.use({ expectedErrors: [/status of 400/] });

  test("is in local storage under `token` and nowhere in the history", async ({ page, person }) => {
    await openConsoleAs(page, person);
    const me = await api<{ email: string }>(page.request, await bearerOf(page), "GET", "/developers/me");
    expect(me.email).toBe(person.email);
    await page.goBack();
    expect(page.url()).not.toContain("token");
  });
});

test("whoever opens a page of the console signed out comes back to it after sign-in", async ({
  page,
  person,
}) => {
  await page.goto("/account?from=a-link#tokens");
  await expect(page).toHaveURL("/signin");
  await signInAs(page, person);
  await expect(page).toHaveURL("/account?from=a-link#tokens");
});

test("a page shows nothing of one account once another tab has signed in to another", async ({
  page,
  person,
}) => {
  const other = { name: `Other ${person.name}`, email: `other-${person.email}` };
  await openConsoleAs(page, person);
  const second = await page.context().newPage();
  await openConsoleAs(second, other);
  await expect(page.getByRole("button", { name: `Account of ${other.name}` })).toBeVisible();
  await expect(page.getByRole("heading", { name: `Welcome, ${other.name}` })).toBeVisible();
  await expect(page.getByText(person.name, { exact: true })).toHaveCount(0);
});

test.describe("a session that ends", () => {
  test.use({ expectedErrors: [UNAUTHORISED] });

  test("leads from a page that was not read yet to sign-in and back to the same page", async ({
    page,
    person,
  }) => {
    await openOwnWorkspace(page, person);
    await page.evaluate(() =>
      window.localStorage.setItem("token", `${window.localStorage.getItem("token")}x`),
    );
    await page.goto("/home?day=2026-01-14");
    await expect(page).toHaveURL("/signin?reason=expired");
    await expect(page.getByText("Your session has ended")).toBeVisible();
    await signInAs(page, person);
    await expect(page).toHaveURL("/home?day=2026-01-14");
    await expect(page.getByRole("heading", { name: "Wednesday 14 January" })).toBeVisible();
  });

  for (const [how, end] of [
    [
      "expired",
      (page: Page) =>
        page.evaluate(() => window.localStorage.setItem("token", `${window.localStorage.getItem("token")}x`)),
    ],
    [
      "was ended in another tab",
      async (page: Page, person: Person) => {
        const other = await page.context().newPage();
        await other.goto("/home");
        await other.getByRole("button", { name: `Account of ${person.name}` }).click();
        await other.getByRole("menuitem", { name: "Sign out" }).click();
        await expect(other).toHaveURL("/");
        await other.close();
      },
    ],
  ] as const) {
    test(`keeps what was being written when it ${how}, and saves it after signing in`, async ({
      page,
      person,
      owner: { workspace, home },
    }) => {
      await page.goto(`${home}/projects`);
      await page.getByRole("button", { name: "New project" }).first().click();
      await page.getByLabel("Name").fill("Note G");
      await end(page, person);
      await page.getByRole("button", { name: "Create project" }).dispatchEvent("click");
      const ended = page.getByRole("dialog", { name: "You are signed out" });
      await expect(ended).toBeVisible();
      // Nothing of the account is seen behind it.
      const ground = () =>
        ended.evaluate((each) => [
          getComputedStyle(each, "::backdrop").backgroundColor,
          getComputedStyle(document.body).backgroundColor,
        ]);
      const [behind, body] = await ground();
      expect(behind).toBe(body);
      await page.keyboard.press("Escape");
      await expect(ended).toBeVisible();
      await expectAccessible(page);
      const [signingIn] = await Promise.all([
        page.waitForEvent("popup"),
        ended.getByRole("button", { name: "Sign in" }).click(),
      ]);
      await signInAs(signingIn, person);
      await expect(ended).toBeHidden();
      // Where the browser does not let the page close its tab, it says what to do.
      if (!signingIn.isClosed()) await expect(signingIn.getByText("You can close this tab")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Note G" })).toBeVisible();
      const projects = await api<{ name: string }[]>(
        page.request,
        await bearerOf(page),
        "GET",
        `/workspaces/${workspace.id}/projects`,
      );
      expect(projects.map(({ name }) => name)).toEqual(["Note G"]);
    });
  }

  test("is continued by the one that another tab has begun meanwhile", async ({ page, person }) => {
    await openConsoleAs(page, person);
    const renewed = await bearerOf(page);
    const ended = `${renewed}x`;
    let refused = 0;
    await page.route("**/api/v1/**", async (route) => {
      if (route.request().headers().authorization !== `Bearer ${ended}`) return route.continue();
      refused += 1;
      await page.evaluate((token) => window.localStorage.setItem("token", token), renewed);
      await route.fulfill({ status: 401, json: { detail: "Missing, invalid or expired token" } });
    });
    await page.addInitScript((token) => window.localStorage.setItem("token", token), ended);
    await page.reload();
    await expect(page.getByRole("heading", { name: `Welcome, ${person.name}` })).toBeVisible();
    expect(refused).toBeGreaterThan(0);
    await expect(page).toHaveURL("/home");
    expect(await bearerOf(page)).toBe(renewed);
  });
});

test.describe("the page that ends a sign-in", () => {
  test.use({ expectedErrors: [UNAUTHORISED] });

  for (const address of [
    "/signin/complete",
    "/signin/complete#token=",
    "/signin/complete#token=not-a-token",
  ]) {
    test(`says what is wrong with ${address} and shows the way back`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
      await expect(page).toHaveURL("/signin/complete");
      await page.getByRole("link", { name: "Back to sign-in" }).click();
      await expect(page).toHaveURL("/signin");
      expect(await page.evaluate(() => window.localStorage.getItem("token"))).toBeNull();
    });
  }

  test("keeps no bearer that the service refuses", async ({ page }) => {
    await page.goto("/signin/complete#token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl");
    await expect(page.getByText("not valid any more")).toBeVisible();
    expect(await page.evaluate(() => window.localStorage.getItem("token"))).toBeNull();
    expect(page.url()).not.toContain("eyJ");
  });

  test("is answered with Referrer-Policy: no-referrer", async ({ page }) => {
    const response = await page.goto("/signin/complete");
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
  });

  for (const target of [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "/\t/evil.example",
    "/.//evil.example",
    "javascript:window.evil=1",
  ]) {
    test(`goes home instead of to ${JSON.stringify(target)}`, async ({ page, person }) => {
      await page.goto("/signin");
      await page.evaluate((path) => window.sessionStorage.setItem("return_path", path), target);
      await signInAs(page, person);
      await expect(page).toHaveURL("/home");
    });
  }

  test("asks before a link signs a browser in that did not sign in itself", async ({
    page,
    browser,
    person,
  }) => {
    const elsewhere = await browser.newPage();
    await openConsoleAs(elsewhere, { name: "Mallory", email: `mallory-${person.email}` });
    const foreign = await bearerOf(elsewhere);
    await elsewhere.close();
    const held = () => page.evaluate(() => window.localStorage.getItem("token"));

    await page.goto(`/signin/complete#token=${foreign}`);
    await expect(page.getByRole("heading", { name: "Sign in as Mallory?" })).toBeVisible();
    expect(await held()).toBeNull();
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    await expect(page).toHaveURL("/signin");
    expect(await held()).toBeNull();
    await signInAs(page, person);
    await expect(page.getByRole("button", { name: `Account of ${person.name}` })).toBeVisible();
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith("sign-in."))).toEqual([]);
  });

  test("asks nothing where the sign-in was begun at its address, and not on the page for it", async ({
    page,
    person,
  }) => {
    await page.goto("/auth/code_host/login");
    await page.getByLabel("Name").fill(person.name);
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/home");
  });

  test("asks before a link replaces the account that is signed in", async ({ page, browser, person }) => {
    const elsewhere = await browser.newPage();
    await openConsoleAs(elsewhere, { name: "Mallory", email: `mallory-${person.email}` });
    const foreign = await bearerOf(elsewhere);
    await elsewhere.close();
    await openConsoleAs(page, person);
    const own = await bearerOf(page);

    await page.goto(`/signin/complete#token=${foreign}`);
    await expect(page.getByRole("heading", { name: "Switch accounts?" })).toBeVisible();
    expect(await bearerOf(page)).toBe(own);
    await page.getByRole("button", { name: "Keep my account" }).click();
    await expect(page.getByRole("button", { name: `Account of ${person.name}` })).toBeVisible();
    expect(await bearerOf(page)).toBe(own);
  });
});

test.describe("a sign-in that fails", () => {
  for (const [code, words] of [
    ["invalid_state", "longer than ten minutes or was already used"],
    ["access_denied", "declined to share your account"],
    ["no_email", "no email address that we may see"],
    ["token_exchange_failed", "did not confirm the sign-in"],
    ["userinfo_failed", "did not tell us who you are"],
    ["provider_error", "reported a problem"],
    ["<img src=x onerror=alert(1)>", "The sign-in did not work"],
    ["constructor", "The sign-in did not work"],
  ] as const) {
    test(`with ${code} says so in a sentence`, async ({ page }) => {
      await page.goto(`/signin?error=${encodeURIComponent(code)}`);
      await expect(page.getByRole("main").getByRole("alert")).toContainText(words);
      await expect(page.getByRole("link", { name: "Continue with Code host" })).toBeVisible();
    });
  }

  test("by a callback that nobody asked for comes back with invalid_state", async ({ page }) => {
    await page.goto("/auth/code_host/callback?code=x&state=y");
    await expect(page).toHaveURL("/signin?error=invalid_state");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("please start again");
  });
});
