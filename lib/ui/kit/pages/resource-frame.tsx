import { useSelectedLayoutSegment } from "next/navigation";
import { type Context, createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { PermissionSlug } from "@/lib/access/catalog";
import { UpLink } from "@/lib/ui/kit/lists/list-page";
import { Visit } from "@/lib/ui/kit/pages/places";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { Loaded, type Reading } from "@/lib/ui/kit/states/loaded";
import { Permitted } from "@/lib/ui/kit/states/no-permission";

/** A kind of thing with pages of its own. */
export type Resource<T> = { noun: string; Context: Context<T | null>; Id: Context<string | null> };

/** A kind of thing with pages of its own, by its noun in the singular. */
export function resourceOf<T>(noun: string): Resource<T> {
  return { noun, Context: createContext<T | null>(null), Id: createContext<string | null>(null) };
}

/** The one in the address. @throws outside of its pages */
export function useOpen<T>({ noun, Context }: Resource<T>): T {
  const open = useContext(Context);
  if (open === null) throw new Error(`This is for the pages of one ${noun}`);
  return open;
}

/** The id of the one in the address, which is known before it is read. @throws outside of its pages */
export function useOpenId<T>({ noun, Id }: Resource<T>): string {
  const id = useContext(Id);
  if (id === null) throw new Error(`This is for the pages of one ${noun}`);
  return id;
}

/**
 * By a page's path below the thing's own, what asks for what that page shows: side by side with the thing, rather than
 * after it. They draw nothing, and stay until the page asks by itself.
 */
export type Ahead = Readonly<Record<string, ReactNode>>;

/** Around what asks ahead, until that by which the page waits is read. */
export function AheadUntil({ isRead, children }: { isRead: boolean; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  // Only after the page has begun to wait for the same: what nobody waits for is given up.
  useEffect(() => {
    if (isRead) setIsOver(true);
  }, [isRead]);
  return isOver ? null : children;
}

type FrameProps<T> = {
  of: Resource<T>;
  id: string;
  path: string;
  /** How one is read, by its id. */
  useQuery: (id: string) => Reading<T>;
  /** What it is called. */
  nameOf: (resource: T) => string;
  /** What stands above all of its pages. */
  head?: (resource: T) => ReactNode;
  ahead?: Ahead | undefined;
  children: ReactNode | ((resource: T) => ReactNode);
};

function Frame<T>({ of, id, path, useQuery, nameOf, head, ahead = {}, children }: FrameProps<T>) {
  const query = useQuery(id);
  const page = useSelectedLayoutSegment() ?? "";
  return (
    <of.Id value={id}>
      <AheadUntil isRead={query.data !== undefined}>{ahead[page]}</AheadUntil>
      <Loaded query={query} what={`this ${of.noun}`} isPage>
        {(resource) => (
          <of.Context value={resource}>
            <Visit path={path} name={nameOf(resource)} />
            <Titled name={nameOf(resource)}>
              {head?.(resource)}
              {typeof children === "function" ? children(resource) : children}
            </Titled>
          </of.Context>
        )}
      </Loaded>
    </of.Id>
  );
}

type Props<T> = Omit<FrameProps<T>, "path"> & {
  permission: PermissionSlug;
  /** The page above. */
  up: { href: string; label: string };
};

/** What the pages of one thing have in common: who may open them, the way up, reading it, and its head. */
export function ResourceFrame<T>({ permission, up, ...frame }: Props<T>) {
  return (
    <Permitted by={[permission]}>
      <UpLink href={up.href}>{up.label}</UpLink>
      <Frame key={frame.id} {...frame} path={`${up.href}/${frame.id}`} />
    </Permitted>
  );
}
