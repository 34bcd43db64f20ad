import { builtConfig } from "@/lib/server/build";

/*
 * npm run start:web
 *
 * The web process alone, on the build that `npm run build` made: for a container, or a machine where something else keeps
 * processes running. The database is migrated before (`npm run start:migrate`), and jobs are the worker's
 * (`npm run start:worker`) or Inngest's.
 */

try {
  Object.assign(process.env, {
    NODE_ENV: "production",
    PROCESS_NAME: "web",
    NEXT_TELEMETRY_DISABLED: "1",
    __NEXT_PRIVATE_STANDALONE_CONFIG: await builtConfig(),
  });
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
// Another bundling than this one's: it shares modules with Next.
await import(new URL("./web.mjs", import.meta.url).href);
