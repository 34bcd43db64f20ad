/** What time can be spent on. `parent` groups categories, one level deep at most. */
type Category = { id: string; label: string; parent: string | null; color: string };

/**
 * Every category, in the order of legends. Each colour has a contrast of at least 3 to 1 with white and with the dark
 * scheme's background (WCAG 2.2, 1.4.11); a group shares one hue.
 */
export const CATEGORIES = [
  { id: "dev", label: "Development", parent: null, color: "#297fe1" },
  { id: "dev.code", label: "Coding", parent: "dev", color: "#2276e8" },
  { id: "dev.review", label: "Code review", parent: "dev", color: "#846eea" },
  { id: "dev.vcs", label: "Code hosting", parent: "dev", color: "#6a6fe2" },
  { id: "dev.terminal", label: "Terminal", parent: "dev", color: "#008ea5" },
  { id: "dev.data", label: "Databases", parent: "dev", color: "#0792b8" },
  { id: "dev.ops", label: "Operations", parent: "dev", color: "#4c6de1" },
  { id: "dev.reference", label: "Reference", parent: "dev", color: "#1495cd" },
  { id: "dev.ai", label: "AI assistants", parent: "dev", color: "#0e8ad6" },
  { id: "dev.local", label: "Local servers", parent: "dev", color: "#0598a4" },
  { id: "plan", label: "Planning", parent: null, color: "#1f9449" },
  { id: "plan.issues", label: "Issues", parent: "plan", color: "#059b47" },
  { id: "write", label: "Writing", parent: null, color: "#168f77" },
  { id: "write.docs", label: "Documents", parent: "write", color: "#10957c" },
  { id: "write.sheets", label: "Spreadsheets", parent: "write", color: "#108d5d" },
  { id: "write.slides", label: "Slides", parent: "write", color: "#0f9991" },
  { id: "design", label: "Design", parent: null, color: "#c851c1" },
  { id: "comm", label: "Communication", parent: null, color: "#bd7310" },
  { id: "comm.chat", label: "Chat", parent: "comm", color: "#cd7201" },
  { id: "comm.mail", label: "Mail", parent: "comm", color: "#ae760e" },
  { id: "comm.meeting", label: "Meetings", parent: "comm", color: "#dd5c01" },
  { id: "comm.calendar", label: "Calendar", parent: "comm", color: "#b08506" },
  { id: "biz", label: "Business", parent: null, color: "#858603" },
  { id: "biz.crm", label: "CRM", parent: "biz", color: "#928905" },
  { id: "biz.finance", label: "Finance", parent: "biz", color: "#768606" },
  { id: "biz.hr", label: "HR", parent: "biz", color: "#70982f" },
  { id: "learn", label: "Learning", parent: null, color: "#a165dc" },
  { id: "personal", label: "Personal", parent: null, color: "#d44f77" },
  { id: "personal.social", label: "Social media", parent: "personal", color: "#da4e84" },
  { id: "personal.video", label: "Video", parent: "personal", color: "#e23f40" },
  { id: "personal.music", label: "Music", parent: "personal", color: "#da54a8" },
  { id: "personal.shopping", label: "Shopping", parent: "personal", color: "#e65e70" },
  { id: "personal.news", label: "News", parent: "personal", color: "#ba578a" },
  { id: "web.unknown", label: "Other websites", parent: null, color: "#68889f" },
  { id: "sensitive", label: "Private", parent: null, color: "#79778a" },
  { id: "system", label: "System", parent: null, color: "#808793" },
  { id: "idle", label: "Away", parent: null, color: "#908b7e" },
  { id: "uncategorised", label: "Uncategorised", parent: null, color: "#7a7f84" },
] as const satisfies Category[];

export type CategoryId = (typeof CATEGORIES)[number]["id"];

/**
 * Only the service may say that somebody is away or that a category is unknown: a rule that did would take time from
 * people.
 */
const NO_RULES_CATEGORY = ["idle", "uncategorised", "web.unknown"];

/** The categories that people's own rules may assign. */
export const RULE_CATEGORIES = CATEGORIES.map(({ id }) => id).filter((id) => !NO_RULES_CATEGORY.includes(id));

const LABEL_OF: ReadonlyMap<string, string> = new Map(CATEGORIES.map(({ id, label }) => [id, label]));

/** A category's label; its id if the catalog no longer has it. */
export function categoryLabel(id: string): string {
  return LABEL_OF.get(id) ?? id;
}
