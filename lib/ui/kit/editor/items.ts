import type { Issue } from "@/lib/ui/api/client";

/* What an editor lists: everything that can be moved has a key of its own, which stays with it. */

export type Keyed = { key: string; id?: string };

/** What the server said, with the keys of actions or steps in place of their positions. */
export function keyedIssues(
  issues: readonly Issue[],
  list: "actions" | "steps",
  items: readonly Keyed[],
): Issue[] {
  return issues.map(({ path, message }) => {
    const [head, index, ...rest] = path.split(".");
    const key = head === list && index !== undefined ? items[Number(index)]?.key : undefined;
    return { path: key === undefined ? path : [list, key, ...rest].join("."), message };
  });
}

/** What is wrong at a place, or anywhere inside it. */
export function issueWithin(issues: readonly Issue[], path: string): string | undefined {
  return issues.find((issue) => issue.path === path || issue.path.startsWith(`${path}.`))?.message;
}
