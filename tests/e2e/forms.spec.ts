import type { Locator, Page } from "@playwright/test";
import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { openOwnWorkspace, test } from "@/tests/e2e/people";
import { Subscriber } from "@/tests/support/subscriber";

const PHONE = { width: 390, height: 844 };
const PATIENCE_MS = 2_500;

/** Presses what is named without a mouse. */
async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press("Enter");
}

async function addField(page: Page, kind: string, question: string): Promise<void> {
  await press(page.getByRole("button", { name: "Add a field" }));
  await press(page.getByRole("menuitem", { name: kind }));
  await expect(page.getByLabel("Question", { exact: true }).last()).toBeFocused();
  await page.keyboard.type(question);
}

async function save(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: "Save" }));
  // The button is disabled while it saves, too.
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
}

test("a form is built with logic by keyboard, published, answered on a phone, and becomes a CRM record and an event", async ({
  page,
  browser,
  baseURL,
  person,
}) => {
  const subscriber = new Subscriber();
  const url = await subscriber.listen();
  const { bearer, path, home } = await openOwnWorkspace(page, person);
  await api(page.request, bearer, "POST", `${path}/crm/webhooks`, { url, events: ["form.submitted"] });
  await page.goto(`${home}/forms`);
  await expect(page.getByText("No forms yet")).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole("link", { name: "New form" }).first());
  await expect(page.getByRole("button", { name: /^Contact/ })).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole("button", { name: /^Blank form/ }));

  await expect(page.getByText("No questions yet")).toBeVisible();
  const published = page.getByRole("switch", { name: "Published" });
  await published.press("Space");
  await expect(page.getByText("It has no questions yet. Add the first one, then publish.")).toBeVisible();
  await expect(published).not.toBeChecked();
  await page.getByLabel("Name", { exact: true }).fill("Repairs");
  await addField(page, "One of a few", "What is broken?");
  await addField(page, "Short text", "Serial number");
  await press(page.getByRole("button", { name: "Shown only if…" }).last());
  await addField(page, "Short text", "Your name");
  const opener = page.getByRole("button", { name: "3. Your name" });
  await opener.focus();
  await opener.press("Alt+ArrowUp");
  await expect(page.getByText("Moved to place 2 of 3")).toBeAttached();
  await page.getByRole("button", { name: "2. Your name" }).press("Alt+ArrowUp");
  await expect(page.getByRole("button", { name: "1. Your name" })).toBeVisible();
  await press(page.getByRole("button", { name: "Duplicate field 1" }));
  await press(page.getByRole("button", { name: "Remove field 2" }));
  await expect(page.getByRole("button", { name: /^Remove field/ })).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Remove field 2" })).toBeFocused();

  const preview = page.getByRole("complementary", { name: "Preview as a visitor" });
  await expect(preview.getByLabel("Serial number")).toBeHidden();
  await preview.getByRole("radio", { name: "First option" }).press("Space");
  await expect(preview.getByLabel("Serial number")).toBeVisible();
  await expectAccessible(page);
  await save(page);

  await press(page.getByRole("link", { name: "Settings", exact: true }).last());
  await page.getByRole("radiogroup", { name: "Where answers go" }).getByText("CRM").click();
  await page.getByLabel("Each answer becomes a").selectOption({ label: "Person" });
  await page.getByLabel("Your name becomes").selectOption("name");
  await expectAccessible(page);
  await save(page);
  await published.press("Space");
  const link = (await page.getByText(/\/f\/[0-9a-f-]{36}$/).textContent()) ?? "";

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: PHONE });
  const visitor = await context.newPage();
  await visitor.goto(new URL(link).pathname);
  const openedAt = Date.now();
  await visitor.getByLabel("Your name").fill("Ada Lovelace");
  await visitor.getByLabel("First option").press("Space");
  await visitor.getByLabel("Serial number").fill("N-1");
  // Whoever is faster than people is kept apart.
  await expect.poll(() => Date.now() - openedAt).toBeGreaterThan(PATIENCE_MS);
  await visitor.getByRole("button", { name: "Submit" }).press("Enter");
  await expect(visitor.getByText("Your answers have been received")).toBeVisible();
  await context.close();

  await press(page.getByRole("link", { name: "Submissions" }));
  await expect(page.getByRole("cell", { name: "Ada Lovelace" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Written" })).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole("row", { name: /Ada Lovelace/ }).getByRole("button"));
  const drawer = page.getByRole("dialog", { name: "Submission" });
  await expect(drawer.getByText("N-1")).toBeVisible();
  await expectAccessible(page);
  await press(drawer.getByRole("link", { name: "Show the record it became" }));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada Lovelace");
  await expect.poll(() => subscriber.received.length).toBe(1);
  expect(JSON.parse(subscriber.received[0]?.raw.toString() ?? "")).toMatchObject({
    type: "form.submitted",
    data: { values: { your_name: "Ada Lovelace", serial_number: "N-1" } },
  });
  await subscriber.close();
});

test("spam is set aside, released and deleted; a deleted form is restored; a person without access is told why", async ({
  page,
  owner: { bearer, path, home },
  openGuest,
}) => {
  const form = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, {
    name: "Contact",
    is_public: true,
    fields: [{ key: "name", label: "Name", type: "text", required: true }],
  });
  for (const [name, website] of [
    ["Grace", ""],
    ["Eve", "https://spam.example"],
  ]) {
    await api(page.request, bearer, "POST", `/public/forms/${form.id}`, { values: { name }, website });
  }
  await page.goto(`${home}/forms/${form.id}/submissions`);
  await expect(page.getByRole("cell", { name: "Grace" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Eve" })).toBeHidden();
  await page.getByRole("link", { name: "Spam (1)" }).click();
  await page.getByRole("row", { name: /Eve/ }).getByRole("button").click();
  const drawer = page.getByRole("dialog", { name: "Submission" });
  await expect(drawer.getByText("A field that people don't see was filled in")).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Not spam" }).click();
  await page.getByRole("link", { name: "Answers (2)" }).click();
  await expect(page.getByRole("cell", { name: "Eve" })).toBeVisible();

  await page.getByRole("searchbox", { name: "Search submissions" }).fill("eve");
  await expect(page.getByRole("cell", { name: "Grace" })).toBeHidden();
  await expect(page).toHaveURL(/contains=eve/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "As CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("submissions.csv");

  await page.goto(`${home}/forms`);
  await page.getByRole("button", { name: "Actions for Contact" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("No forms yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Contact" })).toBeVisible();
  await expect(page.getByText("2 answers")).toBeVisible();

  const viewer = await openGuest("viewer");
  await viewer.page.goto(`${home}/forms`);
  await expect(viewer.page.getByText("can_view_forms")).toBeVisible();
  await viewer.page.context().close();
});

const RULED = { match: "all", conditions: [{ field: "kind", operator: "eq", value: "Repair" }] };

/** A field of each type, with all that can be said of one. */
const ALL_FIELDS = [
  {
    key: "name",
    label: "Your name",
    type: "text",
    required: true,
    placeholder: "Ada",
    help: "As it is written",
  },
  { key: "story", label: "What happened?", type: "textarea", require_if: RULED },
  { key: "email", label: "Email", type: "email", default_value: "ada@example.com" },
  { key: "phone", label: "Phone", type: "phone" },
  { key: "age", label: "Age", type: "number", validation: { min: 1 } },
  { key: "site", label: "Web site", type: "url" },
  { key: "day", label: "Day", type: "date" },
  { key: "kind", label: "Kind", type: "radio", required: true, options: ["New", "Repair"] },
  { key: "serial", label: "Serial number", type: "text", required: true, show_if: RULED },
  { key: "size", label: "Size", type: "select", options: ["Small", "Large"], default_value: "Large" },
  { key: "parts", label: "Parts", type: "multi_select", options: ["Mill", "Store"] },
  { key: "urgent", label: "Urgent", type: "checkbox" },
  { key: "mood", label: "Mood", type: "rating", validation: { max: 4 } },
  { key: "photo", label: "Photo", type: "file" },
  { key: "terms", label: "Keep my answers", type: "consent", required: true },
  { key: "source", label: "Source", type: "hidden", default_value: "console" },
];

/**
 * A page's markup as one text: attributes in order, texts joined. Left out is what differs by nature: the visitor's
 * ticket, what browsers without scripts see, and the landmark, of which the console's page has one already.
 */
function markupOf(frame: Element): string {
  const ordered = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(ordered);
    const entries = Object.entries(value).map(([key, each]) => [key, ordered(each)] as const);
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  const write = (element: Element): string => {
    if (element.localName === "noscript") return "";
    const name = element.id === "main" ? "main" : element.localName;
    const fields = element.getAttribute("data-fields");
    if (fields !== null) element.setAttribute("data-fields", JSON.stringify(ordered(JSON.parse(fields))));
    const attributes = Array.from(element.attributes, (each) => `${each.name}=${each.value}`)
      .filter((text) => !text.startsWith("selected="))
      .filter((text) => element.getAttribute("name") !== "_ticket" || !text.startsWith("value="))
      // The console's own heading is the first.
      .filter((text) => !text.startsWith("aria-level="));
    const chosen = element instanceof HTMLOptionElement ? [`chosen=${element.selected}`] : [];
    element.normalize();
    const children = Array.from(element.childNodes, (node) =>
      node instanceof Element ? write(node) : (node.textContent ?? ""),
    );
    return `<${[name, ...attributes.toSorted(), ...chosen].join(" ")}>${children.join("")}</>\n`;
  };
  return write(frame);
}

/** What the style sheet makes of a page's parts, one of each kind. The typeface has another name in the console. */
function looksOf(frame: Element): string[] {
  const kinds = [
    ".public-title",
    ".public-button",
    ".public-input",
    ".field-label",
    ".field-help",
    ".choice",
  ];
  return kinds.map((kind) => {
    const part = frame.querySelector(kind);
    if (part === null) return `${kind} is not there`;
    const { fontSize, fontWeight, lineHeight, color, backgroundColor, borderColor, padding } =
      getComputedStyle(part);
    const looks = [fontSize, fontWeight, lineHeight, color, backgroundColor, borderColor, padding];
    return [kind, ...looks].join(" ");
  });
}

test("the preview of a form is the page that its visitors get, and sends nothing", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const body = { name: "Your engine", description: "Tell us.", is_public: true, fields: ALL_FIELDS };
  const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, body);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${request.url()}`);
  });

  await page.goto(`${home}/forms/${id}`);
  const preview = page.getByRole("complementary", { name: "Preview as a visitor" });
  const frame = preview.locator(".public-frame");
  await expect(preview.getByRole("button", { name: "Submit" })).toBeVisible();
  await expect(page.locator("h1:not([aria-level])")).toHaveCount(1);
  // Its script is loaded when somebody enters it.
  await preview.getByRole("button", { name: "Submit" }).hover();
  await expect(preview.locator("#f-story")).toHaveAttribute("aria-required", "false");
  await page.mouse.move(0, 0);
  const previewed = await frame.evaluate(markupOf);
  const styled = await frame.evaluate(looksOf);
  await expectAccessible(page);

  // It behaves as the page does, and keeps what was typed while the form is changed.
  await preview.getByRole("button", { name: "Submit" }).click();
  await expect(preview.getByRole("alert")).toContainText("3 answers need another look");
  await preview.getByLabel("Your name").fill("Ada");
  await preview.getByRole("radio", { name: "New" }).check();
  await preview.getByLabel("Keep my answers").check();
  await preview.locator("#f-photo").setInputFiles({
    name: "engine.png",
    mimeType: "image/png",
    buffer: Buffer.from("not sent anyway"),
  });
  await expect(preview.getByText("engine.png is uploaded")).toBeVisible();
  await preview.getByRole("button", { name: "Submit" }).click();
  await expect(preview.getByText("These answers would be accepted. Nothing was sent.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Your engines");
  await expect(preview.getByRole("heading", { name: "Your engines" })).toBeVisible();
  await expect(preview.getByLabel("Your name")).toHaveValue("Ada");
  await preview.getByText("Report this page").click();
  await preview.getByRole("button", { name: "Send the report" }).click();
  await preview.getByRole("link", { name: "Powered by" }).click();
  await expect(page).toHaveURL(`${home}/forms/${id}`);
  expect(sent.filter((request) => request.includes(id))).toEqual([]);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("form-"))),
  ).toEqual([]);
  const submissions = await api<unknown[]>(page.request, bearer, "GET", `${path}/forms/${id}/submissions`);
  expect(submissions).toEqual([]);
  await page.getByRole("button", { name: "Discard changes" }).click();

  await page.goto(`/f/${id}`);
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  expect(previewed).toBe(await page.locator(".public-frame").evaluate(markupOf));
  expect(styled).toEqual(await page.locator(".public-frame").evaluate(looksOf));
});

test("whoever goes through a form's questions by Tab sees each that has the focus, above the bar that saves", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, {
    name: "Repairs",
    fields: Array.from({ length: 8 }, (_, index) => ({
      key: `q${index}`,
      label: `Question ${index}`,
      type: "text",
    })),
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${home}/forms/${id}`);
  await page.getByLabel("Button", { exact: true }).focus();
  const last = page.getByRole("button", { name: "Add a field" });
  for (
    let tabs = 0;
    tabs < 60 && !(await last.evaluate((each) => each === document.activeElement));
    tabs += 1
  ) {
    await page.keyboard.press("Tab");
    const hidden = await page.evaluate(() => {
      const focused = document.activeElement;
      const { x, y, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
      const there = document.elementFromPoint(x + width / 2, y + height / 2);
      const isSeen = there !== null && (focused?.contains(there) === true || there.contains(focused));
      return isSeen ? null : (focused?.outerHTML ?? "").slice(0, 80);
    });
    expect(hidden).toBeNull();
  }
  await expect(last).toBeFocused();
});

test.describe("a form that somebody else has published meanwhile", () => {
  // What would undo their change is refused, and their change does not arrive by itself.
  test.use({ expectedErrors: [/status of 409|net::ERR_FAILED/] });

  test("is not called unpublished when edits to it are refused, and the switch keeps the focus", async ({
    page,
    owner: { bearer, path, home },
  }) => {
    const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, {
      name: "Repairs",
      fields: [{ key: "what", label: "What is broken?", type: "text" }],
    });
    await page.route("**/live", (route) => route.abort());
    await page.goto(`${home}/forms/${id}`);
    await page.getByLabel("Button", { exact: true }).fill("Send it");
    await api(page.request, bearer, "PATCH", `${path}/forms/${id}`, {
      is_public: true,
      submit_label: "Send",
    });
    const published = page.getByRole("switch", { name: "Published" });
    await published.press("Space");
    const told = page.getByRole("alert").filter({ hasText: "What you changed is not published" });
    await expect(told).toContainText("It could not be saved. The page says why.");
    await expect(page.getByText("Somebody has changed it since you opened it")).toBeVisible();
    await expect(page.getByText("Repairs is not published")).toHaveCount(0);
    await expect(published).toBeChecked();
    await expect(published).toBeFocused();
  });

  test("keeps what they changed of other parts when edits are saved all the same", async ({
    page,
    owner: { bearer, path, home },
  }) => {
    const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, {
      name: "Repairs",
      fields: [{ key: "what", label: "What is broken?", type: "text" }],
    });
    const stored = () => api<Record<string, unknown>>(page.request, bearer, "GET", `${path}/forms/${id}`);
    await page.route("**/live", (route) => route.abort());
    await page.goto(`${home}/forms/${id}`);
    await page.getByLabel("Button", { exact: true }).fill("Send it");
    await api(page.request, bearer, "PATCH", `${path}/forms/${id}`, { name: "Garden" });
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await expect(page.getByText("Somebody has changed it since you opened it")).toBeVisible();
    await save.click();
    await expect(page.getByText("Somebody has changed it since you opened it")).toBeHidden();
    await expect.poll(stored).toMatchObject({ name: "Garden", submit_label: "Send it" });
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Garden");
    await expect(page.getByText("Not saved yet")).toBeHidden();

    await page.goto(`${home}/forms/${id}/settings`);
    await page.getByLabel("Maximum number of answers").fill("7");
    await api(page.request, bearer, "PATCH", `${path}/forms/${id}`, { is_indexed: true });
    await save.click();
    await expect(page.getByText("Somebody has changed it since you opened it")).toBeVisible();
    await save.click();
    await expect.poll(stored).toMatchObject({ is_indexed: true, responses_max: 7 });
    await expect(page.getByRole("switch", { name: "Let search engines list the form" })).toBeChecked();
  });
});

