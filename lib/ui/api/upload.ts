import { ApiError, errorOf, NO_ANSWER_STATUS } from "@/lib/ui/api/client";
import { awaitsSignIn, endExpiredSession, nextToken } from "@/lib/ui/api/session";

/**
 * Uploads a file as a request's body with progress, which `fetch` doesn't report.
 * @param onProgress called with the share that was sent, 0 to 1
 * @throws ApiError if it is refused or not answered; the abort reason of `signal`
 */
export async function uploadFile<T>(
  address: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<T> {
  const token = await nextToken(signal);
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Content-Type", "application/json");
    if (token !== null) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const headers = { "x-request-id": request.getResponseHeader("x-request-id") ?? "" };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = () =>
      reject(new ApiError(NO_ANSWER_STATUS, "The upload broke off. Check your connection and try again."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
  if (response.ok) return (await response.json()) as T;
  if (response.status === 401 && token !== null) {
    endExpiredSession(token);
    if (awaitsSignIn()) return uploadFile(address, file, onProgress, signal);
  }
  throw await errorOf(response);
}
