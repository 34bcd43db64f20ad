import type { Actor } from "@/lib/access/actor";
import { decide } from "@/lib/access/rules";
import { withinScope } from "@/lib/access/scope/rules";
import { findMemberships } from "@/lib/access/store";
import { whichAreSignedIn } from "@/lib/identity/store";
import type { Listening } from "@/lib/live/rules";
import { whichTokensCount } from "@/lib/tokens/store";

type Judged = { actor: Actor; workspaceId: string };

/**
 * What listeners may do now, in the same order; null for those who are signed out, suspended or removed, or whose
 * workspace was switched off. Three queries, however many there are.
 */
export async function judge(all: readonly Judged[], now: Date): Promise<(Listening | null)[]> {
  const tokenIds = all.flatMap(({ actor }) => actor.tokenId ?? []);
  const [signedIn, tokens, memberships] = await Promise.all([
    whichAreSignedIn(
      all.map(({ actor: { developerId, sessionId, signedInAt } }) => ({
        developerId,
        sessionId,
        issuedAt: signedInAt,
      })),
    ),
    whichTokensCount(tokenIds, now),
    findMemberships(all.map(({ workspaceId, actor: { developerId } }) => ({ workspaceId, developerId }))),
  ]);
  return all.map(({ actor }, at) => {
    const isLetIn = actor.tokenId === null ? signedIn[at] : tokens.has(actor.tokenId);
    const membership = memberships[at];
    if (!isLetIn || !membership?.workspaceIsActive || membership.status !== "active") return null;
    return { developerId: actor.developerId, permissions: withinScope(actor.tokenScope, decide(membership)) };
  });
}
