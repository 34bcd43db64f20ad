"use client";

import { Anchor, Checkbox, Group, Skeleton, Switch, TextInput } from "@mantine/core";
import { SLUG_CHARS_MAX } from "@/lib/platform/limits";
import {
  PROJECT_DESCRIPTION_CHARS_MAX,
  PROJECT_KEY_CHARS_MAX,
  PROJECT_NAME_CHARS_MAX,
} from "@/lib/projects/limits";
import { isRefusal } from "@/lib/ui/api/client";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { partsOf } from "@/lib/ui/api/rebased";
import { Card } from "@/lib/ui/kit/cards/card";
import { CopyCommand } from "@/lib/ui/kit/copy/copy-command";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { MarkdownField } from "@/lib/ui/kit/editor/markdown-field";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";
import { SavedForm, useSavedForm } from "@/lib/ui/kit/fields/saved-form";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { Roster } from "@/lib/ui/kit/people/roster";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { useOpenProject } from "@/lib/ui/projects/project-frame";
import type { Project } from "@/lib/ui/projects/queries";
import { useProjectMembers, useProjectRoster, useUpdateProject } from "@/lib/ui/projects/queries";
import { VisitorsCard } from "@/lib/ui/projects/requests/visitors-card";

// Loaded later: its colour picker is a fifth as large as the rest of the page.
const PageLookCard = lazyPart(
  () => import("@/lib/ui/projects/requests/page-look-card"),
  <Skeleton height={320} radius="md" />,
);

const PUBLIC_TABS: { value: Project["public_tabs"][number]; label: string }[] = [
  { value: "overview", label: "Overview" },
  { value: "board", label: "Board" },
  { value: "roadmap", label: "Roadmap" },
];

type Props = { project: Project; mayManage: boolean };

/** What a form shows of the project as it is by now, where somebody else has changed the same. */
function storedIn<V>(error: unknown, valuesOf: (project: Project) => V): V | null {
  const project = isRefusal(error, 409) ? (error.state.project as Project | undefined) : undefined;
  return project ? valuesOf(project) : null;
}

/** An empty address is none. */
function sentOf<T extends { public_slug?: unknown }>(values: T) {
  return values.public_slug === "" ? { ...values, public_slug: null } : values;
}

function GeneralCard({ project, mayManage }: Props) {
  const update = useUpdateProject(project.id);
  const valuesOf = ({ name, slug, key, description }: Project) => ({ name, slug, key, description });
  const { form, save } = useSavedForm({
    initialValues: valuesOf(project),
    validate: { name: nameProblem },
    send: async (changed, _values, known) =>
      valuesOf(await update.mutateAsync({ ...changed, expected: partsOf(known, changed) })),
    storedOf: (error) => storedIn(error, valuesOf),
  });
  const { key } = project;
  return (
    <Card id="general" title="General">
      <SavedForm form={form} onSubmit={save} isReadOnly={!mayManage}>
        <TextInput label="Name" maxLength={PROJECT_NAME_CHARS_MAX} {...form.getInputProps("name")} />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            label="Key"
            description={
              form.values.key === key || form.values.key === ""
                ? "The prefix of task numbers"
                : `Tasks keep their numbers: ${key}-12 becomes ${form.values.key}-12`
            }
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={PROJECT_KEY_CHARS_MAX}
            spellCheck={false}
            {...form.getInputProps("key")}
            onChange={(event) => form.setFieldValue("key", event.currentTarget.value.toUpperCase().trim())}
          />
          <TextInput
            label="Slug"
            description="How the tracker and the API name it"
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={SLUG_CHARS_MAX}
            spellCheck={false}
            {...form.getInputProps("slug")}
          />
        </Group>
        <MarkdownField
          label="Description"
          startsShown
          minRows={2}
          charsMax={PROJECT_DESCRIPTION_CHARS_MAX}
          value={form.values.description}
          error={form.errors.description}
          onChange={(description) => form.setFieldValue("description", description)}
        />
      </SavedForm>
    </Card>
  );
}

