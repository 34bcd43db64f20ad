-- Alone, because the table may be large: a deploy that is cut off does not read it again.
ALTER TABLE "inbound_delivery" VALIDATE CONSTRAINT "inbound_delivery_status_check";
ALTER TABLE "inbound_delivery" VALIDATE CONSTRAINT "inbound_delivery_verification_check";
