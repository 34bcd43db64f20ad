import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { POST } from "@/app/api/v1/integrations/webhooks/chat/route";
import { DELETE } from "@/app/api/v1/workspaces/[workspace_id]/chat-teams/[chat_team_id]/route";
import * as teams from "@/app/api/v1/workspaces/[workspace_id]/chat-teams/route";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import { POST as replay } from "@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/[received_id]/replay/route";
import { signatureOf } from "@/lib/inbound/chat/rules";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { processAll } from "@/tests/support/code-host-webhooks";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";
import { alterations } from "@/tests/support/inbound";

const SECRET = "a-chat-secret-of-the-tests";
process.env.CHAT_WEBHOOK_SECRET = SECRET;

const nowS = () => Math.floor(Date.now() / 1000);

function signed(body: string | Uint8Array, timestamp = nowS(), secret = SECRET) {
  return {
    "x-slack-signature": signatureOf(secret, String(timestamp), Buffer.from(body)),
    "x-slack-request-timestamp": String(timestamp),
  };
}

const post = (body: string | Uint8Array, headers: Record<string, string> = signed(body)) =>
  call(POST, "POST", { body, headers });

const command = (name: string, text = "", team = "T1") =>
  new URLSearchParams({ command: name, text, team_id: team, team_domain: "acme", user_id: "U1" }).toString();

const aMessage = (teamId: string, event: object = {}) => ({
  type: "event_callback",
  event_id: `Ev${randomUUID()}`,
  team_id: teamId,
  event: { type: "message", text: "help me", user: "U1", channel: "C1", ...event },
});

async function aHouse() {
  const owner = await aDeveloper();
  const { id } = await aWorkspace(owner);
  return { owner, workspaceId: id, bearer: owner.jwt, params: { workspace_id: id } };
}

type House = Awaited<ReturnType<typeof aHouse>>;

async function connect(house: House, team = `T${randomUUID()}`) {
  const { json } = await call(teams.POST, "POST", house);
  const [name = "", token = ""] = json.command.split(" ");
  const answer = await post(command(name, token, team));
  return { team, token, text: answer.json.text as string };
}

describe("the chat provider's signature", () => {
  const body = JSON.stringify(aMessage("T1"));

  it("matches the documented example", () => {
    // The example of the provider's own documentation.
    const form =
      "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    expect(signatureOf("8f742231b10e8888abcd99yyyzzz85a5", "1531420618", Buffer.from(form))).toBe(
      "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    );
  });

  it("is refused for each altered character of body, time and itself", async () => {
    const headers = signed(body);
    for (const altered of alterations(body)) {
      if (altered !== body) expect([altered, (await post(altered, headers)).status]).toEqual([altered, 401]);
    }
    for (const name of ["x-slack-signature", "x-slack-request-timestamp"] as const) {
      for (const altered of alterations(headers[name])) {
        const { status } = await post(body, { ...headers, [name]: altered });
        expect([altered, status]).toEqual([altered, 401]);
      }
    }
  });

  it("is refused for other bytes of the same JSON, another secret, a missing time, and twice in one header", async () => {
    const headers = signed(body);
    expect((await post(JSON.stringify(JSON.parse(body), null, 1), headers)).status).toBe(401);
    expect((await post(body, signed(body, nowS(), "other"))).status).toBe(401);
    expect((await post(body, { "x-slack-signature": headers["x-slack-signature"] })).status).toBe(401);
    const twice = `${headers["x-slack-signature"]}, ${headers["x-slack-signature"]}`;
    expect((await post(body, { ...headers, "x-slack-signature": twice })).status).toBe(401);
  });

  it("is refused if it is 300 s too old or too new", async () => {
    expect((await post(body, signed(body, nowS() - 290))).status).toBe(200);
    expect((await post(body, signed(body, nowS() - 305))).status).toBe(401);
    expect((await post(body, signed(body, nowS() + 305))).status).toBe(401);
  });
});

describe("the handshake", () => {
  const body = JSON.stringify({ type: "url_verification", challenge: "c-123", token: "old" });

  it("is answered with its challenge, once verified", async () => {
    expect((await post(body)).json).toEqual({ challenge: "c-123" });
    expect((await post(body, signed(body, nowS(), "other"))).status).toBe(401);
  });

  it("is refused unsigned if a secret is set", async () => {
    expect((await post(body, {})).json).toEqual({ status: "ignored", reason: "unsigned" });
  });
});

