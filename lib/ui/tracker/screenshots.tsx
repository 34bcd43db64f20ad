"use client";

import { Button, UnstyledButton } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { IconPhoto } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { customFilter, dayFilter } from "@/lib/ui/kit/filters/list-filters";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { PersonField } from "@/lib/ui/kit/people/person-field";
import { addDays } from "@/lib/ui/kit/time/day";
import { exactTime } from "@/lib/ui/kit/time/moments";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { ProjectField } from "@/lib/ui/tracker/project-field";
import { useScreenshots, type WorkspaceScreenshot } from "@/lib/ui/tracker/queries";
import classes from "./tracker.module.css";

const ScreenshotDialog = lazyDialog(() => import("@/lib/ui/tracker/screenshot-dialog"));

function Taken({ screenshot }: { screenshot: WorkspaceScreenshot }) {
  return (
    <>
      <bdi>{screenshot.developer_name}</bdi> · <bdi>{screenshot.device_name ?? "Unnamed device"}</bdi> ·{" "}
      <bdi>{screenshot.project_name}</bdi>
    </>
  );
}

function titleOf({ taken_at, created_at }: WorkspaceScreenshot): string {
  return exactTime(taken_at ?? created_at);
}

/** What a screenshot's dialog says of it; undefined for one that is not in the list. */
function knownOf(screenshot: WorkspaceScreenshot | undefined) {
  if (screenshot === undefined) return undefined;
  const title = titleOf(screenshot);
  const alt = `The screen of ${screenshot.developer_name}, ${title}`;
  return { title, alt, detail: <Taken screenshot={screenshot} /> };
}

function ScreenshotRow({ screenshot, onOpen }: { screenshot: WorkspaceScreenshot; onOpen: () => void }) {
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <span className={rows.tile}>
        <IconPhoto size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <UnstyledButton className={classes.open ?? ""} onClick={onOpen} data-opens>
            {titleOf(screenshot)}
          </UnstyledButton>
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          <Taken screenshot={screenshot} />
        </p>
      </div>
    </li>
  );
}

const FILTERS = [
  customFilter<"person", WorkspaceScreenshot>("person", {
    field: ({ items, ...props }) => <PersonField {...props} name={items?.[0]?.developer_name} />,
  }),
  customFilter("project", { field: ({ value, set }) => <ProjectField value={value} set={set} /> }),
  dayFilter("from", "From", { labelWidth: 52, notAfter: "to" }),
  dayFilter("to", "To", { labelWidth: 34, notBefore: "from", instantOf: (start) => addDays(start, 1) }),
];

type Query = AddressTexts<(typeof FILTERS)[number]["name"]>;

function useShownScreenshots({ person, project, from, to }: Query) {
  return useScreenshots({ developer_id: person, project_id: project, from, to });
}

/** The screenshots that devices took for projects here, each opened by itself. */
export function Screenshots() {
  const { slug } = useWorkspace();
  return (
    <ListScreen
      permission="can_view_evidence"
      title="Screenshots"
      description="Screenshots that devices took for projects here. The latest upload comes first. When you open one, the person whose device took it can see that you did."
      what="screenshots"
      label="Screenshots, latest upload first"
      Icon={IconPhoto}
      filters={FILTERS}
      useItems={useShownScreenshots}
      row={(screenshot, open) => (
        <ScreenshotRow
          key={screenshot.evidence_ref}
          screenshot={screenshot}
          onOpen={() => open(screenshot.evidence_ref)}
        />
      )}
      empty={{
        title: "No screenshots yet",
        text: "None are taken until they are switched on, on a project's Tracker tab. Everyone concerned is told a day before.",
        action: (
          <Button component={Link} href={workspacePath(slug, "projects")} variant="default" size="sm">
            Go to the projects
          </Button>
        ),
      }}
      noMatch={{ title: "No screenshot matches", text: "Clear the filters to see every screenshot." }}
      detail={{
        name: "screenshot",
        drawer: ({ items, ...dialog }) => (
          <ScreenshotDialog
            {...dialog}
            known={knownOf(items.find(({ evidence_ref }) => evidence_ref === dialog.id))}
          />
        ),
      }}
    />
  );
}
