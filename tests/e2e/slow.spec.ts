import type { Page, Route } from "@playwright/test";
import { dayIn, shiftDay } from "@/lib/tracker/days/rules";
import { api, expect, openTrackedProject, uploadMinutes, zoneAtNoon } from "@/tests/e2e/fixtures";
import { type Owner, test } from "@/tests/e2e/people";

/* What people do while a slow service has yet to answer: they go on typing, cancel, go back, open the next thing. */

type Made = { id: string };

const post = <T = Made>(page: Page, { bearer, path }: Owner, below: string, body: unknown) =>
  api<T>(page.request, bearer, "POST", `${path}/${below}`, body);

/** Holds back what a page sends by a method to an address, until `release`, which waits for the answer. */
async function hold(page: Page, method: string, address: RegExp) {
  const held: Route[] = [];
  await page.route(address, (route) =>
    route.request().method() === method ? void held.push(route) : route.fallback(),
  );
  return {
    sent: () => expect.poll(() => held.length).toBe(1),
    release: async () => {
      const answers = held.map((route) =>
        page.waitForResponse((found) => found.request() === route.request()),
      );
      await Promise.all([...answers, ...held.splice(0).map((route) => route.continue())]);
    },
  };
}

test("what is typed while a note or a task of a record is being sent stays", async ({ page, owner }) => {
  const record = await post(page, owner, "crm/objects/company/records", { values: { name: "Looms" } });
  await page.goto(`${owner.home}/crm/company/${record.id}`);

  const note = page.getByLabel("Write a note");
  const notes = await hold(page, "POST", /\/notes$/);
  await note.fill("Oil it");
  await note.press("Control+Enter");
  await notes.sent();
  await note.press("End");
  await note.pressSequentially(" every day");
  await notes.release();
  const written = page.getByRole("article");
  await expect(written).toContainText("Oil it");
  await expect(note).toHaveValue("Oil it every day");

  const edits = await hold(page, "PATCH", /\/notes\//);
  await written.getByRole("button", { name: "Edit the note" }).click();
  const text = page.getByLabel("Text of the note");
  await text.fill("Oil it at noon");
  await written.getByRole("button", { name: "Save" }).click();
  await edits.sent();
  await text.press("End");
  await text.pressSequentially(" and at night");
  await edits.release();
  await expect(written.getByRole("button", { name: "Save" })).toBeEnabled();
  await expect(text).toHaveValue("Oil it at noon and at night");

  const task = page.getByLabel("New task");
  const tasks = await hold(page, "POST", /\/crm\/tasks$/);
  await task.fill("Call Ada");
  await task.press("Enter");
  await tasks.sent();
  await task.fill("Call Charles");
  await tasks.release();
  await expect(page.getByRole("checkbox", { name: "Call Ada" })).toBeVisible();
  await expect(task).toHaveValue("Call Charles");
});

test("what is typed while a webhook is being saved stays, and leaving it unsaved asks first", async ({
  page,
  owner,
}) => {
  const { id } = await post(page, owner, "crm/webhooks", { url: "https://example.com/hook", events: ["*"] });
  await page.goto(`${owner.home}/webhooks/${id}/settings`);
  const name = page.getByLabel("Name");
  const save = page.getByRole("button", { name: "Save", exact: true });
  const answer = await hold(page, "PATCH", /\/webhooks\//);
  await name.fill("Billing");
  await save.focus();
  await page.keyboard.press("Enter");
  await answer.sent();
  await name.fill("Billing of looms");
  await answer.release();
  await expect(page.getByText("Saved. It applies from the next attempt on.")).toBeVisible();
  await expect(name).toHaveValue("Billing of looms");
  await expect(name).toBeFocused();
  await page.getByRole("link", { name: "Members", exact: true }).click();
  const asking = page.getByRole("dialog", { name: "Leave without saving?" });
  await asking.getByRole("button", { name: "Cancel" }).click();
  await save.click();
  await answer.sent();
  await answer.release();
  await page.getByRole("link", { name: "Members", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
});

test("a button that is pressed twice before the page could follow sends once, and so does a double click", async ({
  page,
  owner,
}) => {
  const url = "http://127.0.0.1:9/hook";
  const { id } = await post(page, owner, "crm/webhooks", { url, events: ["*"] });
  await page.goto(`${owner.home}/webhooks/${id}`);
  const button = page.getByRole("button", { name: "Send test event" });
  const deliveries = () =>
    api<Made[]>(page.request, owner.bearer, "GET", `${owner.path}/crm/webhooks/${id}/deliveries`);
  const answer = await hold(page, "POST", /\/test$/);
  await button.focus();
  await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter")]);
  await answer.sent();
  await answer.release();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  expect(await deliveries()).toHaveLength(1);
  await page.unrouteAll();
  await button.dblclick({ delay: 20 });
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await deliveries()).toHaveLength(2);
});

test("a double click on a template begins one form", async ({ page, owner }) => {
  await page.goto(`${owner.home}/forms/new`);
  await page.getByRole("button", { name: /^Blank form/ }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: "Untitled form" }).first()).toBeVisible();
  expect(await api<Made[]>(page.request, owner.bearer, "GET", `${owner.path}/forms`)).toHaveLength(1);
});

test("a double click on a form's button sends it once, however quick the answer is", async ({
  page,
  owner,
}) => {
  const url = "https://example.com/hook";
  const made = await api<Made>(page.request, owner.bearer, "POST", `${owner.path}/crm/webhooks`, {
    url,
    events: ["*"],
  });
  let sent = 0;
  // Answered before the second click, as from close by.
  await page.route("**/crm/webhooks", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent += 1;
    return route.fulfill({ status: 201, json: made });
  });
  await page.goto(`${owner.home}/webhooks/new`);
  await page.getByLabel("URL").fill(url);
  await page.getByRole("button", { name: "Create webhook" }).dblclick({ delay: 60 });
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText("Nothing was sent yet")).toBeVisible();
  expect(sent).toBe(1);
});

