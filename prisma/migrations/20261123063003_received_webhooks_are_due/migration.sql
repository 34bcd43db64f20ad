-- When a delivery is to be handled; null when it is done with. What is there already has its jobs, so the default holds
-- for new rows alone, those of a process that still runs the code before this among them.
ALTER TABLE "inbound_delivery" ADD COLUMN "due_at" TIMESTAMPTZ(3);
ALTER TABLE "inbound_delivery" ALTER COLUMN "due_at" SET DEFAULT '1970-01-01T00:00:00Z';
