/** What each action says in a sentence that begins with a person. The target replaces the …, or comes last. */
const PHRASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "api_key.created": "created the API key",
    "api_key.deleted": "revoked the API key",
    "editor_key.created": "created the editor key of a device",
    "editor_key.deleted": "revoked the editor key of a device",
    "api_token.created": "created the API token",
    "api_token.deleted": "revoked the API token",
    "api_token.updated": "renamed the API token",
    "automation.created": "created the automation",
    "automation.deleted": "deleted the automation",
    "automation.run_retried": "retried a run of the automation",
    "automation.runs_retried": "retried failed runs of the automation",
    "automation.switched_off": "switched off the failing automation",
    "automation.updated": "changed the automation",
    "chat_team.connected": "connected the chat team",
    "chat_team.disconnected": "disconnected a chat team",
    "connection.created": "connected an account",
    "connection.deleted": "disconnected an account",
    "crm_attribute.created": "added the attribute",
    "crm_attribute.updated": "changed the attribute",
    "crm_import.cancelled": "cancelled an import of records",
    "crm_import.undone": "undid an import of records",
    "crm_object.created": "created the object",
    "crm_object.deleted": "deleted the object",
    "crm_object.updated": "changed the object",
    "crm_records.exported": "exported records",
    "crm_records.imported": "imported records",
    "developer.updated": "changed the profile of",
    "do_not_mail.lifted": "allowed mail again to",
    "developer.deactivated": "closed the account of",
    "developer.erased": "erased the account of",
    "evidence.viewed": "opened a screenshot of",
    "form.created": "created the form",
    "form.deleted": "deleted the form",
    "form.published": "published the form",
    "form.reported": "reported the form",
    "form.restored": "restored the form",
    "form.unpublished": "withdrew the form",
    "form.updated": "changed the form",
    "form_file.downloaded": "downloaded a file sent in by a form",
    "form_submission.accepted": "accepted a submission",
    "form_submission.deleted": "deleted a submission",
    "form_submission.marked_as_spam": "marked a submission as spam",
    "form_submissions.exported": "exported submissions",
    "inbound_delivery.replayed": "replayed a received webhook",
    "invite.accepted": "accepted an invite",
    "invite.created": "invited",
    "invite.resent": "resent the invite of",
    "invite.revoked": "withdrew the invite of",
    "member.left": "left the workspace",
    "member.removed": "removed the member",
    "member.updated": "changed the member",
    "plan.changed": "changed the plan",
    "project.archived": "archived the project",
    "project.created": "created the project",
    "project.page_reported": "reported the public page of",
    "project.page_updated": "changed the public page of",
    "project.person_blocked": "blocked a visitor of",
    "project.person_unblocked": "unblocked a visitor of",
    "project.restored": "restored the project",
    "project.updated": "changed the project",
    "project_member.added": "added … to a project",
    "project_member.removed": "removed … from a project",
    "project_member.updated": "changed a project's member",
    "project_request.merged": "merged a request",
    "project_request.updated": "changed the request",
    "project_request_comment.updated": "moderated a comment",
    "repository.adopted": "adopted the repository",
    "repository.dropped": "dropped the repository",
    "repository.lost": "lost access to the repository",
    "repository.reclaimed": "reclaimed the repository",
    "repository.updated": "changed the repository",
    "role.created": "created the role",
    "role.deleted": "deleted the role",
    "role.updated": "changed the role",
    "sample_data.created": "added sample data",
    "sample_data.removed": "removed sample data",
    "sequence.created": "created the sequence",
    "sequence.deleted": "deleted the sequence",
    "sequence.paused": "paused the sequence",
    "sequence.steps_retried": "retried failed steps of the sequence",
    "sequence.updated": "changed the sequence",
    "session.all_ended": "signed out everywhere",
    "session.ended": "ended a sign-in",
    "share_link.created": "created the share link",
    "share_link.revoked": "revoked the share link",
    "share_link.updated": "changed the share link",
    "table.created": "created the table",
    "table.deleted": "deleted the table",
    "table.reported": "reported the shared table",
    "table.restored": "restored the table",
    "table.updated": "changed the table",
    "table_column.created": "added a column to the table",
    "table_column.updated": "changed a column of the table",
    "table_rows.exported": "exported rows",
    "table_rows.imported": "imported rows",
    "task.deleted": "deleted the task",
    "team.created": "created the team",
    "team.deleted": "deleted the team",
    "team.synced": "synced the team",
    "team.updated": "changed the team",
    "team_member.added": "added … to a team",
    "team_member.removed": "removed … from a team",
    "team_member.updated": "changed a team's member",
    "tracker.configured": "changed what is captured for the project",
    "tracker.paused": "paused what is captured of",
    "tracker.redaction_updated": "changed what is redacted",
    "tracker.resumed": "resumed what is captured of",
    "tracker.retention_updated": "changed how long captured time is kept",
    "tracker.rules_applied": "applied the tracker's rules",
    "tracker_device.configured": "changed what is captured of a device of",
    "webhook.created": "created the webhook",
    "webhook.deleted": "deleted the webhook",
    "webhook.disabled": "switched off the failing webhook",
    "webhook.held_discarded": "discarded held events of the webhook",
    "webhook.recovered": "recovered deliveries of the webhook",
    "webhook.redelivered": "resent a delivery of the webhook",
    "webhook.secret_rotated": "rotated the secret of the webhook",
    "webhook.updated": "changed the webhook",
    "workspace.created": "created the workspace",
    "workspace.deleted": "switched the workspace off",
    "workspace.restored": "restored the workspace",
    "workspace.updated": "changed the workspace",
  }),
);

