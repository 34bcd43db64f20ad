import { randomInt, randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { encryptGrant } from "@/lib/identity/connection-tokens";
import { db } from "@/lib/platform/database";
import { startCodeHostServer } from "@/tests/support/code-host-server";
import { aDeveloper } from "@/tests/support/factories";

/** Starts a code host and configures the service for it; it stops with the test file. */
export async function startCodeHost() {
  const client = { id: "client-of-code-host", secret: "secret-of-code-host" };
  const server = await startCodeHostServer({
    ...client,
    redirectUri: "http://localhost:3000/auth/code_host/callback",
  });
  Object.assign(process.env, {
    CODE_HOST_CLIENT_ID: client.id,
    CODE_HOST_CLIENT_SECRET: client.secret,
    CODE_HOST_URL: server.url,
    CODE_HOST_API_URL: server.apiUrl,
  });
  afterAll(() => server.stop());
  return server;
}

type Server = Awaited<ReturnType<typeof startCodeHost>>;

/** A developer with an account at the code host and the connection that signing in with it leaves. */
export async function aConnectedDeveloper(server: Server, given: { name?: string } = {}) {
  const developer = await aDeveloper(given);
  const account = { id: randomInt(1, 2 ** 40), login: `l${randomUUID().slice(0, 8)}` };
  const email = { email: developer.email, primary: true, verified: true, visibility: null };
  const accessToken = server.issueToken({ ...account, emails: [email] });
  const id = randomUUID();
  await db().developerConnection.create({
    data: {
      id,
      developerId: developer.id,
      provider: "code_host",
      subject: String(account.id),
      email: developer.email,
      scopes: ["read:user", "user:email"],
      ...encryptGrant(id, { accessToken, refreshToken: null, expiresAt: null, scopes: [] }),
    },
  });
  return { ...developer, account, connectionId: id };
}
