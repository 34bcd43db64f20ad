import { countOf } from "@/lib/ui/kit/words/counts";
import type { Dependents } from "@/lib/ui/members/queries";

const NAMES_MAX = 5;

/** Whether things have names; they are empty for those who may not see what the things are called. */
const areNamed = (names: string[]) => !names.includes("");

/** The repositories whose sync somebody keeps up; how many they are, for those who may not see them. */
export function syncedBy({ repositories }: Dependents): string {
  const names = repositories.map(({ full_name }) => full_name);
  return areNamed(names) ? listOf(names) : countOf(names.length, "repository", "repositories");
}

/** `Orders and Refunds`; for many names, the first five and the number of others. */
function listOf(names: string[]): string {
  const more = names.length - NAMES_MAX;
  const shown = more > 0 ? [...names.slice(0, NAMES_MAX), `${more} more`] : names;
  return new Intl.ListFormat("en").format(shown);
}

/** The affected things and what happens to them, in singular and plural. */
type Words = { names: string[]; one: [noun: string, fate: string]; several: [noun: string, fate: string] };

/** Sentences about what acts on behalf of a member, and stops when they leave until somebody else takes it over. */
export function leftBehind({ webhooks, automations, sequences, share_links }: Dependents): string[] {
  const all: Words[] = [
    {
      names: webhooks.map(({ name, url }) => name || (url && new URL(url).host)),
      one: ["webhook", "keeps its events until somebody else takes it over"],
      several: ["webhooks", "keep their events until somebody else takes them over"],
    },
    {
      names: automations.map(({ name }) => name),
      one: ["automation", "is switched off at its next run"],
      several: ["automations", "are switched off at their next run"],
    },
    {
      names: sequences.map(({ name }) => name),
      one: ["sequence", "is paused at its next request"],
      several: ["sequences", "are paused at their next request"],
    },
    {
      names: share_links.map(({ name, table_name }) => (name ? `${name} (${table_name})` : table_name)),
      one: ["share link", "opens nothing until somebody else changes it"],
      several: ["share links", "open nothing until somebody else changes them"],
    },
  ];
  return all.flatMap(({ names, one, several }) => {
    if (names.length === 0) return [];
    const [noun, fate] = names.length === 1 ? one : several;
    return [`${areNamed(names) ? `The ${noun} ${listOf(names)}` : `${names.length} ${noun}`} ${fate}.`];
  });
}
