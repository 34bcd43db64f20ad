import { decrypt, encrypt } from "@/lib/platform/crypto";
import { COMPILED_RULES_KEPT_MAX } from "@/lib/tracker/redaction/limits";
import { compileRules, type ExtraRules, NO_EXTRA_RULES } from "@/lib/tracker/redaction/rules";
import { type RedactionRule, RedactionRules } from "@/lib/tracker/redaction/schema";

/** What is stored for a sample's workspace and person; null where they added nothing. */
export type StoredRules = { developerId: string; workspaceRules: unknown; ownSealed: string | null };

function contextOf(developerId: string): string {
  return `tracker-redaction:${developerId}`;
}

/** A person's own rules as they are stored: nobody reads them in the database. */
export function sealRules(developerId: string, rules: readonly RedactionRule[]): string {
  return encrypt(JSON.stringify(rules), contextOf(developerId));
}

/** @throws when the key is gone that they were sealed with: nothing is stored that they might take out */
export function openRules(developerId: string, sealed: string | null): RedactionRule[] {
  return sealed === null ? [] : readRules(JSON.parse(decrypt(sealed, contextOf(developerId))));
}

/** A workspace's rules out of the database; none where it added none. */
export function readRules(stored: unknown): RedactionRule[] {
  return stored === null || stored === undefined ? [] : RedactionRules.shape.rules.parse(stored);
}

const compiled = new Map<string, ExtraRules>();

/**
 * What is removed from somebody's samples besides what is removed from everybody's.
 * @throws as `openRules`
 */
export function rulesInForce({ developerId, workspaceRules, ownSealed }: StoredRules): ExtraRules {
  if (!workspaceRules && ownSealed === null) return NO_EXTRA_RULES;
  const key = `${JSON.stringify(workspaceRules)} ${ownSealed}`;
  const known = compiled.get(key);
  if (known) return known;
  const rules = compileRules([...readRules(workspaceRules), ...openRules(developerId, ownSealed)]);
  if (compiled.size >= COMPILED_RULES_KEPT_MAX) compiled.clear();
  compiled.set(key, rules);
  return rules;
}
