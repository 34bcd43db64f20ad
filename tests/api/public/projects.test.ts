import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as feed from "@/app/(public)/p/[slug]/feed/route";
import { POST as report } from "@/app/(public)/p/[slug]/report/route";
import * as changes from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/changes/route";
import { GET as similar } from "@/app/api/v1/public/projects/[slug]/requests/similar/route";
import { GET } from "@/app/api/v1/public/projects/[slug]/route";
import { POST as createTask } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS, type LimitName } from "@/lib/limits/table";
import { db } from "@/lib/platform/database";
import { type Answer, call } from "@/tests/support/call";
import { aDeveloper } from "@/tests/support/factories";
import { aProjectPage } from "@/tests/support/project-page";

type Page = Awaited<ReturnType<typeof aProjectPage>>;

const titles = (answer: { json: { title: string }[] }) => answer.json.map(({ title }) => title);

const feedOf = (slug: string) =>
  feed.GET(new Request("http://localhost/feed"), { params: Promise.resolve({ slug }) });

/** What every sub-route of a page answers to someone who is signed in. */
async function everything(page: Page, person: { jwt: string }, requestId: string) {
  const at = { ...page.params, request_id: requestId };
  return Promise.all([
    page.list({}, person),
    call(similar, "GET", { bearer: person.jwt, params: page.params, query: { title: "Dark mode" } }),
    page.look(requestId, person),
    page.comments(requestId, person),
    call(changes.GET, "GET", { bearer: person.jwt, params: at }),
    page.ask(person, { title: "Another" }),
    page.vote(person, requestId),
    page.unvote(person, requestId),
    page.say(person, requestId),
  ]);
}

describe("GET /public/projects/{slug}", () => {
  it("shows only the tabs that are on, and of tasks only key, number, title and status", async () => {
    const page = await aProjectPage();
    const body = { title: "Ship \u202eit", description: "secret plan", assignee_id: page.ada.id };
    await call(createTask, "POST", { bearer: page.ada.jwt, params: page.staff, body });
    const all = await call(GET, "GET", { params: page.params });
    expect(all.json.tabs).toEqual(["overview", "board", "roadmap"]);
    const todo = all.json.board.columns.find(({ status }: { status: string }) => status === "todo");
    expect(todo).toEqual({
      status: "todo",
      count: 1,
      tasks: [{ key: `${page.project.key}-1`, number: 1, title: "Ship it", status: "todo" }],
    });
    expect(all.text).not.toContain("secret plan");
    expect(all.text).not.toContain(page.ada.id);

    await page.change({ public_tabs: ["overview"] });
    const some = await call(GET, "GET", { params: page.params });
    expect(some.json).toMatchObject({ tabs: ["overview"], board: null, roadmap: null });
  });

  it("contains no characters that change the direction of text, even if stored before texts were cleaned", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const described = await page.change({ description: "For \u202egnp.exe" });
    expect(described.status).toBe(200);
    const body = { title: "Ship it" };
    const task = await call(createTask, "POST", { bearer: page.ada.jwt, params: page.staff, body });
    const id = await page.asked(bea);
    await page.update(id, { status: "planned", task_number: task.json.number });
    const old = "Old \u202egnp.exe\u2066";
    await db().project.update({ where: { id: page.project.id }, data: { name: old } });
    await db().task.update({ where: { id: task.json.id }, data: { title: old } });
    const answers = [await call(GET, "GET", { params: page.params }), await page.look(id), await page.list()];
    const texts = [...answers.map(({ text }) => text), await (await feedOf(page.project.slug)).text()];
    for (const text of texts) expect(text).toContain("Old gnp.exe");
    for (const text of texts) expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(answers[0]?.json.overview.description).toBe("For gnp.exe");
  });

  it("is not sent again to a reader who has it, unless it has changed", async () => {
    const page = await aProjectPage();
    const first = await call(GET, "GET", { params: page.params });
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await call(GET, "GET", { params: page.params, headers })).status).toBe(304);
    await page.change({ name: "Renamed" });
    expect((await call(GET, "GET", { params: page.params, headers })).json.name).toBe("Renamed");
  });

  it("shows what is planned, in progress and done, most wanted first", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const [one, two, open] = [
      await page.asked(bea, "One"),
      await page.asked(bea, "Two"),
      await page.asked(bea, "Open"),
    ];
    for (const id of [one, two]) await page.update(id, { status: "planned" });
    await page.vote(bea, two);
    const { json } = await call(GET, "GET", { params: page.params });
    expect(
      json.roadmap.columns.map((column: { status: string; count: number }) => [column.status, column.count]),
    ).toEqual([
      ["planned", 2],
      ["in_progress", 0],
      ["done", 0],
    ]);
    expect(json.roadmap.columns[0].requests.map(({ id }: { id: string }) => id)).toEqual([two, one]);
    expect(JSON.stringify(json)).not.toContain(open);
  });

  it.each([
    ["a private project", (page: Page) => page.change({ is_public: false })],
    ["an archived project", (page: Page) => page.change({ is_active: false })],
    [
      "a workspace that is switched off",
      (page: Page) => db().workspace.update({ where: { id: page.workspace.id }, data: { isActive: false } }),
    ],
  ])("answers for %s as for an unknown address, on every sub-route", async (_, close) => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    await close(page);
    const unknown = await call(GET, "GET", { params: { slug: `none-${randomUUID()}` } });
    expect([unknown.status, unknown.json]).toEqual([404, { detail: "Project not found" }]);
    const answers = [
      await call(GET, "GET", { bearer: page.ada.jwt, params: page.params }),
      ...(await everything(page, bea, id)),
    ];
    for (const answer of answers) expect([answer.status, answer.json]).toEqual([404, unknown.json]);
    const hidden = await feedOf(page.project.slug);
    expect(hidden.status).toBe(404);
    // The page may be made public at any time.
    expect(hidden.headers.get("cache-control")).toBe("no-store");
    expect(await db().projectRequest.count({ where: { projectId: page.project.id } })).toBe(1);
  });

  it("answers 404 for an address that the database can't store", async () => {
    expect((await call(GET, "GET", { params: { slug: "a\0b" } })).status).toBe(404);
    expect((await feedOf("a\0b")).status).toBe(404);
  });

  it("answers 404 on every route of requests while the roadmap is off", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    await page.change({ public_tabs: ["overview", "board"] });
    for (const answer of await everything(page, bea, id)) {
      expect([answer.status, answer.json]).toEqual([404, { detail: "Project not found" }]);
    }
    expect((await feedOf(page.project.slug)).status).toBe(404);
  });
});

