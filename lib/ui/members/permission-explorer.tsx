import { SegmentedControl, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { PermissionSlug } from "@/lib/access/catalog";
import { IconCircleCheckFilled, IconCircleMinus, IconSearch } from "@/lib/ui/icons";
import { Loaded, type Reading } from "@/lib/ui/kit/states/loaded";
import { sentenceOf } from "@/lib/ui/members/membership";
import type { Explanation } from "@/lib/ui/members/queries";
import { isFound, narrowed, type Permission } from "@/lib/ui/roles/authority";
import { PermissionGroups } from "@/lib/ui/roles/permission-groups";
import matrix from "@/lib/ui/roles/roles.module.css";
import classes from "./members.module.css";

export type Setting = "role" | "grant" | "deny";
const SETTINGS: { value: Setting; label: string }[] = [
  { value: "role", label: "Role" },
  { value: "grant", label: "Grant" },
  { value: "deny", label: "Deny" },
];
const SHOWN = ["all", "can", "can't", "personal"] as const;
type Shown = (typeof SHOWN)[number];
const LABELS: Record<Shown, string> = { all: "All", can: "Can", "can't": "Can't", personal: "Personal" };

/** The override for a permission, if there is one. */
function settingOf(overrides: Partial<Record<PermissionSlug, boolean>>, slug: PermissionSlug): Setting {
  const override = overrides[slug];
  return override === undefined ? "role" : override ? "grant" : "deny";
}

type RowProps = {
  permission: Permission;
  app: string | null;
  granted: boolean;
  reason: string;
  setting: Setting;
  /** Absent if the reader may only look. */
  edit?: { problemOf: (setting: Setting) => string | null; set: (setting: Setting) => void };
};

function PermissionRow({ permission, granted, reason, setting, edit }: RowProps) {
  const problems = edit
    ? SETTINGS.map(({ value }) => (value === setting ? null : edit.problemOf(value)))
    : [];
  const problem = problems.find((each) => each !== null) ?? null;
  return (
    <li className={`${matrix.permission} ${classes.stacking}`}>
      {granted ? (
        <IconCircleCheckFilled size={18} className={`${classes.verdict} ${matrix.yes}`} aria-label="Can" />
      ) : (
        <IconCircleMinus
          size={18}
          stroke={1.5}
          className={`${classes.verdict} ${matrix.no}`}
          aria-label="Can't"
        />
      )}
      <div className={matrix.words}>
        <p>{permission.description}</p>
        <p className={matrix.slug}>
          {reason} · <code>{permission.slug}</code>
        </p>
        {problem === null ? null : <p className={matrix.slug}>{problem}</p>}
      </div>
      {edit ? (
        <SegmentedControl
          size="xs"
          className={classes.control ?? ""}
          aria-label={`${permission.description}: by role, granted or denied`}
          data={SETTINGS.map((each, index) => ({ ...each, disabled: problems[index] !== null }))}
          value={setting}
          onChange={(value) => edit.set(value as Setting)}
        />
      ) : null}
    </li>
  );
}

type Props = {
  query: Reading<Explanation>;
  roleName: string;
  overrides: Partial<Record<PermissionSlug, boolean>>;
  edit?: {
    problemOf: (slug: PermissionSlug, setting: Setting) => string | null;
    set: (slug: PermissionSlug, setting: Setting) => void;
  };
};

type ExplainedProps = Omit<Props, "query"> & { explanation: Explanation };

function Explained({ explanation, roleName, overrides, edit }: ExplainedProps) {
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const verdicts = new Map(explanation.map((each) => [each.slug, each]));
  const categories = narrowed((permission) => {
    if (!isFound(permission, search)) return false;
    if (shown === "personal") return settingOf(overrides, permission.slug) !== "role";
    return shown === "all" || verdicts.get(permission.slug)?.granted === (shown === "can");
  });
  const held = explanation.filter(({ granted }) => granted).length;
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          type="search"
          size="sm"
          aria-label="Search permissions"
          placeholder="Search permissions"
          leftSection={<IconSearch size={15} stroke={1.75} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label="Which permissions to show"
          data={SHOWN.map((value) => ({ value, label: LABELS[value] }))}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
        />
      </div>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {held} of {explanation.length} permissions
      </Text>
      <PermissionGroups
        isWide
        categories={categories}
        renderPermission={(permission, category) => {
          const verdict = verdicts.get(permission.slug);
          if (!verdict) return null;
          return (
            <PermissionRow
              key={permission.slug}
              permission={permission}
              app={category.app}
              granted={verdict.granted}
              reason={sentenceOf(verdict.reason, { role: roleName, app: category.app })}
              setting={settingOf(overrides, permission.slug)}
              {...(edit
                ? {
                    edit: {
                      problemOf: (setting: Setting) => edit.problemOf(permission.slug, setting),
                      set: (setting: Setting) => edit.set(permission.slug, setting),
                    },
                  }
                : {})}
            />
          );
        }}
      />
      {categories.length === 0 ? (
        <Text size="sm" c="dimmed">
          No permission matches.
        </Text>
      ) : null}
    </>
  );
}

/** A person's permissions with the reasons; they can be searched and, if the reader may, changed. */
export function PermissionExplorer({ query, ...rest }: Props) {
  return (
    <Loaded query={query} what="their permissions">
      {(explanation) => <Explained explanation={explanation} {...rest} />}
    </Loaded>
  );
}
