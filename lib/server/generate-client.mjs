import { createRequire } from "node:module";

/*
 * Generates the Prisma client as `prisma generate` does, with the packages that the command line is made of: installing
 * it as a whole takes 130 MB more (lib/decisions/2026-11-27-installing-and-building-take-what-is-used.md).
 */

// Required, not imported: their ES modules name files without an ending, which Node refuses.
const require = createRequire(import.meta.url);

// Where only what runs is installed, the client is in what was built elsewhere.
try {
  require.resolve("@prisma/internals");
} catch {
  process.exit(0);
}
const internals = require("@prisma/internals");
const { PrismaClientTsGenerator } = require("@prisma/client-generator-ts");

const schemaContext = await internals.loadSchemaContext({
  schemaPath: { cliProvidedPath: "prisma/schema" },
  printLoadMessage: false,
});
const [generator] = await internals.getGenerators({
  schemaContext,
  registry: { "prisma-client": { type: "in-process", generator: new PrismaClientTsGenerator() } },
  // The client needs no native engine.
  skipDownload: true,
});
await generator.generate();
generator.stop();
