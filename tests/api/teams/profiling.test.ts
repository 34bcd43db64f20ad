import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as busFactor from "@/app/api/v1/teams/bus-factor/route";
import * as profile from "@/app/api/v1/teams/profile/route";
import * as velocity from "@/app/api/v1/teams/velocity/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { db } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import type { Route } from "@/lib/routes/route";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

const ROUTES: [string, Route][] = [
  ["profile", profile.POST],
  ["bus-factor", busFactor.POST],
  ["velocity", velocity.POST],
];

async function aRepository(externalId: string = randomUUID()) {
  const { id: workspaceId } = await aWorkspace(await aDeveloper());
  const data = { workspaceId, externalId, fullName: "acme/secret", defaultBranch: "main", isPrivate: true };
  return db().workspaceRepository.create({ data });
}

type Changes = {
  sha?: string;
  additions?: number;
  deletions?: number;
  languages?: Record<string, number>;
  daysAgo?: number;
};

async function aCommit(repositoryId: string, developerId: string, changes: Changes = {}) {
  const { daysAgo = 1, sha = randomUUID(), ...values } = changes;
  const committedAt = new Date(Date.now() - daysAgo * DAY_MS);
  const authorEmail = "hidden@example.com";
  const message = "A hidden message";
  await db().repositoryCommit.create({
    data: { repositoryId, developerId, sha, message, authorEmail, committedAt, ...values },
  });
}

async function aPullRequest(
  repositoryId: string,
  developerId: string,
  number: number,
  mergedDaysAgo?: number,
) {
  const at = new Date(Date.now() - (mergedDaysAgo ?? 1) * DAY_MS);
  const merged = mergedDaysAgo !== undefined;
  await db().repositoryPullRequest.create({
    data: {
      repositoryId,
      developerId,
      number,
      title: "A hidden title",
      branch: "hidden",
      state: merged ? "merged" : "open",
      openedAt: at,
      mergedAt: merged ? at : null,
      updatedAt: at,
    },
  });
}

async function ask(route: Route, developerIds: string[], query: Record<string, string> = {}) {
  const { jwt } = await aDeveloper();
  return call(route, "POST", { bearer: jwt, body: { developer_ids: developerIds }, query });
}

describe("POST /teams/profile", () => {
  it("shows languages and each person's commits, over all workspaces", async () => {
    const [ada, grace, idle] = [await aDeveloper(), await aDeveloper(), await aDeveloper()];
    const [one, two] = [await aRepository(), await aRepository()];
    await aCommit(one.id, ada.id, { additions: 10, deletions: 2, languages: { Go: 12 } });
    await aCommit(two.id, ada.id, { additions: 3, languages: { Go: 3, SQL: 5 } });
    await aCommit(two.id, ada.id, { daysAgo: 2000, languages: {} });
    await aCommit(two.id, grace.id, { additions: 1, deletions: 1, languages: { SQL: 20 } });
    const answer = await ask(profile.POST, [ada.id, grace.id, idle.id]);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      commits: 4,
      additions: 14,
      deletions: 3,
      languages: [
        { language: "SQL", lines: 25, share: 25 / 40, developers: 2 },
        { language: "Go", lines: 15, share: 15 / 40, developers: 1 },
      ],
      commit_distribution: [
        { developer_id: ada.id, commits: 3, additions: 13, deletions: 2, share: 0.75 },
        { developer_id: grace.id, commits: 1, additions: 1, deletions: 1, share: 0.25 },
      ],
    });
  });

  it("counts a commit once that is in several workspaces or forks", async () => {
    const ada = await aDeveloper();
    const sha = randomUUID();
    for (const repository of [await aRepository("42"), await aRepository("42"), await aRepository("43")]) {
      await aCommit(repository.id, ada.id, { sha, additions: 7, languages: { Go: 7 } });
    }
    const answer = await ask(profile.POST, [ada.id]);
    expect(answer.json).toMatchObject({ commits: 1, additions: 7, languages: [{ lines: 7 }] });
  });
});

describe("POST /teams/bus-factor", () => {
  it("is, per language, the smallest number of people who wrote at least half of the lines", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => aDeveloper()));
    const repository = await aRepository();
    for (const [i, { id }] of people.entries()) {
      await aCommit(repository.id, id, { languages: { Go: 10, SQL: i === 0 ? 100 : 1 } });
    }
    const ids = people.map(({ id }) => id);
    expect((await ask(busFactor.POST, ids)).json).toEqual({
      languages: [
        { language: "SQL", bus_factor: 1, developers: 5, lines: 104 },
        { language: "Go", bus_factor: 3, developers: 5, lines: 50 },
      ],
    });
  });
});

