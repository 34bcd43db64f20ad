import { useNames } from "@/lib/ui/api/member-names";
import { useBuilder } from "@/lib/ui/automations/use-builder";

type Known = {
  objects: readonly { slug: string; singular_name: string }[];
  sequences: readonly { id: string; name: string }[];
  nameOf: (developerId: string) => string;
};

/**
 * Whom or what an action is about, by name, where what it is given says so by id; null where that says all there is, or
 * where the name is not known.
 */
export function givenWords(given: unknown, { objects, sequences, nameOf }: Known): string | null {
  if (typeof given !== "object" || given === null) return null;
  if ("sequence_id" in given) return sequences.find(({ id }) => id === given.sequence_id)?.name ?? null;
  if ("object" in given) return objects.find(({ slug }) => slug === given.object)?.singular_name ?? null;
  if (!("developer_ids" in given) || !Array.isArray(given.developer_ids)) return null;
  return new Intl.ListFormat("en").format(given.developer_ids.map((id) => nameOf(String(id))));
}

/** The same, by the names of the open workspace. */
export function useGivenWords(): (given: unknown) => string | null {
  const nameOf = useNames();
  const { objects = [], sequences = [] } = useBuilder().data ?? {};
  return (given) => givenWords(given, { objects, sequences, nameOf });
}
