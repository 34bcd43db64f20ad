import { beginDeviceLogin } from "@/lib/account/begin-device-login";
import { SECRET_BEARING } from "@/lib/identity/headers";
import { DeviceLoginQuery } from "@/lib/identity/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Start signing in for a desktop client that listens on 127.0.0.1",
  query: DeviceLoginQuery,
  response: "redirect",
  headers: SECRET_BEARING,
  errors: ["bad_request"],
  handle: ({ query }) => beginDeviceLogin(query),
});
