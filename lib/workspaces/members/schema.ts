import { z } from "zod";
import { App, AppPermissions, Permission, PermissionOverrides } from "@/lib/access/schema";
import { GivenId, idParam, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { Workspace, WorkspaceQuery } from "@/lib/workspaces/schema";

export const MemberParams = WorkspaceParams.extend({ developer_id: idParam("Member") });
export const AppParams = WorkspaceParams.extend({ app: z.enum(App.options, "App not found") });

export const MemberStatus = z.enum(["active", "suspended"]);

export const MemberQuery = PageQuery.extend({
  search: z.string().max(255).optional().meta({ description: "Part of a name or an email" }),
  status: MemberStatus.optional(),
  custom_role_id: GivenId.optional(),
  is_owner: z.literal("true").optional().meta({ description: "Only those who own the workspace" }),
});
export type MemberQuery = z.output<typeof MemberQuery>;

export const Member = z
  .object({
    developer_id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    email: z.string(),
    avatar_url: z.string().nullable(),
    role: z.string().meta({ description: "The legacy role; counts only where there is no custom role" }),
    custom_role_id: z.string().nullable(),
    role_name: z.string(),
    priority: z.int(),
    is_owner: z.boolean(),
    permission_overrides: PermissionOverrides,
    app_permissions: AppPermissions,
    status: MemberStatus,
    joined_at: Timestamp,
  })
  .meta({ id: "Member" });
export type Member = z.input<typeof Member>;

export const UpdateMember = z
  .object({
    custom_role_id: GivenId.optional(),
    permission_overrides: PermissionOverrides.optional(),
    app_permissions: AppPermissions.optional(),
    status: MemberStatus.optional(),
  })
  .meta({ id: "UpdateMember" });
export type UpdateMember = z.output<typeof UpdateMember>;

export const Me = z
  .object({
    member: Member,
    role: z.object({ id: z.string().nullable(), name: z.string(), slug: z.string(), priority: z.int() }),
    permissions: z.array(Permission),
    apps: z.record(App, z.boolean()),
  })
  .meta({ id: "WorkspaceMe" });
export type Me = z.input<typeof Me>;

/** A workspace in the list of one's own. */
export const OwnWorkspace = Workspace.extend({
  me: Me.optional().meta({ description: "Your membership and permissions there, with `include=me`" }),
}).meta({ id: "OwnWorkspace" });
export type OwnWorkspace = z.input<typeof OwnWorkspace>;

export const OwnWorkspaceQuery = WorkspaceQuery.extend({
  include: z
    .literal("me")
    .optional()
    .meta({ description: "With `slug`: adds your membership and permissions in that workspace" }),
});
export type OwnWorkspaceQuery = z.output<typeof OwnWorkspaceQuery>;

export const AppAccess = z.object({ allowed: z.boolean() }).meta({ id: "AppAccess" });
export type AppAccess = z.input<typeof AppAccess>;

const named = { id: z.string(), name: z.string() };

/** What stops or changes hands when a member goes. */
export const Dependents = z
  .object({
    api_tokens: z.int().meta({ description: "Active API tokens, which will no longer reach this workspace" }),
    repositories: z.array(z.object({ id: z.string(), full_name: z.string() })).meta({
      description: "Repositories synced through their grant; an administrator can reclaim them",
    }),
    devices: z
      .int()
      .meta({ description: "Devices enrolled on this workspace's projects, which stop uploading" }),
    projects: z.int(),
    teams: z.int(),
    tasks: z
      .int()
      .meta({ description: "Open tasks, of projects and about records, which become unassigned" }),
    open_invites: z
      .int()
      .meta({ description: "Invites they sent that nobody accepted yet, which are withdrawn" }),
    webhooks: z.array(z.object({ ...named, url: z.string() })).meta({
      description: "Webhooks they answer for, whose events are held until somebody takes them over",
    }),
    automations: z.array(z.object(named)).meta({
      description: "Automations that run in their name, which are switched off at their next run",
    }),
    sequences: z.array(z.object(named)).meta({
      description: "Sequences that send requests in their name, which are paused at the next one",
    }),
    share_links: z.array(z.object({ ...named, table_name: z.string() })).meta({
      description: "Share links in their name, which open nothing until somebody changes them",
    }),
  })
  .meta({ id: "MemberDependents" });
export type Dependents = z.output<typeof Dependents>;
