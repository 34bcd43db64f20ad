import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import type { Origin } from "@/lib/http/origin";
import type { Proof } from "@/lib/http/proof";
import { sha256Hex } from "@/lib/platform/crypto";
import { readEditorKey } from "@/lib/tracker/editors/rules";
import { touchEditorKey } from "@/lib/tracker/editors/store";

/** The editors on a device, and whose they are. Nothing but what an editor may do takes this for who calls. */
export type Editor = { deviceId: string; actor: Actor };

export const EDITOR_PROOFS: readonly Proof[] = [
  {
    name: "editorKey",
    scheme: {
      type: "http",
      scheme: "basic",
      description:
        "The editor key (`waka_…`) of a device, in base64, as editors' plugins send it: alone, or before a colon. `Bearer` and the key does, too.",
    },
  },
];

/**
 * Who sends this, by the key of a device.
 * @throws AppError unauthenticated, alike for a key that is malformed, unknown or revoked, and for anything else
 */
export async function authenticateEditor(request: Request, now: Date, origin: Origin): Promise<Editor> {
  const key = readEditorKey(request.headers.get("authorization"));
  const found = key === null ? null : await touchEditorKey(sha256Hex(key), now);
  if (found === null) throw new AppError("unauthenticated", "Missing, invalid or revoked editor key");
  const { deviceId, developerId } = found;
  const claim = { developerId, tokenId: null, tokenScope: null, sessionId: null, signedInAt: null };
  return { deviceId, actor: { ...claim, ...origin } };
}
