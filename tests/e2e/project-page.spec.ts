import type { Page } from "@playwright/test";
import { api, expect, expectAccessible, saved, signInAs } from "@/tests/e2e/fixtures";
import { test } from "@/tests/e2e/people";

const PHONE = { width: 390, height: 844 };
/** A pixel. */
const LOGO =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A public project of somebody who is signed in, and a visitor's token: the owner's own serves to file requests. */
async function aPublicProject(page: Page, owner: { bearer: string; path: string }, slug: string) {
  const project = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Note G",
    key: "NG",
    description: "A calculator for Bernoulli numbers.",
    is_public: true,
    public_slug: slug,
  });
  const ask = (title: string) =>
    api<{ id: string }>(page.request, owner.bearer, "POST", `/api/v1/public/projects/${slug}/requests`, {
      title,
    });
  return { id: project.id, staff: `${owner.path}/projects/${project.id}`, ask };
}

/** Presses Tab until what is wanted has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: "button" | "link" | "textbox" = "button") {
  const wanted = page.getByRole(role, { name }).first();
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} can't be reached by keyboard`);
}

test("a visitor on a phone votes and files a request by keyboard, signing in on the way; a link alone does not vote", async ({
  page,
  browser,
  baseURL,
  person,
  owner,
}) => {
  test.slow();
  const slug = `note-g-${person.email.slice(0, 8)}`;
  const { ask } = await aPublicProject(page, owner, slug);
  const wanted = await ask("Dark mode");

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: PHONE });
  const visitor = await context.newPage();
  await visitor.goto(`/p/${slug}`);
  await expect(visitor.getByRole("heading", { level: 1, name: "Note G" })).toBeVisible();
  await expectAccessible(visitor);
  const vote = visitor.getByRole("button", { name: /^Vote for Dark mode/ });
  await expect(vote).toHaveAttribute("aria-pressed", "false");
  await tabTo(visitor, /^Vote for Dark mode/);
  await visitor.keyboard.press("Enter");
  await signInAs(visitor, { name: "Grace", email: `grace-${person.email}` });

  // Back at the vote that was meant, which is given by the visitor's own press only.
  await expect(visitor.getByText("You are signed in. Press to vote.")).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Signed in as Grace" })).toBeVisible();
  await expect(vote).toBeFocused();
  await expect(vote).toHaveAttribute("aria-pressed", "false");
  // What is said about the vote leaves the title its width.
  const title = await visitor.getByRole("link", { name: "Dark mode", exact: true }).boundingBox();
  const button = await vote.boundingBox();
  expect((title?.x ?? 0) - (button?.x ?? 0) - (button?.width ?? 0)).toBeLessThan(20);
  const looked = await page.request.get(`/api/v1/public/projects/${slug}/requests/${wanted.id}`);
  // Whoever asked for it, and nobody else yet.
  expect((await looked.json()).votes).toBe(1);
  await expectAccessible(visitor);
  await saved(visitor, () => visitor.keyboard.press("Enter"));
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await expect(vote).toContainText("2 votes");
  expect(new URL(visitor.url()).search).toBe("");
  await visitor.reload();
  await expect(vote).toHaveAttribute("aria-pressed", "true");

  await visitor.goto(`/p/${slug}/requests/new`);
  await tabTo(visitor, "What do you need?", "textbox");
  await visitor.keyboard.type("dark mode for nights");
  await expect(visitor.getByRole("link", { name: "Dark mode", exact: true })).toBeVisible();
  await expectAccessible(visitor);
  await tabTo(visitor, "Submit request");
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("heading", { level: 1, name: "dark mode for nights" })).toBeVisible();
  await context.close();
});

test("a visitor edits and deletes what they wrote, in a category, on a page with a colour and a logo", async ({
  page,
  person,
  owner,
}) => {
  test.slow();
  const slug = `note-g-${person.email.slice(0, 8)}`;
  const { ask, id, staff } = await aPublicProject(page, owner, slug);
  await api(page.request, owner.bearer, "PATCH", `${staff}/requests/settings`, {
    categories: ["App", "Site"],
    color: "#5a31f4",
    logo: LOGO,
  });
  await page.goto(`${owner.home}/projects/${id}/settings`);
  await expect(page.getByAltText("The page's logo")).toHaveAttribute("src", LOGO);
  await ask("Other");
  await page.goto(`/p/${slug}/requests/new`);
  await page.getByLabel("What do you need?").fill("Dark mode");
  await page.getByLabel("Category (optional)").selectOption("App");
  await page.getByRole("button", { name: "Submit request" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dark mode" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Vote for Dark mode/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("button", { name: "Edit your request" }).click();
  await page.getByLabel("Why do you need it? (optional)").fill("For the **night**");
  await page.getByRole("button", { name: "Preview" }).first().click();
  await expect(page.getByRole("strong").getByText("night")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("For the night", { exact: true })).toBeVisible();
  await expect(page.getByText("edited", { exact: true })).toBeVisible();

  await page.getByLabel("Add a comment").fill("Soon, please");
  // Pressed twice, it is sent once.
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/comments")) sent.push(request.url());
  });
  await page.getByRole("button", { name: "Comment", exact: true }).dblclick();
  const comment = page.getByRole("listitem").filter({ hasText: "Soon, please" });
  await expect(comment.first()).toBeVisible();
  expect(sent).toHaveLength(1);
  await comment.getByRole("button", { name: "Delete your comment" }).click();
  await comment.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(comment).toHaveCount(0);
  await expectAccessible(page);

  // Links and the focus have the page's colour, as close to it as can be read.
  await page.goto(`/p/${slug}/requests/new`);
  const cancel = page.getByRole("link", { name: "Cancel" });
  await expect(cancel).toHaveCSS("color", "rgb(90, 49, 244)");
  await tabTo(page, "Cancel", "link");
  await expect(cancel).toHaveCSS("outline-color", "rgb(90, 49, 244)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(cancel).not.toHaveCSS("color", "rgb(90, 49, 244)");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });

  // Nothing is where it was not: heads of pages begin at one place, however wide what stands below is.
  const place = async (path: string) => {
    await page.goto(`/p/${slug}${path}`);
    await expect(page.getByRole("link", { name: /^Signed in as/ })).toBeVisible();
    const tabs = await page.getByRole("navigation", { name: "Pages of this project" }).boundingBox();
    return [tabs?.x, tabs?.y, tabs?.width];
  };
  const first = await place("");
  for (const path of ["/board", "/roadmap", "/requests", "/requests/new"])
    expect(await place(path)).toEqual(first);

  await page.goto(`/p/${slug}/requests`);
  await page.getByLabel("Category").selectOption("App");
  await expect(page).toHaveURL(/category=App/);
  await expect(page.getByRole("link", { name: "Dark mode" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Other", exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Dark mode" }).click();
  await page.getByRole("button", { name: "Delete your request" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/p/${slug}/requests$`));
  await expect(page.getByRole("link", { name: "Dark mode" })).toHaveCount(0);
});

test.describe("a visitor whose session is over", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("finds what they wrote when they have signed in again", async ({ page, person, owner }) => {
    const slug = `note-g-${person.email.slice(0, 8)}`;
    const { ask } = await aPublicProject(page, owner, slug);
    const { id } = await ask("Dark mode");
    const endSession = () => page.evaluate(() => window.localStorage.setItem("token", "over"));

    await page.goto(`/p/${slug}/requests/new`);
    const title = page.getByLabel("What do you need?");
    await title.fill("A longer note");
    await page.getByLabel("Why do you need it?").fill("The margin is too small.");
    await endSession();
    await page.getByRole("button", { name: "Submit request" }).click();
    await signInAs(page, person);
    await expect(title).toHaveValue("A longer note");
    await expect(page.getByLabel("Why do you need it?")).toHaveValue("The margin is too small.");

    await page.goto(`/p/${slug}/requests/${id}`);
    const comment = page.getByLabel("Add a comment");
    await comment.fill("For my eyes.");
    await endSession();
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await signInAs(page, person);
    await expect(comment).toHaveValue("For my eyes.");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(page.getByText("Your comment was added.")).toBeVisible();
    await page.reload();
    await expect(comment).toHaveValue("");

    await page.getByRole("button", { name: "Edit your comment" }).click();
    const edited = page.getByLabel("Comment", { exact: true });
    await edited.fill("For all eyes.");
    await endSession();
    await page.getByRole("button", { name: "Save" }).click();
    await signInAs(page, person);
    await expect(edited).toHaveValue("For all eyes.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(page.getByText("For all eyes.")).toBeVisible();
  });
});

test("staff actions appear on the page: status, reply, a hidden comment, a merged duplicate", async ({
  page,
  browser,
  baseURL,
  person,
  owner,
}) => {
  test.slow();
  const slug = `note-g-${person.email.slice(0, 8)}`;
  const project = await aPublicProject(page, owner, slug);
  const stays = await project.ask("Dark mode");
  const goes = await project.ask("Night theme");
  await api(
    page.request,
    owner.bearer,
    "POST",
    `/api/v1/public/projects/${slug}/requests/${goes.id}/comments`,
    {
      body: "<b>Mine too</b>",
    },
  );

  await page.goto(`${owner.home}/projects/${project.id}/requests`);
  await page.getByRole("button", { name: "Night theme", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Find the request that stays").fill("dark");
  await drawer.getByRole("button", { name: "Merge into “Dark mode”" }).click();
  await page
    .getByRole("dialog", { name: "Merge these requests?" })
    .getByRole("button", { name: "Merge" })
    .click();
  await expect(drawer.getByText("This request was merged into another one")).toBeVisible();
  await page.goto(`${owner.home}/projects/${project.id}/requests?request=${stays.id}`);
  await drawer.getByLabel("Status").selectOption("In progress");
  await drawer.getByLabel("Reply as staff").fill("We are on it.");
  await drawer.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(drawer.getByRole("listitem").filter({ hasText: "We are on it." })).toContainText("Staff");
  await expectAccessible(page);

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false });
  const visitor = await context.newPage();
  await visitor.goto(`/p/${slug}/requests/${goes.id}`);
  await expect(visitor).toHaveURL(new RegExp(`/p/${slug}/requests/${stays.id}$`));
  await expect(visitor.getByText("Open → In progress")).toBeVisible();
  await expect(visitor.getByText("<b>Mine too</b>")).toBeVisible();
  await expect(visitor.getByRole("listitem").filter({ hasText: "We are on it." })).toContainText("Staff");
  await visitor.goto(`/p/${slug}/roadmap`);
  await expect(
    visitor.getByRole("region", { name: "In progress" }).getByRole("link", { name: "Dark mode" }),
  ).toBeVisible();

  await page.getByRole("dialog").getByRole("button", { name: "Hide", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Show again" }).first()).toBeVisible();
  const gone = await visitor.goto(`/p/${slug}/requests/${stays.id}`);
  expect(gone?.status()).toBe(404);
  await context.close();
});

test.describe("a request that is merged while somebody reads it", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("leads to the one that has its votes and comments, with what they were writing", async ({
    page,
    person,
    owner,
  }) => {
    const slug = `note-g-${person.email.slice(0, 8)}`;
    const project = await aPublicProject(page, owner, slug);
    const stays = await project.ask("Dark mode");
    const goes = await project.ask("Night theme");
    await page.goto(`/p/${slug}/requests/${goes.id}`);
    const vote = page.getByRole("button", { name: /^Vote for Night theme/ });
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    const comment = page.getByLabel("Add a comment");
    await comment.fill("My eyes hurt");
    await api(page.request, owner.bearer, "POST", `${project.staff}/requests/${goes.id}/merge`, {
      into_id: stays.id,
    });
    const alert = page.getByRole("alert").filter({ hasText: "This request was merged into another one." });
    await vote.click();
    await expect(alert).toHaveCount(1);
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(alert).toHaveCount(2);
    await expectAccessible(page);
    await alert.last().getByRole("link", { name: "Go to that request" }).click();
    await expect(page).toHaveURL(new RegExp(`/p/${slug}/requests/${stays.id}$`));
    await expect(comment).toHaveValue("My eyes hurt");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(page.getByText("Your comment was added.")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "My eyes hurt" })).toBeVisible();
  });
});

test("visitors write Markdown: links are safe and nofollow, and scripts stay text", async ({
  page,
  browser,
  baseURL,
  person,
  owner,
}) => {
  const slug = `note-g-${person.email.slice(0, 8)}`;
  const project = await aPublicProject(page, owner, slug);
  await page.goto(`/p/${slug}/requests/new`);
  await page.getByLabel("What do you need?").fill("Export");
  const why = page.getByLabel("Why do you need it? (optional)");
  await why.fill(
    "As **CSV**: https://example.com/csv\n- one\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>",
  );
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.locator(".markdown strong")).toHaveText("CSV");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Write" }).click();
  await expect(why).toBeFocused();
  await page.getByRole("button", { name: "Submit request" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Export" })).toBeVisible();

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false });
  const visitor = await context.newPage();
  await visitor.goto(page.url());
  const text = visitor.locator(".markdown").first();
  await expect(text.locator("strong")).toHaveText("CSV");
  await expect(text.getByRole("listitem")).toContainText("one");
  await expect(text).toContainText("<img src=x onerror=alert(1)>");
  const link = text.getByRole("link");
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute("href", "https://example.com/csv");
  await expect(link).toHaveAttribute("rel", /nofollow ugc/);
  await visitor.goto(`/p/${slug}/requests`);
  await expect(visitor.getByText("As CSV: https://example.com/csv one")).toBeVisible();

  await page.goto(`${owner.home}/projects/${project.id}/requests`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.locator(".markdown strong")).toHaveText("CSV");
  await expect(drawer.locator(".markdown a")).toHaveAttribute("rel", /nofollow ugc/);
  await expectAccessible(page);
  await context.close();
});

test("lists and quotes that are nested deeply stay on the page", async ({ page, person, owner }) => {
  const slug = `note-g-${person.email.slice(0, 8)}`;
  await aPublicProject(page, owner, slug);
  const deep = (sign: string) => `${`${sign} `.repeat(20)}deep`;
  const { id } = await api<{ id: string }>(
    page.request,
    owner.bearer,
    "POST",
    `/api/v1/public/projects/${slug}/requests`,
    { title: "Deep", description: ["-", ">", "1.", "- >"].map(deep).join("\n\n") },
  );
  await page.setViewportSize(PHONE);
  await page.goto(`/p/${slug}/requests/${id}`);
  await expect(page.locator(".markdown").first()).toContainText("deep");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await expectAccessible(page);
});

test("the page and its JSON share an address, and a private project has neither", async ({
  page,
  person,
  owner,
}) => {
  const slug = `note-g-${person.email.slice(0, 8)}`;
  const project = await aPublicProject(page, owner, slug);
  for (const path of [`/public/projects/${slug}`, `/public/projects/${slug}/requests`]) {
    const json = await page.request.get(path, { headers: { accept: "application/json" } });
    expect(json.headers()["content-type"], path).toContain("application/json");
    const html = await page.request.get(path, { headers: { accept: "text/html" } });
    expect(html.headers()["content-type"], path).toContain("text/html");
    expect(await html.text(), path).toContain('<meta name="robots" content="noindex');
    const preview = await page.request.get(path, {
      headers: { accept: "*/*", "user-agent": "Twitterbot/1.0" },
    });
    expect(preview.headers()["content-type"], path).toContain("text/html");
  }
  const { id } = await project.ask("Dark mode");
  for (const mangled of ["requests?cursor=x", `requests/${id}?cursor=x`]) {
    expect((await page.request.get(`/p/${slug}/${mangled}`)).status(), mangled).toBe(404);
  }
  expect((await page.request.get(`/p/${slug}/requests?search=%00`)).status()).toBe(200);
  const feed = await page.request.get(`/p/${slug}/feed`);
  expect(feed.headers()["content-type"]).toContain("application/atom+xml");

  await api(page.request, owner.bearer, "PATCH", project.staff, { is_public: false });
  for (const path of ["", "/board", "/roadmap", "/requests", "/requests/new", "/feed"]) {
    expect((await page.request.get(`/p/${slug}${path}`)).status(), path).toBe(404);
  }
});

