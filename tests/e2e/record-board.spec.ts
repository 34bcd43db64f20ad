import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

type Stored = { id: string; values: Record<string, unknown> };

test.describe("moves that follow each other faster than the service answers", () => {
  // Each but the first is of a version that the one before has replaced, and is sent again.
  test.use({ expectedErrors: [/status of 412/] });

  test("a deal is reached and moved on its board by keyboard alone, and keeps the focus", async ({
    page,
    owner: { bearer, path, home },
  }) => {
    test.slow();
    const records = `${path}/crm/objects/deal/records`;
    for (const [name, stage] of [
      ["Old", "lead"],
      ["New", "lead"],
      ["Other", "proposal"],
    ]) {
      await api(page.request, bearer, "POST", records, { values: { name, stage } });
    }
    await page.goto(`${home}/crm/deal?board=stage`);
    const cards = (stage: string) => page.getByRole("region", { name: stage }).getByRole("link");
    const focused = page.locator(":focus");
    await expect(cards("Lead")).toHaveText(["New", "Old"]);
    await page.keyboard.press("j");
    await expect(focused).toHaveText("New");
    await page.keyboard.press("ArrowDown");
    await expect(focused).toHaveText("Old");
    // Past the columns that are empty.
    await page.keyboard.press("ArrowRight");
    await expect(focused).toHaveText("Other");
    await page.keyboard.press("ArrowLeft");
    await expect(focused).toHaveText("New");
    // Faster than the service answers, though no faster than the page draws: nobody presses a key twice in a millisecond.
    for (const stage of ["Qualified", "Proposal", "Negotiation"]) {
      await page.keyboard.press("Shift+ArrowRight");
      await expect(cards(stage).filter({ hasText: "New" })).toBeFocused();
    }
    await expect(cards("Negotiation")).toHaveText(["New"]);
    await expect(focused).toHaveText("New");
    // The moves before the last say so, too.
    await expect(page.getByText("New moved to Negotiation").first()).toBeAttached();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect(cards("Proposal")).toHaveText(["New", "Other"]);
    await expect(focused).toHaveText("New");
    await expect(page.getByText("New moved to Proposal").first()).toBeAttached();
    const stored = async () => {
      const deals = await api<Stored[]>(page.request, bearer, "GET", records);
      return deals.find(({ values }) => values.name === "New")?.values.stage;
    };
    await expect.poll(stored).toBe("proposal");
    await page.reload();
    await expect(cards("Proposal")).toHaveText(["New", "Other"]);
  });

  test("what a board shows stays while moves wait for the one before, and its tab isn't closed without a question", async ({
    page,
    owner: { bearer, path, home },
  }) => {
    const records = `${path}/crm/objects/deal/records`;
    await api(page.request, bearer, "POST", records, { values: { name: "New", stage: "lead" } });
    const held: (() => void)[] = [];
    // Before the page opens: requests of a page that is told later may still leave unseen.
    await page.route(`**${records}/*`, async (route) => {
      if (route.request().method() === "PATCH") await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.goto(`${home}/crm/deal?board=stage`);
    const cards = (stage: string) => page.getByRole("region", { name: stage }).getByRole("link");
    const isHeld = () =>
      page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    await expect(cards("Lead")).toHaveText(["New"]);
    expect(await isHeld()).toBe(false);

    const boards: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/records/board")) boards.push(request.url());
    });
    const send = async (nth: number) => {
      await expect.poll(() => held.length).toBe(nth);
      held[nth - 1]?.();
    };
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+ArrowRight");
    await expect(cards("Qualified")).toHaveText(["New"]);
    await page.keyboard.press("Shift+ArrowRight");
    await expect(cards("Proposal")).toHaveText(["New"]);
    expect(await isHeld()).toBe(true);
    // Pages read all again once they hear of changes, which may have been just before the first move.
    const readBefore = boards.length;
    // The second is of a version that the first has replaced, and is sent again.
    await send(1);
    await send(2);
    await expect.poll(() => held.length).toBe(3);
    await expect(cards("Proposal")).toHaveText(["New"]);
    expect(boards.length).toBe(readBefore);
    expect(await isHeld()).toBe(false);
    await send(3);
    await expect(page.getByText("New moved to Proposal").first()).toBeAttached();
    await expect.poll(() => boards.length).toBeGreaterThan(readBefore);
    await expect(cards("Proposal")).toHaveText(["New"]);
  });
});

test("a board's columns are named, however large their sums are", async ({
  page,
  owner: { bearer, path, home },
}) => {
  for (const stage of ["lead", "qualified", "negotiation"]) {
    await api(page.request, bearer, "POST", `${path}/crm/objects/deal/records`, {
      values: { name: `In ${stage}`, stage, amount: 1_234_567_890.12 },
    });
  }
  await page.goto(`${home}/crm/deal?board=stage`);
  await expect(page.getByRole("region", { name: "Lead" })).toContainText("1,234,567,890.12");
  for (const stage of ["Lead", "Qualified", "Negotiation"]) {
    const isCut = await page
      .getByRole("heading", { name: stage, exact: true })
      .evaluate((heading) => heading.scrollWidth > heading.clientWidth);
    expect(isCut, stage).toBe(false);
  }
  await expectAccessible(page);
});

test("the keys j and k move between records, and x selects, only while single-key shortcuts are on", async ({
  page,
  owner: { bearer, path, home },
}) => {
  for (const name of ["Old", "New"]) {
    await api(page.request, bearer, "POST", `${path}/crm/objects/deal/records`, { values: { name } });
  }
  await page.goto(`${home}/crm/deal`);
  const first = page.getByRole("link", { name: "New", exact: true });
  await expect(first).toBeVisible();
  await page.keyboard.press("j");
  await expect(first).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Old", exact: true })).toBeFocused();
  await page.keyboard.press("k");
  await expect(first).toBeFocused();
  const selection = page.getByRole("toolbar", { name: "The selection" });
  await page.keyboard.press("x");
  await expect(selection).toContainText("1 selected");
  await page.keyboard.press("x");
  await expect(selection).toBeHidden();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByLabel("Single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(first).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  // Long enough for a key to be acted on.
  await page.keyboard.press("Shift");
  await expect(first).toBeFocused();
  await expect(selection).toBeHidden();
});
