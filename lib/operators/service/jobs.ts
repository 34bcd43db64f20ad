import { defineScheduledJob } from "@/lib/jobs/define-job";
import { noteService, notifyOfGivenUpJobs } from "@/lib/operators/service/note-service";

/** Records the state of the service every minute, and notifies operators of given-up jobs. */
export const watchService = defineScheduledJob({
  name: "operators.watch-service",
  schedule: "* * * * *",
  run: async (now) => {
    await noteService(now);
    await notifyOfGivenUpJobs(now);
  },
});
