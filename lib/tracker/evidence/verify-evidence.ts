import { deleteObject, readObject } from "@/lib/platform/storage";
import { verdictOn } from "@/lib/platform/uploads";
import { beginsLike } from "@/lib/tracker/evidence/rules";
import { findEvidence, settleEvidence } from "@/lib/tracker/evidence/store";

/**
 * Compares an upload with what was announced for it and writes the verdict down. What does not match is marked first,
 * so that it is never shown, and then deleted from the store. Safe to run again at any point.
 * @throws when the store can't be reached; the upload stays pending
 */
export async function verifyEvidence(id: string, now: Date): Promise<undefined> {
  const evidence = await findEvidence(id);
  if (evidence?.status === "pending") {
    const status = await verdictOn(evidence, await readObject(evidence.objectKey), beginsLike);
    await settleEvidence(id, status, now);
    if (status === "mismatch") await deleteObject(evidence.objectKey);
  } else if (evidence?.status === "mismatch") {
    await deleteObject(evidence.objectKey);
  }
}
