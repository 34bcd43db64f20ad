import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as mintKey } from "@/app/api/v1/workspaces/[workspace_id]/api-keys/route";
import { CATALOG } from "@/lib/access/catalog";
import { db, pool } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { mintApiToken } from "@/lib/tokens/rules";
import { type Answer, call } from "@/tests/support/call";
import { aMember, aMemberWith } from "@/tests/support/factories";
import { aHouse, bodyFor, type House, WALK, type Walked, walk } from "@/tests/support/house";

/*
 * Every route under /workspaces/{workspace_id}, as the API reference lists them, tried by people who must not get in
 * and with ids that belong elsewhere. The bodies sent are valid, so that a hole would really write; what stands in the
 * database is compared row by row afterwards.
 */

/** Which of a body's keys hold ids that must belong to the workspace, as far as the route knows them. */
function foreignKeysOf({ route }: Walked, body: Record<string, unknown> | undefined): string[] {
  const known = Object.keys((route.declaration.body?.parse(body) as object | undefined) ?? {});
  const naming = [
    "developer_id",
    "custom_role_id",
    "assignee_id",
    "source_repository_ids",
    "record_id",
    "record_ids",
    "row_ids",
    "task_ids",
    "device_ids",
    "into_id",
  ];
  return naming.filter((key) => known.includes(key));
}

/** Has every table note what is written to it, until `written` is asked. What is rolled back leaves no note. */
async function noteWrites(): Promise<void> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
     AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema')`,
  );
  const triggers = tables.map(
    ({ name }) => `CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON ${name}
      FOR EACH ROW EXECUTE FUNCTION walked.note()`,
  );
  await pool().query(`
    CREATE SCHEMA walked;
    CREATE TABLE walked.write (name text);
    CREATE FUNCTION walked.note() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN INSERT INTO walked.write VALUES (TG_RELID::regclass); RETURN NULL; END$$;
    ${triggers.join(";")}`);
}

/** The tables that were written to since this was last asked. */
async function written(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>("DELETE FROM walked.write RETURNING name");
  return [...new Set(rows.map(({ name }) => name))].sort();
}

const told = ({ status, json }: Answer) => [status, json?.detail];
const DENIED = [403, "Permission denied"];