/** What was done, in words; the action's slug if there are none. */
export function phraseOf(action: string): string {
  return PHRASES.get(action) ?? action.replaceAll("_", " ").replace(".", " ");
}

/** The same where nobody knows of whom or what: it must not end in the middle of a sentence. */
export function phraseWithoutName(action: string): string {
  return phraseOf(action)
    .replace("…", "somebody")
    .replace(/ (of|to)$/, "");
}

const ACTIONS = [...PHRASES.keys()];
const SUBJECTS = new Set(ACTIONS.map((action) => action.split(".")[0] ?? ""));

/** The actions that the filter offers, grouped by subject. */
export const AUDIT_ACTIONS = [...SUBJECTS].map((subject) => {
  const items = ACTIONS.filter((action) => action.startsWith(`${subject}.`)).map((action) => ({
    value: action,
    label: action,
  }));
  const all = { value: subject, label: `${subject}.*` };
  return { group: wordsOf(subject), items: items.length > 1 ? [all, ...items] : items };
});

/** `api_key` → `API key`, `custom_role_id` → `custom role ID`: as words inside a sentence. */
export function inWords(slug: string): string {
  return slug.replaceAll("_", " ").replace(/\b(api|crm|id|ids|ip|url)\b/g, (short) => short.toUpperCase());
}

/** The same where a sentence begins: `custom_role_id` → `Custom role ID`. */
export function wordsOf(slug: string): string {
  const words = inWords(slug);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Event = {
  actor_id: string | null;
  target_id: string;
  subject_name: string | null;
  before: Json;
  after: Json;
  names: Record<string, string>;
};

/** The first of these says what it was; a webhook without a name is known by its address. */
const NAMES = ["name", "full_name", "email", "title", "plural_name", "role_name", "url"];

/** The target's name, as far as the event contains one; null if it is the actor, or if there is only an id. */
export function targetNameOf({
  actor_id,
  target_id,
  subject_name,
  before,
  after,
}: Omit<Event, "names">): string | null {
  if (target_id === actor_id) return null;
  if (subject_name !== null) return subject_name;
  for (const side of [after, before]) {
    if (side === null || typeof side !== "object" || Array.isArray(side)) continue;
    for (const key of NAMES) {
      const value = side[key];
      if (typeof value === "string" && value !== "") return value;
    }
  }
  return null;
}

export type Difference = { path: string; before: string | null; after: string | null };

/** Flattens a JSON value: `{a: {b: 1}}` → `a › b: 1`. A list is one leaf. */
function leavesOf(value: Json, path: string): [string, Json][] {
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (!isObject) return value === null && path === "" ? [] : [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === "" ? key : `${path} › ${key}`),
  );
}

function textOf(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((each) => textOf(each) ?? "–").join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Reduces two lists to their differences: one permission among thirty would be hard to find. */
function lessWhatStays(value: Json | undefined, other: Json | undefined): Json | undefined {
  if (!Array.isArray(value) || !Array.isArray(other)) return value;
  const kept = new Set(other.map((each) => JSON.stringify(each)));
  return value.filter((each) => !kept.has(JSON.stringify(each)));
}

/** What an event changed, field by field, without fields that stayed the same; people by their names. */
export function differencesOf({
  before,
  after,
  names,
}: Pick<Event, "before" | "after" | "names">): Difference[] {
  const [old, now] = [new Map(leavesOf(before, "")), new Map(leavesOf(after, ""))];
  const paths = new Set([...old.keys(), ...now.keys()]);
  // Its name says it.
  if (paths.has("role_name")) paths.delete("custom_role_id");
  return [...paths]
    .map((path) => ({
      path,
      before: textOf(lessWhatStays(old.get(path), now.get(path))),
      after: textOf(lessWhatStays(now.get(path), old.get(path))),
    }))
    .filter((each) => each.before !== each.after)
    .map((each) => {
      const [then, since] = [names[each.before ?? ""], names[each.after ?? ""]];
      if (then === undefined && since === undefined) return each;
      return { path: each.path.replace(/_id$/, ""), before: then ?? each.before, after: since ?? each.after };
    });
}
