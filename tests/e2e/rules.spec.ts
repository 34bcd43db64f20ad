import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { api, bearerOf, expect, expectAccessible, openConsoleAs, uploadMinutes } from "@/tests/e2e/fixtures";
import { openAsMember, openOwnWorkspace, test } from "@/tests/e2e/people";

/* Rules for categories, and imports, as people write and bring them in. */

const PHONE = { width: 390, height: 844 };

async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(excess).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  if (before) await page.setViewportSize(before);
}

const listOf = (page: Page) => page.getByRole("list", { name: "Rules, the first that matches decides" });
const itemsOf = (page: Page) => listOf(page).getByRole("listitem");

type Given = { kind: string; value: string; category: string };

async function addRule(page: Page, { kind, value, category }: Given): Promise<void> {
  await page.getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Add rule" });
  await dialog.getByLabel("Look at").selectOption(kind);
  await dialog.getByRole("textbox", { name: kind }).fill(value);
  await dialog.getByLabel("Category").selectOption(category);
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog).toHaveCount(0);
}

/** A workspace with half an hour of coding and chat of its owner's. */
async function openRecorded(page: Page, person: { name: string; email: string }) {
  const owner = await openOwnWorkspace(page, person);
  const { id } = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Note G",
    settings: { tracker_enabled: true },
  });
  await uploadMinutes(page.request, owner.bearer, id, { code: 20, chat: 10 });
  return { ...owner, page, projectId: id };
}

