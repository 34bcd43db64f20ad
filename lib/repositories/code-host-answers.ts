import { z } from "zod";
import { Sha } from "@/lib/repositories/rules";
import type { Facts } from "@/lib/repositories/store";

/*
 * What is read of the code host's answers. Everything else in them is dropped unseen.
 */

const Account = z.object({ id: z.int() }).nullish();
const Signature = z.object({ email: z.string().nullish(), date: z.string().nullish() }).nullish();
const Time = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());

export const RepositoryAnswer = z
  .object({ id: z.int(), full_name: z.string(), default_branch: z.string(), private: z.boolean() })
  .transform(
    (answer): Facts => ({
      externalId: String(answer.id),
      fullName: answer.full_name,
      defaultBranch: answer.default_branch,
      isPrivate: answer.private,
    }),
  );

const Commit = z.object({
  sha: Sha,
  /** Empty where the account is unknown. */
  author: Account.or(z.object({}).transform(() => null)),
  commit: z.object({ message: z.string(), author: Signature, committer: Signature }),
});

export const CommitsAnswer = z.array(Commit);
export const ComparisonAnswer = z.object({ commits: CommitsAnswer });

export const CommitAnswer = z.object({
  stats: z.object({ additions: z.int().min(0), deletions: z.int().min(0) }),
  files: z
    .array(z.object({ filename: z.string(), additions: z.int().min(0), deletions: z.int().min(0) }))
    .default([]),
});

/** Bytes of each language on the default branch. */
export const LanguagesAnswer = z.record(z.string(), z.number());

export const PullRequestsAnswer = z.array(
  z.object({
    number: z.int().min(1),
    title: z.string(),
    state: z.string(),
    user: Account,
    head: z.object({ ref: z.string() }),
    created_at: Time,
    merged_at: Time.nullable(),
    updated_at: Time,
  }),
);
