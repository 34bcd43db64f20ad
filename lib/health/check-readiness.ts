import { partAnswers } from "@/lib/health/part-answers";
import type { Readiness } from "@/lib/health/schema";
import { sharedAnswer } from "@/lib/health/shared-answer";
import { migrationsAreApplied } from "@/lib/health/store";
import { AppError } from "@/lib/http/app-error";
import { listProviders } from "@/lib/identity/providers";
import { env } from "@/lib/platform/env";
import { frontDoor } from "@/lib/platform/front-door";

async function identityProvider(): Promise<"ok" | "not_used" | "unreachable"> {
  const { LOCAL_IDENTITY_URL } = env();
  if (!LOCAL_IDENTITY_URL || !listProviders().some(({ isLocal }) => isLocal)) return "not_used";
  return (await partAnswers(`${LOCAL_IDENTITY_URL}/.well-known/openid-configuration`)) ? "ok" : "unreachable";
}

const MISSING = {
  database: "The database can't be reached.",
  migrations: "Migrations of this version are not applied yet. Run: npm run db:deploy",
  identity_provider: "The built-in identity provider does not answer yet.",
};

const checkParts = sharedAnswer(async (): Promise<Readiness> => {
  const [applied, identity] = await Promise.all([
    migrationsAreApplied().catch(() => null),
    identityProvider(),
  ]);
  const state = {
    database: applied === null ? "unreachable" : "ok",
    migrations: applied === null ? "unknown" : applied ? "applied" : "pending",
    identity_provider: identity,
  } as const;
  const missing = [
    ...(state.database === "ok" ? [] : [MISSING.database]),
    ...(state.migrations === "pending" ? [MISSING.migrations] : []),
    ...(identity === "unreachable" ? [MISSING.identity_provider] : []),
  ];
  if (state.database === "ok" && state.migrations === "applied" && identity !== "unreachable") {
    return { status: "ready", database: "ok", migrations: "applied", identity_provider: identity };
  }
  throw new AppError("unavailable", missing.join(" "), {
    state: { status: "not_ready", ...state },
    isAwaited: true,
  });
});

/**
 * Whether requests can be sent here: not once the process is shutting down, and only while the database, its migrations
 * and, if used, the built-in identity provider are there. The answer is shared by requests within a second.
 * @throws AppError unavailable, with the state of each part and what is missing; not logged, because callers keep
 * asking
 */
export async function checkReadiness(now: Date): Promise<Readiness> {
  if (frontDoor().isStopping) {
    throw new AppError("unavailable", "This process is about to stop.", {
      state: { status: "not_ready" },
      isAwaited: true,
    });
  }
  return checkParts(now);
}
