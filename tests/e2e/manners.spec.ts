import type { Page, Route } from "@playwright/test";
import { api, comeBack, expect } from "@/tests/e2e/fixtures";
import { type Owner, openOwnWorkspace, test } from "@/tests/e2e/people";
import { Subscriber } from "@/tests/support/subscriber";

/* How pages behave whatever they are about: what they are called, what a click reaches, how often they ask, what moves. */

const post = <T>(page: Page, { bearer, path }: Owner, below: string, body: unknown) =>
  api<T>(page.request, bearer, "POST", `${path}/${below}`, body);

async function aProject(page: Page, owner: Owner): Promise<string> {
  const { id } = await post<{ id: string }>(page, owner, "projects", {
    name: "Difference Engine",
    key: "DE",
    description: "Computes tables",
    public_slug: `engine-${owner.workspace.id.slice(-12)}`,
  });
  await post(page, owner, `projects/${id}/tasks`, { title: "Fix login" });
  return id;
}

async function aForm(page: Page, owner: Owner): Promise<string> {
  const { id } = await post<{ id: string }>(page, owner, "forms", {
    name: "Feedback",
    fields: [{ key: "text", label: "What is on your mind?", type: "text" }],
  });
  return id;
}

async function answer(page: Page, owner: Owner, form: string, text: string): Promise<void> {
  await api(page.request, owner.bearer, "PATCH", `${owner.path}/forms/${form}`, { is_public: true });
  const sent = await page.request.post(`/api/v1/public/forms/${form}`, { data: { values: { text } } });
  expect(sent.status()).toBe(201);
}

test("tab titles name what they show, and what it belongs to", async ({ page, person }) => {
  const owner = await openOwnWorkspace(page, person, "Analytical Engines");
  const project = await aProject(page, owner);
  const deal = await post<{ id: string }>(page, owner, "crm/objects/deal/records", {
    values: { name: "Big deal" },
  });
  // Browsers give a title back with single spaces.
  const spaced = await post<{ id: string }>(page, owner, "crm/objects/deal/records", {
    values: { name: "Big  deal\twith Ada" },
  });
  const form = await aForm(page, owner);
  const titles = [
    ["", "Analytical Engines"],
    ["/members", "Members · Analytical Engines"],
    [`/projects/${project}`, "Difference Engine · Analytical Engines"],
    [`/projects/${project}/settings`, "Settings · Difference Engine"],
    [`/projects/${project}?task=1`, "DE-1 Fix login · Difference Engine"],
    ["/crm/deal", "Deals · Analytical Engines"],
    ["/crm/deal/import", "Import · Deals"],
    ["/crm/deal/attributes", "Attributes · Deals"],
    ["/webhooks/new", "New webhook · Analytical Engines"],
    ["/roles/compare", "Compare roles · Analytical Engines"],
    [`/crm/deal/${deal.id}`, "Big deal · Deals"],
    [`/crm/deal/${spaced.id}`, "Big deal with Ada · Deals"],
    [`/forms/${form}`, "Feedback · Analytical Engines"],
  ];
  for (const [path, title] of titles) {
    await page.goto(`${owner.home}${path}`);
    await expect(page, path).toHaveTitle(title ?? "");
  }
  // Within one visit, too: onwards, and out of the workspace.
  const menu = page.getByRole("navigation", { name: "Workspace" });
  await menu.getByRole("link", { name: "Members" }).click();
  await expect(page).toHaveTitle("Members · Analytical Engines");
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveTitle("Home · Workspace Platform");
});

