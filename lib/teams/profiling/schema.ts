import { z } from "zod";
import { GivenId, wholeNumber } from "@/lib/http/fields";
import {
  PROFILE_DEVELOPERS_MAX,
  VELOCITY_DAYS_DEFAULT,
  VELOCITY_DAYS_MAX,
  VELOCITY_DAYS_MIN,
} from "@/lib/teams/profiling/limits";

export const ProfiledDevelopers = z
  .object({ developer_ids: z.array(GivenId).min(1).max(PROFILE_DEVELOPERS_MAX) })
  .meta({
    id: "ProfiledDevelopers",
    description: "The developers to look at. Unknown and repeated ids are ignored.",
  });
export type ProfiledDevelopers = z.output<typeof ProfiledDevelopers>;

export const VelocityQuery = z.object({
  days: wholeNumber(VELOCITY_DAYS_MIN, VELOCITY_DAYS_MAX, VELOCITY_DAYS_DEFAULT),
});
export type VelocityQuery = z.output<typeof VelocityQuery>;

const Share = z.number().min(0).max(1).meta({ description: "Of the whole, from 0 to 1" });
const Lines = z.int().meta({ description: "Lines changed" });

const Changes = z.object({ commits: z.int(), additions: z.int(), deletions: z.int() });

export const TeamProfile = Changes.extend({
  languages: z
    .array(
      z.object({
        language: z.string(),
        lines: Lines,
        share: Share,
        developers: z.int().meta({ description: "How many of them changed lines of it" }),
      }),
    )
    .meta({ description: "Most lines first" }),
  commit_distribution: z
    .array(Changes.extend({ developer_id: z.string(), share: Share }))
    .meta({ description: "Who has commits, most first" }),
}).meta({ id: "TeamProfile" });
export type TeamProfile = z.input<typeof TeamProfile>;

export const TeamBusFactor = z
  .object({
    languages: z
      .array(
        z.object({
          language: z.string(),
          bus_factor: z.int().meta({
            description: "The smallest number of people who made at least half of the changed lines",
          }),
          developers: z.int(),
          lines: Lines,
        }),
      )
      .meta({ description: "Most endangered first: smallest bus factor, then most lines" }),
  })
  .meta({ id: "TeamBusFactor" });
export type TeamBusFactor = z.input<typeof TeamBusFactor>;

export const TeamVelocity = Changes.extend({
  days: z.int(),
  merged_pull_requests: z.int(),
}).meta({ id: "TeamVelocity" });
export type TeamVelocity = z.input<typeof TeamVelocity>;
