import { isUtf8 } from "node:buffer";
import { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { parseJson } from "@/lib/http/request-body";
import { answerCommand } from "@/lib/inbound/chat/answer-command";
import { chatHappened } from "@/lib/inbound/chat/chat-happened";
import { isSignatureRight } from "@/lib/inbound/chat/rules";
import {
  Challenge,
  ChatMessage,
  Command,
  EventCallback,
  type Handshake,
  type Reply,
} from "@/lib/inbound/chat/schema";
import { findTeamWorkspace, teamAudience } from "@/lib/inbound/chat/store";
import type { InboundProvider } from "@/lib/inbound/provider";
import { env } from "@/lib/platform/env";

const SIGNATURE = "x-slack-signature";
const TIMESTAMP = "x-slack-request-timestamp";

type Answer = z.input<typeof Reply | typeof Handshake>;

/** Events as JSON, commands as forms: neither can be read as the other. */
function parseMessage(bytes: Buffer): unknown {
  if (bytes.length === 0 || bytes[0] === 0x7b || bytes[0] === 0x5b) return parseJson(bytes).value;
  if (!isUtf8(bytes)) throw new AppError("bad_request", "The request body is not valid UTF-8.");
  const form = Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
  return Command.safeParse(form).success ? form : parseJson(bytes).value;
}

/** The chat provider: events of teams that workspaces connected, and commands that are answered at once. */
export const chat: InboundProvider<Answer> = {
  name: "chat",
  title: "Chat",
  path: "/api/v1/integrations/webhooks/chat",
  settings: ["CHAT_WEBHOOK_SECRET"],
  headersKept: ["x-slack-retry-num", "x-slack-retry-reason"],
  isConfigured: () => env().CHAT_WEBHOOK_SECRET !== undefined,

  signature: {
    place: "headers",
    isSigned: (headers) => headers.has(SIGNATURE),
    verify({ bytes, headers }, now) {
      const signature = headers.get(SIGNATURE);
      const secret = env().CHAT_WEBHOOK_SECRET;
      if (signature === null || secret === undefined) return false;
      return isSignatureRight(secret, { signature, timestamp: headers.get(TIMESTAMP) }, bytes, now);
    },
  },

  sent: {
    proof: {
      name: "chat_signature",
      scheme: {
        type: "apiKey",
        in: "header",
        name: "X-Slack-Signature",
        description:
          "`v0=` and the HMAC-SHA256 in hex of `v0:<X-Slack-Request-Timestamp>:<raw body>`, keyed with `CHAT_WEBHOOK_SECRET`.",
      },
    },
    headers: z.object({
      "X-Slack-Request-Timestamp": z
        .string()
        .optional()
        .meta({ description: "Seconds since 1970, at most 300 s ago; signed" }),
    }),
    body: z.union([Challenge, EventCallback]),
    example: { type: "url_verification", challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P" },
    form: {
      body: Command,
      example: { command: "/status", text: "", team_id: "T0001", team_domain: "acme" },
    },
  },

  parse: parseMessage,

  async answer(body, now) {
    const challenge = Challenge.safeParse(body).data?.challenge;
    if (challenge !== undefined) return { challenge };
    const command = Command.safeParse(body).data;
    return command ? answerCommand(command, now) : null;
  },

  read(body) {
    const callback = EventCallback.safeParse(body).data;
    if (!callback) return { deliveryId: null, event: "unknown", ignored: "unsupported_event" };
    const { event_id: deliveryId, event, team_id: teamId } = callback;
    return {
      deliveryId,
      event: event.type,
      subject: teamId,
      ignored: ChatMessage.safeParse(event).success ? null : "unsupported_event",
      audience: teamAudience(teamId),
    };
  },

  async handle({ body, wasHandled }, tx, now) {
    // What a message set off would be set off once more.
    if (wasHandled) return;
    const { team_id: teamId, event } = EventCallback.parse(body);
    const workspaceId = await findTeamWorkspace(tx, teamId);
    if (workspaceId === null) return;
    await chatHappened(tx, { workspaceId, teamId, message: ChatMessage.parse(event) }, now);
  },
};
