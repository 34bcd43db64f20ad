import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

// Where only what runs is installed, the client is in what was built elsewhere.
let cli;
try {
  cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
} catch {
  process.exit(0);
}

// Generating the client needs no native engine, but the command line looks for one and would download it; naming any
// executable keeps it from that, and installs work without a network.
const { status } = spawnSync(process.execPath, [cli, "generate", "--config", "prisma/prisma.config.ts"], {
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
});
process.exit(status ?? 1);