test.describe("a missing thing", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("says so below the way up", async ({ page, owner }) => {
    for (const [area, list] of [
      ["tables", "Tables"],
      ["forms", "Forms"],
      ["projects", "Projects"],
    ]) {
      await page.goto(`${owner.home}/${area}/01a21899-ba54-7338-9e0b-dd8d237fe08e`);
      await expect(page.getByRole("main").getByRole("alert"), area).toBeVisible();
      await expect(page.getByRole("main").getByRole("link", { name: `← ${list}` }), area).toBeVisible();
    }
  });

  test("has a title, and an object's tab title matches its name", async ({ page, owner }) => {
    await page.goto("/p/nope");
    await expect(page.getByRole("heading", { name: "There is no page here" })).toBeVisible();
    await expect(page).toHaveTitle(/^Page not found/);
    await page.goto(`${owner.home}/crm/companies`);
    await expect(page).toHaveURL(`${owner.home}/crm/company`);
    await expect(page.getByRole("heading", { level: 1, name: "Companies" })).toBeVisible();
    await page.goto(`${owner.home}/crm/planets`);
    await expect(page.getByRole("heading", { name: "There is no such object" })).toBeVisible();
  });

  test("is answered within the workspace that its address names", async ({ page, owner }) => {
    for (const path of ["/nope", "/teams/some/thing"]) {
      await page.goto(`${owner.home}${path}`);
      await expect(page.getByRole("heading", { name: "There is no page here" }), path).toBeVisible();
      await expect(page, path).toHaveTitle(/^Page not found · Engines/);
      await expect(page.getByRole("link", { name: "Projects", exact: true }), path).toBeVisible();
    }
    await page.getByRole("link", { name: "Go to the overview" }).click();
    await expect(page).toHaveURL(owner.home);
  });
});