describe("POST /public/projects/{slug}/requests", () => {
  it("requires signing in, as votes and comments do", async () => {
    const page = await aProjectPage();
    const id = await page.asked(await aDeveloper());
    const answers = [
      await page.ask(null, { title: "x" }),
      await page.vote(null, id),
      await page.unvote(null, id),
      await page.say(null, id),
      await page.ask({ jwt: "made.up.token" }, { title: "x" }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    }
    expect((await page.look(id)).json).toMatchObject({ votes: 0, comments: 0 });
  });

  it("creates a request and notifies subscribers, in one transaction", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper({ name: "Bea" });
    await db().webhook.create({
      data: {
        workspaceId: page.workspace.id,
        url: "https://example.com/hook",
        events: ["project.request.created"],
        ownerId: (await db().workspace.findUniqueOrThrow({ where: { id: page.workspace.id } })).ownerId,
        secretEncrypted: "",
        createdAt: new Date(),
        updatedAt: new Date(),
      },
    });
    const answer = await page.ask(bea, { title: "  Dark mode ", description: "For the night" });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      title: "Dark mode",
      description: "For the night",
      status: "open",
      votes: 1,
      voted: true,
      is_own: true,
      author: { name: "Bea" },
      is_pending: false,
    });
    const [delivery] = await db().webhookDelivery.findMany({
      where: { webhook: { workspaceId: page.workspace.id } },
    });
    expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
      type: "project.request.created",
      data: { project_id: page.project.id, request_id: answer.json.id, title: "Dark mode", actor_id: bea.id },
    });
  });

  it.each([
    ["no title", {}, "title"],
    ["a title that shows nothing", { title: " \u202e " }, "title"],
    ["a title that is too long", { title: "x".repeat(121) }, "title"],
    ["a title that is no text", { title: 7 }, "title"],
    ["a description that is too long", { title: "x", description: "x".repeat(10_001) }, "description"],
    ["a description that is no text", { title: "x", description: ["x"] }, "description"],
  ])("refuses %s with a 422 that names the field", async (_, body, path) => {
    const page = await aProjectPage();
    const answer = await page.ask(await aDeveloper(), body);
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
  });

  it("refuses ten megabytes with a 413", async () => {
    const page = await aProjectPage();
    const answer = await page.ask(await aDeveloper(), {
      title: "x",
      description: "x".repeat(10 * 1024 * 1024),
    });
    expect(answer.status).toBe(413);
  });

  it("drops what a visitor can't set", async () => {
    const page = await aProjectPage();
    const answer = await page.ask(await aDeveloper(), {
      title: "x",
      status: "done",
      votes: 99,
      visibility: "visible",
      author_id: page.ada.id,
      created_at: "2001-01-01T00:00:00.000Z",
    });
    expect(answer.json).toMatchObject({ status: "open", votes: 1 });
    expect(answer.json.created_at > "2020").toBe(true);
  });

  it("keeps markup as text and removes characters that change the direction of text", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper({ name: "Bea \u202e<img src=x onerror=alert(1)>" });
    const title = "<script>alert(1)</script> [x](javascript:alert(1)) \u202etxt.exe";
    const answer = await page.ask(bea, { title, description: "\u2066a\u2069\u0007" });
    expect(answer.json).toMatchObject({
      title: "<script>alert(1)</script> [x](javascript:alert(1)) txt.exe",
      description: "a",
      author: { name: "Bea <img src=x onerror=alert(1)>" },
    });
    const said = await page.say(bea, answer.json.id, { body: "\u202e<b>hi</b>" });
    expect(said.json.body).toBe("<b>hi</b>");
  });

  it("limits how much one person requests, comments and votes, and says when they may continue", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    const acts = {
      requests_per_developer: () => page.ask(bea, { title: "x" }),
      request_comments_per_developer: () => page.say(bea, id),
      request_votes_per_developer: () => page.vote(bea, id),
    };
    for (const [limit, act] of Object.entries(acts) as [keyof typeof acts, () => Promise<Answer>][]) {
      const used = limit === "requests_per_developer" ? 1 : 0;
      const weight = LIMITS[limit].countMax - used - 1;
      await checkLimits([{ limit, key: bea.id, weight }], new Date());
      expect([limit, (await act()).status < 300]).toEqual([limit, true]);
      const refused = await act();
      expect([limit, refused.status]).toEqual([limit, 429]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await page.vote(await aDeveloper(), id)).status).toBe(200);
  });

  it("limits how much comes from one address, whoever sends it", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    const exhaust = (limit: LimitName, key: string) =>
      checkLimits([{ limit, key, weight: LIMITS[limit].countMax }], new Date());
    const eve = await aDeveloper();
    // Where no address is known, each person counts as one.
    await exhaust("project_page_writes_per_ip", eve.id);
    for (const act of [
      () => page.ask(eve, { title: "x" }),
      () => page.vote(eve, id),
      () => page.say(eve, id),
    ]) {
      expect((await act()).json.detail).toBe("Too many changes from this address: at most 300 in 60 s.");
    }
    const headers = { "x-forwarded-for": "203.0.113.31" };
    const search = { params: page.params, query: { title: "Dark mode" } };
    await exhaust("request_searches_per_ip", "203.0.113.31");
    expect((await call(similar, "GET", { ...search, headers })).status).toBe(429);
    expect((await call(similar, "GET", search)).status).toBe(200);
  });
});

