import type { Browser, Page } from "@playwright/test";
import { api, test as base, bearerOf, openConsoleAs, type Person } from "@/tests/e2e/fixtures";

export type Workspace = { id: string; slug: string };

/** Signs somebody in, makes them a workspace, and gives back both with their bearer. */
export async function openOwnWorkspace(page: Page, person: Person, name = "Engines") {
  await openConsoleAs(page, person);
  const bearer = await bearerOf(page);
  const workspace = await api<Workspace>(page.request, bearer, "POST", "/workspaces", { name });
  return { bearer, workspace, path: `/workspaces/${workspace.id}`, home: `/w/${workspace.slug}` };
}

/** Brings somebody who has a bearer into a workspace, with one of its built-in roles. */
export async function join(
  page: Page,
  owner: { bearer: string; path: string },
  guest: { bearer: string; email: string },
  role: string,
): Promise<void> {
  const roles = await api<{ id: string; slug: string }[]>(
    page.request,
    owner.bearer,
    "GET",
    `${owner.path}/roles`,
  );
  const { token } = await api<{ token: string }>(
    page.request,
    owner.bearer,
    "POST",
    `${owner.path}/invites`,
    {
      email: guest.email,
      custom_role_id: roles.find(({ slug }) => slug === role)?.id,
    },
  );
  // At the same service as the workspace, which may be another than the tests' common one.
  const service = owner.path.replace(/\/workspaces\/.*$/, "");
  await api(page.request, guest.bearer, "POST", `${service}/invites/${token}/accept`);
}

/** Somebody new in a browser of their own, who belongs to the owner's workspace. */
export async function openAsMember(
  browser: Browser,
  baseURL: string | undefined,
  owner: { bearer: string; path: string; page: Page },
  role: string,
) {
  const me = await api<{ id: string; email: string }>(
    owner.page.request,
    owner.bearer,
    "GET",
    "/developers/me",
  );
  const person = { name: `Guest of ${me.email.slice(0, 8)}`, email: `guest-${me.email}` };
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await openConsoleAs(page, person);
  const bearer = await bearerOf(page);
  await join(page, owner, { bearer, email: person.email }, role);
  const { id } = await api<{ id: string }>(page.request, bearer, "GET", "/developers/me");
  return { ...person, id, page, bearer };
}

export type Owner = Awaited<ReturnType<typeof openOwnWorkspace>>;
type Guest = Awaited<ReturnType<typeof openAsMember>>;
type People = {
  /** Somebody new, signed in on `page`, who has a workspace. */
  owner: Owner;
  /** Opens the console as somebody else, in a browser of their own, who has a role in that workspace. */
  openGuest: (role: string) => Promise<Guest>;
};

export const test = base.extend<People>({
  owner: async ({ page, person }, use) => use(await openOwnWorkspace(page, person)),
  openGuest: async ({ browser, baseURL, page, owner }, use) =>
    use((role) => openAsMember(browser, baseURL, { ...owner, page }, role)),
});