describe("commands", () => {
  it("get a short answer that only their sender sees", async () => {
    const { status, json } = await post(command("/status"));
    expect(status).toBe(200);
    expect(json.response_type).toBe("ephemeral");
    expect(json.text).toMatch(/^Requests are answered, but no worker runs\. Database: ok\./);
  });

  it("that are unknown are answered with a hint", async () => {
    expect((await post(command("/dance"))).json.text).toBe("/dance is not known here. Try /status.");
  });

  it("are refused unsigned", async () => {
    const before = await db().chatTeam.count();
    const house = await aHouse();
    const { json } = await call(teams.POST, "POST", house);
    const answer = await post(command("/connect", json.command.split(" ")[1]), {});
    expect(answer.json).toEqual({ status: "ignored", reason: "unsigned" });
    expect(await db().chatTeam.count()).toBe(before);
  });
});

describe("connecting a chat team", () => {
  it("works with the command given to the workspace, can be undone in the workspace, and both are audited", async () => {
    const house = await aHouse();
    const { team, text } = await connect(house);
    expect(text).toContain("is connected");
    expect((await call(teams.GET, "GET", house)).json).toMatchObject([{ id: team, name: "acme" }]);
    const params = { ...house.params, chat_team_id: team };
    expect((await call(DELETE, "DELETE", { ...house, params })).status).toBe(204);
    expect((await call(teams.GET, "GET", house)).json).toEqual([]);
    const rows = await db().auditEvent.findMany({ where: { targetId: team }, orderBy: { createdAt: "asc" } });
    expect(rows.map(({ action }) => action)).toEqual(["chat_team.connected", "chat_team.disconnected"]);
  });

  it("can't take a team away from the workspace that has it", async () => {
    const [first, second] = [await aHouse(), await aHouse()];
    const { team } = await connect(first);
    expect((await connect(second, team)).text).toContain("already");
    expect((await call(teams.GET, "GET", second)).json).toEqual([]);
    expect((await call(teams.GET, "GET", first)).json).toHaveLength(1);
  });

  it("takes a team away from a workspace that is switched off, where nobody could disconnect it", async () => {
    const [gone, house] = [await aHouse(), await aHouse()];
    const { team } = await connect(gone);
    await db().workspace.update({ where: { id: gone.workspaceId }, data: { isActive: false } });
    expect((await connect(house, team)).text).toContain("This team is connected: ");
    expect((await call(teams.GET, "GET", house)).json).toMatchObject([{ id: team }]);
    await db().workspace.update({ where: { id: gone.workspaceId }, data: { isActive: true } });
    expect((await call(teams.GET, "GET", gone)).json).toEqual([]);
  });

  it("is refused with an altered, made-up or expired command, and for a workspace that is switched off", async () => {
    const house = await aHouse();
    const { json } = await call(teams.POST, "POST", house);
    const token: string = json.command.split(" ")[1];
    const [workspaceId = "", developerId = "", expires = "", signature = ""] = token.split(".");
    const other = (await aHouse()).workspaceId;
    const somebody = (await aDeveloper()).id;
    const wrong = [
      "",
      "x",
      `${other}.${developerId}.${expires}.${signature}`,
      `${workspaceId}.${somebody}.${expires}.${signature}`,
      `${workspaceId}.${developerId}.${Number(expires) + 1}.${signature}`,
      `${workspaceId}.${developerId}.${expires}.`,
      ...alterations(signature).map((altered) => `${workspaceId}.${developerId}.${expires}.${altered}`),
    ].filter((each) => each !== token);
    for (const each of wrong) {
      expect((await post(command("/connect", each))).json.text).toContain("not valid");
    }
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      vi.setSystemTime(Number(expires));
      expect((await post(command("/connect", token))).json.text).toContain("not valid");
    } finally {
      vi.useRealTimers();
    }
    await db().workspace.update({ where: { id: house.workspaceId }, data: { isActive: false } });
    expect((await post(command("/connect", token, "T-off"))).json.text).not.toContain("is connected:");
    expect(await db().chatTeam.count({ where: { workspaceId: house.workspaceId } })).toBe(0);
  });
});

