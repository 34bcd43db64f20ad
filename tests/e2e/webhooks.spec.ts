import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { openOwnWorkspace, test } from "@/tests/e2e/people";
import { type Received, Subscriber } from "@/tests/support/subscriber";

const STATUS_GONE = 410;

/** What the public library makes of a request; it throws for one that the secret did not sign. */
function verified(secret: string, { raw, headers }: Received) {
  return new Webhook(secret).verify(raw.toString("utf8"), headers as Record<string, string>);
}

/** Makes a webhook in the editor, and gives back its secret, which is shown once. */
async function makeWebhook(page: Page, url: string, name: string): Promise<string> {
  await page.getByLabel("URL").fill(url);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create webhook" }).click();
  return copySecret(page);
}

async function copySecret(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog").filter({ hasText: "Copy it now" });
  const secret = await dialog.getByText(/^whsec_/).textContent();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await expect(dialog).toBeHidden();
  return secret ?? "";
}

/** Sends a test from the page of a webhook, and waits until its outcome has come in. */
async function sendTest(page: Page, outcome: string): Promise<void> {
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByRole("dialog").getByRole("status")).toContainText(outcome);
}

test.describe("a webhook from first to last", () => {
  // The refusal that the editor then explains.
  test.use({ expectedErrors: [/status of 422/] });

  test("is created, tested, gets a new secret and is deleted, and its subscriber can verify everything", async ({
    page,
    person,
  }) => {
    const subscriber = new Subscriber();
    const url = await subscriber.listen();
    const { home } = await openOwnWorkspace(page, person);
    await page.goto(`${home}/webhooks`);
    await expect(page.getByText("No webhooks yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "New webhook" }).first().click();

    await page.getByLabel("URL").fill("https://user:password@example.com/");
    await page.getByRole("radio", { name: "Only what is chosen below" }).check();
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByText("Choose at least one event")).toBeVisible();
    await page.getByRole("checkbox", { name: "record.created" }).check();
    await page.getByText("Example payload").first().click();
    await expect(page.getByText('"type": "record.created"')).toBeVisible();
    await page.getByRole("button", { name: "Add a header" }).click();
    await page.getByLabel("Name of header 1").fill("X-Api-Key");
    await page.getByLabel("Value of header 1").fill("of the gateway");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByText("Must not carry credentials; send a header instead")).toBeVisible();
    await expectAccessible(page);

    const secret = await makeWebhook(page, url, "Billing  desk");
    await expect(page.getByText("Nothing was sent yet")).toBeVisible();
    await sendTest(page, "Delivered");
    const [first] = subscriber.received;
    expect(first && verified(secret, first)).toMatchObject({ type: "webhook.test" });
    expect(first?.headers["x-api-key"]).toBe("of the gateway");
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText("of the gateway")).toBeHidden();
    const sent = drawer.getByRole("row", { name: "webhook-signature" }).getByRole("cell");
    await expect(sent).toContainText(String(first?.headers["webhook-signature"]));
    await expectAccessible(page);
    await drawer.getByRole("button", { name: "Close" }).click();

    await page.getByRole("link", { name: "Verify signatures" }).click();
    await expect(page.getByText("timingSafeEqual(given, expected)")).toBeVisible();
    await page.getByText("Python", { exact: true }).click();
    await expect(page.getByText("hmac.compare_digest")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("link", { name: "Settings" }).last().click();
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
    const rotated = await copySecret(page);
    await sendTest(page, "Delivered");
    const [, second] = subscriber.received;
    expect(() => second && verified(secret, second)).toThrow();
    expect(second && verified(rotated, second)).toMatchObject({ type: "webhook.test" });
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    await page.getByRole("link", { name: "Settings" }).last().click();
    await page.getByRole("button", { name: "Delete webhook" }).click();
    const remove = page.getByRole("dialog").getByRole("button", { name: "Delete webhook" });
    await expect(remove).toBeDisabled();
    await page.getByRole("dialog").getByRole("textbox").fill("Billing desk");
    await remove.click();
    await expect(page.getByText("No webhooks yet")).toBeVisible();
    await subscriber.close();
  });
});

