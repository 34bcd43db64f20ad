import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import type { Origin } from "@/lib/http/origin";
import type { Proof } from "@/lib/http/proof";
import { sha256Hex } from "@/lib/platform/crypto";
import { readEditorKey } from "@/lib/tracker/editors/rules";
import { touchEditorKey } from "@/lib/tracker/editors/store";

/** An editor on a device, and the device's owner. Only what an editor may do accepts this as its caller. */
export type Editor = { deviceId: string; actor: Actor };

export const EDITOR_PROOFS: readonly Proof[] = [
  {
    name: "editorKey",
    scheme: {
      type: "http",
      scheme: "basic",
      description:
        "The editor key (`waka_…`) of a device, in base64, as editors' plugins send it: alone, or before or behind a colon. `Bearer` and the key works too.",
    },
  },
];

/**
 * Authenticates a request by a device's editor key.
 * @throws AppError unauthenticated, the same for a malformed, unknown or revoked key and for any other credentials
 */
export async function authenticateEditor(request: Request, now: Date, origin: Origin): Promise<Editor> {
  const key = readEditorKey(request.headers.get("authorization"));
  const found = key === null ? null : await touchEditorKey(sha256Hex(key), now);
  if (found === null) throw new AppError("unauthenticated", "Missing, invalid or revoked editor key");
  const { deviceId, developerId } = found;
  const claim = { developerId, tokenId: null, tokenScope: null, sessionId: null, signedInAt: null };
  return { deviceId, actor: { ...claim, ...origin } };
}
