"use client";

import { ActionIcon, Group, Skeleton, Switch, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Fragment } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconArrowsDiff, IconCheck, IconMinus, IconX } from "@/lib/ui/icons";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { Empty, UpLink } from "@/lib/ui/kit/lists/list-page";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { Permitted } from "@/lib/ui/kit/states/no-permission";
import { narrowed } from "@/lib/ui/roles/authority";
import { type Role, roleQueries } from "@/lib/ui/roles/queries";
import { RolePicker } from "@/lib/ui/roles/role-picker";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./roles.module.css";

const COMPARED_MAX = 4;

function Comparison({ roles, onlyDifferences }: { roles: Role[]; onlyDifferences: boolean }) {
  const { slug } = useWorkspace();
  const granted = roles.map((role) => new Set<string>(role.permissions));
  const differs = (permission: string) => new Set(granted.map((slugs) => slugs.has(permission))).size > 1;
  const categories = narrowed((permission) => !onlyDifferences || differs(permission.slug));
  if (categories.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        These roles grant the same.
      </Text>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section className={classes.scroll} aria-label="Comparison" tabIndex={0}>
      <table className={classes.comparison}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {roles.map((role) => (
              <th key={role.id} scope="col">
                <Link href={workspacePath(slug, `roles/${role.id}`)} className={page.link}>
                  {role.name}
                </Link>
                <Text size="xs" c="dimmed" fw={400}>
                  {role.permissions.length} granted · priority {role.priority}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        {categories.map((category) => (
          <tbody key={category.slug}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1} className={classes.groupRow}>
                {category.name}
              </th>
            </tr>
            {category.permissions.map((permission) => (
              <tr
                key={permission.slug}
                data-differs={(!onlyDifferences && differs(permission.slug)) || undefined}
              >
                <th scope="row">{permission.description}</th>
                {roles.map((role, index) => (
                  <td key={role.id}>
                    {granted[index]?.has(permission.slug) ? (
                      <IconCheck size={17} stroke={2.25} className={classes.yes} aria-label="Granted" />
                    ) : (
                      <IconMinus size={17} stroke={1.5} className={classes.no} aria-label="Not granted" />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Compare() {
  const { id, slug } = useWorkspace();
  const filters = useFilters();
  const roleIds = [
    ...new Set(
      filters
        .get("roles")
        .split(",")
        .filter((each) => each !== ""),
    ),
  ].slice(0, COMPARED_MAX);
  const onlyDifferences = filters.get("show") === "differences";
  const found = useQueries({ queries: roleQueries(id, roleIds) });
  const failed = found.find(({ error, data }) => error !== null && data === undefined);
  const roles = found.flatMap(({ data }) => (data ? [data] : []));
  const choose = (ids: string[]) => filters.set({ roles: [...new Set(ids)].join(",") });
  return (
    <>
      <Titled name="Compare roles" />
      <UpLink href={workspacePath(slug, "roles")}>Roles</UpLink>
      <PageHeader
        title="Compare roles"
        description={`Up to ${COMPARED_MAX} roles side by side. Permissions that not all of them grant are highlighted.`}
      />
      <div className={classes.pickers}>
        {roleIds.map((roleId, index) => (
          <Group key={roleId} gap={4} wrap="nowrap" className={classes.picker ?? ""}>
            <div style={{ flex: 1, minWidth: 0 }}>
              <RolePicker
                name={`Role ${index + 1}`}
                size="sm"
                placeholder="Choose a role"
                value={{
                  id: roleId,
                  name: found[index]?.data?.name ?? (found[index]?.error ? "Not found" : "…"),
                }}
                problemOf={(role) => (roleIds.includes(role.id) ? "Compared already" : null)}
                onChange={(role) => choose(roleIds.map((each, at) => (at === index ? role.id : each)))}
              />
            </div>
            <ActionIcon
              aria-label={`Leave out ${found[index]?.data?.name ?? `role ${index + 1}`}`}
              onClick={() => choose(roleIds.filter((each) => each !== roleId))}
            >
              <IconX size={15} stroke={1.75} />
            </ActionIcon>
          </Group>
        ))}
        {roleIds.length < COMPARED_MAX ? (
          <div className={classes.picker}>
            <RolePicker
              name="Another role"
              size="sm"
              placeholder={roleIds.length === 0 ? "Choose a role" : "Add a role"}
              value={null}
              problemOf={(role) => (roleIds.includes(role.id) ? "Compared already" : null)}
              onChange={(role) => choose([...roleIds, role.id])}
            />
          </div>
        ) : null}
      </div>
      {roleIds.length > 1 ? (
        <Switch
          mb="md"
          size="sm"
          label="Only what differs"
          checked={onlyDifferences}
          onChange={() => filters.set({ show: onlyDifferences ? "" : "differences" })}
        />
      ) : null}
      {failed?.error ? (
        <ErrorNotice error={failed.error} what="one of the roles" onRetry={() => void failed.refetch()} />
      ) : null}
      {roleIds.length === 0 ? (
        <div className={page.panel}>
          <Empty Icon={IconArrowsDiff} title="Nothing to compare yet">
            Choose two roles above to see what one grants and the other does not.
          </Empty>
        </div>
      ) : found.some(({ isPending }) => isPending) ? (
        <Skeleton height={360} radius="lg" role="status" aria-label="Loading the roles" />
      ) : roles.length === 0 ? null : (
        <Fragment key={roleIds.join()}>
          <Comparison roles={roles} onlyDifferences={onlyDifferences && roles.length > 1} />
        </Fragment>
      )}
    </>
  );
}

/** Compares roles side by side. */
export function CompareRoles() {
  return (
    <Permitted by={["can_view_roles"]}>
      <Compare />
    </Permitted>
  );
}
