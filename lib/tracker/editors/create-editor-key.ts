import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/access/actor";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { sha256Hex } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/database";
import { lockParent } from "@/lib/tokens/store";
import { getOwnDevice } from "@/lib/tracker/devices/get-own-device";
import { lockOwnDevice } from "@/lib/tracker/devices/store";
import type { NewEditorKey } from "@/lib/tracker/editors/schema";
import { deleteEditorKeyRow, replaceEditorKey } from "@/lib/tracker/editors/store";

const targetOf = (deviceId: string) => ({ type: "tracker_device", id: deviceId });

/**
 * Creates the editor key of one of the actor's devices, replacing an earlier one. The key is only in this response. A
 * key created with an API token works only while that token does.
 * @throws AppError not_found as `getOwnDevice`, unauthenticated if the actor's own token has just ended
 */
export async function createEditorKey(actor: Actor, deviceId: string, now: Date): Promise<NewEditorKey> {
  const { workspaceId } = await getOwnDevice(actor, deviceId, now);
  const key = `waka_${randomUUID()}`;
  const { tokenId } = actor;
  await transaction(async (tx) => {
    if (tokenId !== null && (await lockParent(tx, tokenId, now)) === null) {
      throw new AppError("unauthenticated", "Missing, invalid or expired token");
    }
    if (!(await lockOwnDevice(tx, actor.developerId, deviceId))) {
      throw new AppError("not_found", "Device not enrolled");
    }
    await replaceEditorKey(tx, deviceId, { keyHash: sha256Hex(key), tokenId }, now);
    const action = "editor_key.created";
    await recordAudit(tx, { workspaceId, actor }, { action, target: targetOf(deviceId) }, now);
  });
  return { key, created_at: now.toISOString() };
}

/** Revokes the key: the next request that uses it is refused. @throws AppError not_found, also if there is none */
export async function deleteEditorKey(actor: Actor, deviceId: string, now: Date): Promise<void> {
  const { workspaceId } = await getOwnDevice(actor, deviceId, now);
  await transaction(async (tx) => {
    if (!(await deleteEditorKeyRow(tx, deviceId))) throw new AppError("not_found", "Editor key not found");
    const action = "editor_key.deleted";
    await recordAudit(tx, { workspaceId, actor }, { action, target: targetOf(deviceId) }, now);
  });
}
