import { z } from "zod";
import { GivenId } from "@/lib/http/fields";

export const LIVE_AREAS = [
  "tables",
  "tasks",
  "records",
  "inbox",
  "deliveries",
  "members",
  "roles",
  "teams",
  "workspace",
] as const;
export const LiveArea = z.enum(LIVE_AREAS);
const LIVE_KINDS = ["changed", "people", "setup"] as const;
export const LiveKind = z.enum(LIVE_KINDS);
export type LiveKind = z.output<typeof LiveKind>;

/** What several people may look at together. */
export const SharedArea = LiveArea.extract(["tables", "tasks", "records"]);
export type SharedArea = z.output<typeof SharedArea>;

/** One message of a stream: that something changed, never its content. */
export const LiveChange = z.object({
  area: LiveArea.meta({ description: "Where something changed" }),
  id: z.uuid().meta({
    description:
      "What changed: the table, the project of a task, the object of a record, the webhook of a delivery, the role, the team; of members and invites, and of its own name, settings and plan, the workspace; of the inbox, you",
  }),
  kind: LiveKind.meta({
    description:
      "`changed`; `people` where only those who look at it are others now; `setup` where an object, its attributes or its views changed and its records did not",
  }),
});
export type LiveChange = z.output<typeof LiveChange>;

/** Something that is looked at: a table, the board of a project, the records of an object. */
export const LookedAt = z.object({
  area: SharedArea.meta({ description: "What kind of thing it is" }),
  id: GivenId.meta({ description: "The table; of tasks the project; of records the object" }),
});
export type LookedAt = z.output<typeof LookedAt>;

/** Who else looks at it. */
export const PeopleHere = z.object({
  people: z
    .array(z.object({ id: z.uuid(), name: z.string(), avatar_url: z.string().nullable() }))
    .meta({ description: "Without yourself, by name; at most 50" }),
});
export type PeopleHere = z.output<typeof PeopleHere>;
