import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { APIRequestContext, Page } from "@playwright/test";
import { api, expect, expectAccessible } from "@/tests/e2e/fixtures";
import { openOwnWorkspace, test } from "@/tests/e2e/people";
import { withStorage } from "@/tests/e2e/with-storage";

const PHONE = { width: 390, height: 844 };
const SCRIPT_KB_MAX = 120;

const REPAIR = "Repair of an old one";
const FIELDS = [
  { key: "name", label: "Your name", type: "text", required: true },
  { key: "email", label: "Email", type: "email", required: true, help: "Only about your project." },
  {
    key: "kind",
    label: "What is it about?",
    type: "radio",
    required: true,
    options: ["A new engine", REPAIR],
  },
  {
    key: "year",
    label: "In which year was it built?",
    type: "number",
    required: true,
    validation: { min: 1800, max: 1900 },
    show_if: { match: "all", conditions: [{ field: "kind", operator: "eq", value: REPAIR }] },
  },
  { key: "parts", label: "Which parts matter?", type: "multi_select", options: ["Mill", "Store"] },
  { key: "size", label: "Size", type: "select", options: ["Small", "Large"] },
  { key: "mood", label: "How did you find us?", type: "rating" },
  { key: "source", label: "Source", type: "hidden" },
  { key: "terms", label: "Keep my answers for a year", type: "consent", required: true },
];

/** Longer than the shortest time that people need. */
const PATIENCE_MS = 2_500;

type Submission = {
  id: string;
  values: Record<string, unknown>;
  is_spam: boolean;
  files: { upload_id: string; status: string }[];
};

/** A public form of a new workspace, as its owner sees it. */
async function aForm(
  page: Page,
  request: APIRequestContext,
  person: { name: string; email: string },
  settings: object = {},
) {
  const { bearer, path, home } = await openOwnWorkspace(page, person);
  const body = { name: "Your project", is_public: true, fields: FIELDS, ...settings };
  const { id } = await api<{ id: string }>(request, bearer, "POST", `${path}/forms`, body);
  const submissions = `${path}/forms/${id}/submissions`;
  return {
    id,
    console: `${home}/forms/${id}/submissions`,
    submissions: () => api<Submission[]>(request, bearer, "GET", submissions),
    fileLink: (submissionId: string, uploadId: string) =>
      api<{ url: string }>(request, bearer, "GET", `${submissions}/${submissionId}/files/${uploadId}`),
  };
}

/** Presses the button once a person could have: whoever is faster is kept apart as spam. */
async function submit(page: Page, openedAt: number): Promise<void> {
  await expect.poll(() => Date.now() - openedAt).toBeGreaterThan(PATIENCE_MS);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent");
}

