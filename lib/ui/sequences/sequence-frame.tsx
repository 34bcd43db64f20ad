"use client";

import { Alert, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useObjects } from "@/lib/ui/crm/queries";
import { IconPlayerPause, IconPlayerPlay } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { PageTabs } from "@/lib/ui/kit/pages/page-tabs";
import { type Ahead, ResourceFrame, resourceOf, useOpen, useOpenId } from "@/lib/ui/kit/pages/resource-frame";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { type Sequence, useSequence, useUpdateSequence } from "@/lib/ui/sequences/queries";
import { SequenceMenu } from "@/lib/ui/sequences/sequence-menu";
import { workspacePath } from "@/lib/ui/shell/navigation";

const SEQUENCE = resourceOf<Sequence>("sequence");

/** The sequence in the address. @throws outside of its pages */
export const useOpenSequence = () => useOpen(SEQUENCE);

/** Its id, available before the sequence is loaded. @throws outside of its pages */
export const useOpenSequenceId = () => useOpenId(SEQUENCE);

function PauseButton({ sequence }: { sequence: Sequence }) {
  const update = useUpdateSequence(sequence.id);
  const [isAsking, { open, close }] = useDisclosure();
  const set = (is_paused: boolean) =>
    update
      .mutateAsync({ is_paused })
      .then(() => true)
      .catch((error: unknown) => {
        notifyFailure(`${sequence.name} stays as it is`, error);
        return false;
      });
  const pause = async () => {
    if (await set(true)) notifyUndoable(`${sequence.name} is paused.`, () => void set(false), sequence.id);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={
          sequence.is_paused ? (
            <IconPlayerPlay size={16} stroke={1.75} />
          ) : (
            <IconPlayerPause size={16} stroke={1.75} />
          )
        }
        loading={update.isPending}
        onClick={sequence.is_paused ? open : () => void pause()}
      >
        {sequence.is_paused ? "Resume" : "Pause"}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Resume ${sequence.name}?`}
        confirmLabel="Resume"
        isSafe
        onConfirm={() => update.mutateAsync({ is_paused: false })}
      >
        Steps that came due while it was paused run at once, for{" "}
        {countOf(sequence.open_enrollments, "record")} at most.
      </ConfirmDialog>
    </>
  );
}

function Head({ sequence }: { sequence: Sequence }) {
  const { slug, can } = useWorkspace();
  const objects = useObjects();
  const base = workspacePath(slug, `crm/sequences/${sequence.id}`);
  const tabs = [
    { href: base, label: "Steps" },
    {
      href: `${base}/enrollments`,
      label:
        sequence.open_enrollments === 0
          ? "Records"
          : `Records (${numberText(sequence.open_enrollments)} in progress)`,
    },
  ];
  const noun = objects.data?.find((each) => each.slug === sequence.object)?.plural_name ?? sequence.object;
  return (
    <>
      <PageHeader
        title={sequence.name}
        description={`For ${noun.toLowerCase()}`}
        actions={
          can("can_manage_automations") ? (
            <>
              <PauseButton sequence={sequence} />
              <SequenceMenu sequence={sequence} />
            </>
          ) : null
        }
      />
      <PageTabs label="Sequence" tabs={tabs} />
      {sequence.paused_reason === null ? null : (
        <Alert
          color="red"
          mb="md"
          icon={<IconPlayerPause size={18} />}
          title="Paused by the service"
          style={{ overflowWrap: "anywhere" }}
        >
          {sequence.paused_reason}
        </Alert>
      )}
      {sequence.is_paused && sequence.paused_reason === null ? (
        <Alert color="gray" mb="md" role="note" icon={<IconPlayerPause size={18} />}>
          It is paused: records stay where they are. New ones can be enrolled, and wait at the first step.
        </Alert>
      ) : null}
    </>
  );
}

type FrameProps = { sequenceId: string; ahead?: Ahead; children: ReactNode };

/** What the pages of one sequence have in common: its name, the pause button, and its tabs. */
export function SequenceFrame({ sequenceId, ahead, children }: FrameProps) {
  const { slug } = useWorkspace();
  return (
    <ResourceFrame
      of={SEQUENCE}
      id={sequenceId}
      ahead={ahead}
      permission="can_view_crm"
      up={{ href: workspacePath(slug, "crm/sequences"), label: "Sequences" }}
      useQuery={useSequence}
      nameOf={({ name }) => name}
      head={(sequence) => <Head sequence={sequence} />}
    >
      {children}
    </ResourceFrame>
  );
}
