-- CreateTable
CREATE TABLE "project_request" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'open',
    "visibility" TEXT NOT NULL DEFAULT 'visible',
    "votes" INTEGER NOT NULL DEFAULT 0,
    "author_id" UUID,
    "task_id" UUID,
    "merged_into_id" UUID,
    "status_changed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_request_vote" (
    "request_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_request_vote_pkey" PRIMARY KEY ("request_id","developer_id")
);

-- CreateTable
CREATE TABLE "project_request_comment" (
    "id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "author_id" UUID,
    "body" TEXT NOT NULL,
    "is_staff" BOOLEAN NOT NULL DEFAULT false,
    "visibility" TEXT NOT NULL DEFAULT 'visible',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_request_comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_request_change" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "from" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "actor_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_request_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_block" (
    "project_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "blocked_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_block_pkey" PRIMARY KEY ("project_id","developer_id")
);

-- CreateTable
CREATE TABLE "project_page" (
    "project_id" UUID NOT NULL,
    "reviews" TEXT NOT NULL DEFAULT 'nobody',
    "is_indexed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "project_page_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "project_request_project_id_created_at_id_idx" ON "project_request"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "project_request_project_id_votes_created_at_id_idx" ON "project_request"("project_id", "votes" DESC, "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "project_request_project_id_status_votes_created_at_id_idx" ON "project_request"("project_id", "status", "votes" DESC, "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "project_request_project_id_title_idx" ON "project_request" USING GIN ("project_id" uuid_ops, "title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "project_request_workspace_id_idx" ON "project_request"("workspace_id");

-- CreateIndex
CREATE INDEX "project_request_author_id_idx" ON "project_request"("author_id");

-- CreateIndex
CREATE INDEX "project_request_task_id_idx" ON "project_request"("task_id");

-- CreateIndex
CREATE INDEX "project_request_merged_into_id_idx" ON "project_request"("merged_into_id");

-- CreateIndex
CREATE INDEX "project_request_vote_request_id_created_at_idx" ON "project_request_vote"("request_id", "created_at");

-- CreateIndex
CREATE INDEX "project_request_vote_developer_id_idx" ON "project_request_vote"("developer_id");

-- CreateIndex
CREATE INDEX "project_request_comment_request_id_created_at_id_idx" ON "project_request_comment"("request_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "project_request_comment_author_id_idx" ON "project_request_comment"("author_id");

-- CreateIndex
CREATE INDEX "project_request_change_request_id_created_at_id_idx" ON "project_request_change"("request_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "project_request_change_project_id_created_at_id_idx" ON "project_request_change"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "project_request_change_actor_id_idx" ON "project_request_change"("actor_id");

-- CreateIndex
CREATE INDEX "project_block_developer_id_idx" ON "project_block"("developer_id");

-- CreateIndex
CREATE INDEX "project_block_blocked_by_id_idx" ON "project_block"("blocked_by_id");

-- AddForeignKey
ALTER TABLE "project_request" ADD CONSTRAINT "project_request_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request" ADD CONSTRAINT "project_request_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request" ADD CONSTRAINT "project_request_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request" ADD CONSTRAINT "project_request_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request" ADD CONSTRAINT "project_request_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "project_request"("id") ON DELETE SET NULL ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project_request_vote" ADD CONSTRAINT "project_request_vote_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "project_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request_vote" ADD CONSTRAINT "project_request_vote_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request_comment" ADD CONSTRAINT "project_request_comment_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "project_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request_comment" ADD CONSTRAINT "project_request_comment_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request_change" ADD CONSTRAINT "project_request_change_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request_change" ADD CONSTRAINT "project_request_change_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "project_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_request_change" ADD CONSTRAINT "project_request_change_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_block" ADD CONSTRAINT "project_block_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_block" ADD CONSTRAINT "project_block_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_block" ADD CONSTRAINT "project_block_blocked_by_id_fkey" FOREIGN KEY ("blocked_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_page" ADD CONSTRAINT "project_page_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A request's votes are counted where they are kept, so that merging requests and erasing people can't leave a number
-- that is no longer true.
CREATE FUNCTION count_votes_cast() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE project_request AS request SET votes = request.votes + cast_now.count
  FROM (SELECT request_id, count(*)::int AS count FROM new_votes GROUP BY request_id) AS cast_now
  WHERE request.id = cast_now.request_id;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_votes_taken_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE project_request AS request SET votes = request.votes - taken_back.count
  FROM (SELECT request_id, count(*)::int AS count FROM old_votes GROUP BY request_id) AS taken_back
  WHERE request.id = taken_back.request_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_votes_cast AFTER INSERT ON project_request_vote
REFERENCING NEW TABLE AS new_votes FOR EACH STATEMENT EXECUTE FUNCTION count_votes_cast();

CREATE TRIGGER count_votes_taken_back AFTER DELETE ON project_request_vote
REFERENCING OLD TABLE AS old_votes FOR EACH STATEMENT EXECUTE FUNCTION count_votes_taken_back();
