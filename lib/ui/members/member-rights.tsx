import { Alert, Button, Switch } from "@mantine/core";
import { useMemo, useState } from "react";
import { APPS, type PermissionSlug } from "@/lib/access/catalog";
import { explain, type Membership, membershipChangeProblem } from "@/lib/access/rules";
import { notifyFailure, sentenceOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { rebased } from "@/lib/ui/api/rebased";
import { UnsavedGuard } from "@/lib/ui/kit/dialogs/unsaved-guard";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf } from "@/lib/ui/kit/words/counts";
import { toMembership } from "@/lib/ui/members/membership";
import { PermissionExplorer, type Setting } from "@/lib/ui/members/permission-explorer";
import { type Member, readMember, useExplanation, useUpdateMember } from "@/lib/ui/members/queries";
import { useAuthority } from "@/lib/ui/roles/authority";
import { type Role, useRole } from "@/lib/ui/roles/queries";
import matrix from "@/lib/ui/roles/roles.module.css";
import classes from "./members.module.css";

type Overrides = Member["permission_overrides"];
type Apps = Member["app_permissions"];
type AppSlug = (typeof APPS)[number]["slug"];
type Draft = { overrides: Overrides; apps: Apps };

function withSetting(overrides: Overrides, slug: PermissionSlug, setting: Setting): Overrides {
  const { [slug]: _, ...rest } = overrides;
  return setting === "role" ? rest : { ...rest, [slug]: setting === "grant" };
}

/** Apps are open by default, so only closed ones are stored. */
function withApp(apps: Apps, app: AppSlug, isOpen: boolean): Apps {
  const { [app]: _, ...rest } = apps;
  return isOpen ? rest : { ...rest, [app]: false };
}

/** In how many keys two sets of overrides differ; for apps, absent means open. */
function differences(a: Overrides | Apps, b: Overrides | Apps, absent?: boolean): number {
  const [before, after] = [a as Record<string, boolean>, b as Record<string, boolean>];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => (before[name] ?? absent) !== (after[name] ?? absent)).length;
}

const draftOf = (member: Member): Draft => ({
  overrides: member.permission_overrides,
  apps: member.app_permissions,
});

/** As `rebased`, with each permission and app by itself. */
const rebasedDraft = (draft: Draft, from: Draft, onto: Draft): Draft => ({
  overrides: rebased(draft.overrides, from.overrides, onto.overrides),
  apps: rebased(draft.apps, from.apps, onto.apps),
});

const changesOf = (saved: Draft, draft: Draft) =>
  differences(saved.overrides, draft.overrides) + differences(saved.apps, draft.apps, true);

/**
 * Changes what is set for a member personally. It is sent as a whole, so the change is made to the member as they are
 * now: what others set since they were shown stays.
 */
function useChangeRights(developerId: string) {
  const { id } = useWorkspace();
  const update = useUpdateMember();
  return async (edit: (now: Draft) => Draft) => {
    const before = draftOf(await readMember(id, developerId));
    const { overrides, apps } = edit(before);
    const sent = { permission_overrides: overrides, app_permissions: apps };
    return { before, saved: draftOf(await update.mutateAsync({ developerId, change: sent })) };
  };
}

/** What is being set for a member: what others save meanwhile is shown, except where the reader has changed it. */
function useRightsDraft(member: Member, isSaving: boolean) {
  const saved = draftOf(member);
  const [draft, setDraft] = useState(saved);
  const [stored, setStored] = useState(member);
  const [isOvertaken, setIsOvertaken] = useState(false);
  if (stored !== member) {
    const kept = rebasedDraft(draft, draftOf(stored), saved);
    const isOther = changesOf(draftOf(stored), saved) > 0 || stored.custom_role_id !== member.custom_role_id;
    setStored(member);
    setDraft(kept);
    // What arrives while this is being saved is what was saved.
    setIsOvertaken(changesOf(saved, kept) > 0 && (isOvertaken || (isOther && !isSaving)));
  }
  return { saved, draft, setDraft, isOvertaken };
}

type EditorProps = {
  member: Member;
  role: Role | null;
  mayEdit: boolean;
  isWaiting: boolean;
};

