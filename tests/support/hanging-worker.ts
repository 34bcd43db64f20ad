import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";

/** A worker process whose job never ends, so that a test can kill it in the middle of one. Argument: the job's name. */
const [name = ""] = process.argv.slice(2);
const job = defineJob({
  name,
  payload: z.object({}),
  handler: () => {
    console.log("begun");
    return new Promise(() => {});
  },
});
await startEmbeddedEngine([job]);
