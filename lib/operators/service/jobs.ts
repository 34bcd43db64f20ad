import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { noteService, tellOfGivenUpJobs } from "@/lib/operators/service/note-service";

/** Writes down each minute how the service is, and tells operators of jobs that were given up. */
export const watchService = defineJob({
  name: "operators.watch-service",
  payload: z.object({}),
  schedule: "* * * * *",
  dedupeKey: () => "all",
  handler: async (_payload, { now }) => {
    await noteService(now);
    await tellOfGivenUpJobs(now);
    return undefined;
  },
});
