import { z } from "zod";
import { line, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { SLUG_CHARS_MAX } from "@/lib/platform/limits";
import { FLAG_NAME_CHARS_MAX, FLAGS_MAX, WORKSPACE_NAME_CHARS_MAX } from "@/lib/workspaces/limits";
export const Slug = z
  .string()
  .max(SLUG_CHARS_MAX)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Lower-case letters and digits, joined by single hyphens");

const flag = z.boolean().nullish().meta({ description: "null falls back to what is inherited" });

/** What a flag may be called that only those who set it know. */
const FlagName = z
  .string()
  .regex(
    /^[A-Za-z][\w.-]*$/,
    "Must begin with a letter and consist of letters, digits, underscores, dots and hyphens",
  )
  .max(FLAG_NAME_CHARS_MAX);

/** Feature flags of a workspace or a project: those that the service knows, and others, which are kept as given. */
export const SettingsChange = z
  .object({ tracker_enabled: flag })
  .catchall(flag)
  .superRefine((given, context) => {
    for (const name of Object.keys(given)) {
      const problem = FlagName.safeParse(name).error?.issues[0];
      if (problem) context.addIssue({ code: "custom", path: [name], message: problem.message });
    }
  })
  .meta({ description: "Flags by their names: true, false, or null to fall back to what is inherited" });
export const Settings = z
  .object({ tracker_enabled: z.boolean().optional() })
  .catchall(z.boolean())
  .meta({
    description: `At most ${FLAGS_MAX} flags; those that the service does not know are kept as given`,
  });

export const WorkspaceType = z.enum(["internal", "code_host_linked"]);

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
export type Workspace = z.input<typeof Workspace>;

export const WorkspaceQuery = PageQuery.extend({
  slug: Slug.optional().meta({ description: "Only the workspace with this slug" }),
  is_active: z
    .enum(["true", "false"])
    .default("true")
    .transform((value) => value === "true")
    .meta({ description: "false lists the switched-off workspaces that you own and can bring back" }),
});
export type WorkspaceQuery = z.output<typeof WorkspaceQuery>;

export const CreateWorkspace = z
  .object({
    name: line(WORKSPACE_NAME_CHARS_MAX),
    slug: Slug.optional(),
    type: WorkspaceType.default("internal"),
    settings: SettingsChange.optional(),
  })
  .meta({ id: "CreateWorkspace" });
export type CreateWorkspace = z.output<typeof CreateWorkspace>;

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
export type UpdateWorkspace = z.output<typeof UpdateWorkspace>;
