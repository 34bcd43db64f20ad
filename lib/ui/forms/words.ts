import type { ConditionOperator, FieldType, FormState } from "@/lib/forms/schema";
import type { SpamReason } from "@/lib/forms/submissions/schema";
import type { IconBell } from "@/lib/ui/icons";
import {
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCheckbox,
  IconCircleDot,
  IconEyeOff,
  IconHash,
  IconLetterCase,
  IconLink,
  IconListCheck,
  IconPhone,
  IconRubberStamp,
  IconSelector,
  IconStar,
  IconUpload,
} from "@/lib/ui/icons";
import type { Tone } from "@/lib/ui/kit/status/status";

type Kind = { label: string; detail: string; Icon: typeof IconBell };

/** The fields that can be added, in menu order. */
export const FIELD_KINDS: Record<FieldType, Kind> = {
  text: { label: "Short text", detail: "One line", Icon: IconLetterCase },
  textarea: { label: "Long text", detail: "Several lines", Icon: IconAlignLeft },
  email: { label: "Email", detail: "An email address", Icon: IconAt },
  phone: { label: "Phone", detail: "A phone number", Icon: IconPhone },
  number: { label: "Number", detail: "Within limits, if you like", Icon: IconHash },
  url: { label: "Web address", detail: "http or https", Icon: IconLink },
  date: { label: "Date", detail: "A day of the calendar", Icon: IconCalendar },
  radio: { label: "One of a few", detail: "All options visible", Icon: IconCircleDot },
  select: { label: "One of many", detail: "Options in a drop-down list", Icon: IconSelector },
  multi_select: { label: "Several", detail: "Any number of options", Icon: IconListCheck },
  checkbox: { label: "Yes or no", detail: "A box to tick", Icon: IconCheckbox },
  rating: { label: "Rating", detail: "Two to ten stars", Icon: IconStar },
  file: { label: "File", detail: "Checked before anyone can open it", Icon: IconUpload },
  consent: { label: "Consent", detail: "Must be ticked where it is required", Icon: IconRubberStamp },
  hidden: { label: "Hidden", detail: "Filled in from the page's address", Icon: IconEyeOff },
};

/** A form's state, with a tone for its dot. */
export const STATES: Record<FormState, { label: string; tone: Tone }> = {
  draft: { label: "Draft", tone: "calm" },
  open: { label: "Open", tone: "good" },
  closed: { label: "Closed", tone: "bad" },
  full: { label: "Full", tone: "bad" },
};

export const SPAM_REASONS: Record<SpamReason, string> = {
  honeypot: "A field that people don't see was filled in",
  too_fast: "It was filled in faster than people can",
  ticket_invalid: "It did not come from this form's page",
  links: "It contains many links",
  duplicate: "The same answers were sent before",
  marked_by_member: "Marked by a member",
};

const PRESENCE: ConditionOperator[] = ["is_not_empty", "is_empty"];
const TEXTS: ConditionOperator[] = ["eq", "neq", "contains", ...PRESENCE];
const ORDERED: ConditionOperator[] = ["eq", "neq", "gte", "lte", "gt", "lt", ...PRESENCE];

/** The comparisons that make sense for a field. */
export function operatorsOf(type: FieldType): ConditionOperator[] {
  switch (type) {
    case "number":
    case "rating":
    case "date":
      return ORDERED;
    case "select":
    case "radio":
      return ["eq", "neq", ...PRESENCE];
    case "multi_select":
      return ["contains", ...PRESENCE];
    case "checkbox":
    case "consent":
      return ["eq"];
    case "file":
      return PRESENCE;
    default:
      return TEXTS;
  }
}
