import { GIVEN_UP_SHOWN_MAX } from "@/lib/operators/service/limits";
import { api, bearerOf, expect, expectAccessible, OPERATOR, openConsoleAs, test } from "@/tests/e2e/fixtures";

test("operators see the state of the service, and put a workspace on a plan", async ({ page, person }) => {
  await openConsoleAs(page, OPERATOR);
  const name = `Engines of ${person.name}`;
  await api(page.request, await bearerOf(page), "POST", "/workspaces", { name });
  await page.getByRole("button", { name: `Account of ${OPERATOR.name}` }).click();
  await page.getByRole("menuitem", { name: "Operators" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Operators" })).toBeVisible();
  for (const title of [
    "Health",
    "Given-up jobs",
    "Retried and discarded jobs",
    "Sign-in problems",
    "Workspaces by load",
    "Switched-off webhooks",
    "Plans",
  ]) {
    await expect(page.getByRole("region", { name: title })).toBeVisible();
  }
  await page.getByLabel("Find a workspace").fill(name);
  const plan = page.getByLabel(`Plan of ${name}`);
  await plan.selectOption("Free");
  await expect(page.getByText(`The plan of ${name} is set.`)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.getByLabel("Find a workspace").fill(name);
  await expect(plan.locator("option:checked")).toHaveText("Free");
});

test("the host of a switched-off webhook can be read whole on a phone", async ({ page }) => {
  await openConsoleAs(page, OPERATOR);
  const host = `${"a-long-name-of-a-service.".repeat(4)}hooks.example.com`;
  await page.route("**/operators/switched-off-webhooks", (route) =>
    route.fulfill({
      json: [
        {
          id: "1",
          name: "",
          host,
          reason: "gone",
          workspace_id: "1",
          workspace_name: "Engines",
          disabled_at: new Date().toISOString(),
        },
      ],
    }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/operators");
  const name = page.getByText(host);
  await expect(name).toBeVisible();
  expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await excess()).toBe(0);
});

test("of more given-up jobs than are shown it is said that these are the latest", async ({ page }) => {
  await openConsoleAs(page, OPERATOR);
  const job = { name: "mail.send", attempts: 5, error: "No answer", workspace_id: null };
  const jobs = Array.from({ length: GIVEN_UP_SHOWN_MAX }, (_, id) => ({
    ...job,
    id: String(id),
    failed_at: new Date().toISOString(),
  }));
  await page.route("**/operators/given-up-jobs", (route) => route.fulfill({ json: jobs }));
  await page.goto("/operators");
  const card = page.getByRole("region", { name: "Given-up jobs" });
  await expect(card.getByText(`Only the latest ${GIVEN_UP_SHOWN_MAX} are shown.`)).toBeVisible();
  jobs.pop();
  await page.reload();
  await expect(card.getByRole("listitem")).toHaveCount(GIVEN_UP_SHOWN_MAX - 1);
  await expect(card.getByText("Only the latest")).toBeHidden();
});

test("workspaces of one name are told apart by their slugs", async ({ page }) => {
  await openConsoleAs(page, OPERATOR);
  const load = { deliveries: 5, automation_runs: 0, product_events: 0, tracker_samples: 0 };
  const named = (slug: string) => ({ workspace_id: slug, name: "Engines", slug, ...load });
  await page.route("**/operators/loads", (route) =>
    route.fulfill({ json: [named("engines"), named("engines-2")] }),
  );
  await page.goto("/operators");
  const rows = page.getByRole("region", { name: "Workspaces by load" }).getByRole("listitem");
  await expect(rows).toContainText(["engines · 5 deliveries", "engines-2 · 5 deliveries"]);
});

test("a job that was given up at its first attempt had one attempt", async ({ page }) => {
  await openConsoleAs(page, OPERATOR);
  await page.route("**/operators/given-up-jobs", (route) =>
    route.fulfill({
      json: [
        {
          id: "1",
          name: "forms.tell-owners",
          attempts: 1,
          error: "Full",
          failed_at: new Date().toISOString(),
        },
      ],
    }),
  );
  await page.goto("/operators");
  const card = page.getByRole("region", { name: "Given-up jobs" });
  await expect(card).toContainText("1 attempt, the last");
  // In a list of many, what a button is for must be heard at the button itself.
  await expect(card.getByRole("button", { name: "Retry forms.tell-owners" })).toBeVisible();
  await expect(card.getByRole("button", { name: "Discard forms.tell-owners" })).toBeVisible();
});

test("others are told who the page is for, and get nothing from the API", async ({ page, person }) => {
  await openConsoleAs(page, person);
  await page.goto("/operators");
  await expect(page.getByText("This page is for operators")).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  const headers = { authorization: `Bearer ${await bearerOf(page)}` };
  const answer = await page.request.get("/api/v1/operators/workspaces", { headers });
  expect(answer.status()).toBe(403);
});
