import { afterAll, describe, expect, it } from "vitest";
import * as publicRequests from "@/app/api/v1/public/projects/[slug]/requests/route";
import * as inbox from "@/app/api/v1/workspaces/[workspace_id]/notifications/route";
import * as staffRequest from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/route";
import * as project from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import { mailDigestJob, mailNotification } from "@/lib/notifications/jobs";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { db, transaction } from "@/lib/platform/database";
import { notifyFollowersJob } from "@/lib/projects/requests/jobs";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";
import { startMailbox } from "@/tests/support/mailbox";

/*
 * What was to be mailed to somebody who loses access before it is. What is said to anyone, whatever they may see, shows
 * that it is their membership that counts.
 */

const mailbox = await startMailbox();
afterAll(mailbox.close);

const now = () => new Date();

async function aReader() {
  const home = await aWorkspace(await aDeveloper());
  const reader = await aMember(home.id, "developer");
  return { home, reader };
}

type Reader = Awaited<ReturnType<typeof aReader>>;

const membership = ({ home, reader }: Reader) => ({
  where: { workspaceId_developerId: { workspaceId: home.id, developerId: reader.id } },
});
const change = (id: string, data: { isActive?: boolean; emailVerified?: boolean }) =>
  db().developer.update({ where: { id }, data });

const LOSSES: [string, (whose: Reader) => Promise<unknown>][] = [
  ["suspended", (of) => db().workspaceMember.update({ ...membership(of), data: { status: "suspended" } })],
  ["removed", (of) => db().workspaceMember.delete(membership(of))],
  [
    "a member of a deactivated workspace",
    ({ home }) => db().workspace.update({ where: { id: home.id }, data: { isActive: false } }),
  ],
  ["deactivated", ({ reader }) => change(reader.id, { isActive: false })],
  ["known by an address that is not theirs", ({ reader }) => change(reader.id, { emailVerified: false })],
];

/** Says something to a member that whoever is one may know. @returns the notifications' ids */
async function say({ home, reader }: Reader, at = now()): Promise<string[]> {
  const notice = { kind: "automation", title: "Salaries are up", body: "By a lot", link: null } as const;
  await transaction((tx) => notifyMembers(tx, home.id, [reader.id], notice, at));
  const rows = await db().notification.findMany({ where: { developerId: reader.id }, select: { id: true } });
  return rows.map(({ id }) => id);
}

const mail = async (ids: readonly string[]) => {
  for (const id of ids) await mailNotification.handler({ notification_id: id }, { now: now() });
};

describe("a mail that waits", () => {
  it("is sent to a member", async () => {
    const whose = await aReader();
    await mail(await say(whose));
    expect(mailbox.to(whose.reader.email)).toHaveLength(1);
  });

  it.each(LOSSES)("is not sent to somebody who is %s by then", async (_, lose) => {
    const whose = await aReader();
    const ids = await say(whose);
    expect(ids).toHaveLength(1);
    await lose(whose);
    await mail(ids);
    expect(mailbox.to(whose.reader.email)).toEqual([]);
  });
});

describe("a digest", () => {
  const MORNING = new Date("2026-11-24T07:30:00Z");
  const send = ({ reader }: Reader) =>
    mailDigestJob.handler({ developer_id: reader.id, day: "2026-11-24" }, { now: MORNING });

  it("names what was said to a member", async () => {
    const whose = await aReader();
    await say(whose, new Date("2026-11-24T06:30:00Z"));
    await send(whose);
    expect(mailbox.to(whose.reader.email)[0]?.text).toContain("Salaries");
  });

  it.each(LOSSES)("is not sent to somebody who is %s by then", async (_, lose) => {
    const whose = await aReader();
    await say(whose, new Date("2026-11-24T06:30:00Z"));
    await lose(whose);
    await send(whose);
    expect(mailbox.to(whose.reader.email)).toEqual([]);
  });
});

it.each(LOSSES.slice(0, 2).concat(LOSSES.slice(3, 4)))(
  "nothing is said to somebody who is %s, whoever may know it",
  async (_, lose) => {
    const whose = await aReader();
    await lose(whose);
    expect(await say(whose)).toEqual([]);
  },
);

