import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { POST as mintToken } from "@/app/api/v1/developers/me/api-tokens/route";
import { DELETE as eraseEvents } from "@/app/api/v1/tracker/events/route";
import { PATCH as correctSamples } from "@/app/api/v1/tracker/samples/route";
import { POST as mintKey } from "@/app/api/v1/workspaces/[workspace_id]/api-keys/route";
import { POST as duplicateForm } from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/duplicate/route";
import { POST as restoreForm } from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/restore/route";
import { POST as createForm } from "@/app/api/v1/workspaces/[workspace_id]/forms/route";
import { POST as adopt } from "@/app/api/v1/workspaces/[workspace_id]/repositories/route";
import { POST as restoreTable } from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/restore/route";
import { POST as createLink } from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/share-links/route";
import { POST as createTable } from "@/app/api/v1/workspaces/[workspace_id]/tables/route";
import { POST as createTeam } from "@/app/api/v1/workspaces/[workspace_id]/teams/route";
import { POST as createWorkspace } from "@/app/api/v1/workspaces/route";
import { FORMS_PER_WORKSPACE_MAX } from "@/lib/forms/limits";
import { db } from "@/lib/platform/database";
import { REPOSITORIES_PER_WORKSPACE_MAX } from "@/lib/repositories/limits";
import { SHARE_LINKS_PER_TABLE_MAX, TABLES_PER_WORKSPACE_MAX } from "@/lib/tables/limits";
import { TEAMS_PER_WORKSPACE_MAX } from "@/lib/teams/limits";
import { API_TOKENS_PER_DEVELOPER_MAX } from "@/lib/tokens/limits";
import { WORKSPACE_KEYS_MAX } from "@/lib/tokens/workspace-keys/limits";
import { ERASED_RANGES_MAX } from "@/lib/tracker/captured/limits";
import { CORRECTIONS_MAX } from "@/lib/tracker/corrections/limits";
import { WORKSPACES_PER_DEVELOPER_MAX } from "@/lib/workspaces/limits";
import { call } from "@/tests/support/call";
import { aConnectedDeveloper, startCodeHost } from "@/tests/support/code-host";
import { aWorkspace } from "@/tests/support/factories";

const server = await startCodeHost();

/** So many at once that they come between each other's counting and adding, unless they take turns. */
const AT_ONCE = 6;

async function aHome() {
  const ada = await aConnectedDeveloper(server, { name: "Ada" });
  const { id } = await aWorkspace(ada);
  return { ada, id };
}

type Home = Awaited<ReturnType<typeof aHome>>;

const post = (
  route: Parameters<typeof call>[0],
  { ada, id }: Home,
  body: object = {},
  params: Record<string, string> = {},
) => call(route, "POST", { bearer: ada.jwt, params: { workspace_id: id, ...params }, body });

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));

const formRow = (workspaceId: string, deletedAt: Date | null = null) => ({
  id: randomUUID(),
  workspaceId,
  name: "F",
  submitLabel: "Send",
  thankYouText: "Thanks",
  createdAt: new Date(),
  deletedAt,
});
const tableRow = (workspaceId: string, deletedAt: Date | null = null) => ({
  id: randomUUID(),
  workspaceId,
  name: "T",
  columns: [],
  deletedAt,
});

const fillForms = ({ id }: Home) =>
  db().form.createMany({ data: times(FORMS_PER_WORKSPACE_MAX - 1, () => formRow(id)) });
const fillTables = ({ id }: Home) =>
  db().dataTable.createMany({ data: times(TABLES_PER_WORKSPACE_MAX - 1, () => tableRow(id)) });

