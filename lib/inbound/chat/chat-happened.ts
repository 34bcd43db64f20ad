import { triggerAutomations } from "@/lib/crm/automations/trigger-automations";
import { CHAT_TEXT_CHARS_MAX } from "@/lib/inbound/chat/limits";
import type { ChatMessage } from "@/lib/inbound/chat/schema";
import type { Db } from "@/lib/platform/database";
import { storable } from "@/lib/platform/storable";

/** Lets a message in a connected chat team set off the automations of its workspace, in the caller's transaction. */
export async function chatHappened(
  tx: Db,
  { workspaceId, teamId, message }: { workspaceId: string; teamId: string; message: ChatMessage },
  now: Date,
): Promise<void> {
  const { text, user, channel } = message;
  const form = { text: storable(text, CHAT_TEXT_CHARS_MAX), user, channel, team: teamId };
  const subject = { record_id: null, object: null, record: {}, old: {}, form };
  await triggerAutomations(
    tx,
    workspaceId,
    [{ type: "chat.message", formId: null, changed: [], subject }],
    null,
    now,
  );
}