function Rights({ member, role, mayEdit, isWaiting }: EditorProps) {
  const actor = useAuthority();
  const change = useChangeRights(member.developer_id);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { saved, draft, setDraft, isOvertaken } = useRightsDraft(member, isSaving);
  const before = useMemo(() => toMembership(member, role), [member, role]);
  const changes = changesOf(saved, draft);
  const isDirty = changes > 0;
  const explanation = useExplanation(member.developer_id);
  const membershipOf = (next: Draft): Membership => ({
    ...before,
    permissionOverrides: next.overrides as Record<string, boolean>,
    appPermissions: next.apps as Record<string, boolean>,
  });
  const problemOf = (next: Draft) => membershipChangeProblem(actor, before, membershipOf(next));
  const save = async () => {
    setFailure(null);
    setIsSaving(true);
    try {
      const kept = await change((now) => rebasedDraft(draft, saved, now));
      // What was changed since, by others too, stays.
      const takeBack = () => change((now) => rebasedDraft(now, kept.saved, kept.before));
      notifyUndoable(
        `${member.name}'s permissions are changed`,
        () =>
          void takeBack().catch((error: unknown) => notifyFailure("The change was not taken back", error)),
        `rights-${member.developer_id}`,
      );
    } catch (error) {
      setFailure(sentenceOf(error));
    } finally {
      setIsSaving(false);
    }
  };
  const discard = () => {
    setDraft(saved);
    setFailure(null);
  };
  return (
    <>
      <section className={classes.section} aria-labelledby="apps">
        <h2 id="apps" className={classes.heading}>
          Apps
        </h2>
        <p className={classes.hint}>Switching an app off takes all its permissions away.</p>
        <div className={classes.apps}>
          {APPS.map(({ slug, name }) => {
            const isOpen = member.is_owner || draft.apps[slug] !== false;
            const next = { ...draft, apps: withApp(draft.apps, slug, !isOpen) };
            const problem = mayEdit ? problemOf(next) : null;
            return (
              <Switch
                key={slug}
                label={name}
                description={problem ?? undefined}
                checked={isOpen}
                disabled={!mayEdit || problem !== null}
                onChange={() => setDraft(next)}
              />
            );
          })}
        </div>
      </section>
      <section className={classes.section} aria-labelledby="rights">
        <h2 id="rights" className={classes.heading}>
          What {member.name} can do, and why
        </h2>
        <p className={classes.hint}>
          {mayEdit
            ? "The role decides, unless something is granted or denied to them personally."
            : "The role decides, unless something was granted or denied to them personally."}
        </p>
        <PermissionExplorer
          query={
            changes > 0 && !isWaiting ? { ...explanation, data: explain(membershipOf(draft)) } : explanation
          }
          roleName={member.role_name}
          overrides={draft.overrides}
          {...(mayEdit
            ? {
                edit: {
                  problemOf: (slug: PermissionSlug, setting: Setting) =>
                    problemOf({ ...draft, overrides: withSetting(draft.overrides, slug, setting) }),
                  set: (slug: PermissionSlug, setting: Setting) =>
                    setDraft({ ...draft, overrides: withSetting(draft.overrides, slug, setting) }),
                },
              }
            : {})}
        />
      </section>
      <UnsavedGuard isDirty={isDirty} isSaving={isSaving} />
      {isDirty ? (
        <div className={matrix.bar}>
          <div className={matrix.barWords} role="status">
            {countOf(changes, "unsaved change")}. What you see is what they will have.
            {isOvertaken
              ? " Somebody else has changed this member meanwhile: what you changed stays, and the rest is as they left it."
              : null}
            {failure !== null ? (
              <Alert color="red" role="alert" mt="xs">
                {failure}
              </Alert>
            ) : null}
          </div>
          <Button variant="default" size="xs" onClick={discard}>
            Discard
          </Button>
          <Button size="xs" loading={isSaving} onClick={() => void save()}>
            Save
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** A member's apps and permissions: what they have, why, and what was set for them personally. */
export function MemberRights({ member, mayEdit }: Pick<EditorProps, "member" | "mayEdit">) {
  const role = useRole(member.custom_role_id);
  const isWaiting = member.custom_role_id !== null && role.data === undefined;
  return (
    <Rights member={member} role={role.data ?? null} mayEdit={mayEdit && !isWaiting} isWaiting={isWaiting} />
  );
}
