import { expect } from "vitest";
import * as list from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/route";
import { call } from "@/tests/support/call";
import type { aTrackedDevice } from "@/tests/support/factories";

export type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

/** A request about the rules of a workspace, by its owner. */
export function asked(tracked: Tracked, body?: unknown, params: Record<string, string> = {}) {
  return {
    bearer: tracked.developer.jwt,
    params: { workspace_id: tracked.workspace.id, ...params },
    ...(body === undefined ? {} : { body }),
  };
}

export const rule = (kind: string, value: string, category = "learn") => ({ kind, value, category });

/** Adds a rule to a workspace's draft. */
export async function createRule(tracked: Tracked, given: Record<string, unknown>) {
  const answer = await call(list.POST, "POST", asked(tracked, given));
  expect(answer.status).toBe(201);
  return answer.json as { id: string; kind: string; value: string; category: string };
}
