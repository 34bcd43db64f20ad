import { Checkbox, Fieldset, NativeSelect, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import { OWN_TRACKER } from "@/lib/access/scope/rules";
import { useWorkspaces } from "@/lib/ui/api/workspaces";
import { ShowMore } from "@/lib/ui/kit/lists/list-states";
import { narrowed } from "@/lib/ui/roles/authority";
import classes from "./account.module.css";

/** The scope of a new token, as it is being chosen. */
export type ScopeDraft = {
  workspaceId: string;
  reach: "everything" | "own_tracker" | "chosen";
  permissions: readonly string[];
  isReadOnly: boolean;
};

export const WHOLE_SCOPE: ScopeDraft = {
  workspaceId: "",
  reach: "everything",
  permissions: [],
  isReadOnly: false,
};

/** The draft in the API's format. */
export function scopeOf({ workspaceId, reach, permissions, isReadOnly }: ScopeDraft) {
  const chosen = { everything: null, own_tracker: [OWN_TRACKER], chosen: [...permissions] }[reach];
  return {
    workspace_id: workspaceId === "" ? null : workspaceId,
    permissions: chosen as never,
    is_read_only: isReadOnly,
  };
}

const REACHES = [
  { value: "everything", label: "Everything I can do" },
  { value: "own_tracker", label: "Only track my own time" },
  { value: "chosen", label: "Only what I choose" },
];

const EXPLAINED: Record<ScopeDraft["reach"], string> = {
  everything: "This includes your account: the token can create other tokens and change your profile.",
  own_tracker: "For a desktop client: it enrols your devices, sends and reads your time, and nothing else.",
  chosen: "It can never do more than you can: when you lose a permission, so does the token.",
};

type Props = {
  draft: ScopeDraft;
  problem: string | null;
  onChange: (draft: ScopeDraft) => void;
};

function PermissionPicker({ draft, problem, onChange }: Props) {
  const chosen = new Set(draft.permissions);
  const toggle = (slugs: readonly string[], isOn: boolean) => {
    const others = draft.permissions.filter((slug) => !slugs.includes(slug));
    onChange({ ...draft, permissions: isOn ? [...others, ...slugs] : others });
  };
  return (
    <fieldset className={classes.permissions} aria-label="Permissions">
      {problem === null ? null : (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      <Checkbox
        size="sm"
        label="Track my own time"
        checked={chosen.has(OWN_TRACKER)}
        onChange={(event) => toggle([OWN_TRACKER], event.currentTarget.checked)}
      />
      {narrowed(() => true).map(({ slug, name, permissions }) => {
        const own = permissions.map((permission) => permission.slug);
        const count = own.filter((each) => chosen.has(each)).length;
        return (
          <Fieldset key={slug} variant="unstyled" legend={name} classNames={{ legend: classes.legend ?? "" }}>
            <Stack gap={6}>
              {permissions.length > 1 ? (
                <Checkbox
                  size="sm"
                  label={`All of ${name}`}
                  checked={count === own.length}
                  indeterminate={count > 0 && count < own.length}
                  onChange={(event) => toggle(own, event.currentTarget.checked)}
                />
              ) : null}
              {permissions.map((permission) => (
                <Checkbox
                  key={permission.slug}
                  size="sm"
                  label={permission.description}
                  checked={chosen.has(permission.slug)}
                  onChange={(event) => toggle([permission.slug], event.currentTarget.checked)}
                />
              ))}
            </Stack>
          </Fieldset>
        );
      })}
    </fieldset>
  );
}

/** Where a new token works and what it may do there. */
export function TokenScopeFields(props: Props) {
  const { draft, onChange } = props;
  const workspaces = useWorkspaces();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = workspaces;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <>
      <NativeSelect
        label="Works in"
        data={[
          { value: "", label: "All my workspaces" },
          ...(workspaces.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={draft.workspaceId}
        onChange={(event) => onChange({ ...draft, workspaceId: event.currentTarget.value })}
      />
      {isFetchNextPageError ? <ShowMore list={workspaces} /> : null}
      <NativeSelect
        label="May do"
        description={EXPLAINED[draft.reach]}
        inputWrapperOrder={["label", "input", "description", "error"]}
        data={REACHES}
        value={draft.reach}
        onChange={(event) => onChange({ ...draft, reach: event.currentTarget.value as ScopeDraft["reach"] })}
      />
      {draft.reach === "chosen" ? <PermissionPicker {...props} /> : null}
      <Checkbox
        label="Read-only"
        description="Requests that change anything are refused"
        checked={draft.isReadOnly}
        onChange={(event) => onChange({ ...draft, isReadOnly: event.currentTarget.checked })}
      />
    </>
  );
}
