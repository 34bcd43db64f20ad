-- CreateTable
CREATE TABLE "job_outbox" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "dedupe_key" TEXT,
    "run_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" UUID NOT NULL,
    "workspace_id" UUID,
    "actor_id" UUID,
    "token_id" UUID,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "ip" TEXT,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "developer" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "avatar_url" TEXT,
    "current_workspace_id" UUID,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "deactivated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "developer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "developer_connection" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "scopes" TEXT[],
    "access_token_encrypted" TEXT,
    "refresh_token_encrypted" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL DEFAULT 'active',
    "last_checked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "developer_connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_flow" (
    "id" UUID NOT NULL,
    "state_hash" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "port" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auth_flow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "token_prefix" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tracker_device" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT,
    "platform" TEXT NOT NULL DEFAULT 'macos',
    "config" JSONB NOT NULL DEFAULT '{}',
    "server_seq" BIGINT,
    "last_seen_at" TIMESTAMPTZ(3),
    "enrolled_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tracker_device_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tracker_sample" (
    "id" BIGSERIAL NOT NULL,
    "client_seq" BIGINT NOT NULL,
    "ts" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "device_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "key_events" INTEGER,
    "mouse_events" INTEGER,
    "interval_s" SMALLINT NOT NULL,
    "displays" SMALLINT,
    "in_call" BOOLEAN,
    "on_battery" BOOLEAN,
    "online" BOOLEAN,
    "event_id" TEXT NOT NULL,
    "app_name" TEXT NOT NULL,
    "bundle_id" TEXT NOT NULL,
    "window_title" TEXT,
    "file_path" TEXT,
    "repo" TEXT,
    "branch" TEXT,
    "terminal_cwd" TEXT,
    "last_command" TEXT,
    "editor_file" TEXT,
    "url" TEXT,
    "page_title" TEXT,
    "call_app" TEXT,
    "calendar_event_id" TEXT,
    "network" TEXT,
    "evidence_ref" TEXT,

    CONSTRAINT "tracker_sample_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tracker_derivation" (
    "sample_id" BIGINT NOT NULL,
    "project_id" UUID,
    "confidence" REAL NOT NULL,
    "category" TEXT NOT NULL,
    "rule_id" TEXT NOT NULL,
    "task_key" TEXT,
    "signal" TEXT NOT NULL,

    CONSTRAINT "tracker_derivation_pkey" PRIMARY KEY ("sample_id")
);

-- CreateTable
CREATE TABLE "tracker_dirty_hour" (
    "developer_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "project_id" UUID NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "marked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tracker_dirty_hour_pkey" PRIMARY KEY ("developer_id","hour")
);

-- CreateTable
CREATE TABLE "tracker_activity" (
    "developer_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "project_id" UUID NOT NULL,
    "category" TEXT NOT NULL,
    "task_key" TEXT NOT NULL DEFAULT '',
    "seconds" INTEGER NOT NULL,

    CONSTRAINT "tracker_activity_pkey" PRIMARY KEY ("developer_id","hour","project_id","category","task_key")
);

-- CreateTable
CREATE TABLE "tracker_evidence" (
    "id" UUID NOT NULL,
    "ref" TEXT NOT NULL,
    "device_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "event_id" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "byte_size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "verify_at" TIMESTAMPTZ(3) NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tracker_evidence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'internal',
    "owner_id" UUID,
    "plan_id" TEXT NOT NULL DEFAULT 'free',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace_member" (
    "workspace_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "custom_role_id" UUID,
    "permission_overrides" JSONB NOT NULL DEFAULT '{}',
    "app_permissions" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'active',
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_member_pkey" PRIMARY KEY ("workspace_id","developer_id")
);

-- CreateTable
CREATE TABLE "custom_role" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "permissions" TEXT[],
    "priority" INTEGER NOT NULL,
    "based_on_template" TEXT,
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "custom_role_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "tracker_config" JSONB NOT NULL DEFAULT '{}',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_member" (
    "project_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_member_pkey" PRIMARY KEY ("project_id","developer_id")
);

-- CreateIndex
CREATE INDEX "job_outbox_run_at_idx" ON "job_outbox"("run_at");

-- CreateIndex
CREATE INDEX "audit_event_workspace_id_created_at_id_idx" ON "audit_event"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_actor_id_idx" ON "audit_event"("actor_id");

-- CreateIndex
CREATE INDEX "developer_email_idx" ON "developer"("email");

-- CreateIndex
CREATE INDEX "developer_current_workspace_id_idx" ON "developer"("current_workspace_id");

-- CreateIndex
CREATE INDEX "developer_connection_developer_id_idx" ON "developer_connection"("developer_id");

-- CreateIndex
CREATE UNIQUE INDEX "developer_connection_provider_subject_key" ON "developer_connection"("provider", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "auth_flow_state_hash_key" ON "auth_flow"("state_hash");

-- CreateIndex
CREATE INDEX "auth_flow_expires_at_idx" ON "auth_flow"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_token_hash_key" ON "api_token"("token_hash");

-- CreateIndex
CREATE INDEX "api_token_developer_id_created_at_id_idx" ON "api_token"("developer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tracker_device_developer_id_idx" ON "tracker_device"("developer_id");

-- CreateIndex
CREATE INDEX "tracker_device_project_id_idx" ON "tracker_device"("project_id");

-- CreateIndex
CREATE INDEX "tracker_sample_developer_id_ts_idx" ON "tracker_sample"("developer_id", "ts");

-- CreateIndex
CREATE UNIQUE INDEX "tracker_sample_device_id_event_id_key" ON "tracker_sample"("device_id", "event_id");

-- CreateIndex
CREATE INDEX "tracker_dirty_hour_project_id_idx" ON "tracker_dirty_hour"("project_id");

-- CreateIndex
CREATE INDEX "tracker_activity_project_id_hour_idx" ON "tracker_activity"("project_id", "hour");

-- CreateIndex
CREATE UNIQUE INDEX "tracker_evidence_ref_key" ON "tracker_evidence"("ref");

-- CreateIndex
CREATE INDEX "tracker_evidence_device_id_event_id_idx" ON "tracker_evidence"("device_id", "event_id");

-- CreateIndex
CREATE INDEX "tracker_evidence_developer_id_idx" ON "tracker_evidence"("developer_id");

-- CreateIndex
CREATE INDEX "tracker_evidence_status_verify_at_idx" ON "tracker_evidence"("status", "verify_at");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_slug_key" ON "workspace"("slug");

-- CreateIndex
CREATE INDEX "workspace_owner_id_idx" ON "workspace"("owner_id");

-- CreateIndex
CREATE INDEX "workspace_member_developer_id_idx" ON "workspace_member"("developer_id");

-- CreateIndex
CREATE INDEX "workspace_member_custom_role_id_idx" ON "workspace_member"("custom_role_id");

-- CreateIndex
CREATE UNIQUE INDEX "custom_role_workspace_id_slug_key" ON "custom_role"("workspace_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "project_workspace_id_slug_key" ON "project"("workspace_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "project_workspace_id_key_key" ON "project"("workspace_id", "key");

-- CreateIndex
CREATE INDEX "project_member_developer_id_idx" ON "project_member"("developer_id");

-- AddForeignKey
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "developer" ADD CONSTRAINT "developer_current_workspace_id_fkey" FOREIGN KEY ("current_workspace_id") REFERENCES "workspace"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "developer_connection" ADD CONSTRAINT "developer_connection_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_device" ADD CONSTRAINT "tracker_device_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_device" ADD CONSTRAINT "tracker_device_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_derivation" ADD CONSTRAINT "tracker_derivation_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "tracker_sample"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_dirty_hour" ADD CONSTRAINT "tracker_dirty_hour_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_activity" ADD CONSTRAINT "tracker_activity_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_evidence" ADD CONSTRAINT "tracker_evidence_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "tracker_device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_member" ADD CONSTRAINT "workspace_member_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_member" ADD CONSTRAINT "workspace_member_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_member" ADD CONSTRAINT "workspace_member_custom_role_id_fkey" FOREIGN KEY ("custom_role_id") REFERENCES "custom_role"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_role" ADD CONSTRAINT "custom_role_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
