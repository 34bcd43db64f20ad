import {
  Alert,
  Badge,
  Button,
  Checkbox,
  NumberInput,
  SegmentedControl,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import { type PermissionSlug, TEMPLATES } from "@/lib/access/catalog";
import { ROLE_DESCRIPTION_CHARS_MAX, ROLE_NAME_CHARS_MAX, ROLE_PRIORITY_MAX } from "@/lib/access/limits";
import { roleChangeProblem } from "@/lib/access/rules";
import { ApiError } from "@/lib/ui/api/client";
import { formErrorsOf, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconInfoCircle, IconSearch } from "@/lib/ui/icons";
import { UnsavedGuard } from "@/lib/ui/kit/dialogs/unsaved-guard";
import { Form } from "@/lib/ui/kit/fields/form";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf } from "@/lib/ui/kit/words/counts";
import { type Category, isFound, narrowed, type Permission, useAuthority } from "@/lib/ui/roles/authority";
import { PermissionGroups } from "@/lib/ui/roles/permission-groups";
import { type Role, useUpdateRole } from "@/lib/ui/roles/queries";
import { useRoleProblem } from "@/lib/ui/roles/role-actions";
import { type Content, changeOf, clashesOf, contentOf, rebasedContent } from "@/lib/ui/roles/role-content";
import classes from "./roles.module.css";

type Difference = "added" | "removed" | null;

/** A summary of a change, for the person about to save it. */
function summaryOf(before: Role, after: Content): string {
  const granted = after.permissions.filter((slug) => !before.permissions.includes(slug)).length;
  const taken = before.permissions.filter((slug) => !after.permissions.includes(slug)).length;
  const parts = [
    granted > 0 ? `grants ${granted} more` : "",
    taken > 0 ? `takes ${taken} away` : "",
    before.priority === after.priority ? "" : `moves the priority to ${after.priority}`,
  ].filter((each) => each !== "");
  if (parts.length === 0) return "Unsaved changes";
  const whom =
    before.member_count === 0
      ? "nobody has it yet"
      : `for ${countOf(before.member_count, "member")}, at once`;
  return `This ${parts.join(", ")}: ${whom}`;
}

type RowProps = {
  permission: Permission;
  isGranted: boolean;
  difference: Difference;
  /** Why it can't be ticked or cleared; null if it can. */
  problem: string | null;
  isReadOnly: boolean;
  onToggle: () => void;
};

function PermissionRow({ permission, isGranted, difference, problem, isReadOnly, onToggle }: RowProps) {
  const id = `permission-${permission.slug}`;
  return (
    <li className={classes.permission} data-difference={difference ?? undefined}>
      <Checkbox
        id={id}
        size="sm"
        checked={isGranted}
        disabled={isReadOnly || problem !== null}
        aria-describedby={`${id}-detail`}
        onChange={onToggle}
      />
      <div className={classes.words}>
        <label htmlFor={id}>{permission.description}</label>
        <p id={`${id}-detail`} className={classes.slug}>
          <code>{permission.slug}</code>
          {problem === null ? null : ` · ${problem}`}
        </p>
      </div>
      {difference === null ? null : (
        <Badge
          className={classes.mark ?? ""}
          size="sm"
          tt="none"
          fw={600}
          variant="light"
          color={difference === "added" ? "pine" : "orange"}
          {...(difference === "added" ? {} : { c: "var(--mantine-color-text)" })}
        >
          {difference === "added" ? "+ added" : "− removed"}
        </Badge>
      )}
    </li>
  );
}

