import { Anchor, Button, Text } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import type { FirstSteps as FirstStepsSchema, StepKey } from "@/lib/first-run/steps/schema";
import { useWorkspace, useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useAnswer } from "@/lib/ui/api/resource-queries";
import { AddSampleData } from "@/lib/ui/home/sample-data";
import { IconCircleCheckFilled, IconCircleDashed } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { Link } from "@/lib/ui/kit/pages/link";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./overview.module.css";

type Shown = FirstStepsSchema;
type Step = {
  label: string;
  hint: string | ((shown: Shown) => string);
  /** Below `/w/{slug}`, or one of the reader's own pages. */
  path: string;
};

const STEPS: Record<StepKey, Step> = {
  invite: {
    label: "Invite people",
    hint: ({ sends_mail }) =>
      sends_mail
        ? "By email, with the role they start with."
        : "With the role they start with. This service sends no mail: you pass the link on yourself.",
    path: "members?tab=invites&new=1",
  },
  record: {
    label: "Add a company to the CRM",
    hint: "Or import your companies, people and deals from a file.",
    path: "crm/company",
  },
  project: {
    label: "Create a project",
    hint: "A board of numbered tasks, and a public page where visitors ask for things.",
    path: "projects?new=1",
  },
  form: {
    label: "Publish a form",
    hint: "Its answers are summed up, and can go to the CRM or a table.",
    path: "forms",
  },
  table: {
    label: "Make a table",
    hint: "Rows and columns that you can share by a link.",
    path: "tables",
  },
  webhook: {
    label: "Add a webhook",
    hint: "Other services learn what happens here.",
    path: "webhooks/new",
  },
  device: {
    label: "Track time on a device",
    hint: "Switch the tracker on for a project; the desktop client does the rest.",
    path: "/home",
  },
  repository: {
    label: "Adopt a repository",
    hint: "Its commits show who works on what, and teams can follow them.",
    path: "repositories",
  },
  api_token: {
    label: "Create an API token",
    hint: "Everything that you do here, a program can do as well.",
    path: "/account#tokens",
  },
};

function StepRow({ step, isDone, shown }: { step: Step; isDone: boolean; shown: Shown }) {
  const { slug } = useWorkspace();
  const { label, hint, path } = step;
  return (
    <li>
      {isDone ? (
        <IconCircleCheckFilled size={20} className={classes.done} aria-label="Done" />
      ) : (
        <IconCircleDashed size={20} className={classes.open} aria-label="Open" />
      )}
      <div>
        {isDone ? (
          <span className={classes.finished}>{label}</span>
        ) : (
          <Anchor component={Link} href={path.startsWith("/") ? path : workspacePath(slug, path)} fw={500}>
            {label}
          </Anchor>
        )}
        {isDone ? null : (
          <Text size="sm" c="dimmed">
            {typeof hint === "string" ? hint : hint(shown)}
          </Text>
        )}
      </div>
    </li>
  );
}

/** The steps of the open workspace, read once for all components that show them. */
export function useFirstSteps() {
  return useAnswer("/workspaces/{workspace_id}/first-steps", { params: useWorkspaceParams() });
}

/** First steps in a workspace, one for each area, until all are done or the reader hides them. */
export function FirstSteps() {
  const { id, can } = useWorkspace();
  const [isHidden, setIsHidden] = useLocalStorage({ key: `first-steps-hidden:${id}`, defaultValue: false });
  const { data } = useFirstSteps();
  if (isHidden || data === undefined) return null;
  const done = data.steps.filter(({ is_done }) => is_done).length;
  if (done === data.steps.length) return null;
  return (
    <Card
      id="steps"
      title="First steps"
      note={`${done} of ${data.steps.length} done`}
      action={
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setIsHidden(true)}>
          Hide
        </Button>
      }
    >
      {can("can_manage_settings") && !data.has_sample_data ? <AddSampleData /> : null}
      <ul className={classes.steps}>
        {data.steps.map(({ key, is_done }) => (
          <StepRow key={key} step={STEPS[key]} isDone={is_done} shown={data} />
        ))}
      </ul>
    </Card>
  );
}
