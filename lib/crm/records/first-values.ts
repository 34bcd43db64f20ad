import type { AttributeType, Values } from "@/lib/crm/attributes/schema";
import { traitsOf } from "@/lib/crm/values/catalog";

/**
 * Common names of attributes for the stage of a record. Only these get a default; any other choice is left to people.
 */
const STAGE = /(^|_)(stage|status)$/;

/** The initial values of a record that people create, by hand or by a form: the first stage, if its object has stages. */
export function firstValues({
  attributes,
}: {
  attributes: readonly { slug: string; type: AttributeType; options: readonly { value: string }[] }[];
}): Values {
  const stages = attributes.filter(({ type, slug }) => traitsOf(type).choice === "one" && STAGE.test(slug));
  return Object.fromEntries(
    stages.flatMap(({ slug, options: [first] }) => (first ? [[slug, first.value]] : [])),
  );
}
