import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { beginSession } from "@/lib/identity/sessions/begin-session";
import { findDeveloperByVerifiedEmail, insertDeveloper, lockEmail } from "@/lib/identity/store";
import { closeDatabase, transaction } from "@/lib/platform/database";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { embeddedSecrets } from "@/lib/server/secrets";
import { USAGES } from "@/lib/server/usages.mjs";

/*
 * npm run -s token -- --email ada@example.com
 *
 * Prints a JWT for scripts, signed with the secret of the embedded default. Whoever may read the data folder may do
 * anything with its data already; a deployment's secret is not for scripts, so with DATABASE_URL set this refuses.
 */

/** The developer with this verified email, made when there is none: a later sign-in with that email is theirs. */
async function developerIdOf(email: string, now: Date): Promise<string> {
  return transaction(async (tx) => {
    await lockEmail(tx, email);
    const found = await findDeveloperByVerifiedEmail(tx, email);
    if (found && !found.isActive) throw new Error(`${email} is deactivated.`);
    const name = email.slice(0, email.indexOf("@"));
    const developer =
      found ??
      (await insertDeveloper(tx, { name, email, emailVerified: true, avatarUrl: null, createdAt: now }));
    return developer.id;
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: "string" } } });
  const email = z.email().safeParse(values.email?.trim().toLowerCase());
  if (!email.success) throw new Error(USAGES.token);
  if (process.env.DATABASE_URL) {
    const address = process.env.BASE_URL || `http://localhost:${process.env.PORT || 3000}`;
    throw new Error(
      `DATABASE_URL is set, and this works on the embedded default only. Sign in at ${address}, open your account, then API tokens, and create one: it does the same.`,
    );
  }
  const dataDir = process.env.DATA_DIR || ".data";
  if (!existsSync(path.join(dataDir, "secrets.json"))) {
    throw new Error(`There is no data in ${path.resolve(dataDir)} yet. Start the service once: npm start`);
  }
  const server = await startEmbeddedPostgres(dataDir);
  try {
    // As the launcher does: a secret of your own comes before the one that was made.
    for (const [name, value] of Object.entries(await embeddedSecrets(dataDir))) process.env[name] ||= value;
    process.env.DATABASE_URL = server.url;
    const now = new Date();
    const developerId = await developerIdOf(email.data, now);
    const whence = { provider: null, client: null, userAgent: null, ip: null };
    // Whoever runs this need not say at which address the service was started.
    console.log((await beginSession({ developerId, kind: "command", ...whence }, now, null)).jwt);
  } finally {
    await closeDatabase();
    if (server.startedHere) await server.stop();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