test("an import into a table says that it reads the file, and keeps what is chosen for its columns", async ({
  page,
  owner,
}) => {
  const table = await post(page, owner, "tables", {
    name: "Parts",
    columns: [
      { key: "part", name: "Part", type: "text" },
      { key: "count", name: "Count", type: "number" },
    ],
  });
  await page.goto(`${owner.home}/tables/${table.id}`);
  await page.getByRole("button", { name: "More about Parts" }).click();
  await page.getByRole("menuitem", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import into Parts" });
  const answer = await hold(page, "POST", /\/rows\/import$/);
  await dialog.locator("input[type=file]").setInputFiles({
    name: "parts.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Part,Count\nWheel,1\nAxle,2\n"),
  });
  await answer.sent();
  await expect(dialog.getByText("Reading the file…")).toBeVisible();
  await answer.release();
  await expect(dialog.getByText("2 rows in the file: 2 can be added, 0 can't.")).toBeVisible();
  const count = dialog.getByLabel("Column Count becomes");
  await count.focus();
  await count.selectOption("Don't import");
  await answer.sent();
  await expect(dialog.getByText("2 rows in the file: checking them…")).toBeVisible();
  await answer.release();
  await expect(dialog.getByText("2 rows in the file: 2 can be added, 0 can't.")).toBeVisible();
  await expect(count).toBeFocused();
  await expect(count).toHaveValue("");

  // Whoever closes it while it imports hears how that ended.
  await dialog.getByRole("button", { name: "Import 2 rows" }).click();
  await answer.sent();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await answer.release();
  await expect(page.getByText("Parts: 2 rows added.")).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "Axle" })).toBeVisible();
});