test("a row opens wherever it is clicked, except on its controls", async ({ page, owner }) => {
  const form = await aForm(page, owner);
  await answer(page, owner, form, "A good idea");
  await page.goto(`${owner.home}/forms/${form}/submissions`);
  await page.getByRole("cell", { name: "A good idea" }).click();
  await expect(page.getByRole("dialog", { name: "Submission" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto(`${owner.home}/audit`);
  const change = page.getByRole("listitem").filter({ hasText: "created the workspace" });
  await change.getByText("created the workspace").click();
  await expect(change.getByRole("button", { expanded: true })).toBeVisible();
  // What it tells is there to be read.
  await change.getByText("Time", { exact: true }).click();
  await expect(change.getByRole("button", { expanded: true })).toBeVisible();

  await aProject(page, owner);
  await page.goto(`${owner.home}/projects`);
  await page.getByText("Computes tables").click();
  await expect(page.getByRole("heading", { level: 1, name: "Difference Engine" })).toBeVisible();
});

test("publishing a form publishes what is shown, and says so where that can't be saved", async ({
  page,
  owner,
}) => {
  const form = await aForm(page, owner);
  await page.goto(`${owner.home}/forms/${form}`);
  const published = page.getByRole("switch", { name: "Published" });
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("");
  await published.press("Space");
  await expect(page.getByText("What you changed is not published")).toBeVisible();
  await expect(published).not.toBeChecked();
  expect((await page.request.get(`/api/v1/public/forms/${form}`)).status()).toBe(404);

  await name.fill("Ideas");
  await page.getByLabel("Introduction").fill("UNSAVED INTRO");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await published.press("Space");
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await expect(published).toBeChecked();
  const shown = async () => (await page.request.get(`/api/v1/public/forms/${form}`)).json();
  await expect.poll(shown).toMatchObject({ name: "Ideas", description: "UNSAVED INTRO" });
});

test.describe("a form that somebody else has saved meanwhile", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("is not saved over it, and what they saved can be shown", async ({ page, owner }) => {
    const form = await aForm(page, owner);
    await page.goto(`${owner.home}/forms/${form}`);
    await page.getByLabel("Introduction").fill("Mine");
    await api(page.request, owner.bearer, "PATCH", `${owner.path}/forms/${form}`, { name: "Theirs" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    // Said once, where it can be seen from the button.
    await expect(page.getByRole("button", { name: "Show what was saved" })).toBeInViewport();
    await expect(page.getByText(/Load it again|Not saved yet:/)).toHaveCount(0);
    await page.getByRole("button", { name: "Show what was saved" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Theirs");
    await expect(page.getByLabel("Introduction")).toHaveValue("");
  });
});

test.describe("a form of which somebody else has saved another part meanwhile", () => {
  test.use({ expectedErrors: [/status of 409|net::ERR_FAILED/] });

  test("is saved at the second press, which keeps both", async ({ page, owner }) => {
    const form = await aForm(page, owner);
    await page.route("**/live", (route) => route.abort());
    await page.goto(`${owner.home}/forms/${form}`);
    await page.getByLabel("Introduction").fill("Mine");
    await api(page.request, owner.bearer, "PATCH", `${owner.path}/forms/${form}`, { is_indexed: true });
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await expect(page.getByRole("alert").filter({ hasText: "Save again" })).toBeVisible();
    await expect(page.getByText("Load it again")).toHaveCount(0);
    await expect(page.getByText("Somebody has changed it since you opened it")).toHaveCount(0);
    await save.click();
    const read = () =>
      api<Record<string, unknown>>(page.request, owner.bearer, "GET", `${owner.path}/forms/${form}`);
    await expect.poll(read).toMatchObject({ is_indexed: true, description: "Mine" });
    await expect(page.getByRole("alert").filter({ hasText: "Save again" })).toHaveCount(0);
  });
});

test("a public page has one address everywhere", async ({ page, baseURL, owner }) => {
  const project = await aProject(page, owner);
  const slug = `engine-${owner.workspace.id.slice(-12)}`;
  await api(page.request, owner.bearer, "PATCH", `${owner.path}/projects/${project}`, { is_public: true });
  await page.goto(`${owner.home}/projects/${project}/settings`);
  await expect(page.getByText(`${baseURL}/p/${slug}`, { exact: true })).toBeVisible();
});

test.describe("a form that is refused", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("shows what is wrong, however far down its button is", async ({ page, owner: { home } }) => {
    await page.goto(`${home}/webhooks/new`);
    const create = page.getByRole("button", { name: "Create webhook" });
    await create.click();
    await expect(page.getByLabel("URL")).toBeFocused();
    await expect(page.getByText("Enter the URL that should receive the events")).toBeInViewport();
    await page.getByLabel("URL").fill("https://example.com/hooks");
    await page.route("**/webhooks", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 500, json: { detail: "Something failed here." } })
        : route.fallback(),
    );
    await create.click();
    await expect(page.getByRole("alert").filter({ hasText: "Something failed here." })).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByLabel("URL")).toHaveValue("https://example.com/hooks");
  });
});

test.describe("a form with a wrong field", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("gives that field the focus, whether it or the server finds it", async ({ page, owner }) => {
    await page.goto(`${owner.home}/projects/${await aProject(page, owner)}/settings`);
    const card = page.getByRole("region", { name: "General" });
    const save = card.getByRole("button", { name: "Save" });
    await card.getByLabel("Name").fill("");
    await save.click();
    await expect(card.getByLabel("Name")).toBeFocused();
    await card.getByLabel("Name").fill("Analytical Engine");
    await card.getByLabel("Slug").fill("No Slug!");
    await save.click();
    await expect(card.getByLabel("Slug")).toBeFocused();
  });
});

test.describe("the next page of a list", () => {
  test.use({ expectedErrors: [/status of 429/] });

  test("says why it could not be read, and is read once it can be", async ({ page, owner }) => {
    const names = Array.from({ length: 120 }, (_, index) => `Company ${1000 + index}`);
    await post(page, owner, "crm/objects/company/records/import", { csv: ["Name", ...names].join("\n") });
    let openStream = () => {};
    const mayOpen = new Promise<void>((resolve) => {
      openStream = resolve;
    });
    await page.route("**/live", async (route) => {
      await mayOpen;
      await route.continue();
    });
    await page.goto(`${owner.home}/crm/company`);
    const rows = page.getByRole("link", { name: /^Company \d/ });
    await expect(rows).not.toHaveCount(0);
    const shown = await rows.count();
    const refuse = (route: Route) =>
      route.fulfill({ status: 429, json: { detail: "Too many requests. Try again in a minute." } });
    await page.route("**/crm/objects/company/records?**", refuse);
    await page.getByRole("button", { name: "Show more" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "We could not load more" });
    await expect(notice).toContainText("Too many requests. Try again in a minute.");
    await expect(rows).toHaveCount(shown);
    await page.unroute("**/crm/objects/company/records?**", refuse);
    // Once its stream opens, the page reads anew what it shows.
    const readAnew = page.waitForResponse("**/notifications?**");
    openStream();
    await readAnew;
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect(rows).not.toHaveCount(shown);
    await expect(notice).toHaveCount(0);
  });
});

test.describe("a part of the overview that can't be read", () => {
  test.use({ expectedErrors: [/status of 429/] });

  test("says so beside the others, and is not asked for again and again", async ({
    page,
    person,
    owner: { home },
  }) => {
    let asked = 0;
    await page.route("**/projects?**", (route) => {
      asked++;
      return route.fulfill({ status: 429, json: { detail: "Too many requests. Try again in a minute." } });
    });
    await page.goto(home);
    await expect(page.getByRole("region", { name: "People" })).toContainText(person.name);
    const notice = page.getByRole("alert").filter({ hasText: "We could not load the projects" });
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect(notice).toBeVisible();
    expect(asked).toBeLessThan(5);
  });
});

test.describe("without a code host", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("adopting says at once which settings are missing, with a single request", async ({ page, owner }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/repositories/available")) asked.push(request.url());
    });
    await page.goto(`${owner.home}/repositories`);
    await page.getByRole("button", { name: "Adopt repositories" }).first().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("No code host is set up")).toBeVisible();
    await expect(dialog.getByText("CODE_HOST_CLIENT_ID")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Try again" })).toHaveCount(0);
    expect(asked).toHaveLength(1);
  });
});

