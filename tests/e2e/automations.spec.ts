import type { Page } from "@playwright/test";
import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";
import { Subscriber } from "@/tests/support/subscriber";

async function aCompany(page: Page, owner: { bearer: string; path: string }, name: string) {
  const path = `${owner.path}/crm/objects/company/records`;
  return api<{ id: string }>(page.request, owner.bearer, "POST", path, { values: { name } });
}

async function add(page: Page, noun: string, kind: RegExp): Promise<void> {
  await page.getByRole("button", { name: `Add a${noun === "action" ? "n" : ""} ${noun}` }).click();
  await page.getByRole("menuitem", { name: kind }).click();
}

/** Keeps the next save from reaching the server until it is released. */
async function holdSaves(page: Page): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/crm/automations/*", async (route) => {
    if (route.request().method() === "PATCH") await released;
    await route.fallback();
  });
  return { release };
}

test("an automation is built, names what is missing, runs when a record is created, and notifies its creator", async ({
  page,
  person,
  owner,
}) => {
  await page.goto(`${owner.home}/crm/automations`);
  await expect(page.getByText("No automations yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "New automation" }).first().click();
  await page.getByRole("button", { name: "Create automation" }).click();
  await expect(page.getByText("Give it a name")).toBeVisible();
  await expect(page.getByText("Add at least one action")).toBeVisible();

  await page.getByRole("textbox", { name: "Name" }).fill("Greet new customers");
  await page.getByRole("combobox", { name: "Object" }).selectOption("Companies");
  await page.getByRole("button", { name: "Add a condition" }).click();
  await page.getByRole("combobox", { name: "Comparison" }).selectOption("contains");
  await page.getByRole("textbox", { name: "Value" }).fill("engines");
  await add(page, "action", /^Send an HTTP request/);
  await add(page, "action", /^Notify people/);
  await page.getByRole("combobox", { name: "Person to notify" }).fill(person.name);
  await page.getByRole("option", { name: person.name }).click();
  await page.getByRole("button", { name: "Insert a value into Title" }).click();
  await page.getByRole("menuitem", { name: "{{record.name}}" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("{{record.name}}");
  await expectAccessible(page);

  // Keys move a card, and a removed one comes back where it was.
  const actions = page.getByRole("list", { name: "The actions, in their order" }).locator("> li");
  await page.getByRole("button", { name: /^2\. Notify people/ }).press("Alt+ArrowUp");
  await expect(actions.first()).toContainText("Notify people");
  await page.getByRole("button", { name: "Remove action 2" }).click();
  await expect(actions).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(actions).toHaveCount(2);
  await page.getByRole("button", { name: "Remove action 2" }).click();
  await page.getByRole("button", { name: "Create automation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Greet new customers" })).toBeVisible();
  await expect(page.getByText("When a company is created")).toBeVisible();

  await page.getByRole("textbox", { name: "Name" }).fill("Something else");
  await page.getByRole("link", { name: "Runs" }).click();
  await expect(page.getByRole("dialog")).toContainText("Leave without saving?");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();

  // What is typed while a save is under way stays, and who leaves meanwhile is asked nothing.
  const name = page.getByRole("textbox", { name: "Name" });
  const held = await holdSaves(page);
  await name.fill("Greet new");
  await page.getByRole("button", { name: "Save" }).click();
  await name.fill("Greet new customers");
  held.release();
  await expect(page.getByText("Saved. Runs that are still waiting use the new version.")).toBeVisible();
  await expect(name).toHaveValue("Greet new customers");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  const again = await holdSaves(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Runs" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  again.release();
  await expect(page).toHaveURL(/\/runs$/);
  await page.getByRole("link", { name: "What it does" }).click();
  await expect(name).toHaveValue("Greet new customers");

  await aCompany(page, owner, "Analytical Engines");
  await aCompany(page, owner, "Jacquard Looms");
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByRole("combobox", { name: "Record" }).fill("loom");
  await page.getByRole("option", { name: "Jacquard Looms" }).click();
  await page.getByRole("button", { name: "Show what would happen" }).click();
  await expect(page.getByText("The conditions are not met")).toBeVisible();
  await expect(page.getByRole("dialog").getByText(`1. Notify people: ${person.name}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await page.getByRole("textbox", { name: "Name" }).fill("Something else");
  await page.getByRole("link", { name: "Runs" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  const runs = page.getByRole("list", { name: "Runs, newest first" });
  await expect(runs.getByText("Completed")).toBeVisible({ timeout: 60_000 });
  await expect(runs.getByRole("listitem")).toHaveCount(1);
  await runs.getByRole("button", { name: "Analytical Engines" }).click();
  await expect(page.getByRole("dialog").getByText(`1. Notify people: ${person.name}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await page.reload();
  // What was left behind is not saved.
  await expect(page.getByRole("heading", { level: 1, name: "Greet new customers" })).toBeVisible();
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Analytical Engines" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
});

test.describe("two people in one second", () => {
  test.use({ expectedErrors: [/status of 409|net::ERR_FAILED/] });

  for (const kind of ["automations", "sequences"] as const) {
    test(`who saves ${kind} later reads that somebody else was faster, and may insist`, async ({
      page,
      owner,
    }) => {
      // What others do is not heard of before it is saved.
      await page.route("**/live**", (route) => route.abort());
      const me = await api<{ id: string }>(page.request, owner.bearer, "GET", "/developers/me");
      const what = {
        automations: {
          trigger: { type: "record.created", object: "company" },
          actions: [{ type: "notify", developer_ids: [me.id], title: "Look" }],
        },
        sequences: { object: "company", steps: [{ type: "task", title: "Call", developer_ids: [me.id] }] },
      }[kind];
      const all = `${owner.path}/crm/${kind}`;
      const made = await api<{ id: string }>(page.request, owner.bearer, "POST", all, {
        name: "One",
        ...what,
      });
      await page.goto(`${owner.home}/crm/${kind}/${made.id}`);
      const name = page.getByRole("textbox", { name: "Name" });
      await expect(name).toHaveValue("One");
      await api(page.request, owner.bearer, "PATCH", `${all}/${made.id}`, { name: "Theirs" });
      await name.fill("Mine");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Somebody else has changed it since")).toBeVisible();
      await expect(page.getByText("Somebody has changed it since you opened it.")).toBeVisible();
      await expectAccessible(page);
      expect(await api(page.request, owner.bearer, "GET", `${all}/${made.id}`)).toMatchObject({
        name: "Theirs",
      });
      await expect(name).toHaveValue("Mine");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Somebody has changed it since you opened it.")).toBeHidden();
      await expect
        .poll(() => api(page.request, owner.bearer, "GET", `${all}/${made.id}`))
        .toMatchObject({ name: "Mine" });
    });
  }
});

