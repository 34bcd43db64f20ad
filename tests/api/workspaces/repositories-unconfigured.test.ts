import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { GET as available } from "@/app/api/v1/workspaces/[workspace_id]/repositories/available/route";
import { POST } from "@/app/api/v1/workspaces/[workspace_id]/repositories/route";
import { encryptGrant } from "@/lib/identity/connection-tokens";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

it("the service sends no token of the local identity provider to a code host, and says that none is set up", async () => {
  let requests = 0;
  const host = createServer((_request, response) => {
    requests += 1;
    response.end("{}");
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void host.close());
  const address = host.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  Object.assign(process.env, { CODE_HOST_API_URL: url, LOCAL_IDENTITY_URL: `${url}/local` });

  const ada = await aDeveloper();
  const params = { workspace_id: (await aWorkspace(ada)).id };
  const connection = await db().developerConnection.create({
    data: { developerId: ada.id, provider: "code_host", subject: "local", scopes: [] },
  });
  const grant = { accessToken: "local-token", refreshToken: null, expiresAt: null, scopes: [] };
  await db().developerConnection.update({
    where: { id: connection.id },
    data: encryptGrant(connection.id, grant),
  });
  const body = { full_name: "acme/app" };
  for (const answer of [
    await call(POST, "POST", { bearer: ada.jwt, params, body }),
    await call(available, "GET", { bearer: ada.jwt, params }),
  ]) {
    expect([answer.status, answer.json.detail]).toEqual([503, "No code host is set up on this server."]);
  }
  expect(requests).toBe(0);
});
