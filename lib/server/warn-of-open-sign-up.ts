import { listProviders } from "@/lib/identity/providers";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** Says at the start of a server on a public address that whoever has an account at a provider may come in. */
export function warnOfOpenSignUp(): void {
  const { isLoopback, SIGN_UP, SIGN_UP_EMAIL_DOMAINS, WORKSPACE_CREATION } = env();
  if (isLoopback || SIGN_UP !== "open" || SIGN_UP_EMAIL_DOMAINS.length > 0) return;
  const names = listProviders().flatMap(({ isAvailable, name }) => (isAvailable ? [name] : []));
  if (names.length === 0) return;
  const may = WORKSPACE_CREATION === "anyone" ? "sign up and create workspaces" : "sign up";
  log.warn(
    `whoever has an account at ${names.join(" or ")} may ${may} here: SIGN_UP, SIGN_UP_EMAIL_DOMAINS and WORKSPACE_CREATION narrow that`,
  );
}
