import type {
  Developer,
  ProjectMember as ProjectMemberRow,
  Project as ProjectRow,
} from "@/lib/platform/rows";
import { Project, ProjectMember } from "@/lib/projects/schema";
import { Settings } from "@/lib/workspaces/schema";

/** A project as the members of its workspace see it. */
export function presentProject(row: ProjectRow): Project {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    slug: row.slug,
    key: row.key,
    description: row.description,
    settings: Settings.parse(row.settings),
    is_active: row.isActive,
    public_slug: row.publicSlug,
    is_public: row.isPublic,
    public_tabs: Project.shape.public_tabs.parse(row.publicTabs),
    created_at: row.createdAt.toISOString(),
  };
}

/** What the audit log tells of a project. */
export function auditedProject(project: Project) {
  const { id: _id, workspace_id: _workspaceId, created_at: _createdAt, ...shown } = project;
  return { ...shown, settings: { ...shown.settings } };
}

/** A project's member with the person behind it. */
export function presentProjectMember(
  row: ProjectMemberRow & { developer: Pick<Developer, "name" | "email" | "avatarUrl"> },
): ProjectMember {
  return {
    developer_id: row.developerId,
    name: row.developer.name,
    email: row.developer.email,
    avatar_url: row.developer.avatarUrl,
    role: ProjectMember.shape.role.parse(row.role),
    joined_at: row.joinedAt.toISOString(),
  };
}