test("long answers in a form's summary can be read to their end by keyboard", async ({ page, person }) => {
  const { bearer, path, home } = await openOwnWorkspace(page, person);
  const form = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, {
    name: "Survey",
    is_public: true,
    fields: [
      { key: "why", label: "Why?", type: "textarea" },
      { key: "photo", label: "Photo", type: "file" },
    ],
  });
  for (const why of ["Because.", "Because of many reasons. ".repeat(60)]) {
    await api(page.request, bearer, "POST", `/public/forms/${form.id}`, { values: { why } });
  }
  await page.goto(`${home}/forms/${form.id}/summary`);
  const answers = page.getByRole("list", { name: "Last answers to Why?" }).getByRole("listitem");
  await expect(answers).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Photo" }).getByText("0 answers")).toBeVisible();
  await expectAccessible(page);
  const long = answers.filter({ hasText: "many reasons" });
  await long.focus();
  await page.keyboard.press("End");
  await expect.poll(() => long.evaluate((each) => each.scrollTop)).toBeGreaterThan(0);
});

test("a visitor may leave out the https:// of an address", async ({ page, owner: { bearer, path } }) => {
  const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, {
    name: "Your site",
    is_public: true,
    fields: [{ key: "site", label: "Web site", type: "url", required: true }],
  });
  await page.goto(`/f/${id}`);
  const site = page.getByLabel("Web site");
  for (const wrong of ["ada@example.com", "mailto:ada@example.com", "none"]) {
    await site.fill(wrong);
    await site.blur();
    await expect(site).toHaveValue(wrong);
    await expect(page.getByText("Not an http or https address")).toBeVisible();
  }
  await site.fill("Example.com/a?b#c");
  await site.press("Enter");
  await expect(page.getByRole("heading", { name: "Sent" })).toBeVisible();
  const saved = await api<{ values: object }[]>(
    page.request,
    bearer,
    "GET",
    `${path}/forms/${id}/submissions`,
  );
  expect(saved.map(({ values }) => values)).toEqual([{ site: "https://Example.com/a?b#c" }]);
});