describe("GET /public/projects/{slug}/requests", () => {
  it("sorts by votes, by age and by recent votes, and pages through each without gaps", async () => {
    const page = await aProjectPage();
    const voters = await Promise.all(Array.from({ length: 3 }, () => aDeveloper()));
    const [bea] = voters;
    if (!bea) throw new Error("no voter");
    const [old, mid, fresh] = [
      await page.asked(bea, "Old"),
      await page.asked(bea, "Mid"),
      await page.asked(bea, "Fresh"),
    ];
    for (const person of voters) await page.vote(person, old);
    await db().projectRequestVote.updateMany({
      where: { requestId: old },
      data: { createdAt: new Date(Date.now() - 15 * 86_400_000) },
    });
    await page.vote(bea, mid);
    const orders = {
      votes: ["Old", "Mid", "Fresh"],
      newest: ["Fresh", "Mid", "Old"],
      trending: ["Mid", "Fresh", "Old"],
    };
    for (const [sort, order] of Object.entries(orders)) {
      expect(titles(await page.list({ sort }))).toEqual(order);
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const answer = await page.list({ sort, limit: "1", ...(cursor ? { cursor } : {}) });
        paged.push(...titles(answer));
        cursor = new URL(
          /<(.*)>/.exec(answer.headers.get("link") ?? "")?.[1] ?? "/",
          "http://x",
        ).searchParams.get("cursor");
      } while (cursor !== null);
      expect([sort, paged]).toEqual([sort, order]);
    }
    expect(fresh).toBeDefined();
    const first = await page.list({ sort: "votes", limit: "1" });
    const cursor = new URL(
      /<(.*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "/",
      "http://x",
    ).searchParams.get("cursor");
    expect((await page.list({ sort: "newest", cursor: cursor ?? "" })).status).toBe(400);
    const place = ["votes", 10 ** 12, "2026-01-01T00:00:00Z", randomUUID()];
    const beyond = Buffer.from(JSON.stringify(place)).toString("base64url");
    for (const made of ["made-up", beyond]) expect((await page.list({ cursor: made })).status).toBe(400);
    expect((await page.list({ sort: "author" })).status).toBe(400);
  });

  it("filters by status and by part of the text, in which % and _ are literal", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    await page.ask(bea, { title: "100% dark", description: "at night" });
    await page.update(await page.asked(bea, "Light"), { status: "planned" });
    expect(titles(await page.list({ search: "NIGHT" }))).toEqual(["100% dark"]);
    expect(titles(await page.list({ search: "0% d" }))).toEqual(["100% dark"]);
    expect(titles(await page.list({ search: "0_ d" }))).toEqual([]);
    expect(titles(await page.list({ status: "planned" }))).toEqual(["Light"]);
    expect((await page.list({ status: "secret" })).status).toBe(400);
  });

  it("finds requests similar to the one being typed", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    for (const title of ["Dark mode for the console", "Export to CSV", "Light theme"])
      await page.asked(bea, title);
    const hidden = await page.asked(bea, "Dark mode on phones");
    await page.update(hidden, { visibility: "hidden" });
    for (const title of ["dark mod", "Dark mode please", "modes: dark"]) {
      const answer = await call(similar, "GET", { params: page.params, query: { title } });
      expect([title, titles(answer)[0]]).toEqual([title, "Dark mode for the console"]);
      expect(titles(answer)).not.toContain("Dark mode on phones");
    }
    expect((await call(similar, "GET", { params: page.params, query: { title: "100% _" } })).json).toEqual(
      [],
    );
    expect((await call(similar, "GET", { params: page.params })).status).toBe(400);
  });

  it("reveals nothing about people but their names, and no address instead of a name", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper({ name: "bea@example.org", email: `bea-${randomUUID()}@example.org` });
    const id = await page.asked(bea);
    await page.vote(bea, id);
    await page.say(bea, id);
    await page.reply(id, "Noted");
    const answers = [
      await page.list({}, bea),
      await page.look(id, bea),
      await page.comments(id, bea),
      await call(GET, "GET", { params: page.params }),
      await page.staffList(),
      await page.staffComments(id),
    ];
    for (const { text } of answers) expect(text).not.toMatch(/@/);
    for (const { text } of answers.slice(0, 4)) expect(text).not.toContain(bea.id);
    expect(await (await feedOf(page.project.slug)).text()).not.toContain("@");
    expect((await page.look(id)).json.author).toEqual({ name: "Anonymous" });
  });
});

