import { retitleRecordsJob, settleRemovedOptionsJob } from "@/lib/crm/attributes/jobs";
import { runAutomationJob, sendRunRequestsJob, sweepRuns } from "@/lib/crm/automations/jobs";
import { sweepEmailEvents } from "@/lib/crm/emails/jobs";
import { eraseOldImports, runImportJob, sweepImports } from "@/lib/crm/import/jobs";
import { eraseDeletedRecordsJob } from "@/lib/crm/records/jobs";
import { advanceEnrollmentJob, sendStepRequestsJob, sweepEnrollments } from "@/lib/crm/sequences/jobs";
import { mailReceiptJob, notifyFormOwners } from "@/lib/forms/notices/jobs";
import { eraseDeletedForms, sweepFormUploads, verifyUploadJob } from "@/lib/forms/uploads/jobs";
import { eraseDeveloperJob, sweepErasures } from "@/lib/identity/erasure/jobs";
import { sweepAuthFlows } from "@/lib/identity/jobs";
import { sweepSessions } from "@/lib/identity/sessions/jobs";
import { confirmSnsSubscription } from "@/lib/inbound/email/jobs";
import { eraseOldDeliveries, processDeliveryJob, processDueDeliveries } from "@/lib/inbound/jobs";
import { sweepProductEvents } from "@/lib/ingestion/jobs";
import type { Job } from "@/lib/jobs/define-job";
import { sweepGivenUpJobs, sweepOutbox } from "@/lib/jobs/jobs";
import {
  mailDigestJob,
  mailGroup,
  mailNotification,
  startDigestsJob,
  sweepNotifications,
} from "@/lib/notifications/jobs";
import { watchService } from "@/lib/operators/service/jobs";
import { notifyFollowersJob, notifyOfReplyJob } from "@/lib/projects/requests/jobs";
import { sweepRepositories, syncRepositoryJob } from "@/lib/repositories/jobs";
import { sweepIdempotencyKeys } from "@/lib/routes/idempotency/jobs";
import { eraseDeletedTablesJob } from "@/lib/tables/jobs";
import { sweepFollowingTeams, syncFollowingTeam, syncTeamsOfRepository } from "@/lib/teams/jobs";
import { eraseRangeJob } from "@/lib/tracker/captured/jobs";
import { enrichBuckets, enrichHours, enrichProject, sweepDirtyBuckets } from "@/lib/tracker/enrichment/jobs";
import {
  eraseEvidence,
  eraseEvidenceObjects,
  sweepEvidence,
  verifyEvidenceJob,
} from "@/lib/tracker/evidence/jobs";
import { runTrackerImport, sweepTrackerImports } from "@/lib/tracker/imports/jobs";
import { redactAgainJob, redactStoredJob } from "@/lib/tracker/redaction/jobs";
import { deleteOldTracking, keepSampleMonths } from "@/lib/tracker/retention/jobs";
import { rederiveJob } from "@/lib/tracker/rules/jobs";
import { fanOut, sweepLeftEvents } from "@/lib/webhooks/fan-out/jobs";
import { sendHeldEvents } from "@/lib/webhooks/held/jobs";
import {
  deliverSlowWebhooks,
  deliverWebhook,
  eraseWebhookDeliveries,
  sweepWebhookDeliveries,
  wakeWebhookDeliveries,
} from "@/lib/webhooks/jobs";
import { notifyOfFailingWebhooks, notifyOfWithheldEvents } from "@/lib/webhooks/notices/jobs";

/** Every job of the service. What is not listed here is run by no engine. */
export const catalogue: readonly Job[] = [
  sweepOutbox,
  sweepGivenUpJobs,
  sweepAuthFlows,
  sweepSessions,
  eraseDeveloperJob,
  sweepErasures,
  sweepIdempotencyKeys,
  syncRepositoryJob,
  sweepRepositories,
  syncTeamsOfRepository,
  syncFollowingTeam,
  sweepFollowingTeams,
  enrichBuckets,
  enrichHours,
  enrichProject,
  sweepDirtyBuckets,
  verifyEvidenceJob,
  sweepEvidence,
  eraseEvidence,
  eraseEvidenceObjects,
  redactStoredJob,
  redactAgainJob,
  rederiveJob,
  eraseRangeJob,
  deleteOldTracking,
  keepSampleMonths,
  runTrackerImport,
  sweepTrackerImports,
  processDeliveryJob,
  processDueDeliveries,
  eraseOldDeliveries,
  deliverWebhook,
  deliverSlowWebhooks,
  sweepWebhookDeliveries,
  fanOut,
  sweepLeftEvents,
  wakeWebhookDeliveries,
  eraseWebhookDeliveries,
  sendHeldEvents,
  notifyOfFailingWebhooks,
  notifyOfWithheldEvents,
  sweepProductEvents,
  confirmSnsSubscription,
  sweepEmailEvents,
  runAutomationJob,
  sendRunRequestsJob,
  sweepRuns,
  advanceEnrollmentJob,
  sendStepRequestsJob,
  sweepEnrollments,
  mailNotification,
  mailGroup,
  startDigestsJob,
  mailDigestJob,
  sweepNotifications,
  watchService,
  retitleRecordsJob,
  settleRemovedOptionsJob,
  eraseDeletedRecordsJob,
  runImportJob,
  sweepImports,
  eraseOldImports,
  eraseDeletedTablesJob,
  verifyUploadJob,
  sweepFormUploads,
  eraseDeletedForms,
  notifyFormOwners,
  mailReceiptJob,
  notifyFollowersJob,
  notifyOfReplyJob,
];
