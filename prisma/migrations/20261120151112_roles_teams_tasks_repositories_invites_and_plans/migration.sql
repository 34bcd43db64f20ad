-- AlterTable
ALTER TABLE "project" ADD COLUMN     "is_public" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "last_task_number" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "public_slug" TEXT,
ADD COLUMN     "public_tabs" TEXT[] DEFAULT ARRAY['overview', 'board', 'roadmap']::TEXT[];

-- CreateTable
CREATE TABLE "plan" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "members_max" INTEGER,
    "projects_max" INTEGER,
    "devices_max" INTEGER,
    "webhooks_max" INTEGER,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("id")
);

-- Plans are data: the rows below are where a deployment starts, and may be changed by hand.
INSERT INTO "plan" ("id", "name", "description", "rank", "members_max", "projects_max", "devices_max", "webhooks_max")
VALUES
  ('free', 'Free', 'For trying things out and small teams', 0, 50, 50, 100, 20),
  ('team', 'Team', 'For a growing company', 1, 250, 250, 1000, 100),
  ('business', 'Business', 'For many teams', 2, 2000, 2000, 10000, 500),
  ('enterprise', 'Enterprise', 'Without limits', 3, NULL, NULL, NULL, NULL);

-- CreateTable
CREATE TABLE "task" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'todo',
    "position" TEXT COLLATE "C" NOT NULL,
    "assignee_id" UUID,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace_repository" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "default_branch" TEXT NOT NULL,
    "is_private" BOOLEAN NOT NULL,
    "adopted_by_developer_id" UUID,
    "sync_status" TEXT NOT NULL DEFAULT 'pending',
    "sync_state" JSONB NOT NULL DEFAULT '{}',
    "last_synced_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_repository_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repository_commit" (
    "id" BIGSERIAL NOT NULL,
    "repository_id" UUID NOT NULL,
    "sha" TEXT NOT NULL,
    "developer_id" UUID,
    "author_email" TEXT,
    "author_subject" TEXT,
    "message" TEXT NOT NULL,
    "committed_at" TIMESTAMPTZ(3) NOT NULL,
    "additions" INTEGER NOT NULL DEFAULT 0,
    "deletions" INTEGER NOT NULL DEFAULT 0,
    "languages" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "repository_commit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repository_pull_request" (
    "id" BIGSERIAL NOT NULL,
    "repository_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "developer_id" UUID,
    "author_subject" TEXT,
    "title" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "merged_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "repository_pull_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'manual',
    "source_repository_ids" JSONB NOT NULL DEFAULT '[]',
    "synced_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_member" (
    "team_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "source" TEXT NOT NULL DEFAULT 'manual',
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_member_pkey" PRIMARY KEY ("team_id","developer_id")
);

-- CreateTable
CREATE TABLE "workspace_invite" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "custom_role_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by_id" UUID,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_invite_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "task_project_id_status_position_id_idx" ON "task"("project_id", "status", "position", "id");

-- CreateIndex
CREATE INDEX "task_workspace_id_idx" ON "task"("workspace_id");

-- CreateIndex
CREATE INDEX "task_assignee_id_idx" ON "task"("assignee_id");

-- CreateIndex
CREATE INDEX "task_created_by_id_idx" ON "task"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_project_id_number_key" ON "task"("project_id", "number");

-- CreateIndex
CREATE INDEX "workspace_repository_workspace_id_created_at_id_idx" ON "workspace_repository"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "workspace_repository_adopted_by_developer_id_idx" ON "workspace_repository"("adopted_by_developer_id");

-- CreateIndex
CREATE INDEX "workspace_repository_external_id_idx" ON "workspace_repository"("external_id");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_repository_workspace_id_external_id_key" ON "workspace_repository"("workspace_id", "external_id");

-- CreateIndex
CREATE INDEX "repository_commit_repository_id_committed_at_idx" ON "repository_commit"("repository_id", "committed_at");

-- CreateIndex
CREATE INDEX "repository_commit_developer_id_committed_at_idx" ON "repository_commit"("developer_id", "committed_at");

-- CreateIndex
CREATE UNIQUE INDEX "repository_commit_repository_id_sha_key" ON "repository_commit"("repository_id", "sha");

-- CreateIndex
CREATE INDEX "repository_pull_request_developer_id_merged_at_idx" ON "repository_pull_request"("developer_id", "merged_at");

-- CreateIndex
CREATE UNIQUE INDEX "repository_pull_request_repository_id_number_key" ON "repository_pull_request"("repository_id", "number");

-- CreateIndex
CREATE INDEX "team_workspace_id_created_at_id_idx" ON "team"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "team_workspace_id_slug_key" ON "team"("workspace_id", "slug");

-- CreateIndex
CREATE INDEX "team_member_developer_id_idx" ON "team_member"("developer_id");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_invite_token_hash_key" ON "workspace_invite"("token_hash");

-- CreateIndex
CREATE INDEX "workspace_invite_workspace_id_created_at_id_idx" ON "workspace_invite"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "workspace_invite_workspace_id_email_idx" ON "workspace_invite"("workspace_id", "email");

-- CreateIndex
CREATE INDEX "workspace_invite_custom_role_id_idx" ON "workspace_invite"("custom_role_id");

-- CreateIndex
CREATE INDEX "workspace_invite_invited_by_id_idx" ON "workspace_invite"("invited_by_id");

-- CreateIndex
CREATE INDEX "workspace_invite_accepted_by_id_idx" ON "workspace_invite"("accepted_by_id");

-- CreateIndex
CREATE INDEX "audit_event_workspace_id_actor_id_created_at_id_idx" ON "audit_event"("workspace_id", "actor_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_workspace_id_target_type_target_id_created_at_i_idx" ON "audit_event"("workspace_id", "target_type", "target_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "custom_role_workspace_id_priority_id_idx" ON "custom_role"("workspace_id", "priority" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "project_public_slug_key" ON "project"("public_slug");

-- CreateIndex
CREATE INDEX "project_workspace_id_created_at_id_idx" ON "project"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "workspace_plan_id_idx" ON "workspace"("plan_id");

-- CreateIndex
CREATE INDEX "workspace_member_workspace_id_joined_at_developer_id_idx" ON "workspace_member"("workspace_id", "joined_at", "developer_id");

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_repository" ADD CONSTRAINT "workspace_repository_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_repository" ADD CONSTRAINT "workspace_repository_adopted_by_developer_id_fkey" FOREIGN KEY ("adopted_by_developer_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repository_commit" ADD CONSTRAINT "repository_commit_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "workspace_repository"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repository_commit" ADD CONSTRAINT "repository_commit_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repository_pull_request" ADD CONSTRAINT "repository_pull_request_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "workspace_repository"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repository_pull_request" ADD CONSTRAINT "repository_pull_request_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_invite" ADD CONSTRAINT "workspace_invite_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_invite" ADD CONSTRAINT "workspace_invite_custom_role_id_fkey" FOREIGN KEY ("custom_role_id") REFERENCES "custom_role"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_invite" ADD CONSTRAINT "workspace_invite_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_invite" ADD CONSTRAINT "workspace_invite_accepted_by_id_fkey" FOREIGN KEY ("accepted_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;