describe("PUT and DELETE /public/projects/{slug}/requests/{request_id}/vote", () => {
  it("counts one vote for one person who votes over 50 connections at once", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    const answers = await Promise.all(Array.from({ length: 50 }, () => page.vote(bea, id)));
    for (const answer of answers)
      expect([answer.status, answer.json]).toEqual([200, { votes: 1, voted: true }]);
    const taken = await Promise.all(Array.from({ length: 50 }, () => page.unvote(bea, id)));
    for (const answer of taken)
      expect([answer.status, answer.json]).toEqual([200, { votes: 0, voted: false }]);
  });

  it("counts every vote of 50 people who vote at once", async () => {
    const page = await aProjectPage();
    const people = await Promise.all(Array.from({ length: 50 }, () => aDeveloper()));
    const id = await page.asked(page.ada);
    const answers = await Promise.all(people.map((person) => page.vote(person, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const [first] = people;
    expect((await page.look(id, first)).json).toMatchObject({ votes: 50, voted: true });
    expect((await page.look(id, page.ada)).json).toMatchObject({ votes: 50, voted: false });
  });

  it("keeps the votes of a request while it is hidden", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    await page.vote(bea, id);
    await page.update(id, { visibility: "hidden" });
    expect((await page.unvote(bea, id)).status).toBe(404);
    await page.update(id, { visibility: "visible" });
    expect((await page.look(id, bea)).json).toMatchObject({ votes: 1, voted: true });
  });

  it("deletes the votes of erased people", async () => {
    const page = await aProjectPage();
    const [bea, cleo] = [await aDeveloper(), await aDeveloper()];
    const id = await page.asked(bea);
    for (const person of [bea, cleo]) await page.vote(person, id);
    await db().developer.delete({ where: { id: bea.id } });
    expect((await page.look(id)).json).toMatchObject({ votes: 1, author: null });
  });

  it("answers 404 for requests that are hidden, pending, of another page or unknown, and counts nothing", async () => {
    const [page, other] = [await aProjectPage(), await aProjectPage()];
    const bea = await aDeveloper();
    const hidden = await page.asked(bea);
    await page.update(hidden, { visibility: "hidden" });
    await page.set({ reviews: "everyone" });
    const waiting = await page.asked(bea);
    const foreign = await other.asked(bea);
    for (const id of [hidden, waiting, foreign, randomUUID(), "not-an-id"]) {
      for (const answer of [await page.vote(bea, id), await page.unvote(bea, id)]) {
        expect([answer.status, answer.json]).toEqual([404, { detail: "Request not found" }]);
      }
    }
    expect(await db().projectRequestVote.count({ where: { developerId: bea.id } })).toBe(0);
  });
});

describe("GET and POST /public/projects/{slug}/requests/{request_id}/comments", () => {
  it("lists comments oldest first, with staff marked", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper({ name: "Bea" });
    const id = await page.asked(bea);
    expect((await page.say(bea, id, { body: " First " })).status).toBe(201);
    await page.say(page.ada, id, { body: "Second" });
    await page.reply(id, "Third");
    const { json } = await page.comments(id);
    expect(
      json.map(({ body, is_staff, author }: Record<string, unknown>) => [body, is_staff, author]),
    ).toEqual([
      ["First", false, { name: "Bea" }],
      ["Second", true, { name: "Ada" }],
      ["Third", true, { name: "Ada" }],
    ]);
    expect((await page.look(id)).json.comments).toBe(3);
  });

  it.each([
    ["nothing", {}],
    ["an empty comment", { body: "" }],
    ["one that is too long", { body: "x".repeat(5_001) }],
    ["one that is no text", { body: { html: "x" } }],
  ])("refuses %s", async (_, body) => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const answer = await page.say(bea, await page.asked(bea), body);
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, "body"]);
  });

  it("answers 404 for a hidden request, to its author too", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    await page.say(bea, id);
    await page.update(id, { visibility: "hidden" });
    const answers = [
      await page.comments(id),
      await page.comments(id, bea),
      await page.say(bea, id),
      await page.look(id, bea),
    ];
    for (const answer of answers)
      expect([answer.status, answer.json]).toEqual([404, { detail: "Request not found" }]);
    expect(titles(await page.list({}, bea))).toEqual([]);
    expect(await (await feedOf(page.project.slug)).text()).not.toContain(id);
  });

  it("shows a pending comment only to its author until staff approve it", async () => {
    const page = await aProjectPage();
    const [bea, cleo] = [await aDeveloper(), await aDeveloper()];
    await page.set({ reviews: "new_accounts" });
    const id = await page.asked(bea);
    expect((await page.look(id, bea)).json.is_pending).toBe(true);
    expect(titles(await page.list({}, bea))).toEqual(["Dark mode"]);
    expect(titles(await page.list({}, cleo))).toEqual([]);
    expect((await page.look(id, cleo)).status).toBe(404);
    expect((await page.look(id)).status).toBe(404);
    await page.update(id, { visibility: "visible" });
    expect((await page.look(id)).json.is_pending).toBe(false);

    const said = await page.say(cleo, id);
    expect(said.json.is_pending).toBe(true);
    expect((await page.comments(id)).json).toEqual([]);
    expect((await page.comments(id, cleo)).json).toHaveLength(1);
    await page.moderate(id, said.json.id, "visible");
    expect((await page.comments(id)).json).toHaveLength(1);
  });
});

