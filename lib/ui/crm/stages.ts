import type { Values } from "@/lib/crm/attributes/schema";
import { traitsOf } from "@/lib/crm/values/catalog";
import type { Attribute } from "@/lib/ui/crm/queries";

/** What people call an attribute that tells how far a record is; any other choice is nobody's to make in advance. */
const STAGE = /(^|_)(stage|status)$/;

/** What a new record begins with: the first stage, where its object has stages. */
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
