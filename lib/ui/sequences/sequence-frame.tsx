"use client";

import { Alert, Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useObjects } from "@/lib/ui/crm/queries";
import { ConfirmDialog } from "@/lib/ui/kit/confirm-dialog";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { UpLink } from "@/lib/ui/kit/list-page";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { PageTabs } from "@/lib/ui/kit/page-tabs";
import { notifyUndoable } from "@/lib/ui/kit/undo-notice";
import { type Sequence, useSequence, useUpdateSequence } from "@/lib/ui/sequences/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";

const SequenceContext = createContext<Sequence | null>(null);

/** The sequence in the address. @throws outside of its pages */
export function useOpenSequence(): Sequence {
  const sequence = useContext(SequenceContext);
  if (sequence === null) throw new Error("useOpenSequence() is for the pages of a sequence");
  return sequence;
}

function PauseButton({ sequence }: { sequence: Sequence }) {
  const { id, can } = useWorkspace();
  const update = useUpdateSequence(id, sequence.id);
  const [isAsking, { open, close }] = useDisclosure();
  if (!can("can_manage_automations")) return null;
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
        {sequence.is_paused ? "Go on" : "Pause"}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Let ${sequence.name} go on?`}
        confirmLabel="Go on"
        isSafe
        onConfirm={() => update.mutateAsync({ is_paused: false })}
      >
        What became due while it was paused is done at once, for{" "}
        {sequence.open_enrollments === 1 ? "1 record" : `${sequence.open_enrollments} records`} at most.
      </ConfirmDialog>
    </>
  );
}

function Frame({ sequenceId, children }: { sequenceId: string; children: ReactNode }) {
  const { id, slug } = useWorkspace();
  const sequence = useSequence(id, sequenceId);
  const objects = useObjects(id);
  if (sequence.error && !sequence.data) {
    return (
      <ErrorNotice
        error={sequence.error}
        isPage
        what="this sequence"
        onRetry={() => void sequence.refetch()}
      />
    );
  }
  if (!sequence.data) {
    return (
      <div role="status" aria-label="Loading the sequence">
        <Skeleton height={26} width={220} radius="sm" mb="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    );
  }
  const { data } = sequence;
  const base = workspacePath(slug, `crm/sequences/${sequenceId}`);
  const tabs = [
    { href: base, label: "Steps" },
    {
      href: `${base}/enrollments`,
      label: data.open_enrollments === 0 ? "Records" : `Records (${data.open_enrollments})`,
    },
  ];
  const noun = objects.data?.find((each) => each.slug === data.object)?.plural_name ?? data.object;
  return (
    <SequenceContext value={data}>
      <PageHeader
        title={data.name}
        description={`For ${noun.toLowerCase()}`}
        actions={<PauseButton sequence={data} />}
      />
      <PageTabs label="Sequence" tabs={tabs} />
      {data.is_paused ? (
        <Alert variant="light" color="gray" mb="md" role="note" icon={<IconPlayerPause size={18} />}>
          It is paused: nobody gets further, and nobody is lost. Records can be enrolled and wait at the first
          step.
        </Alert>
      ) : null}
      {children}
    </SequenceContext>
  );
}

/** What the pages of one sequence have in common: its name, pausing it, and the way between them. */
export function SequenceFrame({ sequenceId, children }: { sequenceId: string; children: ReactNode }) {
  const { slug, can } = useWorkspace();
  if (!can("can_view_crm")) return <NoPermission permission="can_view_crm" />;
  return (
    <>
      <UpLink href={workspacePath(slug, "crm/sequences")}>Sequences</UpLink>
      <Frame key={sequenceId} sequenceId={sequenceId}>
        {children}
      </Frame>
    </>
  );
}