describe("reports of a page", () => {
  it("are recorded in the audit log, as text of limited length, and rate limited", async () => {
    const page = await aProjectPage();
    const tell = (body: Record<string, string>) =>
      report(new Request("http://localhost:3000/", { method: "POST", body: new URLSearchParams(body) }), {
        params: Promise.resolve(page.params),
      });
    expect((await tell({ reason: "spam", details: "\u202ethe first" })).status).toBe(303);
    const rows = () =>
      db().auditEvent.findMany({ where: { action: "project.page_reported", targetId: page.project.id } });
    const { name } = await db().project.findUniqueOrThrow({ where: { id: page.project.id } });
    expect(await rows()).toMatchObject([
      { actorId: null, after: { name, reason: "spam", details: "the first" } },
    ]);
    expect((await tell({ reason: "boredom" })).status).toBe(422);
    expect((await tell({ reason: "spam", details: "x".repeat(2_001) })).status).toBe(422);
    const limit = "project_reports_per_project";
    const weight = LIMITS[limit].countMax - 1;
    await checkLimits([{ limit, key: page.project.id, weight }], new Date());
    expect((await tell({ reason: "other" })).status).toBe(429);
    expect(await rows()).toHaveLength(1);
    const perIp = LIMITS.project_reports_per_ip.countMax;
    await checkLimits([{ limit: "project_reports_per_ip", key: "203.0.113.32", weight: perIp }], new Date());
    const other = await aProjectPage();
    const from = async (ip: string) => {
      const body = new URLSearchParams({ reason: "other" });
      const headers = { "x-forwarded-for": ip };
      const request = new Request("http://localhost:3000/", { method: "POST", body, headers });
      return (await report(request, { params: Promise.resolve(other.params) })).status;
    };
    expect([await from("203.0.113.32"), await from("203.0.113.33")]).toEqual([429, 303]);
    await page.change({ is_public: false });
    expect((await tell({ reason: "spam" })).status).toBe(404);
  });
});