test.describe("offline", () => {
  test.use({
    serviceWorkers: "allow",
    expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch RSC payload|status of 503/],
  });

  test("an unreachable page shows our own message, and continues once it can", async ({ page, owner }) => {
    await page.goto(owner.home);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    const menu = page.getByRole("navigation", { name: "Workspace" });
    await expect(menu.getByRole("link", { name: "Members" })).toBeVisible();
    await page.context().setOffline(true);
    await menu.getByRole("link", { name: "Members" }).click();
    await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  });

  test("a change is refused at once and never made, and a list is read once there is a connection", async ({
    page,
    owner,
  }) => {
    await page.goto(`${owner.home}/teams`);
    await page.getByRole("button", { name: "New team" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New team" });
    await dialog.getByLabel("Name").fill("Looms");
    await page.context().setOffline(true);
    const create = dialog.getByRole("button", { name: "Create team" });
    await create.press("Enter");
    await expect(dialog.getByText("The server can't be reached.", { exact: false })).toBeVisible();
    // Whoever uses the keyboard can try again from where they are.
    await expect(create).toBeFocused();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const asked: string[] = [];
    page.on("requestfailed", (request) => asked.push(request.url()));
    await page.getByLabel("Search teams").fill("Looms");
    const notice = page.getByRole("alert").filter({ hasText: "We could not load the teams" });
    await expect(notice).toBeVisible();
    // Told at once: asking again makes no sense before there is a connection.
    expect(asked.filter((url) => url.includes("search=Looms"))).toHaveLength(1);
    await page.context().setOffline(false);
    await expect(notice).toHaveCount(0);
    expect(await api(page.request, owner.bearer, "GET", `${owner.path}/teams`)).toEqual([]);
  });
});

test("a search that is not answered yet does not say that nothing matches", async ({ page, owner }) => {
  const records = `${owner.path}/crm/objects/person/records`;
  await api(page.request, owner.bearer, "POST", records, { values: { name: "Ada" } });
  await page.goto(`${owner.home}/crm/person`);
  const search = page.getByPlaceholder("Search", { exact: false }).first();
  await search.fill("Grace");
  const nothing = page.getByText("No person matches");
  await expect(nothing).toBeVisible();
  let answer = () => {};
  const isAsked = page.waitForRequest((request) => request.url().includes("search=Ada"));
  await page.route(/search=Ada/, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await search.fill("Ada");
  await isAsked;
  await expect(nothing).toBeHidden();
  answer();
  await expect(page.getByRole("link", { name: "Ada" })).toBeVisible();
});

test.describe("offline, what is loaded only when it is needed", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ChunkLoadError|Failed to load chunk/] });

  test("leaves the page and what was typed as it is, and says so", async ({ page, owner }) => {
    await page.goto(`${owner.home}/settings`);
    const name = page.getByLabel("Name", { exact: true });
    // The first touch loads what shows messages.
    const isReady = page.waitForFunction(
      () => document.querySelector(".mantine-Notifications-root") !== null,
    );
    await name.press("End");
    await isReady;
    await name.fill("Looms");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Notifications" }).click();
    await expect(page.getByText("That could not be loaded")).toBeVisible();
    await expect(name).toHaveValue("Looms");
  });

  test("is replaced by a notice where it has a place in the page", async ({ page, owner }) => {
    await page.goto(`${owner.home}/crm/person`);
    const search = page.getByLabel("Search people");
    await search.fill("Ada");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Filter" }).click();
    // Other parts of the page may be missing as well.
    const notice = page.getByRole("alert").filter({ hasText: "This could not be loaded" }).first();
    await expect(notice.getByRole("button", { name: "Load the page again" })).toBeVisible();
    await expect(search).toHaveValue("Ada");
    await page.context().setOffline(false);
    await expect(page.getByRole("region", { name: "Filter" })).toBeVisible();
    await expect(search).toHaveValue("Ada");
  });
});

