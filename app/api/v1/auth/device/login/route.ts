import { publicRoute } from "@/lib/http/public-route";
import { beginDeviceLogin } from "@/lib/identity/begin-device-login";
import { SECRET_BEARING } from "@/lib/identity/headers";
import { DeviceLoginQuery } from "@/lib/identity/schema";

export const GET = publicRoute({
  summary: "Begin signing in for a desktop client that listens on 127.0.0.1",
  query: DeviceLoginQuery,
  response: "redirect",
  headers: SECRET_BEARING,
  errors: ["bad_request"],
  handle: ({ query }) => beginDeviceLogin(query),
});
