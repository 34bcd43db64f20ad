import type { Prisma } from "@/lib/platform/database";

/** What answers call the rows of a model, as in the 404s of their routes. No answer speaks of the others. */
const NAMES: { readonly [Model in Prisma.ModelName]?: string } = {
  ApiToken: "API token",
  Automation: "Automation",
  AutomationRun: "Run",
  CrmAttribute: "Attribute",
  CrmImport: "Import",
  CrmNote: "Note",
  CrmObject: "Object",
  CrmRecord: "Record",
  CrmTask: "Task",
  CrmView: "View",
  CustomRole: "Role",
  DataRow: "Row",
  DataTable: "Table",
  Developer: "Person",
  DeveloperConnection: "Connection",
  DeveloperSession: "Session",
  Form: "Form",
  FormSubmission: "Submission",
  InboundDelivery: "Delivery",
  Notification: "Notification",
  Project: "Project",
  ProjectMember: "Project member",
  ProjectRequest: "Request",
  ProjectRequestComment: "Comment",
  Sequence: "Sequence",
  SequenceEnrollment: "Enrollment",
  ShareLink: "Share link",
  Task: "Task",
  TaskActivity: "Comment",
  Team: "Team",
  TeamMember: "Team member",
  TrackerCorrection: "Correction",
  TrackerDevice: "Device",
  Webhook: "Webhook",
  WebhookDelivery: "Delivery",
  Workspace: "Workspace",
  WorkspaceInvite: "Invite",
  WorkspaceMember: "Member",
  WorkspaceRepository: "Repository",
};

/** What answers call the rows of a model; null for those that no answer speaks of. */
export function nameOfModel(model: string): string | null {
  return Object.hasOwn(NAMES, model) ? (NAMES[model as Prisma.ModelName] ?? null) : null;
}
