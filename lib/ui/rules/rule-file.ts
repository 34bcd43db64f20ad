import { RULES_BYTES_MAX } from "@/lib/tracker/rules/limits";
import { ApiError, isRefusal } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import type { RuleFile } from "@/lib/ui/rules/queries";
import { contentOf, type Rule } from "@/lib/ui/rules/rule";

const MIB = 1024 * 1024;
const ISSUES_SHOWN_MAX = 3;

/** The content of a file: rules of this service, or categories of ActivityWatch. */
export type ReadFile = Pick<RuleFile, "rules" | "classes">;

function listIn(json: unknown, name: string): unknown[] | null {
  const found = typeof json === "object" && json !== null ? (json as Record<string, unknown>)[name] : null;
  return Array.isArray(found) ? found : null;
}

/**
 * Reads a file of rules; the server validates each of them.
 * @returns what is wrong if it isn't such a file
 */
export function readRuleFile(name: string, text: string): ReadFile | { problem: string } {
  if (new Blob([text]).size > RULES_BYTES_MAX) {
    return { problem: `${name} is larger than ${RULES_BYTES_MAX / MIB} MB. Split it.` };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return {
      problem: `${name} is not a JSON file. Choose one that was exported here, or ActivityWatch's categories.`,
    };
  }
  const rules = listIn(json, "rules");
  if (rules) return { rules: rules as NonNullable<ReadFile["rules"]> };
  const classes =
    listIn(json, "categories") ?? listIn(json, "classes") ?? (Array.isArray(json) ? json : null);
  if (classes) return { classes: classes as NonNullable<ReadFile["classes"]> };
  return {
    problem: `${name} holds no rules. Choose a file that was exported here, or ActivityWatch's categories.`,
  };
}

/** Rules as a file that can be imported again. */
export function ruleFileOf(rules: readonly Rule[]): Blob {
  const plain = rules.map(contentOf);
  return new Blob([`${JSON.stringify({ rules: plain }, null, 2)}\n`], { type: "application/json" });
}

/** Why a file was not imported; names the first invalid entries by number. */
export function importProblem(error: unknown): string {
  if (isRefusal(error, 412)) {
    return "Someone else has changed these rules in the meantime. Look at them, and import the file again.";
  }
  const issues = error instanceof ApiError ? error.issues : [];
  const named = issues.slice(0, ISSUES_SHOWN_MAX).map(({ path, message }) => {
    const [, list, place] = /^(rules|classes)\.(\d+)/.exec(path) ?? [];
    if (list === undefined) return message;
    return `${list === "rules" ? "Rule" : "Category"} ${Number(place) + 1}: ${message}`;
  });
  const more = issues.length > named.length ? [`and ${issues.length - named.length} more.`] : [];
  return [sentenceOf(error), ...named, ...more].join(" ");
}
