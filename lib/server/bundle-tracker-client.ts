import { build } from "esbuild";

const CLIENT = "public/tracker-client.mjs";

/**
 * Bundles the tracker's client into one file that every service hands out, for computers that have Node and nothing of ours.
 * It is not minified: whoever lets it run may read what it does.
 */
export async function bundleTrackerClient(): Promise<void> {
  await build({
    entryPoints: ["lib/server/tracker.ts"],
    outfile: CLIENT,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: {
      js: "#!/usr/bin/env node\n/* The tracker's client. Runs on Node 20 or later: node tracker-client.mjs --help */",
    },
    legalComments: "eof",
    logLevel: "warning",
  });
}
