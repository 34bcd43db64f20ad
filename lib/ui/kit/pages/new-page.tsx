import type { ReactNode } from "react";
import type { PermissionSlug } from "@/lib/access/catalog";
import { UpLink } from "@/lib/ui/kit/lists/list-page";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { Permitted } from "@/lib/ui/kit/states/no-permission";

type Props = {
  permissions: readonly PermissionSlug[];
  /** The list that it will stand in. */
  up: { href: string; label: string };
  title: string;
  description: string;
  children: ReactNode;
};

/** The page where something is made. */
export function NewPage({ permissions, up, title, description, children }: Props) {
  return (
    <Permitted by={permissions}>
      <Titled name={title} />
      <UpLink href={up.href}>{up.label}</UpLink>
      <PageHeader title={title} description={description} />
      {children}
    </Permitted>
  );
}
