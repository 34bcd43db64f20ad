import { Progress, Text } from "@mantine/core";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useAnswer } from "@/lib/ui/api/resource-queries";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { numberText } from "@/lib/ui/kit/words/counts";
import classes from "./plan-usage.module.css";

const LABELS = {
  members: "Members and open invites",
  projects: "Projects",
  devices: "Devices",
  webhooks: "Webhooks",
};
const NEARLY = 0.8;

function colourOf(used: number, max: number): string {
  if (used >= max) return "red.7";
  return used >= max * NEARLY ? "yellow.6" : "pine.6";
}

/** A workspace's usage of its plan, by resource. */
export function PlanUsage() {
  const billing = useAnswer("/workspaces/{workspace_id}/billing", { params: useWorkspaceParams() });
  return (
    <Loaded query={billing} what="the plan" bones={[168]}>
      {({ plan, usage }) => (
        <>
          <Text size="sm" c="dimmed" mb="md">
            <Text span fw={500} c="var(--mantine-color-text)">
              {plan.name}
            </Text>
            {plan.description ? ` · ${plan.description}` : null}
          </Text>
          <dl className={classes.usage}>
            {usage.map(({ resource, used, max }) => (
              <div key={resource} className={classes.line}>
                <dt>{LABELS[resource]}</dt>
                <dd>
                  {numberText(used)}
                  <span>{max === null ? " · no limit" : ` of ${numberText(max)}`}</span>
                </dd>
                {max === null ? null : (
                  <dd className={classes.bar}>
                    <Progress
                      size="sm"
                      value={Math.min(100, (used / Math.max(max, 1)) * 100)}
                      color={colourOf(used, max)}
                      aria-label={`${LABELS[resource]} used, in percent of the plan`}
                    />
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </>
      )}
    </Loaded>
  );
}
