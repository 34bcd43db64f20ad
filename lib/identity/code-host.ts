import { z } from "zod";
import { boundedFetch } from "@/lib/identity/bounded-answers";
import { PROVIDER_TIMEOUT_MS } from "@/lib/identity/limits";
import { identityOfClaims, type ProviderIdentity } from "@/lib/identity/rules";
import { env } from "@/lib/platform/env";

const User = z.object({
  id: z.union([z.int(), z.string().min(1)]),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Where the code host answers who a token belongs to. */
export function codeHostUserUrl(): string {
  return `${env().CODE_HOST_API_URL}/user`;
}

/** One GET of the code host's API. Redirects are not followed, so that the token stays with the host it is for. */
export function getFromCodeHost(url: string, accessToken: string): Promise<Response> {
  return boundedFetch(url, {
    headers: {
      accept: "application/vnd.github+json, application/json",
      authorization: `Bearer ${accessToken}`,
      "user-agent": "workspace-platform-service",
    },
    redirect: "error",
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
}

async function read<T>(schema: z.ZodType<T>, url: string, accessToken: string): Promise<T> {
  const response = await getFromCodeHost(url, accessToken);
  if (!response.ok) throw new Error(`the code host answered ${response.status}`);
  return schema.parse(await response.json());
}

/**
 * Who a token of the code host belongs to. The email is the primary one, and only if it is verified: the profile's
 * public address is whatever the person typed.
 */
export async function fetchCodeHostIdentity(accessToken: string): Promise<ProviderIdentity> {
  const [user, emails] = await Promise.all([
    read(User, codeHostUserUrl(), accessToken),
    read(Emails, `${env().CODE_HOST_API_URL}/user/emails?per_page=100`, accessToken),
  ]);
  return identityOfClaims({
    sub: String(user.id),
    name: user.name || user.login,
    email: emails.find((entry) => entry.primary && entry.verified)?.email,
    email_verified: true,
    picture: user.avatar_url,
  });
}
