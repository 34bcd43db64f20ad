import { Redirect } from "@/lib/http/answers";
import { AppError } from "@/lib/http/app-error";
import { isProviderId, loopbackCallback, loopbackPort } from "@/lib/identity/rules";

/**
 * Where a desktop client sends the browser: the provider's login, with the client's loopback address to return to
 * (requirements, "Sign-in"). The address is not escaped, as required.
 * @throws AppError bad_request for an unknown provider or a port out of range
 */
export async function beginDeviceLogin(query: {
  provider?: string | undefined;
  port?: string | undefined;
  client?: string | undefined;
}): Promise<Redirect> {
  if (!isProviderId(query.provider)) throw new AppError("bad_request", "Unsupported provider");
  const port = loopbackPort(query.port);
  if (port === null) throw new AppError("bad_request", "Port out of range");
  const client = query.client ? `&client=${encodeURIComponent(query.client)}` : "";
  return new Redirect(`/auth/${query.provider}/login?redirect_url=${loopbackCallback(port)}${client}`);
}
