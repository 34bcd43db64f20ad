import type { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/database";
import { checkInviter } from "@/lib/workspaces/invites/check-inviter";
import { inviteStatus, maskEmail } from "@/lib/workspaces/invites/rules";
import type { InvitePreview } from "@/lib/workspaces/invites/schema";
import { findInviteByToken } from "@/lib/workspaces/invites/store";

/**
 * Show what an invite is for, to whoever holds its link.
 * @throws AppError not_found for an unknown link, gone for an expired or used one and as `checkInviter`
 */
export async function previewInvite(token: string, now: Date): Promise<z.input<typeof InvitePreview>> {
  const invite = await findInviteByToken(db(), sha256Hex(token));
  if (!invite?.workspace.isActive) throw new AppError("not_found", "Invite not found");
  const status = inviteStatus(invite, now);
  if (status !== "open")
    throw new AppError("gone", `This invite ${status === "expired" ? "has expired" : "was used already"}`);
  await checkInviter(db(), invite);
  return {
    workspace_name: invite.workspace.name,
    role_name: invite.customRole.name,
    invited_by: invite.invitedBy?.name ?? null,
    email: maskEmail(invite.email),
    expires_at: invite.expiresAt.toISOString(),
  };
}
