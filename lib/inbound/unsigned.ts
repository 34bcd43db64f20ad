import type { z } from "zod";
import type { Receipt } from "@/lib/inbound/schema";

/**
 * The answer to a message without a signature where one could have been verified: it is taken, as the contract wants,
 * but neither acted on nor recorded, so that it can't stand in the way of the real one either. Of these providers the
 * requirements don't ask that such a message be believed; it would buy a plan or silence an address.
 */
export const UNSIGNED: z.input<typeof Receipt> = { status: "ignored", reason: "unsigned" };
