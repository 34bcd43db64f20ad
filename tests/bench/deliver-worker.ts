import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { catalogue } from "@/lib/server/catalogue";

/*
 * The worker of `npm run bench -- deliver`: the whole catalogue, and jobs that do nothing, to compare with: one as most
 * jobs are, and one in the places of those that wait for others, which are many and fetched in batches.
 */

function noOp(name: string, waitsForOthers: boolean) {
  return defineJob({
    name,
    payload: z.object({ n: z.int() }),
    waitsForOthers,
    handler: async () => {
      process.send?.("no-op");
      return undefined;
    },
  });
}
await startEmbeddedEngine([...catalogue, noOp("bench.no-op", false), noOp("bench.wait-for-nothing", true)]);
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
