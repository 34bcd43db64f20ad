import { type AttributeType, traitsOf } from "@/lib/crm/values/catalog";
import type { Choice, Subject } from "@/lib/ui/light-kit/conditions/draft";

/* Conditions on the values of attributes and columns. */

const YES_OR_NO = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** Whether values of a type are ids, which are picked by name. */
export function isPicked(type: AttributeType): boolean {
  return traitsOf(type).refersTo !== null;
}

/** An attribute or column as a subject of conditions. */
export function valueSubject(
  slug: string,
  { name, type, options }: { name: string; type: AttributeType; options: readonly Choice[] },
): Subject {
  const { json, choice, operators, writtenAs } = traitsOf(type);
  const subject = { slug, name, type, operators };
  if (json === "boolean") return { ...subject, options: YES_OR_NO, initial: "true" };
  if (choice !== null) return { ...subject, options };
  return writtenAs === null ? subject : { ...subject, input: writtenAs };
}

/** A typed text as a value of a type; a text that can't be parsed is kept, for the server to refuse. */
export function typedValue(text: string, type: AttributeType): string | number | boolean {
  const { json } = traitsOf(type);
  if (json === "boolean") return text === "true";
  return json === "number" && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
