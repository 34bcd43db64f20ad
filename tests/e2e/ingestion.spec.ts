import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { api, test as base, expect } from "@/tests/e2e/fixtures";
import { openOwnWorkspace } from "@/tests/e2e/people";

type ProductEvent = {
  type: string;
  user_id: string | null;
  anonymous_id: string | null;
  properties: Record<string, unknown>;
};
type Sdk = {
  productEvents: {
    track(type: string, properties?: object): void;
    identify(id: string): void;
    reset(): void;
    flush(): void;
  };
};

type Shop = {
  url: string;
  /** What stands in the shop's pages before the SDK. */
  head: string;
  key: string;
  /** Asks the workspace what has arrived. */
  ask<T>(path: string): Promise<T>;
};

/** A shop on an origin of its own, as the customers of a workspace have them, with the SDK in its pages. */
const test = base.extend<{ shop: Shop }>({
  shop: async ({ page, person }, use) => {
    const { bearer, path } = await openOwnWorkspace(page, person);
    const service = page.url();
    const { key } = await api<{ key: string }>(page.request, bearer, "POST", `${path}/api-keys`, {
      name: "shop",
    });
    const server = createServer((_request, response) => {
      response.setHeader("Content-Type", "text/html");
      const sdk = `<script src="${new URL("/events.js", service)}" data-key="${key}" defer></script>`;
      response.end(`<!doctype html><html lang="en"><title>Shop</title>${shop.head}${sdk}</html>`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const shop: Shop = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      head: "",
      key,
      ask: (below) =>
        api(page.request, bearer, "GET", new URL(`${path}/product-events${below}`, service).href),
    };
    await use(shop);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

test.use({ expectedErrors: [/(ERR_INTERNET_DISCONNECTED|status of 429)/] });

function track(page: Page, type: string, properties?: object): Promise<void> {
  return page.evaluate(
    ([type, properties]) => (window as unknown as Sdk).productEvents.track(type, properties),
    [type, properties] as const,
  );
}

function flush(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as Sdk).productEvents.flush());
}

async function typesIn(shop: Shop): Promise<string[]> {
  const events = await shop.ask<ProductEvent[]>("?limit=200");
  return events.map(({ type }) => type).sort();
}

test("a page of another origin sends its visitors' events, and their ids once they are identified", async ({
  page,
  shop,
}) => {
  await page.goto(shop.url);
  await track(page, "plan_seen", { plan: "pro" });
  await page.evaluate(() => (window as unknown as Sdk).productEvents.identify("user-42"));
  await track(page, "plan_chosen", { plan: "pro" });
  await page.evaluate(() => (window as unknown as Sdk).productEvents.reset());
  await track(page, "signed_out");
  await expect.poll(() => typesIn(shop)).toEqual(["plan_chosen", "plan_seen", "signed_out"]);
  const byType = new Map((await shop.ask<ProductEvent[]>("")).map((event) => [event.type, event]));
  const [seen, chosen, out] = ["plan_seen", "plan_chosen", "signed_out"].map((type) => byType.get(type));
  expect(seen).toMatchObject({ user_id: null, properties: { plan: "pro" } });
  expect(chosen).toMatchObject({ user_id: "user-42", anonymous_id: seen?.anonymous_id });
  expect(out?.user_id).toBeNull();
  expect(out?.anonymous_id).not.toBe(seen?.anonymous_id);
});

test("events from offline arrive once, when the connection is back, even if the page was left", async ({
  page,
  shop,
  context,
}) => {
  await page.goto(shop.url);
  await context.setOffline(true);
  const failed = page.waitForEvent("requestfailed");
  await track(page, "first");
  await flush(page);
  await failed;
  await track(page, "second");
  expect(await shop.ask<ProductEvent[]>("")).toEqual([]);
  await page.goto("about:blank");
  await context.setOffline(false);
  await page.goto(shop.url);
  await track(page, "third");
  await expect.poll(() => typesIn(shop)).toEqual(["first", "second", "third"]);

  await context.setOffline(true);
  await track(page, "fourth");
  await flush(page);
  await context.setOffline(false);
  await expect.poll(() => typesIn(shop)).toEqual(["first", "fourth", "second", "third"]);
});

test("events just before leaving the page arrive once", async ({ page, shop }) => {
  await page.goto(shop.url);
  await track(page, "left");
  await page.goto("about:blank");
  await expect.poll(() => typesIn(shop)).toEqual(["left"]);
  await page.goto(shop.url);
  await track(page, "came_back");
  await expect.poll(() => typesIn(shop)).toEqual(["came_back", "left"]);
});

test("after a long time offline the newest 500 events are kept, and arrive in batches", async ({
  page,
  shop,
  context,
}) => {
  await page.goto(shop.url);
  await context.setOffline(true);
  await page.evaluate(() => {
    const { productEvents } = window as unknown as Sdk;
    for (let i = 0; i < 600; i++) productEvents.track(i < 100 ? "old" : "new", { i });
  });
  await context.setOffline(false);
  const today = new Date();
  const query = new URLSearchParams({
    since: new Date(today.getTime() - 86_400_000).toISOString(),
    until: new Date(today.getTime() + 86_400_000).toISOString(),
    bucket: "day",
  });
  const totals = async () => {
    const { series } = await shop.ask<{ series: { type: string; total: number }[] }>(`/counts?${query}`);
    return series.map(({ type, total }) => [type, total]);
  };
  await expect.poll(totals).toEqual([["new", 500]]);
});

test("events wait as long as the service asks, and then arrive", async ({ page, shop }) => {
  await page.goto(shop.url);
  const times: number[] = [];
  await page.route("**/event-ingestion/events", async (route) => {
    times.push(Date.now());
    if (times.length > 1) return route.continue();
    await route.fulfill({
      status: 429,
      headers: {
        "Retry-After": "2",
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "Retry-After",
      },
      json: { detail: "Too many" },
    });
  });
  await track(page, "patient");
  await flush(page);
  await flush(page);
  await expect.poll(() => typesIn(shop)).toEqual(["patient"]);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_900);
});

test("visitors who ask not to be tracked are not tracked", async ({ page, shop }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { get: () => true }),
  );
  await page.goto(shop.url);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await track(page, "unseen");
  await flush(page);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  expect(await page.evaluate((name) => localStorage.getItem(name), `product-events:${shop.key}`)).toBeNull();
  expect(requests).toEqual([]);
});

test("calls made before the SDK has loaded are replayed", async ({ page, shop }) => {
  shop.head = `<script>(window.productEvents ||= []).push(["track", "early"])</script>`;
  await page.goto(shop.url);
  await expect.poll(() => typesIn(shop)).toEqual(["early"]);
});