test.describe("the rules of a workspace", () => {
  test.use({ expectedErrors: [/status of 4(09|22)/] });

  test("are added, previewed as a plot, applied and deleted", async ({ page, person }) => {
    const owner = await openRecorded(page, person);
    await page.goto(`${owner.home}/tracker/rules`);
    await expect(page.getByRole("heading", { name: "No rules yet" })).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);

    await page.getByRole("button", { name: "Add the first rule" }).click();
    const dialog = page.getByRole("dialog", { name: "Add rule" });
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog.getByText("Say what to look for")).toBeVisible();
    await expect(dialog.getByText("Choose a category")).toBeVisible();
    await dialog.getByLabel("Look at").selectOption("Title");
    await dialog.getByRole("textbox", { name: "Title" }).fill("(a+)+$");
    await dialog.getByLabel("Category", { exact: true }).selectOption("Learning");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog.getByText(/2 characters/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Title" }).fill("engines");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(itemsOf(page)).toHaveText([/Title.*engines.*Learning.*New/]);
    await addRule(page, { kind: "Program", value: "slack", category: "CRM" });
    await addRule(page, { kind: "Website", value: "nobody.example", category: "Design" });

    await page.getByRole("button", { name: "Add rule" }).click();
    await dialog.getByRole("textbox", { name: "Website" }).fill("nobody.example");
    await dialog.getByLabel("Category", { exact: true }).selectOption("Design");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog.getByText("There is a rule for host nobody.example already")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    await expect(preview.getByText("10 min of 30 min would change their category.")).toBeVisible();
    const learning = preview.getByRole("row", { name: /Learning/ });
    await expect(learning).toContainText("0 min10 min+10 min");
    await expect(preview.getByRole("region", { name: "Conflicts" })).toContainText(
      "2. Program slack – decided by 1. Title engines10 min",
    );
    await expect(preview.getByRole("region", { name: "Never matched" })).toContainText(
      "3. Website nobody.example",
    );
    await expectAccessible(page);
    await expectFitsPhone(page);

    const state = page.getByRole("region", { name: "Not in force yet" });
    await expect(state.getByText("3 new", { exact: true })).toBeVisible();
    await state.getByRole("button", { name: "Apply…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    const inForce = page.getByRole("region", { name: "In force" });
    await expect(inForce.getByText(/3 rules in force, version 1/)).toBeVisible();
    const sums = () =>
      api<{ rows: { category: string; seconds: number }[] }>(
        page.request,
        owner.bearer,
        "GET",
        `/tracker/activity?group=category&from=${new Date(Date.now() - 7_200_000).toISOString()}&to=${new Date().toISOString()}`,
      );
    await expect.poll(async () => JSON.stringify(await sums()), { timeout: 60_000 }).toContain('"learn"');

    await itemsOf(page)
      .filter({ hasText: "nobody.example" })
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(itemsOf(page)).toHaveCount(2);
    await expect(page.getByText("Since then: 1 deleted")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(itemsOf(page)).toHaveCount(3);
    await expect(inForce).toBeVisible();

    await itemsOf(page)
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    const editing = page.getByRole("dialog", { name: "Edit rule" });
    await editing.getByLabel("Category", { exact: true }).selectOption("Writing");
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(itemsOf(page).first()).toContainText("Changed");
    await page.getByRole("button", { name: "Discard changes…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
    await expect(itemsOf(page).first()).toContainText("Learning");
    await expect(inForce).toBeVisible();
  });

  test("are moved by keyboard, by their menu and by dragging", async ({ page, owner }) => {
    const rules = ["a", "b", "c"].map((name) => ({
      kind: "host",
      value: `${name}.example`,
      category: "learn",
    }));
    await api(page.request, owner.bearer, "POST", `${owner.path}/tracker/rules:import`, { rules });
    const stored = async () => {
      const list = await api<{ rules: { value: string }[] }>(
        page.request,
        owner.bearer,
        "GET",
        `${owner.path}/tracker/rules`,
      );
      return list.rules.map(({ value }) => value[0]).join("");
    };
    await page.goto(`${owner.home}/tracker/rules`);
    const handle = (name: string) =>
      page.getByRole("button", { name: new RegExp(`Move Website ${name}.example`) });
    await handle("a").focus();
    await page.keyboard.press("ArrowDown");
    await expect(itemsOf(page).nth(1)).toContainText("a.example");
    await expect(handle("a")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(itemsOf(page).nth(2)).toContainText("a.example");
    await expect(page.getByText("Website a.example is at place 3 of 3 now.")).toBeAttached();
    await expect.poll(stored).toBe("bca");
    await expect(handle("a")).toBeFocused();
    await page.keyboard.press("Home");
    await expect.poll(stored).toBe("abc");

    await itemsOf(page)
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Move to the end" }).click();
    await expect.poll(stored).toBe("bca");

    await handle("a").dragTo(itemsOf(page).first(), { targetPosition: { x: 40, y: 4 } });
    await expect.poll(stored).toBe("abc");
    await expect(itemsOf(page).first()).toContainText("a.example");
  });

  test("are exported, and imported from there and from ActivityWatch", async ({ page, owner }) => {
    await page.goto(`${owner.home}/tracker/rules`);
    await addRule(page, { kind: "Website", value: "acme.example", category: "CRM" });
    await page.getByRole("button", { name: "Import and export" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export as JSON" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(`rules-${owner.workspace.slug}.json`);

    const choose = async (name: string, content: string) => {
      await page.getByRole("button", { name: "Import and export" }).click();
      await page.getByRole("menuitem", { name: "Import…" }).click();
      await put(name, content);
    };
    const put = (name: string, content: string) =>
      page
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
    const dialog = page.getByRole("dialog", { name: "Import rules" });
    await choose("buckets.json", '{"buckets":{}}');
    await expect(dialog.getByRole("alert")).toContainText("buckets.json holds no rules");
    await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
    await put("bad.json", JSON.stringify({ rules: [{ kind: "host", value: "*", category: "learn" }] }));
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("Rule 1: Must be a host");
    await expectAccessible(page);
    const watched = {
      categories: [
        { name: ["Work", "Programming"], rule: { type: "regex", regex: "vim", ignore_case: true } },
        { name: ["Weaving"], rule: { type: "regex", regex: "loom", ignore_case: true } },
      ],
    };
    await put("aw-categories.json", JSON.stringify(watched));
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByRole("status")).toContainText("2 rules are in the draft");
    await dialog.getByLabel("Category for Weaving").selectOption("Design");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Import 1 more category" }).click();
    await expect(dialog.getByLabel("Left out")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(itemsOf(page)).toHaveCount(5);

    await choose(
      "rules.json",
      JSON.stringify({ rules: [{ kind: "extension", value: "ts", category: "dev.code" }] }),
    );
    await dialog.getByLabel("Replace them").check();
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(itemsOf(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(itemsOf(page)).toHaveCount(5);
  });

  test("are hidden from people who don't manage the tracker", async ({ page, person, browser, baseURL }) => {
    const owner = { ...(await openOwnWorkspace(page, person)), page };
    const { page: theirs } = await openAsMember(browser, baseURL, owner, "viewer");
    await theirs.goto(`${owner.home}/tracker/rules`);
    await expect(theirs.getByRole("heading", { name: "You can't open this page" })).toBeVisible();
    await expect(theirs.getByRole("link", { name: "Rules", exact: true })).toHaveCount(0);
    await theirs.context().close();
  });
});

test.describe("two people changing rules at once", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("lose nothing: the second sees what the first did", async ({ page, owner }) => {
    const path = `${owner.path}/tracker/rules`;
    const send = <T>(method: "POST" | "PATCH", at: string, body: unknown) =>
      api<T>(page.request, owner.bearer, method, at, body);
    const a = await send<{ id: string }>("POST", path, {
      kind: "host",
      value: "a.example",
      category: "learn",
    });
    await send("POST", path, { kind: "host", value: "b.example", category: "learn" });
    await page.goto(`${owner.home}/tracker/rules`);
    await expect(itemsOf(page)).toHaveCount(2);

    // Another one was added meanwhile: editing the first is no matter.
    await itemsOf(page)
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit rule" });
    await send("POST", path, { kind: "host", value: "c.example", category: "learn" });
    await dialog.getByLabel("Category", { exact: true }).selectOption("Design");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(itemsOf(page)).toHaveText([/a.example.*Design/, /b.example/, /c.example/]);

    // The same one was changed.
    await itemsOf(page)
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    await send("PATCH", `${path}/${a.id}`, { category: "comm.mail" });
    await dialog.getByLabel("Category", { exact: true }).selectOption("Writing");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Someone else has changed this rule");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(itemsOf(page).first()).toContainText("Mail");

    // What is put in force is what was seen.
    await send("PATCH", `${path}/${a.id}`, { category: "design" });
    await page.getByRole("button", { name: "Apply…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText(
      "Someone else has changed these rules",
    );
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(itemsOf(page).first()).toContainText("Design");
    await expect(page.getByText(/version 1/)).toHaveCount(0);
  });
});

test("a rule shows its category and its project, on a phone too", async ({ page, owner }) => {
  const name = "Correspondence about the Analytical Engine and its many notes";
  const make = (path: string, body: object) =>
    api<{ id: string }>(page.request, owner.bearer, "POST", path, body);
  const { id } = await make(`${owner.path}/projects`, { name, settings: { tracker_enabled: true } });
  const both = { kind: "bundle", value: "com.example.engine", category: "dev.code", project_id: id };
  await make(`${owner.path}/tracker/rules`, both);
  await make(`${owner.path}/tracker/rules`, { kind: "host", value: "engine.example", project_id: id });
  await page.goto(`${owner.home}/tracker/rules`);
  await expect(itemsOf(page).nth(0)).toHaveText(
    new RegExp(`com.example.engine.*Coding\\s*in project ${name}`),
  );
  await expect(itemsOf(page).nth(1)).toHaveText(new RegExp(`engine.example.*→\\s*Project ${name}`));
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test("somebody writes rules of their own in the account", async ({ page, person }) => {
  await openRecorded(page, person);
  await page.goto("/account");
  await page.getByRole("region", { name: "Your rules" }).getByRole("link", { name: "Open rules" }).click();
  await expect(page.getByRole("heading", { name: "Your rules", level: 1 })).toBeVisible();
  await expectAccessible(page);
  await addRule(page, { kind: "Program", value: "Slack", category: "Personal" });
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("10 min of 30 min");
  await page.getByRole("button", { name: "Apply…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(/1 rule in force, version 1/)).toBeVisible();
  await expectFitsPhone(page);
});

/** What ActivityWatch exports of some windows of a minute each, and one that nobody was there for. */
function anExport(minutes: number): string {
  const start = Date.now() - 5 * 3_600_000;
  const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
  const events = Array.from({ length: minutes }, (_, n) => ({
    timestamp: at(n),
    duration: 60,
    data: { app: "Code", title: `note-${n}.ts` },
  }));
  const old = { timestamp: "2020-01-01T00:00:00Z", duration: 60, data: { app: "Code", title: "old" } };
  const broken = { timestamp: "never", duration: -1, data: {} };
  return JSON.stringify({
    buckets: {
      "aw-watcher-window_loom": {
        id: "aw-watcher-window_loom",
        type: "currentwindow",
        events: [...events, old, broken],
      },
      "aw-watcher-afk_loom": {
        id: "aw-watcher-afk_loom",
        type: "afkstatus",
        events: [{ timestamp: at(0), duration: 60 * (minutes - 1), data: { status: "not-afk" } }],
      },
    },
  });
}

test.describe("an import of ActivityWatch", () => {
  test.use({ expectedErrors: [/status of 4(00|22)/] });

  test("is uploaded for a new computer, shows its progress, notifies and is undone", async ({
    page,
    owner,
  }) => {
    await api(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
      name: "Note G",
      settings: { tracker_enabled: true },
    });
    await page.goto("/account/imports");
    await expect(page.getByRole("heading", { name: "No imports yet" })).toBeVisible();
    await expect(page.getByText("Export all buckets as JSON")).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);

    const card = page.getByRole("region", { name: "Import a file from ActivityWatch" });
    const put = (name: string, content: string) =>
      page
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
    await expect(card.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
    await put("empty.json", "");
    await expect(card.getByRole("alert")).toContainText("empty.json is empty.");
    await put("other.json", '{"rules":[]}');
    await card.getByRole("button", { name: "Import", exact: true }).click();
    await expect(card.getByText("Give it a name")).toBeVisible();
    await card.getByLabel("Its name").fill("Loom");
    await card.getByRole("button", { name: "Import", exact: true }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await expectAccessible(page);

    await put("aw-buckets-export.json", anExport(10));
    await card.getByRole("button", { name: "Import", exact: true }).click();
    const run = page.getByRole("list", { name: "Your imports, newest first" }).getByRole("listitem").first();
    await expect(run.getByText("Imported", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(run).toContainText("Loom");
    await expect(run).toContainText("9 new samples, from 10 events");
    await run.locator("summary").click();
    await expect(run).toContainText("1 that can't be read");
    await expect(run).toContainText("1 older than 30 days");
    await expectAccessible(page);
    await expectFitsPhone(page);

    await run.getByRole("button", { name: "Undo the import of Loom" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
    await expect(run.getByText("Undone", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(run).toContainText("Its samples are deleted");
    const bearer = await bearerOf(page);
    expect(await api(page.request, bearer, "GET", "/tracker/events?limit=1")).toEqual([]);
  });

  test("can't begin without a project that records time, and says so", async ({ page, person }) => {
    await openConsoleAs(page, person);
    await page.goto("/account/imports");
    const card = page.getByRole("region", { name: "Import a file from ActivityWatch" });
    await expect(
      card.getByText("None of your projects records time"),
      "before a file is chosen",
    ).toBeVisible();
    await page.locator('input[type="file"]').setInputFiles({
      name: "a.json",
      mimeType: "application/json",
      buffer: Buffer.from(anExport(1)),
    });
    await card.getByLabel("Its name").fill(`Loom ${randomUUID().slice(0, 4)}`);
    await card.getByRole("button", { name: "Import", exact: true }).click();
    await expect(card.getByText("None of your projects records time")).toBeVisible();
    await expectAccessible(page);
  });
});
