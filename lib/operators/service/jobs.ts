import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { noteService, notifyOfGivenUpJobs } from "@/lib/operators/service/note-service";

/** Records the state of the service every minute, and notifies operators of given-up jobs. */
export const watchService = defineJob({
  name: "operators.watch-service",
  payload: z.object({}),
  schedule: "* * * * *",
  dedupeKey: () => "all",
  handler: async (_payload, { now }) => {
    await noteService(now);
    await notifyOfGivenUpJobs(now);
    return undefined;
  },
});