/** Each leaves one place, and answers how one more is made; the ways are tried at once. */
const CAPS: Record<string, (home: Home) => Promise<(attempt: number) => ReturnType<typeof call>>> = {
  forms: async (home) => {
    await fillForms(home);
    return () => post(createForm, home, { name: "One more" });
  },
  "forms that are copied": async (home) => {
    await fillForms(home);
    const form = await db().form.findFirstOrThrow({ where: { workspaceId: home.id } });
    return () => post(duplicateForm, home, {}, { form_id: form.id });
  },
  "forms that are restored": async (home) => {
    await fillForms(home);
    const deleted = times(AT_ONCE, () => formRow(home.id, new Date()));
    await db().form.createMany({ data: deleted });
    return (attempt) => post(restoreForm, home, {}, { form_id: deleted[attempt]?.id ?? "" });
  },
  tables: async (home) => {
    await fillTables(home);
    return () => post(createTable, home, { name: "One more", columns: [] });
  },
  "tables that are restored": async (home) => {
    await fillTables(home);
    const deleted = times(AT_ONCE, () => tableRow(home.id, new Date()));
    await db().dataTable.createMany({ data: deleted });
    return (attempt) => post(restoreTable, home, {}, { table_id: deleted[attempt]?.id ?? "" });
  },
  "share links of a table": async (home) => {
    const table = tableRow(home.id);
    await db().dataTable.create({ data: table });
    await db().shareLink.createMany({
      data: times(SHARE_LINKS_PER_TABLE_MAX - 1, () => ({
        tableId: table.id,
        name: "L",
        tokenHash: randomUUID(),
        permission: "view",
        createdAt: new Date(),
      })),
    });
    return () => post(createLink, home, { name: "One more", permission: "view" }, { table_id: table.id });
  },
  teams: async (home) => {
    await db().team.createMany({
      data: times(TEAMS_PER_WORKSPACE_MAX - 1, (n) => ({
        workspaceId: home.id,
        name: "T",
        slug: `filled-${n}`,
        type: "manual",
      })),
    });
    return () => post(createTeam, home, { name: "One more", type: "manual" });
  },
  repositories: async (home) => {
    await db().workspaceRepository.createMany({
      data: times(REPOSITORIES_PER_WORKSPACE_MAX - 1, (n) => ({
        workspaceId: home.id,
        externalId: `filled-${n}`,
        fullName: `filled/${n}`,
        defaultBranch: "main",
        isPrivate: false,
      })),
    });
    const hosted = times(AT_ONCE, (n) =>
      server.hosted.host(`acme/cap-${home.id.slice(-8)}-${n}`, [home.ada.account.id]),
    );
    // All have been answered by the code host before any goes on.
    let asked = 0;
    let goOn = () => {};
    const all = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    server.hosted.interfere = async ({ path }) => {
      if (path.startsWith("/repos/") && ++asked === AT_ONCE) goOn();
      if (path.startsWith("/repos/")) await all;
      return undefined;
    };
    return (attempt) => post(adopt, home, { full_name: hosted[attempt]?.fullName });
  },
  "API tokens of a person": async (home) => {
    await db().apiToken.createMany({
      data: times(API_TOKENS_PER_DEVELOPER_MAX - 1, () => ({
        developerId: home.ada.id,
        name: "t",
        tokenHash: randomUUID(),
        tokenPrefix: "svc_x",
      })),
    });
    return () => post(mintToken, home, { name: "One more" });
  },
  "workspaces of a person": async (home) => {
    // The one that they live in is theirs, too, and so are those that they have switched off.
    await db().workspace.createMany({
      data: times(WORKSPACES_PER_DEVELOPER_MAX - 2, (n) => ({
        name: "w",
        slug: `${home.id}-${n}`,
        ownerId: home.ada.id,
        isActive: n % 2 === 0,
      })),
    });
    return () => post(createWorkspace, home, { name: "One more" });
  },
  "keys of a workspace": async (home) => {
    await db().workspaceKey.createMany({
      data: times(WORKSPACE_KEYS_MAX - 1, () => ({
        workspaceId: home.id,
        name: "k",
        keyHash: randomUUID(),
        keyPrefix: "wsk_x",
      })),
    });
    return () => post(mintKey, home, { name: "One more" });
  },
  "corrections of a person without devices": async ({ ada }) => {
    const day = Date.UTC(2026, 0, 1);
    const [from, to] = [new Date(day), new Date(day + 60_000)];
    const row = { developerId: ada.id, from, to, setsProject: false, setsTask: false, category: "design" };
    await db().trackerCorrection.createMany({
      data: times(CORRECTIONS_MAX - 1, () => ({ ...row, createdAt: new Date() })),
    });
    const body = { from: from.toISOString(), to: to.toISOString(), category: "design" };
    return () => call(correctSamples, "PATCH", { bearer: ada.jwt, body });
  },
  "erased ranges of a person without devices": async ({ ada }) => {
    const day = Date.UTC(2026, 0, 1);
    const [from, to] = [new Date(day), new Date(day + 60_000)];
    const row = { developerId: ada.id, from, to, erasedAt: new Date(), doneAt: new Date() };
    await db().trackerErasedRange.createMany({ data: times(ERASED_RANGES_MAX - 1, () => row) });
    const query = { from: from.toISOString(), to: to.toISOString() };
    return () => call(eraseEvents, "DELETE", { bearer: ada.jwt, query });
  },
};

describe("of many requests at once, the last place goes to one:", () => {
  it.each(Object.keys(CAPS))("%s", async (name) => {
    const oneMore = await CAPS[name]?.(await aHome());
    const answers = await Promise.all(times(AT_ONCE, (attempt) => oneMore?.(attempt)));
    const refused = answers.filter((answer) => answer?.status === 409);
    expect(
      answers
        .map((answer) => answer?.status)
        .sort()
        .slice(0, 2),
    ).toEqual([expect.toBeOneOf([200, 201]), 409]);
    expect(refused).toHaveLength(AT_ONCE - 1);
    for (const answer of refused) expect(answer?.json.detail).toMatch(/at most \d+|too many/);
  });
});