it("who was removed from a workspace connects no team to it by a command that they got before", async () => {
  const { workspaceId, params } = await aHouse();
  const admin = await aMember(workspaceId, "admin");
  const { json } = await call(teams.POST, "POST", { bearer: admin.jwt, params });
  await db().workspaceMember.deleteMany({ where: { workspaceId, developerId: admin.id } });
  const answer = await post(command("/connect", json.command.split(" ")[1], `T${randomUUID()}`));
  expect(answer.json.text).toContain("not valid");
  expect(await db().chatTeam.count({ where: { workspaceId } })).toBe(0);
});

describe("messages in a connected team", () => {
  async function listening() {
    const house = await aHouse();
    const answer = await call(automations.POST, "POST", {
      ...house,
      body: {
        name: "Help",
        is_active: true,
        trigger: { type: "chat.message" },
        conditions: { attribute: "text", operator: "contains", value: "help" },
        actions: [{ type: "notify", developer_ids: [house.owner.id], title: "{{form.user}}: {{form.text}}" }],
      },
    });
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    const runs = () => db().automationRun.findMany({ where: { workspaceId: house.workspaceId } });
    return { ...house, runs };
  }

  async function write(message: object) {
    const { json } = await post(JSON.stringify(message));
    await processAll();
    return json;
  }

  it("start its workspace's automations whose conditions they meet, once each", async () => {
    const house = await listening();
    const { team } = await connect(house);
    const message = aMessage(team);
    expect(await write(message)).toEqual({ status: "accepted" });
    expect(await write(message)).toEqual({ status: "ignored", reason: "duplicate_delivery" });
    await write(aMessage(team, { text: "all fine" }));
    const runs = await house.runs();
    expect(runs).toMatchObject([{ triggerType: "chat.message", status: "pending", recordId: null }]);
    expect(runs[0]?.subject).toMatchObject({
      form: { text: "help me", user: "U1", channel: "C1", team },
    });
  });

  it("start nothing a second time when they are replayed", async () => {
    const house = await listening();
    const { team } = await connect(house);
    const message = aMessage(team);
    await write(message);
    const { id } = await db().inboundDelivery.findFirstOrThrow({ where: { externalId: message.event_id } });
    const params = { ...house.params, received_id: id };
    expect((await call(replay, "POST", { ...house, params })).status).toBe(202);
    await processAll();
    expect(await db().inboundDelivery.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: "processed",
      attempts: 1,
    });
    expect(await house.runs()).toHaveLength(1);
  });

  it("of a team that is connected elsewhere, or no longer, start nothing", async () => {
    const [house, other] = [await listening(), await aHouse()];
    const [mine, theirs] = [await connect(house), await connect(other)];
    await write(aMessage(theirs.team));
    const params = { ...house.params, chat_team_id: mine.team };
    await call(DELETE, "DELETE", { ...house, params });
    await write(aMessage(mine.team));
    await write(aMessage("T-nobody"));
    expect(await house.runs()).toEqual([]);
  });

  it.each([
    { bot_id: "B1" },
    { subtype: "message_changed" },
    { type: "reaction_added" },
    { text: 7 },
    { user: "<script>" },
  ])("that no person wrote are ignored: %j", async (event) => {
    expect(await write(aMessage("T1", event))).toEqual({ status: "ignored", reason: "unsupported_event" });
  });
});

describe("anything else", () => {
  it.each(["{}", "[]", '{"type":"event_callback"}', '{"__proto__":{"type":"url_verification"}}'])(
    "is ignored with a reason: %s",
    async (body) => {
      expect((await post(body)).json).toEqual({ status: "ignored", reason: "unsupported_event" });
    },
  );

  it.each(["", "{", "payload=%7B%7D", "\u0000"])("is a 400 if it can't be parsed: %j", async (body) => {
    expect((await post(body)).status).toBe(400);
  });

  it("is a 400 if it is not UTF-8, even if it is signed", async () => {
    const bytes = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d);
    expect((await post(bytes)).status).toBe(400);
  });
});
