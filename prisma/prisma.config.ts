import { defineConfig } from "prisma/config";

/** Read by the Prisma command line only; the service itself connects through lib/platform/database.ts. */
export default defineConfig({
  schema: "schema",
  migrations: { path: "migrations" },
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
});
