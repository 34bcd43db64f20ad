import { AttributeType } from "@/lib/crm/attributes/schema";
import { ActionStatus, ActionType, RunStatus } from "@/lib/crm/automations/schema";
import { EMAIL_EVENT_TYPES } from "@/lib/crm/emails/rules";
import { SuppressionReason } from "@/lib/crm/emails/schema";
import { ImportChangeKind, ImportState } from "@/lib/crm/import/schema";
import { RecordActorKind, RecordChange } from "@/lib/crm/records/schema";
import { EnrollmentStatus, Step, StepStatus } from "@/lib/crm/sequences/schema";
import { SampleKind } from "@/lib/first-run/sample-data/schema";
import { SpamReason, SubmissionDeliveryStatus, UploadStatus } from "@/lib/forms/submissions/schema";
import { PURPOSES } from "@/lib/identity/rules";
import { ConnectionStatus } from "@/lib/identity/schema";
import { SESSION_KINDS } from "@/lib/identity/sessions/rules";
import { DELIVERY_STATUSES as RECEIVED_STATUSES, VERIFICATIONS } from "@/lib/inbound/rules";
import { SharedArea } from "@/lib/live/schema";
import { Kind as NotificationKind } from "@/lib/notifications/schema";
import { UPLOAD_STATUSES } from "@/lib/platform/uploads";
import { RequestStatus, Reviews, Visibility } from "@/lib/projects/requests/schema";
import { ProjectRole, PublicTab } from "@/lib/projects/schema";
import { ActivityActorKind, ActivityKind } from "@/lib/projects/tasks/activity/schema";
import { LINK_KINDS, LINK_STATES } from "@/lib/projects/tasks/links/rules";
import { TaskPriority, TaskStatus } from "@/lib/projects/tasks/schema";
import { PULL_REQUEST_STATES, SYNC_STATUSES } from "@/lib/repositories/rules";
import { KEY_STATES } from "@/lib/routes/idempotency/rules";
import { RowActorKind, RowChange, SharePermission } from "@/lib/tables/schema";
import { MemberSource, TeamRole } from "@/lib/teams/members/schema";
import { TeamType } from "@/lib/teams/schema";
import { TrackerImportState } from "@/lib/tracker/imports/schema";
import { ReplayStatus } from "@/lib/tracker/rules/schema";
import { ViewKind } from "@/lib/tracker/views/schema";
import { EXIT_REASONS } from "@/lib/webhooks/catalog";
import { DisabledReason, FAILURE_REASONS, DELIVERY_STATUSES as SENT_STATUSES } from "@/lib/webhooks/schema";
import { MemberStatus } from "@/lib/workspaces/members/schema";
import { PLAN_ORIGINS } from "@/lib/workspaces/plans/rules";
import { WorkspaceType } from "@/lib/workspaces/schema";

/**
 * Columns that hold one of a few words (of a `text[]` column: nothing but these words), by `table.column`. Each has a
 * CHECK constraint in the database with just these words, which `npm run db:migration` writes and a test compares: a
 * word that an enum gains needs nothing here.
 */
export const CLOSED_SETS: Readonly<Record<string, readonly string[]>> = {
  "auth_flow.purpose": PURPOSES,
  "automation_run.status": RunStatus.options,
  "automation_run_action.status": ActionStatus.options,
  "automation_run_action.type": ActionType.options,
  "crm_attribute.type": AttributeType.options,
  "crm_import.state": ImportState.options,
  "crm_import_change.kind": ImportChangeKind.options,
  "crm_record_event.actor_kind": RecordActorKind.options,
  "crm_record_event.type": RecordChange.options,
  "data_row_event.actor_kind": RowActorKind.options,
  "data_row_event.type": RowChange.options,
  "developer_connection.status": ConnectionStatus.options,
  "developer_session.kind": SESSION_KINDS,
  "email_event.type": EMAIL_EVENT_TYPES,
  "email_suppression.reason": SuppressionReason.options,
  "form_submission.delivery_status": SubmissionDeliveryStatus.options,
  "form_submission.spam_reasons": SpamReason.options,
  "form_upload.status": UploadStatus.options,
  "idempotency_key.state": KEY_STATES,
  "inbound_delivery.status": RECEIVED_STATUSES,
  "inbound_delivery.verification": VERIFICATIONS,
  "live_presence.area": SharedArea.options,
  "notification.kind": NotificationKind.options,
  "notification_setting.kind": NotificationKind.options,
  "project.public_tabs": PublicTab.options,
  "project_member.role": ProjectRole.options,
  "project_page.reviews": Reviews.options,
  "project_request.status": RequestStatus.options,
  "project_request.visibility": Visibility.options,
  "project_request_change.from": RequestStatus.options,
  "project_request_change.to": RequestStatus.options,
  "project_request_comment.visibility": Visibility.options,
  "repository_pull_request.state": PULL_REQUEST_STATES,
  "sample_thing.kind": SampleKind.options,
  "sequence_enrollment.exit_reason": EXIT_REASONS,
  "sequence_enrollment.status": EnrollmentStatus.options,
  "sequence_step_done.status": StepStatus.options,
  "sequence_step_done.type": Step.options.map((step) => step.shape.type.value),
  "share_link.permission": SharePermission.options,
  "task.priority": TaskPriority.options,
  "task.status": TaskStatus.options,
  "task_activity.actor_kind": ActivityActorKind.options,
  "task_activity.kind": ActivityKind.options,
  "task_link.kind": LINK_KINDS,
  "task_link.state": LINK_STATES,
  "team.type": TeamType.options,
  "team_member.role": TeamRole.options,
  "team_member.source": MemberSource.options,
  "tracker_evidence.status": UPLOAD_STATUSES,
  "tracker_import.state": TrackerImportState.options,
  "tracker_replay.status": ReplayStatus.options,
  "tracker_view.kind": ViewKind.options,
  "webhook.disabled_reason": DisabledReason.options,
  "webhook_delivery.failure_reason": FAILURE_REASONS,
  "webhook_delivery.status": SENT_STATUSES,
  "workspace.plan_origin": PLAN_ORIGINS,
  "workspace.type": WorkspaceType.options,
  "workspace_member.status": MemberStatus.options,
  "workspace_repository.sync_status": SYNC_STATUSES,
};
