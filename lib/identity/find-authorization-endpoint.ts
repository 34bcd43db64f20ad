import { z } from "zod";
import { boundedFetch } from "@/lib/identity/bounded-answers";
import { DISCOVERY_KEPT_S, PROVIDER_TIMEOUT_MS } from "@/lib/identity/limits";
import { log } from "@/lib/platform/log";

const Document = z.object({ authorization_endpoint: z.url({ protocol: /^https?$/ }) });

type Kept = { endpoint: string; readAt: Date };

const kept = new Map<string, Kept>();
const reading = new Map<string, Promise<Kept | null>>();

async function read(issuer: string, now: Date): Promise<Kept | null> {
  try {
    const response = await boundedFetch(`${issuer}/.well-known/openid-configuration`, {
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the provider answered ${response.status}`);
    const { authorization_endpoint: endpoint } = Document.parse(await response.json());
    kept.set(issuer, { endpoint, readAt: now });
  } catch (error) {
    log.warn({ err: error, issuer }, "a provider did not say where to sign in");
  }
  // One that is out of reach for a moment most likely still signs people in where it did.
  return kept.get(issuer) ?? null;
}

/**
 * Where an OpenID Connect provider signs people in, by its discovery document (OpenID Connect Discovery 1.0, section 4).
 * A document is kept for ten minutes, and asked for once by any number of callers, so that sign-ins that are only begun
 * cost the provider nothing.
 * @returns null when the provider can't be reached and never was
 */
export async function findAuthorizationEndpoint(issuer: string, now: Date): Promise<string | null> {
  const known = kept.get(issuer);
  const age = known ? now.getTime() - known.readAt.getTime() : Number.POSITIVE_INFINITY;
  if (known && age >= 0 && age < DISCOVERY_KEPT_S * 1000) return known.endpoint;
  const asked = reading.get(issuer) ?? read(issuer, now).finally(() => reading.delete(issuer));
  reading.set(issuer, asked);
  return (await asked)?.endpoint ?? null;
}