test("failed deliveries are found, counted, recovered and sent again", async ({ page, person }) => {
  const subscriber = new Subscriber((response) => response.writeHead(STATUS_GONE).end("moved away"));
  const url = await subscriber.listen();
  const { home } = await openOwnWorkspace(page, person);
  await page.goto(`${home}/webhooks/new`);
  await makeWebhook(page, url, "Warehouse");
  await sendTest(page, "Failed: The subscriber answered 410 Gone");
  await expect(page.getByRole("dialog").getByText("moved away")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("Switched off by the service")).toBeVisible();
  await expect(page.getByRole("button", { name: "Recover…" })).toBeDisabled();
  await expectAccessible(page);

  subscriber.answer = (response) => response.writeHead(200).end("taken");
  await page.getByRole("button", { name: "Switch on again" }).click();
  await expect(page.getByText("Switched off by the service")).toBeHidden();
  const rows = page.getByRole("list", { name: "Deliveries, newest first" }).getByRole("listitem");
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(page).toHaveURL(/\?status=failed$/);
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Recover…" }).click();
  await expect(page.getByRole("dialog").getByText("1 failed delivery will be sent.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Recover 1" }).click();
  await expect(page.getByText("No matching deliveries")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(rows.getByText("Delivered")).toBeVisible();

  await rows.getByRole("button", { name: "webhook.test" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("dialog").getByText("taken")).toHaveCount(2);
  const ids = subscriber.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  await page.goto(`${home}/webhooks`);
  await expect(page.getByText("100% delivered")).toBeVisible();
  await page.getByRole("switch", { name: "Active: Warehouse" }).press("Space");
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("100% delivered")).toBeVisible();
  await expectAccessible(page);
  await subscriber.close();
});

test("events that happen while a webhook is off are held, shown, and sent or discarded once it is on again", async ({
  page,
  person,
}) => {
  const subscriber = new Subscriber((response) => response.writeHead(STATUS_GONE).end("moved away"));
  const url = await subscriber.listen();
  const { home, path, bearer } = await openOwnWorkspace(page, person);
  await page.goto(`${home}/webhooks/new`);
  const secret = await makeWebhook(page, url, "Warehouse");
  const address = page.url();
  const addCompany = (name: string) =>
    api(page.request, bearer, "POST", `${path}/crm/objects/company/records`, { values: { name } });
  await addCompany("Anvil");
  await expect(page.getByText("Switched off by the service")).toBeVisible();
  await addCompany("Bellows");
  await addCompany("Chisel");
  await page.reload();
  const card = page.getByRole("region", { name: "2 events are held" });
  await expect(card.getByRole("button", { name: "Send them…" })).toBeDisabled();
  await card.getByRole("button", { name: "Show them" }).click();
  const drawer = page.getByRole("dialog");
  const held = drawer.getByRole("list", { name: "Held events, newest first" }).getByRole("listitem");
  await expect(held).toHaveCount(2);
  await held.first().getByText("record.created").click();
  await expect(held.first().getByText("Chisel")).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /notification/i }).click();
  const notice = page.getByRole("dialog").getByText("The webhook Warehouse was switched off");
  await expect(notice).toBeVisible();
  await notice.click();
  await expect(page).toHaveURL(address);

  subscriber.answer = (response) => response.writeHead(200).end("taken");
  await page.getByRole("button", { name: "Switch on again" }).click();
  const waiting = page.getByRole("region", { name: "2 events were not sent" });
  await expect(waiting).toBeVisible();
  await expectAccessible(page);
  await waiting.getByRole("button", { name: "Send them…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/(^| and )2 held events will be sent\./)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Recover \d$/ }).click();
  await expect(waiting).toBeHidden();
  const names = () =>
    subscriber.received.map((each) => {
      const { data } = verified(secret, each) as { data: { values?: { name?: string } } };
      return data.values?.name;
    });
  await expect.poll(() => new Set(names())).toEqual(new Set(["Anvil", "Bellows", "Chisel"]));
  const rows = page.getByRole("list", { name: "Deliveries, newest first" }).getByRole("listitem");
  await expect(rows.getByText("Delivered")).not.toHaveCount(0);

  // While deliveries are under way, switching off asks first.
  const pending = async () => {
    const webhooks = await api<{ health: { pending: number } }[]>(
      page.request,
      bearer,
      "GET",
      `${path}/crm/webhooks`,
    );
    return webhooks.map(({ health }) => health.pending);
  };
  await expect.poll(pending).toEqual([0]);
  await page.reload();
  await page.getByRole("switch", { name: "Active: Warehouse" }).press("Space");
  await expect(page.getByText("Warehouse is switched off.")).toBeVisible();
  await addCompany("Drill");
  await page.goto(`${home}/webhooks`);
  await expect(page.getByText("1 event waits to be sent or discarded")).toBeVisible();
  await expectAccessible(page);
  await page.goto(address);
  const one = page.getByRole("region", { name: "1 event is held" });
  await one.getByRole("button", { name: "Discard…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard", exact: true }).click();
  await expect(one).toBeHidden();
  expect(names()).not.toContain("Drill");
  await subscriber.close();
});

test("a person who may not see webhooks is told what they lack", async ({ owner, openGuest }) => {
  const guest = await openGuest("viewer");
  await guest.page.goto(`${owner.home}/webhooks`);
  await expect(guest.page.getByText("can_view_webhooks")).toBeVisible();
  await expect(guest.page.getByRole("link", { name: "Webhooks" })).toBeHidden();
  await guest.page.context().close();
});

test("whoever has a webhook's settings open hears that somebody else changed them, and loses nothing they typed", async ({
  page,
  owner,
}) => {
  const { bearer, path, home } = owner;
  const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/crm/webhooks`, {
    name: "Warehouse",
    url: "https://example.com/hooks",
    events: ["record.created"],
  });
  await page.goto(`${home}/webhooks/${id}/settings`);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Store room");
  await api(page.request, bearer, "PATCH", `${path}/crm/webhooks/${id}`, {
    url: "https://example.org/hooks",
  });
  await expect(page.getByText("Somebody has changed it since you opened it.")).toBeVisible({
    timeout: 60_000,
  });
  await expect(name).toHaveValue("Store room");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show what was saved" }).click();
  await expect(page.getByLabel("URL", { exact: true })).toHaveValue("https://example.org/hooks");
  await expect(name).toHaveValue("Warehouse");
  await name.fill("Store room");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Store room" })).toBeVisible();
  await expect(page.getByText("Somebody has changed it since you opened it.")).toBeHidden();
});