test.describe("a deleted form", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("an automation is triggered by a form chosen by name, and keeps the id of a deleted or hidden form", async ({
    page,
    person,
    owner,
    openGuest,
  }) => {
    const fields = [{ key: "fault", label: "What is broken?", type: "text" }];
    const make = (name: string) =>
      api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/forms`, { name, fields });
    const form = await make("Repairs");
    await make("Feedback");
    await page.goto(`${owner.home}/crm/automations/new`);
    await page.getByRole("textbox", { name: "Name" }).fill("Answer");
    await page.getByRole("combobox", { name: "What happens" }).selectOption("A form is submitted");
    const field = page.getByRole("combobox", { name: "Form" });
    await expect(field).toHaveAttribute("placeholder", "Any form");
    await field.fill("repa");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Repairs"]);
    await page.getByRole("option", { name: "Repairs" }).click();
    await add(page, "action", /^Notify people/);
    await page.getByRole("combobox", { name: "Person to notify" }).fill(person.name);
    await page.getByRole("option", { name: person.name }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Broken: ");
    await page.getByRole("button", { name: "Insert a value into Title" }).click();
    await page.getByRole("menuitem", { name: "What is broken?" }).click();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Broken: {{form.fault}}");
    await page.getByRole("button", { name: "Add a condition" }).click();
    await expect(page.getByRole("combobox", { name: "Field of condition 1" })).toHaveValue("fault");
    await page.getByRole("textbox", { name: "Value of condition 1" }).fill("engine");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create automation" }).click();
    await expect(page.getByText("When a certain form is submitted")).toBeVisible();
    await expect(field).toHaveValue("Repairs");

    await api(page.request, owner.bearer, "POST", `${owner.path}/roles`, {
      name: "Caller",
      permissions: ["can_view_crm"],
    });
    const caller = await openGuest("caller");
    await caller.page.goto(page.url());
    await expect(caller.page.getByRole("combobox", { name: "Form" })).toHaveValue(
      `${form.id} (hidden from you)`,
    );

    await page.request.delete(`${owner.path}/forms/${form.id}`, {
      headers: { authorization: `Bearer ${owner.bearer}` },
    });
    await page.reload();
    await expect(field).toHaveValue(`${form.id} (gone)`);
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
    await expectAccessible(page);
  });
});

test("a failed run is tried again once what it calls is mended, from the action that failed", async ({
  page,
  owner,
}) => {
  const subscriber = new Subscriber((response) => response.writeHead(503).end());
  const url = await subscriber.listen();
  const automations = `${owner.path}/crm/automations`;
  const { id } = await api<{ id: string }>(page.request, owner.bearer, "POST", automations, {
    name: "Order",
    trigger: { type: "record.created", object: "company" },
    actions: [
      { type: "create_record", object: "deal", values: { name: "{{record.name}}: first order" } },
      { type: "http_request", url },
    ],
  });
  await aCompany(page, owner, "Anvils");
  await page.goto(`${owner.home}/crm/automations/${id}/runs`);
  const runs = page.getByRole("list", { name: "Runs, newest first" });
  await expect(runs.getByText("Failed")).toBeVisible();
  await runs.getByRole("button", { name: "Anvils" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("The destination answered 503").first()).toBeVisible();
  await expectAccessible(page);
  subscriber.answer = (response) => response.writeHead(204).end();
  await drawer.getByRole("button", { name: "Try again" }).click();
  await expect(drawer.getByText("Completed")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(runs.getByText("Completed")).toBeVisible();
  await page.goto(`${owner.home}/crm/deal`);
  await expect(page.getByText("Anvils: first order")).toHaveCount(1);
  await subscriber.close();
});

test("failed steps of a sequence are tried again once what they call is mended, for one record and for all", async ({
  page,
  owner,
}) => {
  const subscriber = new Subscriber((response) => response.writeHead(503).end());
  const url = await subscriber.listen();
  const sequences = `${owner.path}/crm/sequences`;
  const { id } = await api<{ id: string }>(page.request, owner.bearer, "POST", sequences, {
    name: "Welcome",
    object: "company",
    steps: [
      { type: "http_request", url },
      { type: "wait", amount: 5, unit: "days" },
    ],
  });
  for (const name of ["Anvils", "Bellows"]) {
    const company = await aCompany(page, owner, name);
    await api(page.request, owner.bearer, "POST", `${sequences}/${id}/enrollments`, {
      record_id: company.id,
    });
  }
  await expect.poll(() => subscriber.received.length).toBe(2);
  await page.goto(`${owner.home}/crm/sequences/${id}/enrollments?has_failed_steps=true`);
  const records = page.getByRole("list", { name: "Records, newest first" });
  await expect(records.getByText("1 step failed")).toHaveCount(2, { timeout: 60_000 });
  subscriber.answer = (response) => response.writeHead(204).end();
  await records.getByRole("button", { name: "Anvils", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("The destination answered 503")).toBeVisible();
  await drawer.getByRole("button", { name: "Actions for Anvils" }).click();
  await page.getByRole("menuitem", { name: "Try failed steps again" }).click();
  await expect(drawer.getByText("The destination answered 503")).toBeHidden({ timeout: 60_000 });
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(records.getByText("1 step failed")).toHaveCount(1);

  await page.getByRole("button", { name: "More actions for this sequence" }).click();
  await page.getByRole("menuitem", { name: "Try failed steps again…" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("1 failed step will be tried again.")).toBeVisible();
  await expect.poll(() => subscriber.received.length).toBe(4);
  await page.reload();
  await expect(page.getByText("No matching record")).toBeVisible({ timeout: 60_000 });
  await subscriber.close();
});

test("a record goes through a sequence: its task is ticked off, it waits, is paused, and taken out", async ({
  page,
  person,
  owner,
}) => {
  const company = await aCompany(page, owner, "Analytical Engines");
  await page.goto(`${owner.home}/crm/sequences/new`);
  await page.getByRole("textbox", { name: "Name" }).fill("Welcome");
  await page.getByRole("combobox", { name: "For records of" }).selectOption("Companies");
  await add(page, "step", /^Give somebody a task/);
  await page.getByRole("textbox", { name: "Task title" }).fill("Call {{record.name}}");
  await page.getByRole("combobox", { name: "Assignee" }).fill(person.name);
  await page.getByRole("option", { name: person.name }).click();
  await add(page, "step", /^Wait/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create sequence" }).click();

  await page.getByRole("combobox", { name: "Enrol a record" }).fill("engine");
  await page.getByRole("option", { name: "Analytical Engines" }).click();
  await page.getByRole("button", { name: "Enrol", exact: true }).click();
  const records = page.getByRole("list", { name: "Records, newest first" });
  await expect(records.getByText("Step 2 of 2: wait, 1 day")).toBeVisible({ timeout: 60_000 });
  await records.getByRole("button", { name: "Actions for Analytical Engines" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(records.getByText("Paused", { exact: true })).toBeVisible();
  await records.getByRole("button", { name: "Analytical Engines", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("Enrolled", { exact: true })).toBeVisible();
  await expect(page.getByRole("dialog").getByText("Continues", { exact: true })).toBeHidden();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await records.getByRole("button", { name: "Actions for Analytical Engines" }).click();
  await page.getByRole("menuitem", { name: "Take out…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take out" }).click();
  await expect(records.getByText("taken out by hand")).toBeVisible();
  await expectAccessible(page);

  // From the record's own page it asks as well.
  await page.getByRole("combobox", { name: "Enrol a record" }).fill("engine");
  await page.getByRole("option", { name: "Analytical Engines" }).click();
  await page.getByRole("button", { name: "Enrol", exact: true }).click();
  await expect(records.getByText("Step 2 of 2: wait, 1 day")).toBeVisible({ timeout: 60_000 });
  // The list has what has left it, too.
  await expect(records.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Records (1 in progress)" })).toBeVisible();
  await page.goto(`${owner.home}/crm/company/${company.id}`);
  await page.getByRole("button", { name: "What to do about Welcome" }).click();
  await page.getByRole("menuitem", { name: "Take out…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take out" }).click();
  const sequences = page.getByRole("list", { name: "Sequences" });
  await expect(sequences.getByText("taken out by hand").nth(1)).toBeVisible();

  await page.getByRole("link", { name: "CRM tasks" }).click();
  // Not `check`, which looks at it again: it may be gone by then.
  const calls = page.getByRole("checkbox", { name: "Call Analytical Engines is done" });
  await calls.first().click();
  await expect(calls).toHaveCount(1);
  await calls.click();
  await expect(page.getByText("Nothing to do", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("before a sequence or an object is deleted, the automations and sequences that need it are named", async ({
  page,
  owner,
}) => {
  const make = (path: string, body: object) =>
    api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/crm/${path}`, body);
  await make("objects", { slug: "ship", singular_name: "Ship", plural_name: "Ships" });
  const steps = [{ type: "wait", amount: 1, unit: "days" }];
  const sequence = await make("sequences", { name: "Launch", object: "ship", steps });
  await make("automations", {
    name: "Enrol new ships",
    trigger: { type: "record.created", object: "ship" },
    actions: [{ type: "enroll_in_sequence", sequence_id: sequence.id }],
  });
  await make("automations", {
    name: "Build one for each company",
    trigger: { type: "record.created", object: "company" },
    actions: [{ type: "create_record", object: "ship", values: { name: "{{record.name}}" } }],
  });
  await page.goto(`${owner.home}/crm/sequences/${sequence.id}`);
  await page.getByRole("button", { name: "Delete sequence" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Automations that use it, and fail once it is gone: Enrol new ships.");
  await expectAccessible(page);

  await page.goto(`${owner.home}/crm/ship/attributes`);
  await page.getByRole("button", { name: "Delete object" }).click();
  await expect(dialog).toContainText("Automations deleted with it: Enrol new ships.");
  await expect(dialog).toContainText("Sequences deleted with it: Launch.");
  await expect(dialog).toContainText(
    "Automations that create its records, and fail once it is gone: Build one for each company.",
  );
  await expectAccessible(page);
});

test("an action whose sequence was deleted says so, and which one it takes instead can be chosen", async ({
  page,
  owner,
}) => {
  const make = (path: string, body: object) =>
    api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/crm/${path}`, body);
  const steps = [{ type: "wait", amount: 1, unit: "days" }];
  const sequence = await make("sequences", { name: "Launch", object: "company", steps });
  const { id } = await make("automations", {
    name: "Enrol new companies",
    trigger: { type: "record.created", object: "company" },
    actions: [{ type: "enroll_in_sequence", sequence_id: sequence.id }],
  });
  await make("sequences", { name: "Welcome", object: "company", steps });
  const removed = await page.request.delete(`${owner.path}/crm/sequences/${sequence.id}`, {
    headers: { authorization: `Bearer ${owner.bearer}` },
  });
  expect(removed.ok()).toBe(true);
  await page.goto(`${owner.home}/crm/automations/${id}`);
  const card = page.getByRole("button", { name: /^1\. Enrol in a sequence/ });
  await expect(card).toContainText("A deleted sequence");
  const chosen = page.getByRole("combobox", { name: "Sequence" });
  await expect(chosen.locator("option:checked")).toHaveText("A deleted sequence");
  await chosen.selectOption("Welcome");
  await expect(card).toContainText("Welcome");
});

test("whom and what an automation or a sequence names by id is shown by name, however many members there are", async ({
  page,
  person,
  owner,
}) => {
  const { bearer, path, home } = owner;
  const post = <T>(below: string, body: unknown) =>
    api<T>(page.request, bearer, "POST", `${path}/crm/${below}`, body);
  const me = await api<{ id: string }>(page.request, bearer, "GET", "/developers/me");
  const anvils = await aCompany(page, owner, "Anvils");
  const automation = await post<{ id: string }>("automations", {
    name: "Tell",
    trigger: { type: "record.created", object: "company" },
    actions: [
      { type: "notify", developer_ids: [me.id], title: "Look" },
      { type: "create_record", object: "person", values: { name: "Ada", company: anvils.id } },
    ],
  });
  const sequence = await post<{ id: string }>("sequences", {
    name: "Welcome",
    object: "company",
    steps: [{ type: "task", title: "Call", assignee_id: me.id }],
  });
  // As in a workspace of so many members that this one is not among the first.
  await page.route(/\/members\?limit=100/, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: [] } });
  });
  await page.goto(`${home}/crm/automations/${automation.id}`);
  await expect(page.getByRole("button", { name: `Don't notify ${person.name}` })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Company" })).toHaveValue("Anvils");
  await page.goto(`${home}/crm/sequences/${sequence.id}`);
  const assignee = page.getByRole("combobox", { name: "Assignee" });
  await expect(assignee).toHaveValue(person.name);
  // Entered, it still shows whom it had, and offers others.
  await assignee.click();
  await expect(page.getByRole("option", { name: person.name })).toBeVisible();
  await expect(assignee).toHaveValue(person.name);
});
