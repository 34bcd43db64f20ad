/** For whoever runs Prisma's command line; the service itself connects through lib/platform/database.ts. */
export default {
  schema: "schema",
  migrations: { path: "migrations" },
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
};