test("a form of settings sends only what its reader changed, shows what others did, and says where both did", async ({
  page,
  owner,
}) => {
  const project = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Engines",
  });
  const path = `${owner.path}/projects/${project.id}`;
  await page.clock.install();
  await page.goto(`${owner.home}/projects/${project.id}/settings`);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Looms");
  await api(page.request, owner.bearer, "PATCH", path, { name: "Mills", slug: "mills" });
  await comeBack(page);
  await expect(page.getByText("Somebody else has just changed this to “Mills”.")).toBeVisible();
  await expect(name).toHaveValue("Looms");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save" }).first().click();
  expect((await sent).postDataJSON()).toEqual({ name: "Looms", expected: { name: "Mills" } });
  await expect(page.getByLabel("Slug")).toHaveValue("mills");
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await api(page.request, owner.bearer, "GET", path)).toMatchObject({ name: "Looms", slug: "mills" });
});

const action = (name: string) => ({ type: "create_record", object: "company", values: { name } });
const wait = (amount: number) => ({ type: "wait", amount, unit: "days" });
for (const [what, part, begun, theirs] of [
  [
    "automations",
    "actions",
    { trigger: { type: "record.created", object: "person" }, actions: [action("Ours")] },
    [action("Theirs")],
  ],
  ["sequences", "steps", { object: "person", steps: [wait(1)] }, [wait(7)]],
] as const) {
  test(`the editor of ${what} sends only what its reader changed`, async ({ page, owner }) => {
    const send = (method: "POST" | "PATCH", path: string, body: object) =>
      api<{ id: string }>(page.request, owner.bearer, method, path, body);
    const { id } = await send("POST", `${owner.path}/crm/${what}`, { name: "Engines", ...begun });
    await page.goto(`${owner.home}/crm/${what}/${id}`);
    await page.getByLabel("Name", { exact: true }).first().fill("Looms");
    const path = `${owner.path}/crm/${what}/${id}`;
    const changed = await send("PATCH", path, { [part]: theirs });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Not saved yet")).toHaveCount(0);
    expect(await api(page.request, owner.bearer, "GET", path)).toMatchObject({
      name: "Looms",
      [part]: changed[part as never],
    });
  });
}

