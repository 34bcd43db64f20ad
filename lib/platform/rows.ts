/** The types of table rows, for whoever handles rows without querying them. */
export type * from "@/lib/platform/prisma/client";
