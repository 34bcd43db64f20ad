import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "@playwright/test";
import { api, expect, OPERATOR, openConsoleAs } from "@/tests/e2e/fixtures";
import { type Owner, test } from "@/tests/e2e/people";

const KB_MAX = 300;
/** What a page loads ahead by itself, it has loaded by then. */
const SETTLED_MS = 5_000;
const PAGES_AT_ONCE = 6;
const MARKED = "**Half** a minute\n\n- one\n- two";

type Thing = { id: string };

/** Something of each kind that has pages, with Markdown wherever a text may be; by how pages name it in their path. */
async function aFullWorkspace({ bearer, path, workspace, page }: Owner & { page: Page }) {
  const make = <T = Thing>(where: string, body: object = {}, method: "POST" | "PATCH" = "POST") =>
    api<T>(page.request, bearer, method, where, body);
  const all = <T = Thing>(where: string) => api<T[]>(page.request, bearer, "GET", `${path}/${where}`);
  const firstOf = async <T = Thing>(where: string) => {
    const [found] = await all<T>(where);
    if (!found) throw new Error(`The sample data has no ${where}`);
    return found;
  };
  await make(`${path}/sample-data`);
  const me = await api<Thing>(page.request, bearer, "GET", "/developers/me");
  const project = await firstOf<Thing & { public_slug: string }>("projects");
  const [form, table, webhook, role] = [
    await firstOf("forms"),
    await firstOf("tables"),
    await firstOf("crm/webhooks"),
    await firstOf("roles"),
  ];
  await make(`${path}/projects/${project.id}`, { description: MARKED }, "PATCH");
  await make(`${path}/forms/${form.id}`, { description: MARKED }, "PATCH");
  await make(`${path}/tables/${table.id}`, { description: MARKED }, "PATCH");
  const company = await make(`${path}/crm/objects/company/records`, { values: { name: "Tea" } });
  const team = await make(`${path}/teams`, { name: "Core" });
  const automation = await make(`${path}/crm/automations`, {
    name: "Tell",
    trigger: { type: "record.created", object: "deal" },
    actions: [{ type: "notify", developer_ids: [me.id], title: "Look" }],
  });
  const sequence = await make(`${path}/crm/sequences`, {
    name: "Welcome",
    object: "person",
    steps: [{ type: "task", title: "Call", developer_ids: [me.id] }],
  });
  const brought = await make(`${path}/crm/objects/company/records/import`, {
    csv: "name\nCoffee",
    background: true,
  });
  const request = await make(`/api/v1/public/projects/${project.public_slug}/requests`, {
    title: "A teapot",
    description: MARKED,
  });
  const shared = await make<{ url: string }>(`${path}/tables/${table.id}/share-links`, {
    permission: "edit",
  });
  return {
    slug: workspace.slug,
    publicSlug: project.public_slug,
    project_id: project.id,
    form_id: form.id,
    table_id: table.id,
    webhook_id: webhook.id,
    role_id: role.id,
    object: "company",
    record_id: company.id,
    team_id: team.id,
    automation_id: automation.id,
    sequence_id: sequence.id,
    import_id: brought.id,
    request_id: request.id,
    token: new URL(shared.url).pathname.split("/").at(-1) ?? "",
    area: "crm",
    "...unknown": "nothing",
  };
}

/** Every page as an address. */
function addresses(things: Record<string, string>): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("page.tsx"))
    .map((file) =>
      `/${file.replace(/\/?page\.tsx$/, "").replace(/\([^)]*\)\/?/g, "")}`
        .replace("/p/[slug]", `/p/${things.publicSlug}`)
        .replace(/\[(.+?)\]/g, (_, name: string) => {
          const value = things[name];
          if (value === undefined) throw new Error(`There is no [${name}] to open ${file} with`);
          return value;
        }),
    )
    .concat(`/f/${things.form_id}`);
}

/** How many KB of compressed scripts a page loads while nobody touches it. */
async function kbOf(context: BrowserContext, path: string, sizes: Map<string, number>): Promise<number> {
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.add(response.url());
  });
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForTimeout(SETTLED_MS);
  await page.close();
  expect(scripts.size, `scripts of ${path}`).toBeGreaterThan(0);
  for (const script of scripts) {
    if (sizes.has(script)) continue;
    sizes.set(script, gzipSync(await (await context.request.get(script)).body()).byteLength);
  }
  return Math.round([...scripts].reduce((sum, script) => sum + (sizes.get(script) ?? 0), 0) / 1000);
}

// What is opened by a touch or a key (dialogs, menus, the palette) is loaded on intent, and not counted.
test("no page loads more than 300 KB of compressed JavaScript before somebody touches it", async ({
  page,
  owner,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);
  const operators = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  await openConsoleAs(await operators.newPage(), OPERATOR);
  const paths = addresses(await aFullWorkspace({ ...owner, page }));
  expect(paths.length).toBeGreaterThan(60);
  const sizes = new Map<string, number>();
  const tooLarge: string[] = [];
  const next = async (): Promise<void> => {
    const path = paths.pop();
    if (path === undefined) return;
    const kb = await kbOf(path === "/operators" ? operators : page.context(), path, sizes);
    if (kb > KB_MAX) tooLarge.push(`${path}: ${kb} KB`);
    await next();
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, next));
  expect(tooLarge).toEqual([]);
});
