import { Alert, Button, List, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { useWorkspace, useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useAnswer } from "@/lib/ui/api/resource-queries";
import { IconFlask } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import classes from "./overview.module.css";

const SAMPLE_DATA = "/workspaces/{workspace_id}/sample-data";

/** Adds sample data to a workspace or removes it; afterwards everything is refetched. */
function useSampleData() {
  const queries = useQueryClient();
  const input = { params: useWorkspaceParams() };
  const onSuccess = () => queries.invalidateQueries();
  const add = useMutation({ mutationFn: () => api.post(SAMPLE_DATA, input), onSuccess });
  const remove = useMutation({ mutationFn: () => api.delete(SAMPLE_DATA, input), onSuccess });
  return { add, remove };
}

/** Offers sample data. */
export function AddSampleData() {
  const { add } = useSampleData();
  return (
    <div className={classes.offer}>
      <Text size="sm">
        Want to look around first? Sample data fills every area, and one click takes it away again.
      </Text>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconFlask size={14} stroke={1.75} aria-hidden="true" />}
        loading={add.isPending}
        onClick={() => add.mutate()}
      >
        Add sample data
      </Button>
      {add.error ? (
        <Alert color="red" role="alert" className={classes.wide ?? ""}>
          {sentenceOf(add.error)}
        </Alert>
      ) : null}
    </div>
  );
}

/** What removing the sample data would keep; read when the reader is about to remove it. */
function WhatStays() {
  const sample = useAnswer(SAMPLE_DATA, { params: useWorkspaceParams() }, { staleTime: 0, gcTime: 0 });
  return (
    <Loaded query={sample} what="what is kept" bones={[48]}>
      {({ keeps }) =>
        keeps.length === 0 ? (
          <p>Nobody has added anything to it, so all of it will be removed.</p>
        ) : (
          <>
            <p>Kept, because it holds something of your own:</p>
            <List size="sm" spacing={4} className={classes.keeps ?? ""}>
              {keeps.map((each) => (
                <List.Item key={`${each.kind} ${each.id}`}>
                  {each.name} <span className={classes.why}>{each.reason}</span>
                </List.Item>
              ))}
            </List>
          </>
        )
      }
    </Loaded>
  );
}

/** A notice that the workspace contains sample data, with a button to remove it for those who may. */
export function SampleDataNotice() {
  const { can } = useWorkspace();
  const [isAsking, { open, close }] = useDisclosure();
  const { remove } = useSampleData();
  const { data } = useAnswer("/workspaces/{workspace_id}/first-steps", { params: useWorkspaceParams() });
  if (!data?.has_sample_data && !isAsking) return null;
  const confirm = async () => {
    const { kept } = await remove.mutateAsync();
    const rest = kept.length === 0 ? "" : ` ${kept.length} things that you added to are yours now.`;
    notifications.show({ color: "pine", message: `The sample data is gone.${rest}` });
  };
  return (
    <Alert
      role="note"
      icon={<IconFlask size={18} aria-hidden="true" />}
      title="This workspace holds sample data"
      className={classes.notice ?? ""}
    >
      <Text size="sm">
        Everything that ends in “(sample)” is made up, so that you can look around. None of it was sent
        anywhere.
      </Text>
      {can("can_manage_settings") ? (
        <Button variant="default" size="xs" mt="sm" onClick={open}>
          Remove sample data
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title="Remove the sample data?"
        confirmLabel="Remove sample data"
        onConfirm={confirm}
      >
        <p className={classes.first}>
          Whatever you changed in it goes too. Records, forms and tables can be restored for a while, tasks
          and requests can't.
        </p>
        <WhatStays />
      </ConfirmDialog>
    </Alert>
  );
}
