"use client";

import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRouter, useSelectedLayoutSegments } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { AttributesAhead, RecordAhead, RecordsAhead } from "@/lib/ui/crm/crm-ahead";
import { type CrmObject, useObjects } from "@/lib/ui/crm/queries";
import { IconPlus } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { Link } from "@/lib/ui/kit/pages/link";
import frame from "@/lib/ui/kit/pages/page-tabs.module.css";
import { AheadUntil } from "@/lib/ui/kit/pages/resource-frame";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { MissingPage } from "@/lib/ui/kit/states/error-notice";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { Permitted } from "@/lib/ui/kit/states/no-permission";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./record-table.module.css";

const ObjectDialog = lazyDialog(() => import("@/lib/ui/crm/object-form"));

const ObjectContext = createContext<CrmObject | null>(null);

/** The object in the address. @throws outside of its pages */
export function useOpenObject(): CrmObject {
  const object = useContext(ObjectContext);
  if (object === null) throw new Error("useOpenObject() is for the pages of a CRM object");
  return object;
}

/** The address of a page of an object. */
export function objectPath(slug: string, object: string, path = ""): string {
  return workspacePath(slug, `crm/${encodeURIComponent(object)}${path === "" ? "" : `/${path}`}`);
}

function Tabs({ objects, current }: { objects: readonly CrmObject[]; current: string }) {
  const { slug, can } = useWorkspace();
  const router = useRouter();
  const [isCreating, { open, close }] = useDisclosure();
  return (
    <nav aria-label="CRM" className={frame.header}>
      <span className={`${frame.tabs} ${classes.objects}`}>
        {objects.map((object) => (
          <Link
            key={object.slug}
            href={objectPath(slug, object.slug)}
            aria-current={object.slug === current ? "page" : undefined}
          >
            {object.plural_name}
          </Link>
        ))}
        {can("can_manage_crm") ? (
          <ActionIcon
            aria-label="New object"
            title="Keep track of something else"
            className={classes.newObject ?? ""}
            onClick={open}
          >
            <IconPlus size={16} stroke={1.75} />
          </ActionIcon>
        ) : null}
      </span>
      <ObjectDialog
        isOpen={isCreating}
        onClose={close}
        onSaved={(object) => router.push(objectPath(slug, object.slug, "attributes"))}
      />
    </nav>
  );
}

/** Whether a part of an address is the plural that an object's tab shows, as people may type it: `companies`. */
function isPluralOf(part: string, { plural_name }: CrmObject): boolean {
  const plural = plural_name.toLowerCase().replaceAll(/\s+/g, "-");
  return [plural, encodeURIComponent(plural).toLowerCase()].includes(part.toLowerCase());
}

/** Redirects without a history entry, so that Back does not return here. */
function Redirect({ to }: { to: string }) {
  const router = useRouter();
  useEffect(() => router.replace(to), [router, to]);
  return null;
}

function Frame({ objectSlug, children }: { objectSlug: string; children: ReactNode }) {
  const { slug } = useWorkspace();
  return (
    <Loaded
      query={useObjects()}
      what="the CRM"
      isPage
      skeleton={
        <div role="status" aria-label="Opening the CRM">
          <Skeleton height={22} width={320} maw="100%" radius="sm" mb="lg" />
          <Skeleton height={32} radius="md" mb="md" />
          <Skeleton height={360} radius="lg" />
        </div>
      }
    >
      {(objects) => {
        const object = objects.find((each) => each.slug === objectSlug);
        const meant = object ? undefined : objects.find((each) => isPluralOf(objectSlug, each));
        if (meant) return <Redirect to={objectPath(slug, meant.slug) + window.location.search} />;
        return (
          <>
            <Tabs objects={objects} current={objectSlug} />
            {object ? (
              <ObjectContext value={object}>
                <Titled name={object.plural_name}>{children}</Titled>
              </ObjectContext>
            ) : (
              <MissingPage
                title="There is no such object"
                text={
                  <>
                    Nothing called <strong>{objectSlug}</strong> is kept in this CRM. It may have been
                    deleted, or the address is mistyped.
                  </>
                }
              >
                <Button component={Link} href={objectPath(slug, "company")} size="xs" variant="default">
                  Go to companies
                </Button>
              </MissingPage>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Prefetches what the page in the address shows, in parallel with the objects. */
function PageAhead({ objectSlug }: { objectSlug: string }) {
  const objects = useObjects();
  const [page] = useSelectedLayoutSegments();
  return (
    <AheadUntil isRead={objects.data !== undefined}>
      {page === undefined ? (
        <RecordsAhead object={objectSlug} />
      ) : page === "attributes" ? (
        <AttributesAhead object={objectSlug} />
      ) : page === "import" ? null : (
        <RecordAhead object={objectSlug} id={page} />
      )}
    </AheadUntil>
  );
}

/** What the pages of CRM objects have in common: tabs for the objects, and the open object. */
export function CrmFrame({ objectSlug, children }: { objectSlug: string; children: ReactNode }) {
  return (
    <Permitted by={["can_view_crm"]}>
      <PageAhead objectSlug={objectSlug} />
      <Frame objectSlug={objectSlug}>{children}</Frame>
    </Permitted>
  );
}
