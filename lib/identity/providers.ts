import { AppError } from "@/lib/http/app-error";
import { brandNamed, brandOf, nameOf } from "@/lib/identity/presets";
import { type Brand, PROVIDER_IDS, type ProviderId, type Purpose } from "@/lib/identity/rules";
import { deriveSecret } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

/** What to ask the provider for: the scopes, and the parameters that make it ask the person again. */
type AuthorizationParams = { scope: string } & Record<string, string>;

/** A sign-in provider as this deployment reaches it. */
export type Provider = {
  id: ProviderId;
  name: string;
  /** The brand whose logo is shown; null if unknown. */
  brand: Brand | null;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Which protocol it speaks: OpenID Connect by discovery, or plain OAuth 2 with the code host's own API. */
  protocol: "openid" | "code_host";
  issuer: string;
  /** Whether every address that it gives is taken for verified, unless it says otherwise. */
  trustsEmail: boolean;
  /** Served by the local identity provider. */
  isLocal: boolean;
};

const PLAIN_NAMES: Record<ProviderId, string> = {
  code_host: "Code host",
  suite_a: "Suite A",
  suite_b: "Suite B",
};

/** What people read as a provider's name: what a setting says, else what its address says where it is in use. */
export function providerName(id: ProviderId): string {
  const settings = env();
  const chosen = {
    code_host: settings.CODE_HOST_NAME,
    suite_a: settings.SUITE_A_NAME,
    suite_b: settings.SUITE_B_NAME,
  }[id];
  const known = configured(id) ? nameOf(addressOf(id)) : null;
  return chosen ?? known ?? PLAIN_NAMES[id];
}

const GOOGLE_ISSUER = "https://accounts.google.com";

const OPENID_SCOPES = "openid email profile";

/** Mail and calendar, read-only, as each suite calls them. */
export const CRM_SCOPES: Record<Exclude<ProviderId, "code_host">, string> = {
  suite_a: "https://www.googleapis.com/auth/gmail.readonly https://www.googleapis.com/auth/calendar.readonly",
  suite_b: "Mail.Read Calendars.Read",
};

/** The client secret that the service and the local identity provider both derive. */
export function localClientSecret(id: ProviderId): string {
  return deriveSecret(`local identity provider: client ${id}`);
}

function redirectUri(id: ProviderId): string {
  return `${env().BASE_URL}/auth/${id}/callback`;
}

function configured(id: ProviderId): { clientId: string; clientSecret: string } | null {
  const settings = env();
  const [clientId, clientSecret] = {
    code_host: [settings.CODE_HOST_CLIENT_ID, settings.CODE_HOST_CLIENT_SECRET],
    suite_a: [settings.SUITE_A_CLIENT_ID, settings.SUITE_A_CLIENT_SECRET],
    suite_b: [settings.SUITE_B_CLIENT_ID, settings.SUITE_B_CLIENT_SECRET],
  }[id];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** Where a provider is, as the settings have it. */
function addressOf(id: ProviderId): string {
  const settings = env();
  if (id === "code_host") return settings.CODE_HOST_URL;
  return id === "suite_a" ? settings.SUITE_A_ISSUER : settings.SUITE_B_ISSUER;
}

function issuerOf(id: ProviderId): string {
  // The issuer by which the code host names itself in its answers (RFC 9207).
  return id === "code_host" ? `${addressOf(id)}/login/oauth` : addressOf(id);
}

/**
 * A provider as configured, or the local identity provider in its place where it has no client id and the service
 * runs on a loopback address; null when it can't be used here.
 */
function findProvider(id: ProviderId): Provider | null {
  const { isLoopback, LOCAL_IDENTITY_URL, SUITE_B_TRUST_EMAIL } = env();
  const client = configured(id);
  const name = providerName(id);
  const common = { id, name, redirectUri: redirectUri(id) };
  if (client) {
    const protocol = id === "code_host" ? "code_host" : "openid";
    const trustsEmail = id === "suite_b" && SUITE_B_TRUST_EMAIL;
    const brand = brandOf(addressOf(id)) ?? brandNamed(name);
    return { ...common, ...client, brand, protocol, issuer: issuerOf(id), trustsEmail, isLocal: false };
  }
  if (!isLoopback || !LOCAL_IDENTITY_URL) return null;
  const local = { clientId: id, clientSecret: localClientSecret(id), issuer: LOCAL_IDENTITY_URL };
  return {
    ...common,
    ...local,
    brand: brandNamed(name),
    protocol: "openid",
    trustsEmail: false,
    isLocal: true,
  };
}

/** @throws AppError not_configured, naming the settings that are missing */
export function getProvider(id: ProviderId): Provider {
  const provider = findProvider(id);
  if (provider) return provider;
  const setting = id.toUpperCase();
  throw new AppError(
    "not_configured",
    `Sign-in with ${providerName(id)} is not configured: ${setting}_CLIENT_ID and ${setting}_CLIENT_SECRET must be set.`,
  );
}

/** What `purpose` asks of a provider. */
export function authorizationParams(provider: Provider, purpose: Purpose): AuthorizationParams {
  if (provider.id === "code_host") {
    return { scope: provider.protocol === "openid" ? OPENID_SCOPES : env().CODE_HOST_SCOPES };
  }
  if (purpose === "login") return { scope: OPENID_SCOPES };
  const scope = `${OPENID_SCOPES} ${CRM_SCOPES[provider.id]}`;
  // Google refuses the standard scope for refresh tokens and uses parameters of its own.
  return provider.issuer === GOOGLE_ISSUER
    ? { scope, prompt: "consent", access_type: "offline", include_granted_scopes: "true" }
    : { scope: `${scope} offline_access`, prompt: "consent" };
}

/** Others may answer an error to a `prompt` that they don't know. */
const LETS_CHOOSE: ReadonlySet<Brand | null> = new Set(["github", "google", "microsoft"]);

/** The address of a provider's sign-in page that asks which account to use, where the provider can do that. */
export function askingForAccount(provider: Provider, location: string): string {
  if (!LETS_CHOOSE.has(provider.brand)) return location;
  const url = new URL(location);
  url.searchParams.set("prompt", "select_account");
  return url.href;
}

export type ProviderInfo = Pick<Provider, "id" | "name" | "brand" | "isLocal"> & { isAvailable: boolean };

/** Every provider and whether a person can sign in with it here, for the sign-in page. */
export function listProviders(): ProviderInfo[] {
  return PROVIDER_IDS.map((id) => {
    const provider = findProvider(id);
    return {
      id,
      name: providerName(id),
      brand: provider?.brand ?? null,
      isAvailable: provider !== null,
      isLocal: provider?.isLocal ?? false,
    };
  });
}
