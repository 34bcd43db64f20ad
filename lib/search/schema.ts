import { z } from "zod";
import { wholeNumber } from "@/lib/http/fields";
import { QUERY_CHARS_MAX, RESULTS_PER_KIND, RESULTS_PER_KIND_MAX } from "@/lib/search/limits";

/** All that is found, in the order in which equals are listed. */
export const KINDS = [
  "record",
  "task",
  "project",
  "request",
  "form",
  "table",
  "member",
  "team",
  "object",
  "automation",
  "sequence",
  "webhook",
  "repository",
] as const;

export type Kind = (typeof KINDS)[number];

export const SearchQuery = z.object({
  // Its length is judged by the use case, which says what to do about it.
  q: z
    .string()
    .default("")
    .meta({
      description: `Words that all stand in the name of a thing, or in a text of a record, in either case; at most ${QUERY_CHARS_MAX} characters. \`WEB-12\` finds a task.`,
    }),
  limit: wholeNumber(1, RESULTS_PER_KIND_MAX, RESULTS_PER_KIND).meta({ description: "Of each kind" }),
});
export type SearchQuery = z.output<typeof SearchQuery>;

export const SearchResult = z
  .object({
    kind: z.enum(KINDS),
    id: z.string(),
    title: z.string(),
    detail: z.string().meta({ description: "What tells it from others with the same name" }),
    link: z.string().meta({ description: "Path of its page in the console" }),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.input<typeof SearchResult>;

export const SearchResults = z
  .object({
    items: z.array(SearchResult).meta({ description: "The best first" }),
    is_complete: z
      .boolean()
      .meta({ description: "`false` where it took too long to look everywhere: more words find more" }),
  })
  .meta({ id: "SearchResults" });
export type SearchResults = z.input<typeof SearchResults>;
