import { textKey } from "@/lib/platform/text-key";

/** The key of a mail address: the same for every way to write it, and the one that CRM records are found by. */
export const addressKeyOf = textKey;