function MembersCard({ project, mayManage }: Props) {
  const members = useProjectMembers(project.id);
  const roster = useProjectRoster(project.id);
  return (
    <Roster
      of={project.name}
      note="Only they can enrol devices for it"
      people={members}
      mayManage={mayManage}
      empty="Nobody yet, so no device can be enrolled for it."
      {...roster}
    />
  );
}

function PublicPageCard({ project, mayManage }: Props) {
  const update = useUpdateProject(project.id);
  const valuesOf = ({ is_public, public_slug, public_tabs }: Project) => ({
    is_public,
    public_slug: public_slug ?? "",
    public_tabs,
  });
  const { form, save } = useSavedForm({
    initialValues: valuesOf(project),
    validate: {
      public_slug: (slug, { is_public }) =>
        is_public && slug === "" ? "A public page needs an address" : null,
    },
    send: async (changed, _values, known) => {
      const expected = sentOf(partsOf(known, changed));
      return valuesOf(await update.mutateAsync({ ...sentOf(changed), expected }));
    },
    storedOf: (error) => storedIn(error, valuesOf),
  });
  return (
    <Card id="public-page" title="Public page" note="Everybody can read it, signed in or not">
      <SavedForm form={form} onSubmit={save} isReadOnly={!mayManage}>
        <Switch
          label="Publish this project"
          {...form.getInputProps("is_public", { type: "checkbox" })}
          onChange={({ currentTarget: { checked } }) => {
            form.setFieldValue("is_public", checked);
            // When the page is published it gets a suggested address, which can be changed.
            if (checked && form.values.public_slug === "") form.setFieldValue("public_slug", project.slug);
          }}
        />
        <TextInput
          label="Address"
          description="What follows /p/ in its address: lower-case letters, digits and hyphens, used by no other page"
          placeholder={project.slug}
          maxLength={SLUG_CHARS_MAX}
          spellCheck={false}
          {...form.getInputProps("public_slug")}
        />
        <Checkbox.Group label="What it shows" {...form.getInputProps("public_tabs")}>
          <Group mt={6}>
            {PUBLIC_TABS.map((tab) => (
              <Checkbox key={tab.value} {...tab} />
            ))}
          </Group>
        </Checkbox.Group>
        {project.is_public && project.public_slug !== null ? (
          <>
            <CopyCommand
              command={`${window.location.origin}/p/${project.public_slug}`}
              label="Copy the address"
            />
            <Anchor
              href={`/p/${project.public_slug}`}
              target="_blank"
              rel="noreferrer"
              size="sm"
              underline="always"
            >
              View the public page
            </Anchor>
          </>
        ) : null}
      </SavedForm>
    </Card>
  );
}

function ArchiveCard({ project }: Omit<Props, "mayManage">) {
  const update = useUpdateProject(project.id);
  return (
    <Card id="archive" title="Archive" note="Hides the project and everything in it; you can restore it">
      <ConfirmButton
        label="Archive this project"
        title={`Archive ${project.name}?`}
        confirmLabel="Archive project"
        onConfirm={() => update.mutateAsync({ is_active: false })}
      >
        Its tasks become read-only, and its devices stop recording. Anyone who manages projects can restore it
        at any time.
      </ConfirmButton>
    </Card>
  );
}

/** A project's settings; read-only for those who may not manage projects. */
export function ProjectSettings() {
  const { can } = useWorkspace();
  const project = useOpenProject();
  const mayManage = can("can_manage_projects");
  const props = { project, mayManage };
  return (
    <>
      <ReadOnlyNote permission="can_manage_projects">Changing a project</ReadOnlyNote>
      <div className={list.columns}>
        <div className={list.stack}>
          <GeneralCard {...props} />
          <MembersCard {...props} />
        </div>
        <div className={list.stack}>
          <PublicPageCard {...props} />
          <PageLookCard mayManage={mayManage} />
          <VisitorsCard mayManage={mayManage} />
          {mayManage && project.is_active ? <ArchiveCard project={project} /> : null}
        </div>
      </div>
    </>
  );
}
