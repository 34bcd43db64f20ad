import { beginDeviceLogin } from "@/lib/account/begin-device-login";
import { SECRET_BEARING } from "@/lib/identity/headers";
import { DeviceLoginQuery } from "@/lib/identity/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Start signing in for a desktop client that listens on 127.0.0.1",
  description:
    "For a browser that the client opens: it ends at the client's own `http://127.0.0.1:<port>/callback`.",
  query: DeviceLoginQuery,
  response: "redirect",
  headers: SECRET_BEARING,
  errors: ["bad_request"],
  handle: ({ query }) => beginDeviceLogin(query),
});
