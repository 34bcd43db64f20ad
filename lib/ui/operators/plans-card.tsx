import { NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { Card } from "@/lib/ui/kit/cards/card";
import { ShowMore } from "@/lib/ui/kit/lists/list-states";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { CardRows } from "@/lib/ui/operators/card-rows";
import {
  type OperatorWorkspace,
  type Plan,
  useAllWorkspaces,
  usePlans,
  useSetPlan,
} from "@/lib/ui/operators/queries";
import classes from "./operators.module.css";

const SEARCH_WAIT_MS = 250;

const UNCHOSEN = "";

function WorkspaceRow({ workspace, plans }: { workspace: OperatorWorkspace; plans: Plan[] }) {
  const setPlan = useSetPlan();
  const choose = (planId: string) =>
    setPlan.mutate(
      { id: workspace.id, planId: planId === UNCHOSEN ? null : planId },
      {
        onSuccess: () =>
          notifications.show({ color: "pine", message: `The plan of ${workspace.name} is set.` }),
        onError: (error) => notifyFailure("The plan was not set", error),
      },
    );
  const planName = plans.find(({ id }) => id === workspace.plan_id)?.name ?? workspace.plan_id;
  const unchosen = `${planName}, ${workspace.plan_set_by === "payment" ? "paid for" : "by default"}`;
  return (
    <li className={`${rows.row} ${classes.wrapped}`}>
      <div className={`${rows.main} ${classes.main}`}>
        <p className={`${rows.name} ${classes.name}`}>{workspace.name}</p>
        <p className={rows.detail}>
          {workspace.slug} · {workspace.owner_email ?? "No owner"}
          {workspace.is_active ? "" : " · switched off"}
        </p>
      </div>
      <NativeSelect
        size="xs"
        aria-label={`Plan of ${workspace.name}`}
        value={workspace.plan_set_by === "operator" ? workspace.plan_id : UNCHOSEN}
        disabled={setPlan.isPending}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: UNCHOSEN, label: workspace.plan_set_by === "operator" ? "Not chosen here" : unchosen },
          ...plans.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </li>
  );
}

/** Every workspace and its plan. */
export function PlansCard() {
  const plans = usePlans();
  const [search, setSearch] = useState("");
  const [searched] = useDebouncedValue(search.trim(), SEARCH_WAIT_MS);
  const workspaces = useAllWorkspaces(searched);
  return (
    <Card id="plans" title="Plans" note="Your choice here overrides what is paid for">
      <TextInput
        label="Find a workspace"
        placeholder="Name, slug or an owner's email"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb="sm"
      />
      <CardRows
        query={{ ...workspaces, data: workspaces.items }}
        what="the workspaces"
        none={searched === "" ? "There are no workspaces yet." : "No workspace was found."}
      >
        {(workspace) => <WorkspaceRow key={workspace.id} workspace={workspace} plans={plans.data ?? []} />}
      </CardRows>
      <ShowMore list={workspaces} />
    </Card>
  );
}
