"use client";

import { type Context, createContext, type ReactNode, useContext } from "react";
import type { PermissionSlug } from "@/lib/access/catalog";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { UpLink } from "@/lib/ui/kit/list-page";
import { Loaded, type Reading } from "@/lib/ui/kit/loaded";
import { Permitted } from "@/lib/ui/kit/no-permission";

/** A kind of thing with pages of its own. */
export type Resource<T> = { noun: string; Context: Context<T | null> };

/** A kind of thing with pages of its own, by its noun in the singular. */
export function resourceOf<T>(noun: string): Resource<T> {
  return { noun, Context: createContext<T | null>(null) };
}

/** The one in the address. @throws outside of its pages */
export function useOpen<T>({ noun, Context }: Resource<T>): T {
  const open = useContext(Context);
  if (open === null) throw new Error(`This is for the pages of one ${noun}`);
  return open;
}

type FrameProps<T> = {
  of: Resource<T>;
  id: string;
  /** How one is read, by the ids of its workspace and its own. */
  useQuery: (workspaceId: string, id: string) => Reading<T>;
  /** What stands above all of its pages. */
  head?: (resource: T) => ReactNode;
  children: ReactNode | ((resource: T) => ReactNode);
};

function Frame<T>({ of, id, useQuery, head, children }: FrameProps<T>) {
  const workspace = useWorkspace();
  const query = useQuery(workspace.id, id);
  return (
    <Loaded query={query} what={`this ${of.noun}`} isPage>
      {(resource) => (
        <of.Context value={resource}>
          {head?.(resource)}
          {typeof children === "function" ? children(resource) : children}
        </of.Context>
      )}
    </Loaded>
  );
}

type Props<T> = FrameProps<T> & {
  permission: PermissionSlug;
  /** The page above. */
  up: { href: string; label: string };
};

/** What the pages of one thing have in common: who may open them, the way up, reading it, and its head. */
export function ResourceFrame<T>({ permission, up, ...frame }: Props<T>) {
  return (
    <Permitted by={[permission]}>
      <UpLink href={up.href}>{up.label}</UpLink>
      <Frame key={frame.id} {...frame} />
    </Permitted>
  );
}
