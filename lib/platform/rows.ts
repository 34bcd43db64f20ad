/** The types of table rows, for code that handles rows without querying them. */
export type * from "@/lib/platform/prisma/client";