test("a dialog sends only what its reader changed: an option that another adds meanwhile stays", async ({
  page,
  owner,
}) => {
  const options = [{ value: "loom", label: "Loom", color: "gray" }];
  const table = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/tables`, {
    name: "Machines",
    columns: [{ name: "Kind", key: "kind", type: "select", options }],
  });
  const path = `${owner.path}/tables/${table.id}`;
  await page.goto(`${owner.home}/tables/${table.id}`);
  await page.getByRole("columnheader", { name: "Kind" }).click();
  await page.getByRole("menuitem", { name: "Edit the column…" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Kind" });
  await dialog.getByLabel("Name", { exact: true }).fill("Sort");
  await api(page.request, owner.bearer, "PATCH", `${path}/columns/kind`, {
    options: [...options, { value: "mill", label: "Mill", color: "red" }],
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const { columns } = await api<{ columns: { name: string; options: { label: string }[] }[] }>(
    page.request,
    owner.bearer,
    "GET",
    path,
  );
  expect(columns.map(({ name, options }) => [name, options.map(({ label }) => label)])).toEqual([
    ["Sort", ["Loom", "Mill"]],
  ]);
});

test.describe("a list that can't be read at first", () => {
  test.use({ expectedErrors: [/status of 500|net::ERR_FAILED/] });

  test("says so until it is read: the notice does not give way to an outline and come back", async ({
    page,
    owner,
  }) => {
    const path = /\/api\/v1\/workspaces\/[^/]+\/teams(\?|$)/;
    // A stream that opens has lists read again, and the button waits for that.
    await page.route("**/live", (route) => route.abort());
    let answer: "refuse" | "hold" | "give" = "refuse";
    const held: Route[] = [];
    await page.route(path, (route) => {
      if (answer === "refuse") return route.fulfill({ status: 500, json: { detail: "It broke." } });
      if (answer === "give") return route.continue();
      held.push(route);
      return undefined;
    });
    await page.goto(`${owner.home}/teams`);
    const notice = page.getByRole("alert").filter({ hasText: "We could not load the teams" });
    await expect(notice).toBeVisible();
    answer = "hold";
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await expect(notice).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading teams" })).toHaveCount(0);
    answer = "give";
    await Promise.all(held.map((route) => route.continue()));
    await expect(page.getByText("No teams yet")).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

test("a dialog that is cancelled while it is being saved leads nowhere once it is", async ({
  page,
  owner,
}) => {
  await page.goto(`${owner.home}/teams`);
  const held: Route[] = [];
  await page.route(/\/teams$/, (route) =>
    route.request().method() === "POST" ? void held.push(route) : route.continue(),
  );
  await page.getByRole("button", { name: "New team" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New team" });
  await dialog.getByLabel("Name").fill("Looms");
  await dialog.getByRole("button", { name: "Create team" }).click();
  await expect.poll(() => held.length).toBe(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await held[0]?.continue();
  await expect(page.getByRole("link", { name: "Looms" })).toBeVisible();
  await expect(page).toHaveURL(`${owner.home}/teams`);
});

test("what takes long to load says so", async ({ page, owner }) => {
  const held: Route[] = [];
  await page.route(/\/api\/v1\/workspaces\/[^/]+\/teams(\?|$)/, (route) => void held.push(route));
  await page.goto(`${owner.home}/teams`);
  const waiting = page.getByRole("status", { name: "Loading teams" });
  await expect(waiting).toBeVisible();
  const late = waiting.getByText("This takes longer than usual", { exact: false });
  await expect(late).toBeHidden();
  await page.evaluate(() => {
    for (const each of document.getAnimations())
      if (each instanceof CSSAnimation && each.animationName.includes("late")) each.finish();
  });
  await expect(late).toBeVisible();
  await Promise.all(held.map((route) => route.continue()));
  await expect(page.getByText("No teams yet")).toBeVisible();
});

/** Holds back what a page asks the API for until `release`, which lets through what was asked until then. */
async function holdReads(page: Page) {
  let held: Route[] = [];
  await page.route("**/api/v1/**", (route) => {
    if (route.request().method() !== "GET") return route.continue();
    held.push(route);
    return undefined;
  });
  return {
    addresses: () =>
      held.map((route) => {
        const { pathname, search } = new URL(route.request().url());
        return pathname + search;
      }),
    release: async () => {
      const released = held;
      held = [];
      // Who asked may have left.
      await Promise.all(released.map((route) => route.continue().catch(() => undefined)));
    },
  };
}

test("a page sends requests in parallel: its first row is there after two rounds", async ({
  page,
  owner,
}) => {
  test.slow();
  const project = await aProject(page, owner);
  const form = await aForm(page, owner);
  await answer(page, owner, form, "A good idea");
  await post(page, owner, "crm/objects/deal/records", { values: { name: "Big deal" } });
  const subscriber = new Subscriber();
  const url = await subscriber.listen();
  const hook = await post<{ id: string }>(page, owner, "crm/webhooks", { url, events: ["form.submitted"] });
  await post(page, owner, `crm/webhooks/${hook.id}/test`, {});

  const pages: { path: string; second: RegExp[]; row: string }[] = [
    {
      path: "/crm/deal",
      second: [/\/crm\/objects(\?|$)/, /\/deal\/views(\?|$)/, /\/deal\/records\?/],
      row: "Big deal",
    },
    { path: `/projects/${project}`, second: [/\/projects\/[\w-]+$/, /\/board(\?|$)/], row: "Fix login" },
    {
      path: `/forms/${form}/submissions`,
      second: [/\/forms\/[\w-]+$/, /\/submissions(\?|$)/],
      row: "A good idea",
    },
    {
      path: `/forms/${form}/summary`,
      second: [/\/forms\/[\w-]+$/, /\/submissions\/summary(\?|$)/, /\/submissions\/counts\?/],
      row: "A good idea",
    },
    {
      path: `/projects/${project}/tracker`,
      second: [/\/projects\/[\w-]+$/, /\/projects\/[\w-]+\/tracker$/, /\/tracker\/devices\?project_id/],
      row: "What devices capture",
    },
    {
      path: `/webhooks/${hook.id}`,
      second: [/\/webhooks\/[\w-]+$/, /\/deliveries(\?|$)/],
      row: "webhook.test",
    },
    { path: "/projects", second: [/\/projects(\?|$)/], row: "Difference Engine" },
  ];
  const reads = await holdReads(page);
  for (const { path, second, row } of pages) {
    // What the page before still asks for must not be taken for this one's.
    await page.goto("about:blank");
    await reads.release();
    await page.goto(`${owner.home}${path}`);
    const asksFor = (wanted: RegExp[]) =>
      expect
        .poll(() => wanted.filter((each) => !reads.addresses().some((asked) => each.test(asked))), {
          message: `${path} does not ask side by side`,
        })
        .toEqual([]);
    await asksFor([/\/developers\/me$/, /\/workspaces\?.*include=me/]);
    await reads.release();
    await asksFor(second);
    await reads.release();
    // Nothing that was asked for since is answered.
    const main = page.getByRole("main");
    await expect(main.getByText(row, { exact: true }).filter({ visible: true }).first(), path).toBeVisible();
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await subscriber.close();
});

test("a page prefetches only the pages that are pointed at", async ({ page, owner }) => {
  const ahead: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-router-prefetch"] !== undefined) ahead.push(new URL(request.url()).pathname);
  });
  await page.goto(owner.home);
  const menu = page.getByRole("navigation", { name: "Workspace" });
  await expect(page.getByRole("region", { name: "Projects" })).toBeVisible();
  await menu.getByRole("link", { name: "Members" }).hover();
  await expect.poll(() => ahead).toContain(`${owner.home}/members`);
  // Pages of links that are merely in sight would have been asked for before.
  expect(new Set(ahead)).toEqual(new Set([`${owner.home}/members`]));
});

/** How much of the page moved without anybody's doing, as browsers measure it. */
async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords() as unknown as { value: number; hadRecentInput: boolean }[];
    return shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : shift.value), 0);
  });
}

test("nothing moves while the overview and public pages of a project load", async ({
  page,
  person,
  owner,
}) => {
  const project = await aProject(page, owner);
  const slug = `engine-${owner.workspace.id.slice(-12)}`;
  await api(page.request, owner.bearer, "PATCH", `${owner.path}/projects/${project}`, { is_public: true });
  await page.goto(owner.home);
  await expect(
    page.getByRole("region", { name: "Recent changes" }).getByRole("listitem").first(),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Plan and usage" }).getByText("Projects")).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.05);
  await page.goto(`/p/${slug}`);
  await expect(page.getByRole("link", { name: `Signed in as ${person.name}` })).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.02);
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ChunkLoadError|Failed to fetch/] });

  test("the first click says why the dialog that it asks for does not open, and it opens once there is one", async ({
    page,
    owner,
  }) => {
    await page.goto(`${owner.home}/members`);
    const invite = page.getByRole("button", { name: "Invite", exact: true });
    await invite.waitFor();
    await page.context().setOffline(true);
    await invite.click();
    const why = page.getByRole("alert").filter({ hasText: "There is no connection" });
    await expect(why.first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole("dialog", { name: "Invite people" })).toBeVisible();
    await expect(why).toHaveCount(0);
  });
});