/** A role's name, priority and permissions, and how it differs from its template. */
export function RoleEditor({ role }: { role: Role }) {
  const { can } = useWorkspace();
  const actor = useAuthority();
  const update = useUpdateRole(role.id);
  const problem = useRoleProblem(role);
  const isReadOnly = problem !== null;
  const [draft, setDraft] = useState<Content>(() => contentOf(role));
  // What others save meanwhile is shown, except where the reader has changed it.
  const [stored, setStored] = useState(role);
  if (stored !== role) {
    setStored(role);
    setDraft(rebasedContent(draft, contentOf(stored), contentOf(role)));
  }
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState("all");
  const template = TEMPLATES.find(({ slug }) => slug === role.based_on_template);
  const granted = new Set<string>(draft.permissions);
  const isDirty = Object.keys(changeOf(contentOf(role), draft)).length > 0;

  const differenceOf = (slug: PermissionSlug): Difference => {
    const isInTemplate = template?.permissions.includes(slug) ?? false;
    if (!template || isInTemplate === granted.has(slug)) return null;
    return isInTemplate ? "removed" : "added";
  };
  const problemOf = (slug: PermissionSlug): string | null => {
    const mayGrant = actor.isOwner || actor.permissions.has(slug) || role.permissions.includes(slug);
    return mayGrant || isReadOnly ? null : "you don't have it, so you can't grant it";
  };
  const setGranted = (slugs: PermissionSlug[], isGranted: boolean) => {
    const kept = draft.permissions.filter((slug) => !slugs.includes(slug));
    setDraft({ ...draft, permissions: isGranted ? [...kept, ...slugs] : kept });
  };
  const categories = narrowed(
    (permission) =>
      isFound(permission, search) &&
      (shown === "all" ||
        (shown === "differences"
          ? differenceOf(permission.slug) !== null
          : granted.has(permission.slug) === (shown === "granted"))),
  );
  const differing = narrowed(({ slug }) => differenceOf(slug) !== null).flatMap(
    ({ permissions }) => permissions,
  ).length;

  const guarded = isDirty ? (problem ?? roleChangeProblem(actor, role, draft)) : null;
  const save = async () => {
    setErrors({});
    let before: Content;
    let saved: Content;
    try {
      const from = contentOf(role);
      const kept = await update.mutateAsync((now) => {
        const clashes = clashesOf(draft, from, now);
        if (clashes.length > 0) throw new ApiError(409, "Somebody else has changed it since", clashes);
        return rebasedContent(draft, from, now);
      });
      before = kept.before;
      saved = kept.saved;
      // What was changed meanwhile is yet to be saved.
      setDraft((now) => (now === draft ? saved : now));
    } catch (error) {
      setErrors(formErrorsOf(error, ["name", "description", "priority"]));
      return;
    }
    // What was changed since, by others too, stays.
    const takeBack = async () => {
      const back = await update.mutateAsync((now) => rebasedContent(now, saved, before));
      setDraft((typed) => rebasedContent(typed, saved, back.saved));
    };
    notifyUndoable(
      `${saved.name} is saved`,
      () => void takeBack().catch((error: unknown) => notifyFailure("The change was not taken back", error)),
      `role-${role.id}`,
    );
  };

  const head = (category: Category) => {
    const all = category.permissions.map(({ slug }) => slug);
    const held = all.filter((slug) => granted.has(slug));
    const open = all.filter((slug) => problemOf(slug) === null);
    return (
      <>
        <Text size="xs" c="dimmed">
          {held.length} of {all.length}
        </Text>
        {isReadOnly || all.length < 2 ? null : (
          <Checkbox
            size="sm"
            aria-label={`All of ${category.name}`}
            checked={held.length === all.length}
            indeterminate={held.length > 0 && held.length < all.length}
            disabled={open.length === 0}
            onChange={() => setGranted(open, !open.every((slug) => granted.has(slug)))}
          />
        )}
      </>
    );
  };

  return (
    <>
      {/* Beside the form: what its dialog submits would reach the form as well. */}
      <UnsavedGuard isDirty={isDirty} isSaving={update.isPending} />
      <Form
        onSubmit={() => {
          if (isDirty && guarded === null) void save();
        }}
      >
        <ReadOnlyNote permission="can_manage_roles">Changing roles</ReadOnlyNote>
        {problem === null || !can("can_manage_roles") ? null : (
          <Alert mb="lg" role="note" icon={<IconInfoCircle size={18} />}>
            {problem}
          </Alert>
        )}
        <div className={classes.fields}>
          <TextInput
            label="Name"
            maxLength={ROLE_NAME_CHARS_MAX}
            autoComplete="off"
            readOnly={isReadOnly}
            value={draft.name}
            error={draft.name.trim() === "" ? "Give it a name" : errors.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <NumberInput
            label="Priority"
            readOnly={isReadOnly}
            hideControls={isReadOnly}
            min={0}
            max={isReadOnly ? role.priority : actor.isOwner ? ROLE_PRIORITY_MAX : actor.priority - 1}
            allowDecimal={false}
            clampBehavior="strict"
            value={draft.priority}
            error={errors.priority}
            onChange={(value) => setDraft({ ...draft, priority: Number(value) })}
          />
          <Textarea
            className={classes.wide ?? ""}
            label="Description"
            maxLength={ROLE_DESCRIPTION_CHARS_MAX}
            autosize
            minRows={1}
            readOnly={isReadOnly}
            value={draft.description}
            error={errors.description}
            onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
          />
        </div>
        <h2 className={classes.heading}>Permissions</h2>
        <div className={classes.toolbar}>
          <TextInput
            type="search"
            size="sm"
            className={classes.grow ?? ""}
            aria-label="Search permissions"
            placeholder="Search permissions"
            leftSection={<IconSearch size={15} stroke={1.75} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Which permissions to show"
            data={[
              { value: "all", label: "All" },
              { value: "granted", label: "Granted" },
              { value: "missing", label: "Not granted" },
              ...(template ? [{ value: "differences", label: `Differences (${differing})` }] : []),
            ]}
            value={shown}
            onChange={setShown}
          />
          <p className={classes.note}>
            {template
              ? role.is_system && differing === 0
                ? "As it came with the service"
                : differing === 0
                  ? `The same as ${template.name}`
                  : `${countOf(differing, "difference")} from ${template.name}`
              : "Based on no template"}
          </p>
        </div>
        <PermissionGroups
          categories={categories}
          renderHead={head}
          renderPermission={(permission) => (
            <PermissionRow
              key={permission.slug}
              permission={permission}
              isGranted={granted.has(permission.slug)}
              difference={differenceOf(permission.slug)}
              problem={problemOf(permission.slug)}
              isReadOnly={isReadOnly}
              onToggle={() => setGranted([permission.slug], !granted.has(permission.slug))}
            />
          )}
        />
        {categories.length === 0 ? (
          <Text size="sm" c="dimmed">
            No permission matches.
          </Text>
        ) : null}
        {isDirty ? (
          <div className={classes.bar}>
            <div className={classes.barWords} role="status">
              {summaryOf(role, draft)}.
              {(guarded ?? errors.form) ? (
                <Alert color="red" role="alert" mt="xs">
                  {guarded ?? errors.form}
                </Alert>
              ) : null}
            </div>
            <Button variant="default" size="xs" onClick={() => setDraft(contentOf(role))}>
              Discard
            </Button>
            <Button
              type="submit"
              size="xs"
              loading={update.isPending}
              disabled={guarded !== null || draft.name.trim() === ""}
            >
              Save
            </Button>
          </div>
        ) : null}
      </Form>
    </>
  );
}
