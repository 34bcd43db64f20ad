import { z } from "zod";
import { APPS, CATALOG, TEMPLATES } from "@/lib/access/catalog";

const slugs = <T extends string>(entries: readonly { slug: T }[]) =>
  z.enum(entries.map((entry) => entry.slug) as [T, ...T[]]);

export const Permission = slugs(CATALOG).meta({ id: "Permission" });
export const App = slugs(APPS).meta({ id: "App" });
export type App = z.output<typeof App>;
export const Template = slugs(TEMPLATES).meta({ id: "RoleTemplate" });

/** Toggles on top of a role: `true` adds a permission, `false` takes it away. */
export const PermissionOverrides = z.partialRecord(Permission, z.boolean());
/** Apps that a member may or may not open; apps that are not listed are open. */
export const AppPermissions = z.partialRecord(App, z.boolean());

export const Catalog = z
  .object({
    permissions: z.array(
      z.object({
        slug: Permission,
        category: z.string(),
        description: z.string(),
        templates: z.array(Template),
      }),
    ),
    templates: z.array(
      z.object({
        slug: Template,
        name: z.string(),
        description: z.string(),
        priority: z.int(),
        permissions: z.array(Permission),
      }),
    ),
    apps: z.array(z.object({ slug: App, name: z.string(), categories: z.array(z.string()) })),
  })
  .meta({ id: "PermissionCatalog" });
export type Catalog = z.input<typeof Catalog>;

export const Explanation = z
  .array(
    z.object({
      slug: Permission,
      granted: z.boolean(),
      reason: z.enum([
        "inactive",
        "owner",
        "role",
        "override",
        "override_removed",
        "app_closed",
        "not_granted",
      ]),
    }),
  )
  .meta({ id: "PermissionExplanation" });
export type Explanation = z.input<typeof Explanation>;
