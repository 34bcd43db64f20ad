import { useNames } from "@/lib/ui/api/member-names";
import { useBuilder } from "@/lib/ui/automations/use-builder";

type Known = {
  objects: readonly { slug: string; singular_name: string }[];
  sequences: readonly { id: string; name: string }[];
  nameOf: (developerId: string) => string;
};

/** Whom an action is about. */
function peopleIn(given: unknown): string[] {
  const isAboutPeople = typeof given === "object" && given !== null && "developer_ids" in given;
  return isAboutPeople && Array.isArray(given.developer_ids) ? given.developer_ids.map(String) : [];
}

/**
 * Whom or what an action is about, by name, where what it is given says so by id; null where that says all there is, or
 * where the name is not known.
 */
export function givenWords(given: unknown, { objects, sequences, nameOf }: Known): string | null {
  if (typeof given !== "object" || given === null) return null;
  if ("sequence_id" in given) return sequences.find(({ id }) => id === given.sequence_id)?.name ?? null;
  if ("object" in given) return objects.find(({ slug }) => slug === given.object)?.singular_name ?? null;
  const people = peopleIn(given);
  return people.length === 0 ? null : new Intl.ListFormat("en").format(people.map(nameOf));
}

/** The same of any of these, by the names of the open workspace. */
export function useGivenWords(all: readonly unknown[]): (given: unknown) => string | null {
  const nameOf = useNames(all.flatMap(peopleIn));
  const { objects = [], sequences = [] } = useBuilder().data ?? {};
  return (given) => givenWords(given, { objects, sequences, nameOf });
}
