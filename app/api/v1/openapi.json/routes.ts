import type { RouteManifest } from "@/lib/routes/openapi";

/** Every public path and the file that serves it; a test fails when one is missing. */
export const ROUTES: RouteManifest = {
  "/auth/device/login": () => import("@/app/api/v1/auth/device/login/route"),
  "/auth/providers": () => import("@/app/api/v1/auth/providers/route"),
  "/auth/{provider}/callback": () => import("@/app/api/v1/auth/[provider]/callback/route"),
  "/auth/{provider}/connect-crm": () => import("@/app/api/v1/auth/[provider]/connect-crm/route"),
  "/auth/{provider}/login": () => import("@/app/api/v1/auth/[provider]/login/route"),
  "/developers/me": () => import("@/app/api/v1/developers/me/route"),
  "/developers/me/api-tokens": () => import("@/app/api/v1/developers/me/api-tokens/route"),
  "/developers/me/api-tokens/{token_id}": () =>
    import("@/app/api/v1/developers/me/api-tokens/[token_id]/route"),
  "/developers/me/connections": () => import("@/app/api/v1/developers/me/connections/route"),
  "/developers/me/connections/{connection_id}": () =>
    import("@/app/api/v1/developers/me/connections/[connection_id]/route"),
  "/developers/me/connections/{connection_id}/check": () =>
    import("@/app/api/v1/developers/me/connections/[connection_id]/check/route"),
  "/operators/given-up-jobs": () => import("@/app/api/v1/operators/given-up-jobs/route"),
  "/operators/given-up-jobs/{job_id}": () => import("@/app/api/v1/operators/given-up-jobs/[job_id]/route"),
  "/operators/given-up-jobs/{job_id}/retry": () =>
    import("@/app/api/v1/operators/given-up-jobs/[job_id]/retry/route"),
  "/operators/job-changes": () => import("@/app/api/v1/operators/job-changes/route"),
  "/operators/loads": () => import("@/app/api/v1/operators/loads/route"),
  "/operators/plans": () => import("@/app/api/v1/operators/plans/route"),
  "/operators/samples": () => import("@/app/api/v1/operators/samples/route"),
  "/operators/sign-in-problems": () => import("@/app/api/v1/operators/sign-in-problems/route"),
  "/operators/switched-off-webhooks": () => import("@/app/api/v1/operators/switched-off-webhooks/route"),
  "/operators/workspaces": () => import("@/app/api/v1/operators/workspaces/route"),
  "/operators/workspaces/{workspace_id}/plan": () =>
    import("@/app/api/v1/operators/workspaces/[workspace_id]/plan/route"),
  "/developers/me/sessions": () => import("@/app/api/v1/developers/me/sessions/route"),
  "/developers/me/sessions/{session_id}": () =>
    import("@/app/api/v1/developers/me/sessions/[session_id]/route"),
  "/workspaces": () => import("@/app/api/v1/workspaces/route"),
  "/workspaces/{workspace_id}": () => import("@/app/api/v1/workspaces/[workspace_id]/route"),
  "/workspaces/{workspace_id}/projects": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/route"),
  "/workspaces/{workspace_id}/projects/{project_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/board": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/board/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/members": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/members/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/members/{developer_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/members/[developer_id]/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/requests": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/requests/blocked": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/blocked/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/requests/blocked/{developer_id}": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/blocked/[developer_id]/route"
    ),
  "/workspaces/{workspace_id}/projects/{project_id}/requests/settings": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/settings/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/requests/{request_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/requests/{request_id}/changes": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/changes/route"
    ),
  "/workspaces/{workspace_id}/projects/{project_id}/requests/{request_id}/comments": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/comments/route"
    ),
  "/workspaces/{workspace_id}/projects/{project_id}/requests/{request_id}/comments/{comment_id}": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/comments/[comment_id]/route"
    ),
  "/workspaces/{workspace_id}/projects/{project_id}/requests/{request_id}/merge": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/merge/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/tasks": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_ref}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_ref}/links": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/links/route"),
  "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_ref}/move": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/move/route"),
  "/workspaces/{workspace_id}/apps/{app}/access": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/apps/[app]/access/route"),
  "/workspaces/{workspace_id}/audit": () => import("@/app/api/v1/workspaces/[workspace_id]/audit/route"),
  "/workspaces/{workspace_id}/audit/export": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/audit/export/route"),
  "/workspaces/{workspace_id}/billing": () => import("@/app/api/v1/workspaces/[workspace_id]/billing/route"),
  "/workspaces/{workspace_id}/forms": () => import("@/app/api/v1/workspaces/[workspace_id]/forms/route"),
  "/workspaces/{workspace_id}/forms/templates": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/forms/templates/route"),
  "/workspaces/{workspace_id}/forms/{form_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/route"),
  "/workspaces/{workspace_id}/forms/{form_id}/duplicate": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/duplicate/route"),
  "/workspaces/{workspace_id}/forms/{form_id}/restore": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/restore/route"),
  "/workspaces/{workspace_id}/forms/{form_id}/submissions": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/route"),
  "/workspaces/{workspace_id}/forms/{form_id}/submissions/export": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/export/route"),
  "/workspaces/{workspace_id}/forms/{form_id}/submissions/counts": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/counts/route"),
  "/workspaces/{workspace_id}/forms/{form_id}/submissions/{submission_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/[submission_id]/route"),
  "/workspaces/{workspace_id}/forms/{form_id}/submissions/{submission_id}/redeliver": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/[submission_id]/redeliver/route"
    ),
  "/workspaces/{workspace_id}/forms/{form_id}/submissions/{submission_id}/files/{upload_id}": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/[submission_id]/files/[upload_id]/route"
    ),
  "/public/forms/{form_id}": () => import("@/app/api/v1/public/forms/[form_id]/route"),
  "/public/forms/{form_id}/uploads": () => import("@/app/api/v1/public/forms/[form_id]/uploads/route"),
  "/public/forms/{form_id}/report": () => import("@/app/api/v1/public/forms/[form_id]/report/route"),
  "/workspaces/{workspace_id}/crm/automations": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/automations/route"),
  "/workspaces/{workspace_id}/crm/automations/runs": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/automations/runs/route"),
  "/workspaces/{workspace_id}/crm/automations/{automation_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/route"),
  "/workspaces/{workspace_id}/crm/automations/{automation_id}/test": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/test/route"),
  "/workspaces/{workspace_id}/crm/automations/{automation_id}/runs": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/runs/route"),
  "/workspaces/{workspace_id}/crm/automations/{automation_id}/runs/{run_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/runs/[run_id]/route"),
  "/workspaces/{workspace_id}/crm/sequences": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/sequences/route"),
  "/workspaces/{workspace_id}/crm/sequences/enrollments": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/sequences/enrollments/route"),
  "/workspaces/{workspace_id}/crm/sequences/{sequence_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/route"),
  "/workspaces/{workspace_id}/crm/sequences/{sequence_id}/enrollments": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/route"),
  "/workspaces/{workspace_id}/crm/sequences/{sequence_id}/enrollments/{enrollment_id}": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/[enrollment_id]/route"
    ),
  "/workspaces/{workspace_id}/crm/sequences/{sequence_id}/enrollments/{enrollment_id}/exit": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/[enrollment_id]/exit/route"
    ),
  "/workspaces/{workspace_id}/crm/tasks": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/tasks/route"),
  "/workspaces/{workspace_id}/crm/tasks/{task_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/tasks/[task_id]/route"),
  "/workspaces/{workspace_id}/notifications": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/notifications/route"),
  "/workspaces/{workspace_id}/notifications/read-all": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/notifications/read-all/route"),
  "/workspaces/{workspace_id}/notifications/{notification_id}/read": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/notifications/[notification_id]/read/route"),
  "/workspaces/{workspace_id}/crm/objects": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/attributes": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/attributes/{attribute_slug}": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/[attribute_slug]/route"
    ),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/records": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/delete": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/delete/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/export": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/export/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/imports": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/imports/{import_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/[import_id]/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/imports/{import_id}/start": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/[import_id]/start/route"
    ),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/imports/{import_id}/cancel": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/[import_id]/cancel/route"
    ),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/imports/{import_id}/undo": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/[import_id]/undo/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/import": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/import/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/{record_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/{record_id}/restore": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/restore/route"
    ),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/{record_id}/timeline": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/timeline/route"
    ),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/views": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/views/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/views/{view_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/views/[view_id]/route"),
  "/workspaces/{workspace_id}/invites": () => import("@/app/api/v1/workspaces/[workspace_id]/invites/route"),
  "/workspaces/{workspace_id}/invites/{invite_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/invites/[invite_id]/route"),
  "/workspaces/{workspace_id}/invites/{invite_id}/resend": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/invites/[invite_id]/resend/route"),
  "/workspaces/{workspace_id}/me": () => import("@/app/api/v1/workspaces/[workspace_id]/me/route"),
  "/workspaces/{workspace_id}/members": () => import("@/app/api/v1/workspaces/[workspace_id]/members/route"),
  "/workspaces/{workspace_id}/members/{developer_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route"),
  "/workspaces/{workspace_id}/members/{developer_id}/dependents": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/dependents/route"),
  "/workspaces/{workspace_id}/members/{developer_id}/permissions": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/permissions/route"),
  "/workspaces/{workspace_id}/repositories": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/repositories/route"),
  "/workspaces/{workspace_id}/repositories/available": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/repositories/available/route"),
  "/workspaces/{workspace_id}/repositories/{repository_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/route"),
  "/workspaces/{workspace_id}/repositories/{repository_id}/reclaim": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/reclaim/route"),
  "/workspaces/{workspace_id}/repositories/{repository_id}/sync": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/sync/route"),
  "/workspaces/{workspace_id}/roles": () => import("@/app/api/v1/workspaces/[workspace_id]/roles/route"),
  "/workspaces/{workspace_id}/roles/permissions": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/roles/permissions/route"),
  "/workspaces/{workspace_id}/roles/{role_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/roles/[role_id]/route"),
  "/workspaces/{workspace_id}/roles/{role_id}/duplicate": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/roles/[role_id]/duplicate/route"),
  "/workspaces/{workspace_id}/teams": () => import("@/app/api/v1/workspaces/[workspace_id]/teams/route"),
  "/workspaces/{workspace_id}/teams/{team_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/route"),
  "/workspaces/{workspace_id}/teams/{team_id}/members": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/members/route"),
  "/workspaces/{workspace_id}/teams/{team_id}/members/{developer_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/members/[developer_id]/route"),
  "/workspaces/{workspace_id}/teams/{team_id}/sync": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/sync/route"),
  "/workspaces/{workspace_id}/chat-teams": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/chat-teams/route"),
  "/workspaces/{workspace_id}/chat-teams/{chat_team_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/chat-teams/[chat_team_id]/route"),
  "/email-webhooks/mailgun": () => import("@/app/api/v1/email-webhooks/mailgun/route"),
  "/email-webhooks/postmark": () => import("@/app/api/v1/email-webhooks/postmark/route"),
  "/email-webhooks/sendgrid": () => import("@/app/api/v1/email-webhooks/sendgrid/route"),
  "/email-webhooks/ses": () => import("@/app/api/v1/email-webhooks/ses/route"),
  "/integrations/webhooks/chat": () => import("@/app/api/v1/integrations/webhooks/chat/route"),
  "/integrations/webhooks/payments": () => import("@/app/api/v1/integrations/webhooks/payments/route"),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/{record_id}/email-addresses": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/email-addresses/route"
    ),
  "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/{record_id}/email-events": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/email-events/route"
    ),
  "/event-ingestion/events": () => import("@/app/api/v1/event-ingestion/events/route"),
  "/workspaces/{workspace_id}/api-keys": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/api-keys/route"),
  "/workspaces/{workspace_id}/api-keys/{key_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/api-keys/[key_id]/route"),
  "/workspaces/{workspace_id}/product-events": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/product-events/route"),
  "/workspaces/{workspace_id}/product-events/counts": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/product-events/counts/route"),
  "/teams/bus-factor": () => import("@/app/api/v1/teams/bus-factor/route"),
  "/teams/profile": () => import("@/app/api/v1/teams/profile/route"),
  "/teams/velocity": () => import("@/app/api/v1/teams/velocity/route"),
  "/invites/{token}": () => import("@/app/api/v1/invites/[token]/route"),
  "/invites/{token}/accept": () => import("@/app/api/v1/invites/[token]/accept/route"),
  "/tracker/activity": () => import("@/app/api/v1/tracker/activity/route"),
  "/tracker/categories": () => import("@/app/api/v1/tracker/categories/route"),
  "/tracker/devices": () => import("@/app/api/v1/tracker/devices/route"),
  "/tracker/devices:enroll": () => import("@/app/api/v1/tracker/devices/enroll/route"),
  "/tracker/devices:heartbeat": () => import("@/app/api/v1/tracker/devices/heartbeat/route"),
  "/tracker/events:batch": () => import("@/app/api/v1/tracker/events/batch/route"),
  "/tracker/evidence/{evidence_ref}": () => import("@/app/api/v1/tracker/evidence/[evidence_ref]/route"),
  "/tracker/evidence:presign": () => import("@/app/api/v1/tracker/evidence/presign/route"),
  "/tracker/projects": () => import("@/app/api/v1/tracker/projects/route"),
  "/tracker/sync/status": () => import("@/app/api/v1/tracker/sync/status/route"),
  "/workspaces/{workspace_id}/integrations": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/integrations/route"),
  "/workspaces/{workspace_id}/integrations/deliveries": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/route"),
  "/workspaces/{workspace_id}/integrations/deliveries/{received_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/[received_id]/route"),
  "/workspaces/{workspace_id}/integrations/deliveries/{received_id}/replay": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/[received_id]/replay/route"),
  "/webhooks/code_host": () => import("@/app/api/v1/webhooks/code_host/route"),
  "/webhooks": () => import("@/app/api/v1/webhooks/route"),
  "/workspaces/{workspace_id}/crm/webhooks": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route"),
  "/workspaces/{workspace_id}/crm/webhooks/{webhook_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route"),
  "/workspaces/{workspace_id}/crm/webhooks/{webhook_id}/deliveries": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/route"),
  "/workspaces/{workspace_id}/crm/webhooks/{webhook_id}/deliveries/{delivery_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/[delivery_id]/route"),
  "/workspaces/{workspace_id}/crm/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": () =>
    import(
      "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/[delivery_id]/redeliver/route"
    ),
  "/workspaces/{workspace_id}/crm/webhooks/{webhook_id}/held-events": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/held-events/route"),
  "/workspaces/{workspace_id}/crm/webhooks/{webhook_id}/held-events/{event_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/held-events/[event_id]/route"),
  "/workspaces/{workspace_id}/crm/webhooks/{webhook_id}/recover": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/recover/route"),
  "/workspaces/{workspace_id}/crm/webhooks/{webhook_id}/rotate-secret": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/rotate-secret/route"),
  "/workspaces/{workspace_id}/crm/webhooks/{webhook_id}/test": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/test/route"),
  "/health": () => import("@/app/api/v1/health/route"),
  "/health/live": () => import("@/app/api/v1/health/live/route"),
  "/health/ready": () => import("@/app/api/v1/health/ready/route"),
  "/public/projects/{slug}": () => import("@/app/api/v1/public/projects/[slug]/route"),
  "/public/projects/{slug}/requests": () => import("@/app/api/v1/public/projects/[slug]/requests/route"),
  "/public/projects/{slug}/requests/similar": () =>
    import("@/app/api/v1/public/projects/[slug]/requests/similar/route"),
  "/public/projects/{slug}/requests/{request_id}": () =>
    import("@/app/api/v1/public/projects/[slug]/requests/[request_id]/route"),
  "/public/projects/{slug}/requests/{request_id}/changes": () =>
    import("@/app/api/v1/public/projects/[slug]/requests/[request_id]/changes/route"),
  "/public/projects/{slug}/requests/{request_id}/comments": () =>
    import("@/app/api/v1/public/projects/[slug]/requests/[request_id]/comments/route"),
  "/public/projects/{slug}/requests/{request_id}/vote": () =>
    import("@/app/api/v1/public/projects/[slug]/requests/[request_id]/vote/route"),
  "/workspaces/{workspace_id}/tables": () => import("@/app/api/v1/workspaces/[workspace_id]/tables/route"),
  "/workspaces/{workspace_id}/tables/{table_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/columns": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/columns/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/columns/{column_key}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/columns/[column_key]/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/restore": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/restore/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/rows": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/rows/{row_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/[row_id]/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/rows/{row_id}/history": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/[row_id]/history/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/rows/count": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/count/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/rows/export": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/export/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/rows/import": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/import/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/rows/restore": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/restore/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/share-links": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/share-links/route"),
  "/workspaces/{workspace_id}/tables/{table_id}/share-links/{link_id}": () =>
    import("@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/share-links/[link_id]/route"),
  "/public/tables/{share_link}": () => import("@/app/api/v1/public/tables/[share_link]/route"),
  "/public/tables/{share_link}/rows": () => import("@/app/api/v1/public/tables/[share_link]/rows/route"),
  "/public/tables/{share_link}/rows/{row_id}": () =>
    import("@/app/api/v1/public/tables/[share_link]/rows/[row_id]/route"),
  "/public/tables/{share_link}/rows/count": () =>
    import("@/app/api/v1/public/tables/[share_link]/rows/count/route"),
  "/public/tables/{share_link}/rows/export": () =>
    import("@/app/api/v1/public/tables/[share_link]/rows/export/route"),
  "/public/tables/{share_link}/unlock": () => import("@/app/api/v1/public/tables/[share_link]/unlock/route"),
};
