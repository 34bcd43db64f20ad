import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { applyMigrations, pendingSchemaSql, writeMigration } from "@/lib/platform/migrations";

/*
 * npm run db:deploy           applies what is missing to DATABASE_URL (or to the embedded server)
 * npm run db:migration NAME   writes the difference between prisma/schema and prisma/migrations as a new migration
 * npm run db:check            fails when the schema files hold a change that no migration carries
 */

const [verb, name] = process.argv.slice(2);
const embedded = process.env.DATABASE_URL
  ? null
  : await startEmbeddedPostgres(process.env.DATA_DIR ?? ".data");
const url = process.env.DATABASE_URL ?? embedded?.url ?? "";
try {
  if (verb === "deploy") {
    const applied = await applyMigrations(url);
    console.log(applied.length === 0 ? "Nothing to apply." : `Applied:\n  ${applied.join("\n  ")}`);
  } else if (verb === "new" && name) {
    const folder = await writeMigration(url, name, new Date());
    console.log(
      folder ? `Wrote prisma/migrations/${folder}/migration.sql; read it before you commit.` : "No change.",
    );
  } else if (verb === "check") {
    const sql = await pendingSchemaSql(url);
    if (sql !== "") {
      console.error(`The schema has changes that no migration carries:\n${sql}`);
      process.exitCode = 1;
    } else console.log("Schema and migrations agree.");
  } else {
    console.error("Usage: migrate deploy | new NAME | check");
    process.exitCode = 2;
  }
} finally {
  if (embedded?.startedHere) await embedded.stop();
}
