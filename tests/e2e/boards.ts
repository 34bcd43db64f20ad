import type { Page } from "@playwright/test";
import { api, expect } from "@/tests/e2e/fixtures";

/** A column of the open board. */
export const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** A card of it. */
export const cardOf = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: title, exact: true }) });
/** The titles of a column's cards, which open them. */
export const titles = (page: Page, name: string) => column(page, name).locator("[data-task-id]");

/** A project with some tasks to do, shown as a board. */
export async function openBoard(
  page: Page,
  owner: { bearer: string; path: string; home: string },
  names: string[],
) {
  const project = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Note G",
    key: "NG",
  });
  const tasks = `${owner.path}/projects/${project.id}/tasks`;
  for (const title of names) await api(page.request, owner.bearer, "POST", tasks, { title });
  const address = `${owner.home}/projects/${project.id}`;
  await page.goto(address);
  await expect(titles(page, "To do")).toHaveText(names);
  return { address, tasks };
}
