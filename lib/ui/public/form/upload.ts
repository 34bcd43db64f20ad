import type { PublicFormField } from "@/lib/forms/schema";
import { refusalOf } from "@/lib/forms/uploads/rules";
import type { PresignedUpload } from "@/lib/forms/uploads/schema";
import { addressOf } from "@/lib/ui/api/address";
import type { BodyOf } from "@/lib/ui/api/input";

const UPLOADS = "/public/forms/{form_id}/uploads";

export const NO_CONNECTION = "The service can't be reached. Nothing you typed is lost: please try again.";

async function sha256Of(file: File): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** `fetch` doesn't report an upload's progress. */
function put(
  file: File,
  { upload_url, upload_headers }: PresignedUpload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", upload_url);
    for (const [name, value] of Object.entries(upload_headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Error("The file was not taken. Please try another."));
    };
    request.onerror = () => reject(new Error(NO_CONNECTION));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/**
 * Uploads a file for a field.
 * @param onProgress called with the share that was sent, 0 to 1
 * @returns the id to use as the field's answer
 * @throws Error with a sentence for the visitor
 */
export async function upload(
  formId: string,
  field: PublicFormField,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const about = { contentType: file.type, byteSize: file.size };
  const refusal = refusalOf(field, about);
  if (refusal !== null) throw new Error(refusal);
  const response = await fetch(addressOf(UPLOADS, { form_id: formId }), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      field: field.key,
      file_name: file.name,
      content_type: file.type,
      byte_size: file.size,
      sha256: await sha256Of(file),
    } satisfies BodyOf<"POST", typeof UPLOADS>),
    signal,
  }).catch(() => {
    throw new Error(NO_CONNECTION);
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(String(answer.issues?.[0]?.message ?? answer.detail));
  await put(file, answer, onProgress, signal);
  return String(answer.upload_id);
}
