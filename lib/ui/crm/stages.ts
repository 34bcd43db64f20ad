import type { Values } from "@/lib/crm/attributes/schema";
import { traitsOf } from "@/lib/crm/values/catalog";
import type { Attribute } from "@/lib/ui/crm/queries";

/**
 * Common names of attributes for the stage of a record. Only these get a default; any other choice is left to people.
 */
const STAGE = /(^|_)(stage|status)$/;

/** The initial values of a new record: the first stage, if its object has stages. */
export function firstValues({
  attributes,
}: {
  attributes: readonly Pick<Attribute, "slug" | "type" | "options">[];
}): Values {
  const stages = attributes.filter(({ type, slug }) => traitsOf(type).choice === "one" && STAGE.test(slug));
  return Object.fromEntries(
    stages.flatMap(({ slug, options: [first] }) => (first ? [[slug, first.value]] : [])),
  );
}