test.describe("with a picture that is refused", () => {
  test.use({ expectedErrors: [/status of 422/] });
  test("a form's logo is chosen from a file, shown to its visitors, and removed", async ({
    page,
    owner: { bearer, path, home },
  }) => {
    const body = {
      name: "Your engine",
      is_public: true,
      fields: [{ key: "name", label: "Name", type: "text" }],
    };
    const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, body);
    await page.goto(`${home}/forms/${id}/settings`);
    const choose = page.locator("input[type=file]");
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 40 } });
    const file = { mimeType: "image/png", buffer };
    await choose.setInputFiles({ name: "huge.png", ...file, buffer: Buffer.alloc(65_537) });
    await expect(page.getByText("Choose a picture of at most 64 KB")).toBeVisible();
    await choose.setInputFiles({ name: "page.png", ...file, buffer: Buffer.from("<!doctype html>") });
    await expect(page.getByText("Not a PNG, JPEG or WebP of at most 64 KB")).toBeVisible();
    await choose.setInputFiles({ name: "logo.png", ...file });
    await expect(page.getByAltText("The form's logo")).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${home}/forms/${id}`);
    await expect(page.locator(".public-frame .public-logo")).toHaveJSProperty("complete", true);

    const visitor = await page.context().newPage();
    await visitor.goto(`/f/${id}`);
    const logo = visitor.locator(".public-logo");
    await expect(logo).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await page.goto(`${home}/forms/${id}/settings`);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByRole("button", { name: "Choose a logo" })).toBeVisible();
    await visitor.goto(`/f/${id}?again`);
    await expect(visitor.getByRole("heading", { name: "Your engine" })).toBeVisible();
    await expect(logo).toHaveCount(0);
  });
});
