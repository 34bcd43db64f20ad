-- CreateTable
CREATE TABLE "automation" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "trigger_type" TEXT NOT NULL,
    "object_id" UUID,
    "trigger_attributes" TEXT[],
    "form_id" UUID,
    "conditions" JSONB,
    "actions" JSONB NOT NULL,
    "failures_in_a_row" INTEGER NOT NULL DEFAULT 0,
    "disabled_reason" TEXT,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automation_run" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "trigger_type" TEXT NOT NULL,
    "record_id" UUID,
    "subject" JSONB NOT NULL,
    "depth" INTEGER NOT NULL,
    "root_run_id" UUID NOT NULL,
    "cause_run_id" UUID,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automation_run_action" (
    "run_id" UUID NOT NULL,
    "action_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "result" JSONB,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_run_action_pkey" PRIMARY KEY ("run_id","action_id")
);

-- CreateTable
CREATE TABLE "sequence" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "object_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "steps" JSONB NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sequence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence_enrollment" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "sequence_id" UUID NOT NULL,
    "record_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "is_open" BOOLEAN DEFAULT true,
    "step_id" UUID,
    "is_waiting" BOOLEAN NOT NULL DEFAULT false,
    "next_step_at" TIMESTAMPTZ(3),
    "exit_reason" TEXT,
    "depth" INTEGER NOT NULL DEFAULT 0,
    "enrolled_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sequence_enrollment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence_step_done" (
    "enrollment_id" UUID NOT NULL,
    "step_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "result" JSONB,
    "error" TEXT,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sequence_step_done_pkey" PRIMARY KEY ("enrollment_id","step_id")
);

-- CreateTable
CREATE TABLE "crm_task" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "record_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "assignee_id" UUID,
    "enrollment_id" UUID,
    "is_done" BOOLEAN NOT NULL DEFAULT false,
    "completed_at" TIMESTAMPTZ(3),
    "completed_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "crm_task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "link" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "automation_workspace_id_is_active_trigger_type_idx" ON "automation"("workspace_id", "is_active", "trigger_type");

-- CreateIndex
CREATE INDEX "automation_workspace_id_created_at_id_idx" ON "automation"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "automation_object_id_idx" ON "automation"("object_id");

-- CreateIndex
CREATE INDEX "automation_created_by_id_idx" ON "automation"("created_by_id");

-- CreateIndex
CREATE INDEX "automation_run_automation_id_created_at_id_idx" ON "automation_run"("automation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "automation_run_automation_id_status_created_at_id_idx" ON "automation_run"("automation_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "automation_run_workspace_id_created_at_id_idx" ON "automation_run"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "automation_run_root_run_id_idx" ON "automation_run"("root_run_id");

-- CreateIndex
CREATE INDEX "automation_run_status_created_at_idx" ON "automation_run"("status", "created_at");

-- CreateIndex
CREATE INDEX "automation_run_created_at_idx" ON "automation_run"("created_at");

-- CreateIndex
CREATE INDEX "sequence_workspace_id_created_at_id_idx" ON "sequence"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sequence_object_id_idx" ON "sequence"("object_id");

-- CreateIndex
CREATE INDEX "sequence_created_by_id_idx" ON "sequence"("created_by_id");

-- CreateIndex
CREATE INDEX "sequence_enrollment_sequence_id_created_at_id_idx" ON "sequence_enrollment"("sequence_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sequence_enrollment_sequence_id_status_created_at_id_idx" ON "sequence_enrollment"("sequence_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sequence_enrollment_workspace_id_record_id_idx" ON "sequence_enrollment"("workspace_id", "record_id");

-- CreateIndex
CREATE INDEX "sequence_enrollment_status_next_step_at_idx" ON "sequence_enrollment"("status", "next_step_at");

-- CreateIndex
CREATE INDEX "sequence_enrollment_enrolled_by_id_idx" ON "sequence_enrollment"("enrolled_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "sequence_enrollment_sequence_id_record_id_is_open_key" ON "sequence_enrollment"("sequence_id", "record_id", "is_open");

-- CreateIndex
CREATE INDEX "crm_task_workspace_id_is_done_created_at_id_idx" ON "crm_task"("workspace_id", "is_done", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "crm_task_workspace_id_assignee_id_is_done_created_at_id_idx" ON "crm_task"("workspace_id", "assignee_id", "is_done", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "crm_task_record_id_created_at_id_idx" ON "crm_task"("record_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "crm_task_assignee_id_idx" ON "crm_task"("assignee_id");

-- CreateIndex
CREATE INDEX "crm_task_completed_by_id_idx" ON "crm_task"("completed_by_id");

-- CreateIndex
CREATE INDEX "notification_developer_id_workspace_id_created_at_id_idx" ON "notification"("developer_id", "workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "notification_developer_id_workspace_id_read_at_idx" ON "notification"("developer_id", "workspace_id", "read_at");

-- CreateIndex
CREATE INDEX "notification_workspace_id_idx" ON "notification"("workspace_id");

-- CreateIndex
CREATE INDEX "notification_created_at_idx" ON "notification"("created_at");

-- AddForeignKey
ALTER TABLE "automation" ADD CONSTRAINT "automation_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation" ADD CONSTRAINT "automation_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "crm_object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation" ADD CONSTRAINT "automation_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_run_action" ADD CONSTRAINT "automation_run_action_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "automation_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "crm_object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_sequence_id_fkey" FOREIGN KEY ("sequence_id") REFERENCES "sequence"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_enrolled_by_id_fkey" FOREIGN KEY ("enrolled_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_step_done" ADD CONSTRAINT "sequence_step_done_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "sequence_enrollment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_task" ADD CONSTRAINT "crm_task_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_task" ADD CONSTRAINT "crm_task_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "crm_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_task" ADD CONSTRAINT "crm_task_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_task" ADD CONSTRAINT "crm_task_completed_by_id_fkey" FOREIGN KEY ("completed_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
