import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

/* The payments and chat providers speak for all: what they send names the workspace by itself. */

/** Posts what the payments provider does when somebody subscribes. */
async function subscribe(page: Page, workspaceId: string, price: object): Promise<string> {
  const id = `evt_${randomUUID()}`;
  const subscription = {
    id: `sub_${randomUUID()}`,
    status: "active",
    metadata: { workspace_id: workspaceId },
    items: { data: [{ price }] },
  };
  const response = await page.request.post("/api/v1/integrations/webhooks/payments", {
    data: {
      id,
      type: "customer.subscription.created",
      created: Math.floor(Date.now() / 1000),
      data: { object: subscription },
    },
  });
  expect(await response.json()).toEqual({ status: "accepted" });
  return id;
}

test("providers show their address and verification, and a chat team is connected and disconnected", async ({
  page,
  owner: { home },
}) => {
  await page.goto(`${home}/integrations`);
  const card = page.getByRole("region", { name: "Chat", exact: true });
  await expect(card.getByText(/\/api\/v1\/integrations\/webhooks\/chat$/)).toBeVisible();
  await expect(card.getByText("Verification off")).toBeVisible();
  await expect(card.getByText("CHAT_WEBHOOK_SECRET")).toBeVisible();
  // Once for all providers.
  await expect(page.getByText(/anyone who knows (the|such an) address is trusted/i)).toHaveCount(1);
  await expectAccessible(page);

  await card.getByRole("button", { name: "Connect a team" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a chat team" });
  const command = (await dialog.getByText(/^\/connect \S+$/).textContent()) ?? "";
  await expectAccessible(page);
  const [verb = "", text = ""] = command.split(" ");
  const team = `T${randomUUID()}`;
  const answer = await page.request.post("/api/v1/integrations/webhooks/chat", {
    form: { command: verb, text, team_id: team, team_domain: "engineers" },
  });
  expect(await answer.text()).toContain("is connected");
  await expect(page.getByText("engineers is connected.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await card.getByRole("button", { name: "Disconnect engineers" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(card.getByText("No chat team is connected.")).toBeVisible();
});

test("a received webhook is found, read and replayed, and a failed one says why", async ({
  page,
  owner: { workspace, home },
}) => {
  await page.goto(`${home}/integrations/deliveries`);
  await expect(page.getByText("Nothing received yet")).toBeVisible();
  const external = await subscribe(page, workspace.id, { id: "price_1", metadata: { plan: "free" } });
  await page.reload();
  const log = page.getByRole("list", { name: "Received webhooks, newest first" });
  await expect(log.getByText("Handled", { exact: true })).toBeVisible();
  await subscribe(page, workspace.id, { id: "price_unheard_of" });
  await page.reload();
  await expect(log.getByText(/No plan is known for the price price_unheard_of/)).toBeVisible();
  await expect(log.getByText("Trying again")).toBeVisible();
  await expectAccessible(page);
  // Each has its space to itself: what is pressed between two of them opens the one that is seen there.
  const [upper, lower] = await Promise.all([0, 1].map((at) => log.getByRole("button").nth(at).boundingBox()));
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0);

  await page.getByRole("combobox", { name: "Outcome" }).selectOption("Handled");
  await expect(page).toHaveURL(/status=processed/);
  await expect(log.getByRole("listitem")).toHaveCount(1);
  await log.getByRole("button").click();
  const drawer = page.getByRole("dialog", { name: "Received webhook" });
  await expect(drawer.getByText(external)).toBeVisible();
  await expect(drawer.getByText("Not verified")).toBeVisible();
  await expect(drawer.getByText(/content-type: application\/json/)).toBeVisible();
  await expectAccessible(page);
  const replayed = page.waitForResponse((response) => response.url().endsWith("/replay"));
  await drawer.getByRole("button", { name: "Replay" }).click();
  await page.getByRole("dialog", { name: "Process this delivery again?" }).getByText("Replay").click();
  expect((await replayed).status()).toBe(202);
  await expect(drawer.getByText("Handled", { exact: true }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page).not.toHaveURL(/delivery=/);
  await page.getByRole("searchbox", { name: "Event" }).fill("push");
  await expect(page.getByText("No matching deliveries")).toBeVisible();
});

test("a key is created and shown once, its snippet sends events, and a revoked key is refused", async ({
  page,
  owner: { home },
}) => {
  await page.goto(`${home}/integrations/api-keys?new=1`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = (await dialog.getByText(/^wsk_\w+$/).textContent()) ?? "";
  const snippet = (await dialog.locator("pre").textContent()) ?? "";
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByRole("list", { name: "API keys" }).getByText("Shop")).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await expectAccessible(page);

  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><html lang="en"><title>Shop</title>${snippet}<h1>Shop</h1></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const shop = await page.context().newPage();
  const sent = shop.waitForResponse((response) => response.url().endsWith("/event-ingestion/events"));
  await shop.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/plans`);
  expect((await sent).status()).toBe(200);
  await shop.close();
  server.close();

  await page.getByRole("link", { name: "Product events" }).click();
  const events = page.getByRole("list", { name: "Product events, newest first" });
  await expect(events.getByText("page_viewed")).toBeVisible();
  await page.locator("[role=img] [data-series] rect").first().hover();
  await expect(page.getByRole("img", { name: "1 event by day" }).getByText("page_viewed")).toBeVisible();
  await events.getByRole("button", { name: "Details of page_viewed" }).click();
  await expect(events.getByText('"path": "/plans"')).toBeVisible();
  await page.getByRole("button", { name: "page_viewed 1" }).click();
  await expect(page).toHaveURL(/type=page_viewed/);
  await page.getByText("24 hours").click();
  await expect(page.getByText("event by hour")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Revoke Shop" }).click();
  await dialog.getByRole("textbox").fill("Shop");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No API keys yet")).toBeVisible();
  const refused = await page.request.post("/api/v1/event-ingestion/events", {
    headers: { authorization: `Bearer ${key}` },
    data: { events: [] },
  });
  expect(refused.status()).toBe(401);
});

test("a person who may not manage integrations is told what they need", async ({ owner, openGuest }) => {
  const guest = await openGuest("member");
  await guest.page.goto(`${owner.home}/integrations/api-keys`);
  await expect(guest.page.getByText("can_manage_integrations")).toBeVisible();
  await expect(guest.page.getByRole("link", { name: "Integrations" })).toHaveCount(0);
  await expectAccessible(guest.page);
  await guest.page.context().close();
});

test.describe("on a phone with large letters", () => {
  test.use({ hasTouch: true, viewport: { width: 320, height: 900 } });

  test("what a finger finds in a plot stays, inside of it, until another place is touched or Escape is pressed", async ({
    page,
    owner: { home },
  }) => {
    const buckets = Array.from({ length: 12 }, (_, day) =>
      new Date(Date.UTC(2026, 4, day + 1)).toISOString(),
    );
    const types = ["a_name_of_an_event_that_is_too_long_for_a_phone", "استبيان العملاء"];
    await page.route("**/product-events/counts*", (route) =>
      route.fulfill({
        json: {
          buckets,
          series: types.map((type) => ({ type, total: 24, counts: buckets.map(() => 2) })),
          other: null,
          total: 48,
        },
      }),
    );
    await page.goto(`${home}/integrations/product-events`);
    const plot = page.getByRole("img", { name: "48 events by day" });
    await expect(plot.locator("[data-series] rect").first()).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "125%"));
    const box = async () => (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const found = plot.getByText(types[0] ?? "");
    for (const part of [0.3, 0.5, 0.7]) {
      const { x, y, width } = await box();
      await page.touchscreen.tap(x + width * part, y + 60);
      await expect(found).toBeVisible();
      const outside = await found.locator("xpath=ancestor::div[1]").evaluate((hint) => {
        const [a, b] = [hint.getBoundingClientRect(), hint.closest("[role=img]")?.getBoundingClientRect()];
        return b === undefined || a.left < b.left - 1 || a.right > b.right + 1;
      });
      expect(outside, `touched at ${part}`).toBe(false);
    }
    await page.getByRole("heading", { level: 1 }).tap();
    await expect(found).toHaveCount(0);
    const { x, y, width } = await box();
    await page.touchscreen.tap(x + width / 2, y + 60);
    await expect(found).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(found).toHaveCount(0);
  });

  test("every range can be chosen", async ({ page, owner: { home } }) => {
    await page.goto(`${home}/integrations/product-events`);
    const ranges = page.getByRole("radiogroup", { name: "Range" });
    await expect(ranges).toBeVisible();
    const custom = ranges.getByText("Custom");
    await custom.scrollIntoViewIfNeeded();
    await expect(custom).toBeInViewport({ ratio: 1 });
  });
});
