import type { Actor } from "@/lib/access/actor";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { boundedFetch } from "@/lib/identity/bounded-answers";
import { callProvider } from "@/lib/identity/call-provider";
import { codeHostUserUrl, getFromCodeHost } from "@/lib/identity/code-host";
import { PROVIDER_TIMEOUT_MS } from "@/lib/identity/limits";
import { presentConnection } from "@/lib/identity/present";
import type { Provider } from "@/lib/identity/providers";
import { providerClient } from "@/lib/identity/refresh-grant";
import type { Connection } from "@/lib/identity/schema";
import { findConnection, updateConnection } from "@/lib/identity/store";
import { transaction } from "@/lib/platform/database";

async function askWhoThisIs(provider: Provider, accessToken: string): Promise<Response> {
  if (provider.protocol === "code_host") return getFromCodeHost(codeHostUserUrl(), accessToken);
  const { userinfo_endpoint: url } = (await providerClient(provider)).serverMetadata();
  if (url === undefined) throw new Error("the provider has no userinfo endpoint");
  return boundedFetch(url, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: "error",
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
}

/**
 * Asks the provider whether a connection still works, and answers with the connection and the status found.
 * @throws AppError not_found for anyone else's, unavailable when the provider gives no usable answer
 */
export async function checkConnection(actor: Actor, connectionId: string, now: Date): Promise<Connection> {
  const answer = await callProvider(actor.developerId, connectionId, askWhoThisIs, now);
  if (answer.status === "answered") {
    await answer.response.body?.cancel();
    if (!answer.response.ok) {
      throw new AppError("unavailable", `The provider answered with status ${answer.response.status}.`);
    }
    return presentConnection(
      await transaction((tx) => updateConnection(tx, connectionId, { lastCheckedAt: now })),
    );
  }
  return presentConnection(orNotFound(await findConnection(actor.developerId, connectionId), "Connection"));
}