test("what is deleted late closes nothing that was opened since", async ({ page, owner }) => {
  const form = await post(page, owner, "forms", {
    name: "Feedback",
    fields: [{ key: "text", label: "What is on your mind?", type: "text" }],
  });
  await api(page.request, owner.bearer, "PATCH", `${owner.path}/forms/${form.id}`, { is_public: true });
  for (const text of ["Good", "Bad"]) {
    await page.request.post(`/api/v1/public/forms/${form.id}`, { data: { values: { text } } });
  }
  await page.goto(`${owner.home}/forms/${form.id}/submissions`);
  await page.getByRole("cell", { name: "Bad" }).click();
  const drawer = page.getByRole("dialog", { name: "Submission" });
  await drawer.getByRole("button", { name: "Delete" }).click();
  const asking = page.getByRole("dialog", { name: "Delete this submission?" });
  const submissions = await hold(page, "DELETE", /\/submissions\//);
  await asking.getByRole("button", { name: "Delete" }).click();
  await submissions.sent();
  await asking.getByRole("button", { name: "Cancel" }).click();
  await expect(asking).toHaveCount(0);
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toHaveCount(0);
  await page.getByRole("cell", { name: "Good" }).click();
  await expect(drawer).toContainText("Good");
  await submissions.release();
  await expect(page.getByRole("cell", { name: "Bad" })).toHaveCount(0);
  await expect(drawer).toContainText("Good");
});

test("who leaves a page while something there is being deleted, made or copied is not fetched back", async ({
  page,
  owner,
}) => {
  test.slow();
  const webhook = await post(page, owner, "crm/webhooks", { url: "https://example.com/hook", events: ["*"] });
  const team = await post(page, owner, "teams", { name: "Looms" });
  const roles = await api<(Made & { name: string })[]>(
    page.request,
    owner.bearer,
    "GET",
    `${owner.path}/roles`,
  );
  const role = roles.find(({ name }) => name === "Viewer") ?? roles[0];
  const record = await post(page, owner, "crm/objects/company/records", { values: { name: "Mills" } });
  const dialog = page.getByRole("dialog");
  const confirm = async (typed: string, action: string) => {
    await dialog.getByRole("textbox").fill(typed);
    await dialog.getByRole("button", { name: action }).click();
  };
  const begun: [path: string, method: string, address: RegExp, begin: () => Promise<void>][] = [
    [
      `teams/${team.id}`,
      "DELETE",
      /\/teams\//,
      async () => {
        await page.getByRole("button", { name: "More about Looms" }).click();
        await page.getByRole("menuitem", { name: "Delete team" }).click();
        await confirm("looms", "Delete team");
      },
    ],
    [
      `webhooks/${webhook.id}/settings`,
      "DELETE",
      /\/webhooks\//,
      async () => {
        await page.getByRole("button", { name: "Delete webhook" }).click();
        await confirm("example.com/hook", "Delete webhook");
      },
    ],
    [
      `crm/company/${record.id}`,
      "POST",
      /\/records\/delete$/,
      () => page.getByRole("button", { name: "Delete", exact: true }).click(),
    ],
    [
      `roles/${role?.id}`,
      "POST",
      /\/roles\/[^/]+\/duplicate$/,
      async () => {
        await page.getByRole("button", { name: /^Actions for/ }).click();
        await page.getByRole("menuitem", { name: "Duplicate" }).click();
      },
    ],
    ["forms/new", "POST", /\/forms$/, () => page.getByRole("button", { name: "Blank form" }).click()],
  ];
  for (const [path, method, address, begin] of begun) {
    await page.goto(`${owner.home}/members`);
    await page.goto(`${owner.home}/${path}`);
    const answer = await hold(page, method, address);
    await begin();
    await answer.sent();
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Members", exact: true }).click();
    const members = page.getByRole("heading", { level: 1, name: "Members" });
    await expect(members).toBeVisible();
    await answer.release();
    // Whatever it led to would be on its way by then.
    await page.waitForTimeout(500);
    await expect(members, path).toBeVisible();
    await expect(page).toHaveURL(`${owner.home}/members`);
  }
});

test("whoever leaves a webhook that is being made is asked first, and reads its secret if they stay", async ({
  page,
  owner,
}) => {
  await page.goto(`${owner.home}/webhooks`);
  await page.getByRole("link", { name: "New webhook" }).first().click();
  const members = page.getByRole("link", { name: "Members", exact: true });
  await page.getByLabel("URL").fill("https://example.com/hook");
  await members.click();
  const unsaved = page.getByRole("dialog", { name: "Leave without saving?" });
  await unsaved.getByRole("button", { name: "Cancel" }).click();
  const answer = await hold(page, "POST", /\/webhooks$/);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await answer.sent();
  await members.click();
  const asking = page.getByRole("dialog", { name: "Leave before you have its secret?" });
  await asking.getByRole("button", { name: "Cancel" }).click();
  await expect(asking).toHaveCount(0);
  await answer.release();
  const secret = page.getByRole("dialog", { name: "The secret of your new webhook" });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await page.evaluate(() => window.history.back());
  await asking.getByRole("button", { name: "Cancel" }).click();
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText("Nothing was sent yet")).toBeVisible();
});

test("a secret that is made after its form was cancelled is not shown as the next one's", async ({
  page,
  owner: _,
}) => {
  await page.goto("/account");
  const answer = await hold(page, "POST", /\/api-tokens$/);
  const open = page.getByRole("button", { name: "New token" });
  await open.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("CI pipeline");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await answer.sent();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await answer.release();
  await expect(page.getByText("CI pipeline")).toBeVisible();
  await open.click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
});

const ZONE = zoneAtNoon();

test.describe("a day without time", () => {
  test.use({ timezoneId: ZONE });

  test("leaves what stands below it in its place while the last day with time is looked up", async ({
    page,
    person,
  }) => {
    const { bearer, projectId } = await openTrackedProject(page, person);
    await uploadMinutes(page.request, bearer, projectId, { code: 5, chat: 0 });
    await page.goto("/home");
    await expect(page.getByRole("row", { name: /Coding/ })).toBeVisible({ timeout: 60_000 });
    const days = await hold(page, "GET", /\/tracker\/days\?/);
    await page.goto(`/home?day=${shiftDay(dayIn(ZONE, new Date()), -5)}`);
    await expect(page.getByText("Nothing recorded on this day")).toBeVisible();
    await days.sent();
    const devices = page.getByRole("region", { name: "Devices" });
    const before = await devices.boundingBox();
    await days.release();
    await expect(page.getByText("The last day with recorded time is")).toBeVisible();
    expect((await devices.boundingBox())?.y).toBe(before?.y);
  });
});
