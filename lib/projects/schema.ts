import { z } from "zod";
import { expectedParts } from "@/lib/http/expected";
import { GivenId, idParam, line, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import {
  PROJECT_DESCRIPTION_CHARS_MAX,
  PROJECT_KEY_CHARS_MAX,
  PROJECT_NAME_CHARS_MAX,
} from "@/lib/projects/limits";
import { Settings, SettingsChange, Slug } from "@/lib/workspaces/schema";

export const ProjectParams = WorkspaceParams.extend({ project_id: idParam("Project") });
export const ProjectMemberParams = ProjectParams.extend({ developer_id: idParam("Project member") });

const Description = z.string().trim().max(PROJECT_DESCRIPTION_CHARS_MAX);
const Key = z
  .string()
  .max(PROJECT_KEY_CHARS_MAX)
  .regex(/^[A-Z][A-Z0-9]+$/, "Two or more upper-case letters and digits, a letter first");

export const PublicTab = z.enum(["overview", "board", "roadmap"]);
const PublicTabs = z
  .array(PublicTab)
  .max(2 * PublicTab.options.length)
  .transform((tabs) => [...new Set(tabs)])
  .meta({ description: "What the public page shows" });

export const ProjectQuery = PageQuery.extend({
  is_active: z
    .enum(["true", "false"])
    .default("true")
    .transform((value) => value === "true")
    .meta({ description: "`false` lists the archived ones" }),
  search: z.string().max(255).optional().meta({ description: "Part of a name, slug or key" }),
});
export type ProjectQuery = z.output<typeof ProjectQuery>;

export const Project = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    slug: z.string(),
    key: z.string().meta({ description: "The prefix of task numbers, as in WEB-12", example: "WEB" }),
    description: z.string(),
    settings: Settings,
    is_active: z.boolean().meta({ description: "false once archived: its tasks can be read only" }),
    public_slug: z
      .string()
      .nullable()
      .meta({ description: "Address of the public page, unique over the whole service" }),
    is_public: z.boolean(),
    public_tabs: z.array(PublicTab),
    created_at: Timestamp,
  })
  .meta({ id: "Project" });
export type Project = z.input<typeof Project>;

export const CreateProject = z
  .object({
    name: line(PROJECT_NAME_CHARS_MAX),
    slug: Slug.optional(),
    key: Key.optional(),
    description: Description.default(""),
    settings: SettingsChange.optional(),
    public_slug: Slug.nullish(),
    is_public: z
      .boolean()
      .default(false)
      .meta({ description: "true needs a `public_slug`, and the permission `can_manage_projects`" }),
    public_tabs: PublicTabs.default([...PublicTab.options]),
  })
  .meta({ id: "CreateProject" });
export type CreateProject = z.output<typeof CreateProject>;

export const UpdateProject = z
  .object({
    name: line(PROJECT_NAME_CHARS_MAX).optional(),
    slug: Slug.optional(),
    key: Key.optional().meta({ description: "Tasks keep their numbers: WEB-12 becomes NEW-12" }),
    description: Description.optional(),
    settings: SettingsChange.optional(),
    public_slug: Slug.nullish(),
    is_public: z.boolean().optional().meta({ description: "true needs a `public_slug`" }),
    public_tabs: PublicTabs.optional(),
    is_active: z
      .boolean()
      .optional()
      .meta({ description: "false archives the project, true brings it back" }),
    expected: expectedParts([
      "name",
      "slug",
      "key",
      "description",
      "public_slug",
      "is_public",
      "public_tabs",
      "is_active",
    ]),
  })
  .meta({ id: "UpdateProject" });
export type UpdateProject = z.output<typeof UpdateProject>;

/** In the refusal of a change to another part than was expected: how the project is now. */
export const StaleProject = z.object({ project: Project });

export const ProjectRole = z.enum(["lead", "member"]);

export const ProjectMember = z
  .object({
    developer_id: z.string(),
    name: z.string(),
    email: z.string(),
    avatar_url: z.string().nullable(),
    role: ProjectRole,
    joined_at: Timestamp,
  })
  .meta({ id: "ProjectMember" });
export type ProjectMember = z.input<typeof ProjectMember>;

export const AddProjectMember = z
  .object({
    developer_id: GivenId,
    role: ProjectRole.optional().meta({
      description: "Left out, it is `member`, or what they already are here",
    }),
  })
  .meta({ id: "AddProjectMember" });
export type AddProjectMember = z.output<typeof AddProjectMember>;

export const UpdateProjectMember = z.object({ role: ProjectRole }).meta({ id: "UpdateProjectMember" });
export type UpdateProjectMember = z.output<typeof UpdateProjectMember>;
