import { z } from "zod";
import { Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { CHAT_ID_CHARS_MAX, CHAT_TEAM_NAME_CHARS_MAX } from "@/lib/inbound/chat/limits";

/*
 * What is read of the chat provider's messages: events as JSON, commands as forms.
 */

const Id = z
  .string()
  .regex(/^[\w-]+$/)
  .max(CHAT_ID_CHARS_MAX);

export const Challenge = z.object({ type: z.literal("url_verification"), challenge: z.string().max(1000) });

export const EventCallback = z.object({
  type: z.literal("event_callback"),
  event_id: Id,
  team_id: Id,
  event: z.looseObject({ type: z.string() }),
});

/** What a person wrote. Messages of programs are left out, or two of them could answer each other for ever. */
export const ChatMessage = z.object({
  type: z.enum(["message", "app_mention"]),
  subtype: z.undefined().optional(),
  bot_id: z.undefined().optional(),
  text: z.string(),
  user: Id,
  channel: Id,
});
export type ChatMessage = z.output<typeof ChatMessage>;

export const Command = z.object({
  command: z.string().regex(/^\/[\w-]{1,32}$/),
  text: z.string().max(4000).default(""),
  team_id: Id,
  team_domain: z.string().max(CHAT_TEAM_NAME_CHARS_MAX).default(""),
});
export type Command = z.output<typeof Command>;

/** What the provider shows to whoever gave a command, and to nobody else. */
export const Reply = z
  .object({ response_type: z.literal("ephemeral"), text: z.string() })
  .meta({ id: "ChatReply" });
export type Reply = z.input<typeof Reply>;

export const Handshake = z.object({ challenge: z.string() }).meta({ id: "ChatHandshake" });

export const ChatTeamParams = WorkspaceParams.extend({ chat_team_id: z.string() });

export const ChatTeam = z
  .object({ id: z.string(), name: z.string(), connected_at: Timestamp })
  .meta({ id: "ChatTeam" });
export type ChatTeam = z.input<typeof ChatTeam>;

export const ConnectCommand = z
  .object({
    command: z.string().meta({ description: "To be given in the chat team that is to be connected" }),
    expires_at: Timestamp,
  })
  .meta({ id: "ChatConnectCommand" });
export type ConnectCommand = z.input<typeof ConnectCommand>;
