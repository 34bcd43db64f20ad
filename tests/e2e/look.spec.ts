import type { Locator, Page } from "@playwright/test";
import {
  api,
  expect,
  expectAccessible,
  openConsoleAs,
  openTrackedProject,
  signInAs,
  test,
  uploadMinutes,
  zoneAtNoon,
} from "@/tests/e2e/fixtures";
import { openOwnWorkspace } from "@/tests/e2e/people";

const PUBLIC_PAGES = [
  "/",
  "/signin",
  "/signin?error=access_denied",
  "/signin/complete",
  "/docs",
  "/docs/settings",
  "/docs/editors",
];
const CONSOLE_PAGES = ["/home", "/account"];
const PHONE = { width: 390, height: 844 };

test.use({ timezoneId: zoneAtNoon() });

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[role=status][aria-label]"), "what says that it is loading").toHaveCount(0);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Asked until it is so: a plot is drawn anew after the window changed.
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(excess).toBe(0);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme });

    for (const path of PUBLIC_PAGES) {
      test(`${path} is accessible, also on a phone`, async ({ page }) => {
        await page.goto(path);
        await settled(page);
        await expectAccessible(page);
        await page.setViewportSize(PHONE);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      });
    }

    test("an empty console is accessible", async ({ page, person }) => {
      await openConsoleAs(page, person);
      await settled(page);
      await expectAccessible(page);
    });

    test("a console with data is accessible, also on a phone", async ({ page, person }) => {
      const { bearer, projectId } = await openTrackedProject(page, person);
      await uploadMinutes(page.request, bearer, projectId, { code: 3, chat: 2 });
      for (const path of CONSOLE_PAGES) {
        await page.setViewportSize({ width: 1280, height: 860 });
        await page.goto(path);
        await settled(page);
        if (path === "/home") await expect(page.getByText("5 min recorded")).toBeVisible({ timeout: 30_000 });
        await expectAccessible(page);
        await page.setViewportSize(PHONE);
        await expectNoSidewaysScroll(page);
      }
    });

    test("menus and dialogs are accessible", async ({ page, person }) => {
      await openConsoleAs(page, person);
      await page.goto("/account");
      await settled(page);
      await page.getByRole("button", { name: `Account of ${person.name}` }).click();
      await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "New token" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test("long names without a space push nothing out of a phone's page", async ({ page, person }) => {
  await page.setViewportSize(PHONE);
  const long = "m".repeat(100);
  const owner = await openOwnWorkspace(page, person, long);
  const records = `${owner.path}/crm/objects/company/records`;
  const { id } = await api<{ id: string }>(page.request, owner.bearer, "POST", records, {
    values: { name: long },
  });
  for (const path of ["/home", `${owner.home}/crm/company/${id}`]) {
    await page.goto(path);
    await settled(page);
    await expect(page.getByRole("main").getByText(long).last()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  for (const drawer of ["Menu", "Notifications"]) {
    await page.getByRole("button", { name: drawer, exact: true }).click();
    const close = page.getByRole("dialog").getByRole("button", { name: "Close" });
    await expect(close).toBeInViewport({ ratio: 1 });
    await close.click();
    await expect(close).toHaveCount(0);
  }
  await page.goto(`${owner.home}/crm/deal?new=1`);
  const dialog = page.getByRole("dialog", { name: "New deal" });
  await dialog.getByRole("combobox", { name: "Company" }).click();
  const option = page.getByRole("option", { name: long });
  await expect(option).toBeVisible();
  expect(await option.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test("letters twice as large leave a phone's header and bar whole", async ({ page, person }) => {
  const { home } = await openOwnWorkspace(page, person);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${home}/teams`);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const account = page.getByRole("button", { name: `Account of ${person.name}` });
  await expect.poll(async () => (await account.boundingBox())?.width).toBeGreaterThan(50);
  const { x = 0, width = 0 } = (await account.boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(390);
  const shown = page.getByRole("navigation", { name: "Pages" }).locator("a, button");
  await expect(shown).toHaveCount(5);
  const rights = await shown.evaluateAll((all) =>
    all.map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }),
  );
  for (const [place, { right }] of rights.entries())
    expect(right).toBeLessThan(rights[place + 1]?.left ?? 390);
});

test("letters twice as large make no page of recorded time wider than a phone", async ({ page, person }) => {
  const { bearer, workspaceId, projectId } = await openTrackedProject(page, person);
  const { slug } = await api<{ slug: string }>(page.request, bearer, "GET", `/workspaces/${workspaceId}`);
  const home = `/w/${slug}`;
  await uploadMinutes(page.request, bearer, projectId, { code: 3, chat: 2 });
  await page.setViewportSize(PHONE);
  for (const path of [
    "/home",
    "/account/captured",
    "/account/imports",
    `${home}/projects/${projectId}/tracker`,
    `${home}/tracker/privacy`,
  ]) {
    await page.goto(path);
    await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
    await settled(page);
    await expectNoSidewaysScroll(page);
  }
});

test("long words make no page wider than a phone, with letters twice as large either", async ({
  page,
  person,
}) => {
  const { bearer, path, home } = await openOwnWorkspace(page, person);
  const make = (under: string, body: object) =>
    api<{ id: string; slug: string }>(page.request, bearer, "POST", path + under, body);
  const long = "m".repeat(60);
  const project = await make("/projects", { name: "Note G" });
  const form = await make("/forms", { name: "Feedback" });
  const object = await make("/crm/objects", { singular_name: long, plural_name: long });
  const record = await make("/crm/objects/company/records", { values: { name: "Analytical Engines" } });
  const named = await make(`/crm/objects/${object.slug}/records`, { values: { name: long } });
  await make(`/crm/objects/company/records/${record.id}/notes`, { body: "They want a second engine." });
  const automation = await make("/crm/automations", {
    name: "Welcome",
    trigger: { type: "record.created", object: object.slug },
    actions: [{ type: "create_record", object: "company", values: { name: "{{record.name}}" } }],
  });
  const sequence = await make("/crm/sequences", {
    name: "Follow up",
    object: "company",
    steps: [{ type: "wait", amount: 3, unit: "days" }],
  });
  await make(`/crm/sequences/${sequence.id}/enrollments`, { record_id: record.id });
  await page.setViewportSize(PHONE);
  for (const shown of [
    `${home}/projects/${project.id}/settings`,
    `${home}/forms/${form.id}/settings`,
    `${home}/crm/company/${record.id}`,
    `${home}/crm/${object.slug}`,
    `${home}/crm/${object.slug}/${named.id}`,
    `${home}/crm/${object.slug}/import`,
    `${home}/crm/automations/${automation.id}`,
    `${home}/crm/sequences/${sequence.id}/enrollments`,
    `${home}/crm/tasks`,
    `${home}/tracker/devices`,
    `${home}/integrations`,
    `${home}/integrations/deliveries`,
    `${home}/integrations/product-events`,
  ]) {
    await page.goto(shown);
    await settled(page);
    await expectNoSidewaysScroll(page);
    await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
    await expectNoSidewaysScroll(page);
  }
});

test("a window of 320 pixels, as at 400 % zoom, shows all of the reference's head and of a provider's name", async ({
  page,
  person,
}) => {
  await page.goto("/signin");
  await signInAs(page, person);
  await expect(page).toHaveURL(/\/home$/);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/docs");
  await settled(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/signin");
  await expect(page.getByText("Last used")).toBeVisible();
  const words = page.getByText("Continue with Code host");
  expect(await words.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test.describe("a page that does not exist", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("answers 404 with a link onwards, and is accessible", async ({ page }) => {
    const response = await page.goto("/no-such-page");
    expect(response?.status()).toBe(404);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to the start page" }).click();
    await expect(page).toHaveURL("/");
  });
});

test("a chosen colour scheme survives a reload and applies before anything is drawn", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.addInitScript(() => {
    const root = window as typeof window & { firstScheme?: string | null };
    new MutationObserver((_records, observer) => {
      if (!document.body) return;
      root.firstScheme = document.documentElement.getAttribute("data-mantine-color-scheme");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Colour scheme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  const first = await page.evaluate(() => (window as typeof window & { firstScheme?: string }).firstScheme);
  expect(first).toBe("dark");
  await page.getByRole("button", { name: "Colour scheme" }).click();
  await page.getByRole("menuitemradio", { name: "System" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
});

test.describe("a page that is found missing while loading", () => {
  test.use({ colorScheme: "dark", expectedErrors: [/status of 404/] });

  test("follows the reader's scheme", async ({ page }) => {
    await page.goto("/t/over");
    await expect(page.getByRole("heading", { name: "There is no page here" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  });
});

test("the keyboard reaches the content past the navigation", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toBeFocused();
});

test("every style that a page fetches ahead is one that it uses", async ({ page }) => {
  for (const path of PUBLIC_PAGES) {
    await page.goto(path);
    await settled(page);
    const unused = await page.evaluate(() => {
      const hrefs = (selector: string) =>
        [...document.querySelectorAll<HTMLLinkElement>(selector)].map(({ href }) => href);
      const used = hrefs("link[rel=stylesheet]");
      return hrefs("link[rel=preload][as=style]").filter((href) => !used.includes(href));
    });
    expect(unused, path).toEqual([]);
  }
});

test("what is open is marked in the contents of the reference, and in sight", async ({ page }) => {
  await page.goto("/docs/settings");
  const contents = page.getByRole("navigation", { name: "API reference" });
  await expect(contents.getByRole("link", { name: "Settings", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await page.goto("/docs/webhooks");
  await expect(contents.locator("[aria-current=page]")).toBeInViewport({ ratio: 1 });
});

test("pages load nothing from another host", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && origin !== new URL(baseURL ?? "").origin) foreign.push(request.url());
  });
  for (const path of PUBLIC_PAGES) await page.goto(path, { waitUntil: "networkidle" });
  expect(foreign).toEqual([]);
});

test.describe("a foreign script", () => {
  test.use({ expectedErrors: [/Content Security Policy|violates the following/] });

  test("does not run, inline or from a foreign host", async ({ page }) => {
    await page.goto("/");
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", '<img src="data:," onerror="window.ranInline = true">');
      document.body.insertAdjacentHTML(
        "beforeend",
        '<iframe srcdoc="<script>parent.ranInline = true</script>">',
      );
    });
    const refused = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
          document.body.insertAdjacentHTML("beforeend", '<button id="x" onclick="window.ranInline = true">');
          document.getElementById("x")?.click();
        }),
    );
    expect(refused).toMatch(/^script-src/);
    expect(await page.evaluate(() => "ranInline" in window)).toBe(false);
  });
});

test.describe("in a contrast theme of the operating system", () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" }));

  test("what is on, ticked, chosen and open looks so", async ({ page, person }) => {
    const { home } = await openOwnWorkspace(page, person);
    await page.goto(`${home}/roles`);
    await page.getByRole("link", { name: "Member", exact: true }).click();
    const box = page.getByRole("checkbox", { name: "See CRM objects and records" });
    await expect(box).toBeVisible();
    await box.setChecked(true);
    const ticked = await box.locator("..").screenshot();
    await box.setChecked(false);
    expect((await box.locator("..").screenshot()).equals(ticked), "a box looks the same ticked").toBe(false);

    const background = (name: string) =>
      page
        .getByRole("navigation")
        .getByRole("link", { name, exact: true })
        .evaluate((link) => getComputedStyle(link).backgroundColor);
    expect(await background("Roles")).not.toBe(await background("Members"));
  });

  test("a dialog has an edge, and all of a chosen option can be read", async ({ page, person }) => {
    await openConsoleAs(page, person);
    await page.keyboard.press("Control+k");
    const chosen = page.getByRole("dialog").locator("[data-combobox-selected]");
    await expect(chosen).toBeVisible();
    const colour = (of: Locator) => of.evaluate((each) => getComputedStyle(each).color);
    expect(await colour(chosen.locator("svg"))).toBe(await colour(chosen));
    const edge = page.getByRole("dialog").evaluate((each) => getComputedStyle(each).borderTopWidth);
    expect(await edge).toBe("1px");
  });

  test("a day's colours can be seen, and whether a switch is on", async ({ page, person }) => {
    const { bearer, projectId } = await openTrackedProject(page, person);
    await uploadMinutes(page.request, bearer, projectId, { code: 10, chat: 5 });
    await page.goto("/home");
    const row = page.getByRole("row", { name: /Coding/ });
    await expect(row).toBeVisible({ timeout: 30_000 });
    const swatch = row.locator("span[style]").first();
    expect(await swatch.evaluate((each) => getComputedStyle(each).backgroundColor)).not.toBe(
      "rgb(255, 255, 255)",
    );

    const tracked = page.getByRole("switch").first();
    const look = () => tracked.locator("xpath=following-sibling::*[1]").screenshot();
    await expect(tracked).toBeChecked();
    const on = await look();
    await tracked.focus();
    await page.keyboard.press("Space");
    await expect(tracked).not.toBeChecked();
    await tracked.blur();
    expect((await look()).equals(on), "a switch looks the same on").toBe(false);
  });

  test("the cell of a table that the keys act on can be told", async ({ page, person }) => {
    const { bearer, path, home } = await openOwnWorkspace(page, person);
    const table = await api<{ id: string }>(page.request, bearer, "POST", `${path}/tables`, {
      name: "Parts",
      columns: [{ name: "Part", type: "text" }],
    });
    const rows = `${path}/tables/${table.id}/rows`;
    for (const _ of ["one", "another"]) await api(page.request, bearer, "POST", rows, { values: {} });
    await page.goto(`${home}/tables/${table.id}`);
    const outlines = () =>
      page
        .getByRole("gridcell")
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).outlineStyle));
    await expect(page.getByRole("gridcell").first()).toBeVisible();
    await page.getByRole("grid").focus();
    await expect.poll(async () => (await outlines()).filter((style) => style === "solid")).toHaveLength(1);
    const before = (await outlines()).indexOf("solid");
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => (await outlines()).indexOf("solid")).toBeGreaterThan(before);
  });
});

test("what is written from right to left is cut at its end, and a form in such a script is laid out from there", async ({
  page,
  person,
}) => {
  const { bearer, path, home } = await openOwnWorkspace(page, person);
  const make = (what: string, body: object) =>
    api<{ id: string }>(page.request, bearer, "POST", `${path}/${what}`, body);
  const long = "فريق المبيعات والتسويق في المنطقة الشمالية ".repeat(2).trim();
  await make("teams", { name: long, type: "manual" });
  const form = await make("forms", {
    name: "استبيان العملاء",
    description: "نرجو الإجابة.",
    is_public: true,
    fields: [{ key: "name", label: "ما اسمك؟", type: "text" }],
  });
  await page.setViewportSize(PHONE);
  await page.goto(`${home}/teams`);
  const beginsInSight = await page.getByRole("link", { name: long }).evaluate((link) => {
    const range = document.createRange();
    range.setStart(link.firstChild ?? link, 0);
    range.setEnd(link.firstChild ?? link, 1);
    const [letter, box] = [range.getBoundingClientRect(), link.closest("p")?.getBoundingClientRect()];
    return box !== undefined && letter.left >= box.left && letter.right <= box.right + 1;
  });
  expect(beginsInSight).toBe(true);
  await api(page.request, bearer, "PATCH", "/developers/me", { name: "دينا" });
  await page.goto(`${home}/audit`);
  const startsWithItsActor = await page
    .locator("strong", { hasText: "دينا" })
    .first()
    .evaluate((name) => {
      const range = document.createRange();
      range.selectNodeContents(name.nextSibling ?? name);
      return name.getBoundingClientRect().right <= range.getBoundingClientRect().left + 1;
    });
  expect(startsWithItsActor).toBe(true);
  const short = await make("teams", { name: "فريق", type: "manual" });
  await page.goto(`${home}/teams/${short.id}`);
  const heading = page.getByRole("heading", { level: 1, name: "فريق" });
  expect(await heading.evaluate((each) => getComputedStyle(each).textAlign)).toMatch(/left$/);

  await page.goto(`/f/${form.id}`);
  const box = async (name: string) => await page.getByText(name).boundingBox();
  const field = page.getByLabel("ما اسمك؟");
  const [label, input] = [await box("ما اسمك؟"), await field.boundingBox()];
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeCloseTo((input?.x ?? 0) + (input?.width ?? 0), 0);
  const side = (text: string) =>
    page.getByText(text).evaluate((each) => {
      const { direction, textAlign } = getComputedStyle(each);
      return textAlign === "start"
        ? direction === "rtl"
          ? "right"
          : "left"
        : textAlign.replace("-webkit-", "");
    });
  expect([await side("استبيان العملاء"), await side("نرجو الإجابة.")]).toEqual(["right", "right"]);
  await field.fill("آدا!");
  expect(await field.evaluate((each) => getComputedStyle(each).unicodeBidi)).toBe("plaintext");
  await expectNoSidewaysScroll(page);
});

test("names from right to left are cut at their end on boards, in grids, lists and menus", async ({
  page,
  person,
}) => {
  const long = "محمد عبد الرحمن بن عبد العزيز آل سعود مدير فريق المبيعات والتسويق";
  const { bearer, path } = await openOwnWorkspace(page, person);
  const make = (method: "POST" | "PATCH", what: string, body: object) =>
    api<{ id: string; slug: string }>(page.request, bearer, method, what, body);
  const me = await make("PATCH", "/developers/me", { name: long });
  const { slug } = await make("PATCH", path, { name: long });
  const home = `/w/${slug}`;
  const project = await make("POST", `${path}/projects`, { name: long, key: "RTL" });
  await make("POST", `${path}/projects/${project.id}/tasks`, { title: "Task", assignee_id: me.id });
  const columns = [{ name: long, key: "name", type: "text" }];
  const table = await make("POST", `${path}/tables`, { name: long, columns });
  await make("POST", `${path}/tables/${table.id}/rows`, { values: { name: long } });
  await make("POST", `${path}/crm/objects/company/records`, { values: { name: "Acme", industry: long } });
  await page.setViewportSize(PHONE);
  for (const [where, what] of [
    [`${home}/projects/${project.id}`, "Task"],
    [`${home}/tables/${table.id}`, "محمد"],
    [`${home}/crm/company`, "Acme"],
    [`${home}/members`, "محمد"],
  ] as const) {
    await page.goto(where);
    await expect(page.getByRole("main").getByText(what).first()).toBeVisible();
    const cut = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>("body *"), (each) => ({
        each,
        style: getComputedStyle(each),
      }))
        .filter(({ style }) => style.textOverflow === "ellipsis" && style.display.endsWith("block"))
        .filter(
          ({ each }) =>
            each.scrollWidth > each.clientWidth && /^\P{L}*\p{Script=Arabic}/u.test(each.textContent ?? ""),
        )
        .map(({ each, style }) => ({ name: each.className, bidi: style.unicodeBidi })),
    );
    expect(cut.length, where).toBeGreaterThan(0);
    expect(
      cut.filter(({ bidi }) => bidi !== "plaintext"),
      where,
    ).toEqual([]);
  }
});