/** Who carries what no route of a workspace takes, by name; each gets 401. */
async function outsiders(): Promise<Record<string, string | undefined>> {
  const keyOf = async ({ owner, workspace }: House) =>
    (
      await call(mintKey, "POST", {
        bearer: owner.jwt,
        params: { workspace_id: workspace.id },
        body: { name: "shop" },
      })
    ).json.key as string;
  const nowS = Math.floor(Date.now() / 1000);
  const jwt = (claims: object, secret = env().JWT_SECRET) =>
    new SignJWT({ sub: house.owner.id, type: "access", iat: nowS, exp: nowS + 600, ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(secret));
  return {
    nobody: undefined,
    "somebody with a key of the workspace": await keyOf(house),
    "somebody with a key of another": await keyOf(other),
    "a token that was never issued": mintApiToken(),
    "an owner whose sign-in is over": await jwt({ iat: nowS - 7_200, exp: nowS - 3_600 }),
    "an owner signed by another key": await jwt({}, "another-secret-that-is-long-enough-for-hs256"),
    "an owner of another type": await jwt({ type: "refresh" }),
    "an owner of another deployment": await jwt({ iss: "https://elsewhere.example" }),
  };
}

/** Routes that ask for no permission of their own: any member may use them, or their use case decides. */
const WITHOUT_PERMISSION = [
  "DELETE /workspaces/{workspace_id}",
  "DELETE /workspaces/{workspace_id}/live/people",
  "DELETE /workspaces/{workspace_id}/members/{developer_id}",
  "GET /workspaces/{workspace_id}",
  "GET /workspaces/{workspace_id}/apps/{app}/access",
  "GET /workspaces/{workspace_id}/first-steps",
  "GET /workspaces/{workspace_id}/live",
  "GET /workspaces/{workspace_id}/me",
  "GET /workspaces/{workspace_id}/members/{developer_id}/dependents",
  "GET /workspaces/{workspace_id}/notifications",
  "GET /workspaces/{workspace_id}/roles/permissions",
  "GET /workspaces/{workspace_id}/search",
  "GET /workspaces/{workspace_id}/tracker/redaction",
  "GET /workspaces/{workspace_id}/tracker/retention",
  "POST /workspaces/{workspace_id}/notifications/read-all",
  "POST /workspaces/{workspace_id}/notifications/{notification_id}/read",
  // What is looked at says which permission it takes.
  "PUT /workspaces/{workspace_id}/live/people",
];

const GUARDED = WALK.flatMap((walked) => {
  const { permission } = walked.route.declaration;
  return permission === undefined ? [] : [{ ...walked, permission }];
});

/** Those that name something of the workspace in their path. */
const WITH_CHILDREN = WALK.map((walked) => ({
  ...walked,
  named: walked.children.filter((child) => child !== "app"),
})).filter(({ named }) => named.length > 0);

let house: House;
let other: House;
let outside: Awaited<ReturnType<typeof outsiders>>;
/** Members with one permission each. */
let singles: { slug: string; jwt: string }[];
const counts = { routes: WALK.length, attackers: 0, requests: 0, refused: 0 };

function count(answer: Answer): Answer {
  counts.requests += 1;
  if (answer.status === 401 || answer.status === 403) counts.refused += 1;
  return answer;
}

beforeAll(async () => {
  [house, other] = [await aHouse(), await aHouse()];
  outside = await outsiders();
  singles = [];
  for (const { slug } of CATALOG) {
    singles.push({ slug, jwt: (await aMemberWith(house.workspace.id, [slug])).jwt });
  }
  await noteWrites();
  counts.attackers = Object.keys(outside).length + singles.length;
});

afterAll(() => console.log(`outsiders and members with one permission: ${JSON.stringify(counts)}`));

beforeEach(async () => {
  await written();
});

describe("the walk", () => {
  it("covers every route of a workspace and has an id for each variable part", () => {
    expect(WALK.length).toBeGreaterThanOrEqual(30);
    for (const { name, route, children } of WALK) {
      expect([name, route.kind]).toEqual([name, "workspace"]);
      expect([name, children.filter((child) => house.ids[child] === undefined)]).toEqual([name, []]);
    }
  });

  it("finds a permission on every route except those listed here", () => {
    const open = WALK.filter(({ route }) => route.declaration.permission === undefined);
    expect(open.map(({ name }) => name).sort()).toEqual(WITHOUT_PERMISSION);
    expect(GUARDED).toHaveLength(WALK.length - WITHOUT_PERMISSION.length);
    expect(WITH_CHILDREN.length).toBeGreaterThan(100);
  });

  it("would notice a write: the owner's own change is seen", async () => {
    const patch = WALK.find(({ name }) => name === "PATCH /workspaces/{workspace_id}");
    if (!patch) throw new Error("no such route");
    expect((await walk(patch, house.owner.jwt, house.ids, house)).status).toBe(200);
    expect(await written()).toContain("workspace");
  });
});

describe.each(WALK)("$name", (walked) => {
  it("gives a stranger the same answer for an existing workspace, an unknown one and a malformed id", async () => {
    const stranger = other.owner.jwt;
    await written();
    expect(told(await walk(walked, stranger, house.ids, house))).toEqual(DENIED);
    for (const workspace_id of [randomUUID(), "not-an-id", "' OR true --"]) {
      expect(told(await walk(walked, stranger, { ...house.ids, workspace_id }, house))).toEqual(DENIED);
    }
    expect(await written()).toEqual([]);
  });

  it("answers 401 without a bearer, or with one that opens no workspace", async () => {
    for (const [who, bearer] of Object.entries(outside)) {
      const answer = count(await walk(walked, bearer, house.ids, house));
      expect([who, answer.status]).toEqual([who, 401]);
    }
    expect(await written()).toEqual([]);
  });

  it("answers 403 to suspended members, an owner among them, and 401 to nobody", async () => {
    for (const role of ["admin", "owner"]) {
      const member = await aMember(house.workspace.id, role);
      await db().workspaceMember.updateMany({
        where: { developerId: member.id },
        data: { status: "suspended" },
      });
      await written();
      expect(told(await walk(walked, member.jwt, house.ids, house))).toEqual(DENIED);
    }
    expect((await walk(walked, "made.up.token", house.ids, house)).status).toBe(401);
    expect(await written()).toEqual([]);
  });
});

describe.each(GUARDED)("$name, which asks for $permission,", (walked) => {
  it("answers 403 to members with any single permission except the one it declares", async () => {
    for (const { slug, jwt } of singles.filter((single) => single.slug !== walked.permission)) {
      const answer = count(await walk(walked, jwt, house.ids, house));
      expect([slug, answer.status]).toEqual([slug, 403]);
    }
    expect(await written()).toEqual([]);
  });

  it("answers 403 to members with every permission except the one it declares", async () => {
    const permissions = CATALOG.map((entry) => entry.slug).filter((slug) => slug !== walked.permission);
    const role = await db().customRole.create({
      data: {
        workspaceId: house.workspace.id,
        name: "x",
        slug: randomUUID(),
        storedPermissions: permissions,
        priority: 900,
      },
    });
    const member = await aMember(house.workspace.id, role.slug);
    await written();
    expect(told(await walk(walked, member.jwt, house.ids, house))).toEqual(DENIED);
    expect(await written()).toEqual([]);
  });
});

describe.each(WITH_CHILDREN)("$name", (walked) => {
  it("answers 404 both for another workspace's child and for an unknown one, and writes nothing", async () => {
    for (const child of walked.named) {
      const answers = [];
      for (const id of [other.ids[child] ?? "", randomUUID()]) {
        answers.push(told(await walk(walked, house.owner.jwt, { ...house.ids, [child]: id }, house)));
      }
      const [foreign, unknown] = answers;
      expect([child, foreign?.[0]]).toEqual([child, 404]);
      expect(foreign).toEqual(unknown);
    }
    expect(await written()).toEqual([]);
  });
});

/** What answers an id of another workspace in a body, by route and key. */
const FOREIGN_IDS: Record<string, number> = {
  "DELETE /workspaces/{workspace_id}/tables/{table_id}/rows row_ids": 404,
  "PATCH /workspaces/{workspace_id}/crm/objects/{object_slug}/records record_ids": 404,
  "PATCH /workspaces/{workspace_id}/crm/tasks/{task_id} assignee_id": 422,
  "PATCH /workspaces/{workspace_id}/members/{developer_id} custom_role_id": 422,
  "PATCH /workspaces/{workspace_id}/projects/{project_id}/tasks assignee_id": 422,
  "PATCH /workspaces/{workspace_id}/projects/{project_id}/tasks task_ids": 404,
  "PATCH /workspaces/{workspace_id}/projects/{project_id}/tasks/{task_ref} assignee_id": 422,
  "PATCH /workspaces/{workspace_id}/teams/{team_id} source_repository_ids": 422,
  "POST /workspaces/{workspace_id}/crm/automations/{automation_id}/test record_id": 422,
  "POST /workspaces/{workspace_id}/crm/objects/{object_slug}/records/delete record_ids": 404,
  "POST /workspaces/{workspace_id}/crm/sequences/{sequence_id}/enrollments record_id": 422,
  "POST /workspaces/{workspace_id}/crm/tasks assignee_id": 422,
  "POST /workspaces/{workspace_id}/crm/tasks record_id": 422,
  "POST /workspaces/{workspace_id}/invites custom_role_id": 422,
  "POST /workspaces/{workspace_id}/projects/{project_id}/members developer_id": 422,
  "POST /workspaces/{workspace_id}/projects/{project_id}/requests/{request_id}/merge into_id": 404,
  "POST /workspaces/{workspace_id}/projects/{project_id}/tasks assignee_id": 422,
  "POST /workspaces/{workspace_id}/projects/{project_id}/tasks/delete task_ids": 404,
  "POST /workspaces/{workspace_id}/tables/{table_id}/rows/restore row_ids": 404,
  "POST /workspaces/{workspace_id}/teams source_repository_ids": 422,
  "POST /workspaces/{workspace_id}/teams/{team_id}/members developer_id": 422,
  "POST /workspaces/{workspace_id}/tracker:pause device_ids": 404,
};

describe("an id of another workspace in a body", () => {
  it("is refused by each route that accepts one, and nothing is written", async () => {
    const answers: Record<string, number> = {};
    for (const walked of WALK) {
      const body = bodyFor(walked, house);
      for (const key of foreignKeysOf(walked, body)) {
        const params = Object.fromEntries(
          ["workspace_id", ...walked.children].map((name) => [name, house.ids[name] ?? ""]),
        );
        const answer = await call(walked.route, walked.method, {
          bearer: house.owner.jwt,
          params,
          body: { ...body, [key]: bodyFor(walked, other)?.[key] },
        });
        answers[`${walked.name} ${key}`] = answer.status;
      }
    }
    expect(answers).toEqual(FOREIGN_IDS);
    expect(await written()).toEqual([]);
  });
});