describe("that an automation or sequence failed", () => {
  const UNSEEING = { permissionOverrides: { can_view_crm: false } };
  const at = new Date("2026-11-24T06:30:00Z");

  async function anInbox(page: string) {
    const whose = await aReader();
    const { home, reader } = whose;
    const link = `/w/${home.slug}/${page}`;
    const notice = { kind: "automation", title: "Pay rises failed", body: "No", link } as const;
    const tell = () => transaction((tx) => notifyMembers(tx, home.id, [reader.id], notice, at));
    await db().workspaceMember.update({
      ...membership(whose),
      data: { permissionOverrides: { can_view_crm: true } },
    });
    const titles = async () =>
      (await call(inbox.GET, "GET", { bearer: reader.jwt, params: { workspace_id: home.id } })).json.map(
        ({ title }: { title: string }) => title,
      );
    const lose = () => db().workspaceMember.update({ ...membership(whose), data: UNSEEING });
    return { reader, tell, titles, lose };
  }

  it.each(["crm/automations/1/runs?run=2", "crm/sequences/1/enrollments?enrollment=2"])(
    "is not said any more to whoever may not see %s by then",
    async (page) => {
      const { reader, tell, titles, lose } = await anInbox(page);
      expect(await tell()).toBe(1);
      expect(await titles()).toEqual(["Pay rises failed"]);
      await lose();
      expect(await titles()).toEqual([]);
      expect(await tell()).toBe(0);
      const rows = await db().notification.findMany({ where: { developerId: reader.id } });
      await mail(rows.map(({ id }) => id));
      await mailDigestJob.handler({ developer_id: reader.id, day: "2026-11-24" }, { now: at });
      expect(mailbox.to(reader.email)).toEqual([]);
    },
  );

  it("differs from what its owner has it say, which is theirs to decide", async () => {
    const { tell, titles, lose } = await anInbox("crm/company/1");
    await lose();
    expect(await tell()).toBe(1);
    expect(await titles()).toEqual(["Pay rises failed"]);
  });
});

describe("a visitor's mail about their request", () => {
  async function aRequest() {
    const staff = await aDeveloper();
    const { id } = await aWorkspace(staff);
    const made = await aProject(staff, id);
    const params = { workspace_id: id, project_id: made.id };
    const slug = `page-${made.id}`;
    const body = { is_public: true, public_slug: slug };
    await call(project.PATCH, "PATCH", { bearer: staff.jwt, params, body });
    const reader = await aDeveloper();
    const filed = await call(publicRequests.POST, "POST", {
      bearer: reader.jwt,
      params: { slug },
      body: { title: "Dark mode" },
    });
    expect(filed.status).toBe(201);
    const request_id = filed.json.id as string;
    /** Moves the request on, and tells of it. @returns the visitor's notifications */
    const tell = async () => {
      const at = { bearer: staff.jwt, params: { ...params, request_id } };
      await call(staffRequest.PATCH, "PATCH", { ...at, body: { status: "planned" } });
      await notifyFollowersJob.handler({ request_id, actor_id: staff.id }, { now: now() });
      const rows = await db().notification.findMany({
        where: { developerId: reader.id },
        select: { id: true },
      });
      return rows.map((row) => row.id);
    };
    return { workspaceId: id, projectId: made.id, requestId: request_id, reader, tell };
  }

  type Asked = Awaited<ReturnType<typeof aRequest>>;
  const ofProject = (data: { isPublic?: boolean; isActive?: boolean }) => (of: Asked) =>
    db().project.update({ where: { id: of.projectId }, data });
  const suspend = ({ workspaceId, reader }: Asked) =>
    db().workspaceMember.create({ data: { workspaceId, developerId: reader.id, status: "suspended" } });
  const unverify = ({ reader }: Asked) => change(reader.id, { emailVerified: false });

  it("is sent", async () => {
    const { reader, tell } = await aRequest();
    await mail(await tell());
    expect(mailbox.to(reader.email)).toHaveLength(1);
  });

  it.each<[string, (of: Asked) => Promise<unknown>]>([
    ["the page is no longer public", ofProject({ isPublic: false })],
    ["the project is archived", ofProject({ isActive: false })],
    [
      "the request is hidden",
      ({ requestId }) =>
        db().projectRequest.update({ where: { id: requestId }, data: { visibility: "hidden" } }),
    ],
    [
      "they are blocked",
      ({ projectId, reader }) =>
        db().projectBlock.create({ data: { projectId, developerId: reader.id, createdAt: now() } }),
    ],
    ["they are a suspended member", suspend],
    ["their address is no longer theirs", unverify],
  ])("is not sent when %s by then", async (_, lose) => {
    const asked = await aRequest();
    const ids = await asked.tell();
    expect(ids).toHaveLength(1);
    await lose(asked);
    await mail(ids);
    expect(mailbox.to(asked.reader.email)).toEqual([]);
  });

  it.each([
    ["a suspended member", suspend],
    ["somebody whose address nobody verified", unverify],
  ])("is not written to %s", async (_, lose) => {
    const asked = await aRequest();
    await lose(asked);
    expect(await asked.tell()).toEqual([]);
  });
});
