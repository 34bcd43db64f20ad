import { z } from "zod";
import { line, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { SLUG_CHARS_MAX, WORKSPACE_NAME_CHARS_MAX } from "@/lib/workspaces/limits";

/** Checked by `authorise()` before anything else, so a malformed id is answered like a foreign one. */
export const WorkspaceParams = z.object({ workspace_id: z.string() });

export const Slug = z
  .string()
  .max(SLUG_CHARS_MAX)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Lower-case letters and digits, joined by single hyphens");

const flag = z.boolean().nullish().meta({ description: "null falls back to what is inherited" });

/** Feature flags of a workspace or a project. */
export const SettingsChange = z.object({ tracker_enabled: flag });
export const Settings = z.object({ tracker_enabled: z.boolean().optional() });

const WorkspaceType = z.enum(["internal", "code_host_linked"]);

export const Workspace = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    type: WorkspaceType,
    owner_id: z.string().nullable(),
    plan_id: z.string().meta({ description: "The plan that it is on, which says how much it may hold" }),
    settings: Settings,
    is_active: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: "Workspace" });

export const WorkspaceQuery = PageQuery.extend({
  slug: Slug.optional().meta({ description: "Only the workspace with this slug" }),
  is_active: z
    .enum(["true", "false"])
    .default("true")
    .transform((value) => value === "true")
    .meta({ description: "false lists the switched-off workspaces that you own and can bring back" }),
});

export const CreateWorkspace = z
  .object({
    name: line(WORKSPACE_NAME_CHARS_MAX),
    slug: Slug.optional(),
    type: WorkspaceType.default("internal"),
    settings: SettingsChange.optional(),
  })
  .meta({ id: "CreateWorkspace" });

export const UpdateWorkspace = z
  .object({
    name: line(WORKSPACE_NAME_CHARS_MAX).optional(),
    settings: SettingsChange.optional(),
    is_active: z
      .boolean()
      .optional()
      .meta({ description: "Owners only: false switches the workspace off, true brings it back" }),
  })
  .meta({ id: "UpdateWorkspace" });
