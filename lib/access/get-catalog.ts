import { APPS, CATALOG, TEMPLATES } from "@/lib/access/catalog";
import type { Catalog } from "@/lib/access/schema";

/** The permission catalog with the built-in roles and the apps, as data. */
export async function getCatalog(): Promise<Catalog> {
  return {
    permissions: CATALOG.map((entry) => ({ ...entry, templates: [...entry.templates] })),
    templates: TEMPLATES,
    apps: APPS.map((app) => ({ ...app, categories: [...app.categories] })),
  };
}
