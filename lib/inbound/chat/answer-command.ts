import { findPermissions } from "@/lib/access/store";
import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import { checkHealth } from "@/lib/health/check-health";
import type { Problem } from "@/lib/health/schema";
import { AppError } from "@/lib/http/app-error";
import { CONNECT_PURPOSE } from "@/lib/inbound/chat/manage-chat-teams";
import { readConnectToken } from "@/lib/inbound/chat/rules";
import type { Command, Reply } from "@/lib/inbound/chat/schema";
import { insertTeam } from "@/lib/inbound/chat/store";
import { deriveSecret } from "@/lib/platform/crypto";
import { db, transaction } from "@/lib/platform/database";
import { storable } from "@/lib/platform/storable";

const WORDS_OF_PROBLEM: Record<Problem, string> = {
  no_living_worker: "no worker runs",
  jobs_overdue: "jobs are late",
  jobs_unreadable: "nobody can tell how the jobs are",
  limit_store_unreachable: "the limits' store does not answer",
  limits_counted_apart: "several web servers count limits, each by itself",
  connections_awaited: "requests wait long for connections to the database",
  bodies_given_up: "more is being sent at a time than there is memory for",
  storage_unreachable: "the file storage does not answer",
};

async function statusText(now: Date): Promise<string> {
  try {
    const { jobs, limits, storage, problems } = await checkHealth(now);
    const parts = `Database: ok. Jobs: ${jobs}. Limits: ${limits}. Storage: ${storage.replace("_", " ")}.`;
    if (problems.length === 0) return `All is well. ${parts}`;
    return `Requests are answered, but ${problems.map((each) => WORDS_OF_PROBLEM[each]).join(", and ")}. ${parts}`;
  } catch (error) {
    if (error instanceof AppError) return "Something is wrong: the database can't be reached.";
    throw error;
  }
}

const NOT_VALID = "This command is not valid, or no longer. Get a new one in the console.";

/** Connects a team to the workspace of a command, if whoever got the command there could get one now. */
async function connectText({ text, team_id: id, team_domain: name }: Command, now: Date): Promise<string> {
  const connecting = readConnectToken(deriveSecret(CONNECT_PURPOSE), text, now);
  if (connecting === null) return NOT_VALID;
  const { workspaceId, developerId } = connecting;
  const needed = "can_manage_integrations";
  const held = await findPermissions(db(), workspaceId, [developerId], [needed]);
  if (!held.get(developerId)?.permissions.has(needed)) return NOT_VALID;
  const team = { id, name: storable(name, name.length) };
  const isConnected = await transaction(async (tx) => {
    if (!(await insertTeam(tx, workspaceId, team, now))) return false;
    const target = { type: "chat_team", id };
    const after = { name: team.name };
    const entry = { action: "chat_team.connected", target, after };
    await recordAudit(tx, { workspaceId, actor: SERVICE_ACTOR }, entry, now);
    return true;
  });
  return isConnected
    ? "This team is connected: what is written in it can set off automations of the workspace."
    : "This team is connected to a workspace already. Disconnect it there first.";
}

/** Answers a command that somebody gave in the chat. */
export async function answerCommand(command: Command, now: Date): Promise<Reply> {
  const reply = (text: string) => ({ response_type: "ephemeral" as const, text });
  switch (command.command) {
    case "/status":
      return reply(await statusText(now));
    case "/connect":
      return reply(await connectText(command, now));
    default:
      return reply(`${command.command} is not known here. Try /status.`);
  }
}
