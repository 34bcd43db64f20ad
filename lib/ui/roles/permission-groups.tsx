import type { ReactNode } from "react";
import type { Category, Permission } from "@/lib/ui/roles/authority";
import classes from "./roles.module.css";

type Props = {
  categories: readonly Category[];
  /** Shown at the end of a category's heading, about the whole category. */
  renderHead?: (category: Category) => ReactNode;
  /** The list item of one permission. */
  renderPermission: (permission: Permission, category: Category) => ReactNode;
  isWide?: boolean;
};

/** Permissions grouped by category. */
export function PermissionGroups({ categories, renderHead, renderPermission, isWide = false }: Props) {
  return (
    <div className={isWide ? undefined : classes.matrix}>
      {categories.map((category) => (
        <section key={category.slug} className={classes.group} aria-labelledby={`category-${category.slug}`}>
          <div className={classes.groupHead}>
            <h3 id={`category-${category.slug}`} className={classes.groupName}>
              {category.name}
              {category.app === null || category.app === category.name ? null : (
                <span className={classes.groupNote}> · app {category.app}</span>
              )}
            </h3>
            {renderHead?.(category)}
          </div>
          <ul className={classes.permissions}>
            {category.permissions.map((permission) => renderPermission(permission, category))}
          </ul>
        </section>
      ))}
    </div>
  );
}