describe("the feed", () => {
  async function textOf(page: Page): Promise<string> {
    const answer = await feedOf(page.project.slug);
    expect(answer.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    return answer.text();
  }

  /** What a reader takes for the HTML of its entries, newest first. */
  const contents = (text: string) =>
    [...text.matchAll(/<content type="html">(.*?)<\/content>/gs)].map(([, escaped = ""]) =>
      escaped
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&apos;", "'")
        .replaceAll("&amp;", "&"),
    );

  it("lists requests and changes of status, newest first, with all text escaped", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper({ name: 'Bea "<&>' });
    const id = await page.asked(bea, "<b>Dark & light</b>");
    await page.ask(bea, { title: "Two", description: "]]></content><script>alert('x')</script>" });
    await page.update(id, { status: "in_progress" });
    const text = await textOf(page);
    const entries = [...text.matchAll(/<title type="text">(.*)<\/title>/g)]
      .map(([, title]) => title)
      .slice(1);
    expect(entries).toEqual([
      "&lt;b&gt;Dark &amp; light&lt;/b&gt;: in progress",
      "Two",
      "&lt;b&gt;Dark &amp; light&lt;/b&gt;",
    ]);
    expect(text).toContain("<name>Bea &quot;&lt;&amp;&gt;</name>");
    expect(text).not.toContain("<script>");
    expect(contents(text)[1]).not.toContain("<script>");
    expect(contents(text)[1]).toContain("&lt;script&gt;");
    expect(text).toContain(`/p/${page.project.slug}/requests/${id}"`);
  });

  it("renders descriptions in Markdown, with links to the web only and without images", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const description = [
      "**Every** day",
      "",
      "- see [the plan](https://example.com/plan?a=1&b=2)",
      "- not [this](javascript:alert(1)) and not [that](/settings)",
      "",
      "![a picture](https://tracker.example.com/pixel.png)",
      "",
      '<img src=x onerror="alert(1)">',
    ].join("\n");
    await page.ask(bea, { title: "Marks", description });
    const html = contents(await textOf(page))[0] ?? "";
    expect(html).toContain("<p><strong>Every</strong> day</p>");
    expect(html).toContain(
      '<a href="https://example.com/plan?a=1&amp;b=2" rel="nofollow ugc noopener noreferrer">the plan</a>',
    );
    expect(html).toContain('<a href="https://tracker.example.com/pixel.png"');
    expect(html).toContain("&lt;img src=x");
    expect(html).not.toContain("<img");
    expect(html).not.toMatch(/href="(?!https:)/);
  });

  it("shows Markdown as plain text if it is nested too deeply", async () => {
    const page = await aProjectPage();
    await page.ask(await aDeveloper(), { title: "Deep", description: `${">".repeat(30)} <b>deep</b>` });
    const [html] = contents(await textOf(page));
    expect(html).toBe(`<p>${"&gt;".repeat(30)} &lt;b&gt;deep&lt;/b&gt;</p>`);
  });
});
