import { decrypt, encrypt } from "@/lib/platform/crypto";
import { COMPILED_RULES_KEPT_MAX } from "@/lib/tracker/redaction/limits";
import { compileRules, type ExtraRules, NO_EXTRA_RULES } from "@/lib/tracker/redaction/rules";
import { type RedactionRule, RedactionRules } from "@/lib/tracker/redaction/schema";

/** The stored rules of a sample's workspace and person; null where they have none. */
export type StoredRules = { developerId: string; workspaceRules: unknown; ownSealed: string | null };

function contextOf(developerId: string): string {
  return `tracker-redaction:${developerId}`;
}

/** Encrypts a person's own rules, so that they can't be read in the database. */
export function sealRules(developerId: string, rules: readonly RedactionRule[]): string {
  return encrypt(JSON.stringify(rules), contextOf(developerId));
}

/**
 * Decrypts a person's own rules. @throws if their key is gone: then nothing may be stored that they might have removed
 */
export function openRules(developerId: string, sealed: string | null): RedactionRule[] {
  return sealed === null ? [] : readRules(JSON.parse(decrypt(sealed, contextOf(developerId))));
}

/** A workspace's rules, read from the database; empty if there are none. */
export function readRules(stored: unknown): RedactionRule[] {
  return stored === null || stored === undefined ? [] : RedactionRules.shape.rules.parse(stored);
}

const compiled = new Map<string, ExtraRules>();

/**
 * The rules for somebody's samples of one workspace on top of the built-in ones.
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

/** A device's stored rules, with those of the workspaces that it was in before and until when, the oldest first. */
type RulesOfDevice = StoredRules & { past: readonly { until: number; workspaceRules: unknown }[] };

/** Gives the rules for a sample by its time, in ms since 1970. */
export type RulesAt = (at: number) => ExtraRules;

/**
 * The rules for a device's samples on top of the built-in ones: those of the workspace that it was in when a sample was
 * taken, to which the sample belongs.
 * @throws as `openRules`
 */
export function rulesByTime({ past, ...current }: RulesOfDevice): RulesAt {
  const now = rulesInForce(current);
  const earlier = past.map(({ until, workspaceRules }) => ({
    until,
    rules: rulesInForce({ ...current, workspaceRules }),
  }));
  return (at) => earlier.find(({ until }) => at < until)?.rules ?? now;
}