/** Adds up how far things moved by themselves (Cumulative Layout Shift), from the first paint on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const root = window as typeof window & { shifted?: number };
    root.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) root.shifted = (root.shifted ?? 0) + entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as typeof window & { shifted?: number }).shifted ?? -1);
}

test("a form with logic is filled in on a phone by keyboard alone", async ({ page, request, person }) => {
  const form = await aForm(page, request, person);
  const shifted = await watchShifts(page);
  let scriptBytes = 0;
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script")
      scriptBytes += gzipSync(await response.body()).byteLength;
  });
  await page.setViewportSize(PHONE);
  await page.goto(`/f/${form.id}?source=letter`, { waitUntil: "networkidle" });
  await expectAccessible(page);
  expect(scriptBytes).toBeGreaterThan(0);
  expect(scriptBytes).toBeLessThan(SCRIPT_KB_MAX * 1000);
  expect(await shifted()).toBe(0);

  const keys = page.keyboard;
  await page.getByLabel("Your name").focus();
  await keys.type("Ada");
  await keys.press("Tab");
  await keys.type("not an address");
  await keys.press("Tab");
  await expect(page.getByText("Not an email address")).toBeVisible();
  const year = page.getByLabel("In which year was it built?");
  await expect(year).toBeHidden();
  await keys.press("Space");
  await keys.press("ArrowDown");
  await expect(page.getByRole("radio", { name: REPAIR })).toBeChecked();
  await expect(year).toBeVisible();
  await keys.press("Tab");
  await expect(year).toBeFocused();
  await keys.type("2001");
  await keys.press("Enter");

  const summary = page.getByRole("alert");
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("heading")).toHaveText("3 answers need another look");
  await expectAccessible(page);
  await keys.press("Tab");
  await keys.press("Enter");
  await expect(page.getByLabel("Email")).toBeFocused();
  await keys.press("ControlOrMeta+a");
  await keys.type("ada@example.com");
  await expect(page.getByText("Not an email address", { exact: true })).toBeHidden();
  await keys.press("Tab");
  await keys.press("Tab");
  await keys.press("ControlOrMeta+a");
  await keys.type("1840");

  // What was typed outlives the page.
  await page.reload();
  await expect(year).toHaveValue("1840");
  await expect(page.getByRole("status")).toContainText("What you typed here before has been restored");
  const terms = page.getByLabel("Keep my answers for a year");
  await terms.focus();
  await keys.press("Space");
  await keys.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectAccessible(page);
  expect(await form.submissions()).toMatchObject([
    {
      values: {
        name: "Ada",
        email: "ada@example.com",
        kind: REPAIR,
        year: 1840,
        source: "letter",
        terms: true,
      },
    },
  ]);
  await page.goto(`/f/${form.id}`);
  await expect(page.getByLabel("Your name")).toHaveValue("");
});

test.describe("with scripts off", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("a form keeps what was typed, shows errors and is sent", async ({
    page,
    browser,
    request,
    person,
    baseURL,
  }) => {
    const form = await aForm(page, request, person);
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: PHONE,
      baseURL: baseURL ?? "",
    });
    const visitor = await context.newPage();
    await visitor.goto(`/f/${form.id}`);
    await visitor.getByLabel("Your name").fill("Grace");
    await visitor.getByLabel("Email").fill("grace");
    await visitor.getByRole("radio", { name: "A new engine" }).check();
    await visitor.getByRole("button", { name: "Submit" }).click();
    await expect(visitor.getByRole("alert")).toContainText("2 answers need another look");
    await expect(visitor.getByLabel("Your name")).toHaveValue("Grace");
    await expect(visitor.getByRole("radio", { name: "A new engine" })).toBeChecked();
    await visitor.getByLabel("Email").fill("grace@example.com");
    await visitor.getByLabel("Keep my answers for a year").check();
    await visitor.getByRole("button", { name: "Submit" }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Sent");
    await context.close();
    expect(await form.submissions()).toMatchObject([
      { values: { name: "Grace", email: "grace@example.com" } },
    ]);
  });
});

test.describe("with proof of work", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("a browser solves it automatically, even on a page that was used before, and a program without it is refused", async ({
    page,
    request,
    person,
  }) => {
    const form = await aForm(page, request, person, {
      fields: [{ key: "name", label: "Your name", type: "text", required: true }],
      proof_of_work: true,
    });
    const program = await request.post(`/api/v1/public/forms/${form.id}`, {
      data: { values: { name: "Robot" } },
    });
    expect(program.status()).toBe(422);
    expect(await program.json()).toMatchObject({ issues: [{ path: "captcha" }] });

    // Its challenge can be solved once: a second visitor of the same bytes needs another one.
    const openedAt = Date.now();
    const copy = await request.get(`/f/${form.id}`, { headers: { accept: "text/html" } });
    await page.route(`**/f/${form.id}`, (route) => route.fulfill({ response: copy }));
    const tickets = new Set<string>();
    page.on("request", (sent) => {
      if (sent.method() === "POST") tickets.add(sent.postDataJSON().ticket);
    });
    for (const name of ["Ada", "Grace"]) {
      await page.goto(`/f/${form.id}`);
      await page.getByLabel("Your name").fill(name);
      await submit(page, openedAt);
    }
    const names = (await form.submissions()).map(({ values }) => values.name);
    expect(names.toSorted()).toEqual(["Ada", "Grace"]);
    // By a ticket as new as the challenge, a quick browser would look like a program.
    expect(tickets.size).toBe(1);
  });
});

test.describe("embedded in another site", () => {
  test.use({ expectedErrors: [/frame-ancestors/] });

  test("a form has its full height on allowed sites, and is refused elsewhere", async ({
    page,
    request,
    person,
    baseURL,
  }) => {
    const site = createServer((incoming, response) => {
      const id = incoming.url?.slice(1) ?? "";
      response.setHeader("content-type", "text/html");
      response.end(
        `<!doctype html><title>Shop</title><body><h1>Shop</h1><script src="${baseURL}/embed.js" data-form="${id}" data-title="Contact" async></script>`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, resolve));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    try {
      const form = await aForm(page, request, person, {
        fields: [{ key: "name", label: "Your name", type: "text", required: true }],
        embed_origins: [origin],
      });
      await page.goto(`${origin}/${form.id}`);
      const frame = page.frameLocator("iframe");
      const content = frame.locator("html");
      await expect(frame.getByLabel("Your name")).toBeVisible();
      const heights = async () => [
        await page.locator("iframe").evaluate((element) => element.clientHeight),
        await content.evaluate((element) => (element as HTMLElement).offsetHeight),
      ];
      await expect
        .poll(async () => {
          const [outer, inner] = await heights();
          return outer === inner;
        })
        .toBe(true);
      await frame.getByLabel("Your name").fill("Ada");
      await frame.getByRole("button", { name: "Submit" }).click();
      await expect(frame.getByRole("heading", { level: 1 })).toHaveText("Sent");
      expect(await form.submissions()).toHaveLength(1);

      // The same server by another name is a site that the form does not know.
      const refused = page.waitForEvent("console", {
        predicate: (message) => /frame-ancestors/.test(message.text()),
      });
      await page.goto(`${origin.replace("127.0.0.1", "localhost")}/${form.id}`);
      await refused;
      await expect(page.frameLocator("iframe").getByLabel("Your name")).toHaveCount(0);
    } finally {
      site.close();
    }
  });
});

withStorage(
  "a visitor's file goes straight to the store, and its owner saves it instead of opening it",
  async ({ page, request, person }) => {
    const form = await aForm(page, request, person, {
      fields: [{ key: "plan", label: "Your plan", type: "file", required: true }],
    });
    const file = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("<b>Mill and store</b>\n") };
    const openedAt = Date.now();
    await page.goto(`/f/${form.id}`);
    await page.getByRole("button", { name: "Your plan" }).setInputFiles(file);
    await expect(page.getByText("plan.txt is uploaded")).toBeVisible();
    await expectAccessible(page);
    await submit(page, openedAt);

    const [submission] = await form.submissions();
    expect(submission?.values.plan).toBe(submission?.files[0]?.upload_id);
    const { url } = await form.fileLink(submission?.id ?? "", submission?.files[0]?.upload_id ?? "");
    expect((await request.get(url)).headers()).toMatchObject({
      "content-disposition": 'attachment; filename="plan.txt"',
      "content-type": "application/octet-stream",
    });

    await page.goto(form.console);
    await page.getByRole("row", { name: "plan.txt" }).getByRole("button").click();
    const saved = page.waitForEvent("download");
    await page.getByRole("dialog", { name: "Submission" }).getByRole("button", { name: "plan.txt" }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe("plan.txt");
    expect(await readFile(await download.path())).toEqual(file.buffer);
    await expect(page.getByRole("dialog", { name: "Submission" })).toBeVisible();
  },
);

withStorage.describe("a file that could not be uploaded", () => {
  withStorage.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  withStorage(
    "is not left out of what is sent: submitting uploads it again",
    async ({ page, request, person }) => {
      const form = await aForm(page, request, person, {
        fields: [{ key: "plan", label: "Your plan", type: "file" }],
      });
      const file = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("Mill and store") };
      const openedAt = Date.now();
      await page.goto(`/f/${form.id}`);
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "Your plan" }).setInputFiles(file);
      await expect(page.getByText("plan.txt is not uploaded")).toBeVisible();
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page.getByRole("alert")).toContainText("Your plan: The service can't be reached");
      await expectAccessible(page);
      await page.context().setOffline(false);
      await submit(page, openedAt);
      const [submission] = await form.submissions();
      expect(submission?.files).toHaveLength(1);
      expect(submission?.values.plan).toBe(submission?.files[0]?.upload_id);
    },
  );
});

withStorage("starting over forgets a chosen file too", async ({ page, request, person }) => {
  const form = await aForm(page, request, person, {
    fields: [
      { key: "name", label: "Your name", type: "text" },
      { key: "plan", label: "Your plan", type: "file" },
    ],
  });
  const openedAt = Date.now();
  await page.goto(`/f/${form.id}`);
  await page.getByLabel("Your name").fill("Ada");
  await page.reload();
  await expect(page.getByLabel("Your name")).toHaveValue("Ada");
  const file = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("Mill and store") };
  await page.getByRole("button", { name: "Your plan" }).setInputFiles(file);
  await expect(page.getByText("plan.txt is uploaded")).toBeVisible();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByText("plan.txt is uploaded")).toHaveCount(0);
  await page.getByLabel("Your name").fill("Bob");
  await submit(page, openedAt);
  const [submission] = await form.submissions();
  expect(submission?.files).toEqual([]);
  expect(submission?.values).toEqual({ name: "Bob" });
});

test("a form has the colour that its owner chose, and so has the page after it", async ({
  page,
  owner: { bearer, path, home },
}) => {
  const { id } = await api<{ id: string }>(page.request, bearer, "POST", `${path}/forms`, {
    name: "Your project",
    is_public: true,
    fields: [{ key: "name", label: "Your name", type: "text" }],
  });
  await page.goto(`${home}/forms/${id}/settings`);
  await page.getByLabel("Colour").fill("#5A31F4");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await page.goto(`${home}/forms/${id}`);
  const preview = page.getByRole("complementary", { name: "Preview as a visitor" });
  const violet = "rgb(90, 49, 244)";
  await expect(preview.getByRole("button", { name: "Submit" })).toHaveCSS("background-color", violet);
  await page.goto(`/f/${id}`);
  await expect(page.getByRole("button", { name: "Submit" })).toHaveCSS("background-color", violet);
  await expectAccessible(page);
});