describe("POST /teams/velocity", () => {
  it("counts commits, lines and merged pull requests of the last 30 days, or of the days asked for", async () => {
    const ada = await aDeveloper();
    const [one, again] = [await aRepository("77"), await aRepository("77")];
    await aCommit(one.id, ada.id, { additions: 4, deletions: 1, daysAgo: 29 });
    await aCommit(one.id, ada.id, { additions: 8, daysAgo: 31 });
    await aCommit(one.id, ada.id, { additions: 100, daysAgo: -2 });
    await aPullRequest(one.id, ada.id, 1, 3);
    await aPullRequest(again.id, ada.id, 1, 3);
    await aPullRequest(one.id, ada.id, 2);
    await aPullRequest(one.id, ada.id, 3, 40);
    const month = await ask(velocity.POST, [ada.id]);
    expect(month.json).toEqual({
      days: 30,
      commits: 1,
      additions: 4,
      deletions: 1,
      merged_pull_requests: 1,
    });
    const longer = await ask(velocity.POST, [ada.id], { days: "60" });
    expect(longer.json).toEqual({
      days: 60,
      commits: 2,
      additions: 12,
      deletions: 1,
      merged_pull_requests: 2,
    });
  });

  it.each(["0", "366", "1.5", "week", ""])("refuses days=%s with a 400", async (days) => {
    expect((await ask(velocity.POST, [randomUUID()], { days })).status).toBe(400);
  });
});

describe.each(ROUTES)("POST /teams/%s", (_name, route) => {
  it("refuses callers who ask too often with a 429, and nobody else", async () => {
    const { id, jwt } = await aDeveloper();
    const often = LIMITS.profiles_per_developer.countMax - 1;
    await checkLimits([{ limit: "profiles_per_developer", key: id, weight: often }], new Date());
    const body = { developer_ids: [id] };
    const answers = [
      await call(route, "POST", { bearer: jwt, body }),
      await call(route, "POST", { bearer: jwt, body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(Number(answers[1]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(route, [id])).status).toBe(200);
  });

  it("needs a bearer token but no workspace", async () => {
    const body = { developer_ids: [randomUUID()] };
    expect((await call(route, "POST", { body })).status).toBe(401);
    expect((await ask(route, [randomUUID()])).status).toBe(200);
  });

  it("ignores unknown ids, and ids given twice", async () => {
    const ada = await aDeveloper();
    const repository = await aRepository();
    await aCommit(repository.id, ada.id, { additions: 1, languages: { Go: 1 } });
    const plain = await ask(route, [ada.id]);
    const padded = await ask(route, [ada.id, randomUUID(), ada.id, ada.id.toUpperCase()]);
    expect(padded.json).toEqual(plain.json);
    const nobody = await ask(route, [randomUUID()]);
    expect(JSON.stringify(nobody.json)).not.toContain("-");
  });

  it("reveals no message, title, branch, email or repository name", async () => {
    const ada = await aDeveloper({ email: `seen-${randomUUID()}@example.com` });
    const repository = await aRepository();
    await aCommit(repository.id, ada.id, { languages: { Go: 1 } });
    await aPullRequest(repository.id, ada.id, 1, 1);
    const { text } = await ask(route, [ada.id]);
    expect(text).not.toMatch(/hidden|secret|@/i);
  });

  it.each([
    [{}, "developer_ids"],
    [{ developer_ids: [] }, "developer_ids"],
    [{ developer_ids: "all" }, "developer_ids"],
    [{ developer_ids: ["ada"] }, "developer_ids.0"],
    [{ developer_ids: Array(201).fill("0198c2f4-7a44-7c1f-9d55-3f2b6f3b7a10") }, "developer_ids"],
  ])(
    "accepts 1 to 200 UUIDs and refuses anything else with a 422 that names the field (%#)",
    async (body, path) => {
      const { jwt } = await aDeveloper();
      const answer = await call(route, "POST", { bearer: jwt, body });
      expect([answer.status, answer.json.issues[0].path]).toEqual([422, path]);
    },
  );
});