test("days of requests and comments are those of the reader's zone", async ({
  page,
  browser,
  baseURL,
  person,
  owner,
}) => {
  const slug = `note-g-${person.email.slice(0, 8)}`;
  const { ask } = await aPublicProject(page, owner, slug);
  const { id } = await ask("Dark mode");
  const asked = await (await page.request.get(`/api/v1/public/projects/${slug}/requests/${id}`)).json();
  // One of the two always has another day than UTC.
  for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), timezoneId });
    const visitor = await context.newPage();
    await visitor.goto(`/p/${slug}/requests/${id}`);
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: timezoneId });
    await expect(visitor.locator("time").first()).toHaveText(day.format(new Date(asked.created_at)));
    await context.close();
  }
});

test("what a visitor writes is there again when they come back from a similar request, or load the page again", async ({
  page,
  person,
  owner,
}) => {
  const slug = `note-g-${person.email.slice(0, 8)}`;
  const { ask } = await aPublicProject(page, owner, slug);
  const similar = await ask("Dark mode");
  const requests = `/p/${slug}/requests`;
  const title = page.getByLabel("What do you need?");
  const why = page.getByLabel("Why do you need it? (optional)");
  await page.goto(`${requests}/new`);
  await title.fill("A dark mode for nights");
  await why.fill("My eyes hurt");
  await page.getByRole("link", { name: "Dark mode", exact: true }).click();
  await expect(page).toHaveURL(`${requests}/${similar.id}`);
  const comment = page.getByLabel("Add a comment");
  await comment.fill("Me too");
  await page.reload();
  await expect(comment).toHaveValue("Me too");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByText("Your comment was added.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Me too")).toBeVisible();
  await expect(comment).toHaveValue("");
  await page.getByRole("button", { name: "Edit your comment" }).click();
  await page.getByLabel("Comment", { exact: true }).fill("Me too, please");
  await page.reload();
  await expect(page.getByLabel("Comment", { exact: true })).toHaveValue("Me too, please");

  await page.goto(`${requests}/new`);
  await expect(title).toHaveValue("A dark mode for nights");
  await page.reload();
  await expect(why).toHaveValue("My eyes hurt");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "New request" }).click();
  await expect(page.getByRole("button", { name: "Submit request" })).toBeVisible();
  await expect(title).toHaveValue("");
});
