import type { CategoryId } from "@/lib/tracker/enrichment/catalog";
import { compileRules, type RuleLayer } from "@/lib/tracker/enrichment/category-rules";
import { named } from "@/lib/tracker/enrichment/identity-rules";
import { normalHost, normalPath, normalRepository } from "@/lib/tracker/enrichment/spellings";
import { readTitlePattern } from "@/lib/tracker/enrichment/title-patterns";

/** What a rule that people write can look at. */
export const RULE_KINDS = [
  "bundle",
  "executable",
  "host",
  "path",
  "extension",
  "repository",
  "branch",
  "title~",
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/**
 * A rule as people write it: it names a category, a project or both. Of several that match, the first in order that
 * names a category decides the category, and the first that names a project is evidence for that project.
 */
export type WrittenRule = {
  id: string;
  kind: RuleKind;
  value: string;
  category?: CategoryId | undefined;
  project_id?: string | undefined;
};

const HOST = /^(?:localhost|(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)$/;

/** A computer on one's own network, such as `intranet`; a domain's ending would be a slip. */
const COMPUTER = /^(?!(?:biz|com|edu|gov|info|localhost|net|org)$)(?=.*[a-z])[a-z0-9_][a-z0-9_-]+[a-z0-9]$/;

function normalSite(value: string): string | { problem: string } {
  const [host = "", ...path] = value
    .replace(/^https?:\/\//i, "")
    .replace(/[?#].*$/, "")
    .split("/");
  const bare = normalHost(host.replace(/^\*\./, "").replace(/:\d+$/, "")).replace(/^www\./, "");
  if (!HOST.test(bare) && !COMPUTER.test(bare)) {
    return { problem: "Must be a host, such as example.com or example.com/team" };
  }
  return [bare, ...path.filter((segment) => segment !== "")].join("/");
}

/**
 * A rule's value as it is stored and compared.
 * @returns what is wrong with it, if anything; a value that would match everything is refused
 */
export function normalValue(kind: RuleKind, given: string): string | { problem: string } {
  const value = given.trim();
  const lower = value.toLowerCase();
  switch (kind) {
    case "bundle":
      return /^[^*\s]+$/.test(lower) || /^(?:[^*\s.]+\.){2,}\*$/.test(lower)
        ? lower
        : { problem: "Must be a bundle id, or a family of them such as com.example.*" };
    case "executable": {
      const { name } = named(value);
      return name === "" || name.includes("*")
        ? { problem: "Must be a program's name, such as code.exe" }
        : name;
    }
    case "host":
      return normalSite(value);
    case "path": {
      const path = normalPath(value);
      return /^(?:~|[a-z]:)?\/?$/.test(path) || path.includes("*")
        ? { problem: "Must be a folder or a file, such as ~/src/shop" }
        : path;
    }
    case "extension":
      return /^\.?[a-z0-9_+-]+$/.test(lower)
        ? lower.replace(/^\./, "")
        : { problem: "Must be an extension, such as ts" };
    case "repository": {
      const repository = normalRepository(value);
      return repository === "" || /[*\s]/.test(repository)
        ? { problem: "Must be a repository, such as acme/shop" }
        : repository;
    }
    case "branch":
      return /^[^*\s]+$/.test(lower) || /^[^*\s]+[/._-]\*$/.test(lower)
        ? lower
        : { problem: "Must be a branch, or its beginning such as feature/*" };
    case "title~": {
      const read = readTitlePattern(value);
      return typeof read === "string" ? { problem: read } : value;
    }
  }
}

/** The match under which a rule is indexed: `executable:` names a program on any system. */
function matchOf({ kind, value }: WrittenRule): string {
  // What ends with a computer's name, as a domain does, is something else.
  if (kind === "host")
    return COMPUTER.test(value.split("/", 1)[0] ?? "") ? `host:${value}` : `host:*.${value}`;
  // Older rules were stored with whole homes.
  if (kind === "path") return `path:${normalPath(value)}`;
  // Older rules were stored with other addresses.
  if (kind === "repository") return `repository:${normalRepository(value)}`;
  return `${kind === "executable" ? "program" : kind}:${value}`;
}

/** A placeholder for rules that name no category, in layers that are never asked for one. */
const NO_CATEGORY: CategoryId = "uncategorised";

function compile(origin: "workspace" | "own", ranked: readonly (WrittenRule & { priority: number })[]) {
  const compiledOf = ({ id, category = NO_CATEGORY, priority }: (typeof ranked)[number]) => ({
    id: `${origin}/${id}`,
    category,
    priority,
  });
  const layer = compileRules(
    ranked
      .filter(({ kind }) => kind !== "title~")
      .map((rule) => ({ ...compiledOf(rule), match: matchOf(rule) })),
  );
  const titles = ranked.flatMap((rule) => {
    const read = rule.kind === "title~" ? readTitlePattern(rule.value) : "";
    return typeof read === "string" ? [] : [{ ...read, rule: { ...compiledOf(rule), path: [] } }];
  });
  return { ...layer, titles, isWritten: true };
}

/**
 * Compiles the rules of a workspace or of a person.
 * @param origin whose rules they are; it becomes part of the ids of what they decide
 */
export function compileWritten(origin: "workspace" | "own", rules: readonly WrittenRule[]): RuleLayer {
  const ranked = rules.map((rule, index) => ({ ...rule, priority: rules.length - index }));
  const ofProjects = ranked.flatMap((rule) =>
    rule.project_id === undefined ? [] : [{ ...rule, project_id: rule.project_id }],
  );
  const named = compile(
    origin,
    ranked.filter(({ category }) => category !== undefined),
  );
  if (ofProjects.length === 0) return named;
  const targets = ofProjects.map(({ id, kind, value, project_id: projectId }) => {
    const target = { signal: `${origin}_rule` as const, projectId, words: `${kind} ${value}` };
    return [`${origin}/${id}`, target] as const;
  });
  return { ...named, projects: { rules: compile(origin, ofProjects), targets: new Map(targets) } };
}
