"use client";

import { Button } from "@mantine/core";
import { IconListCheck, IconPlus } from "@tabler/icons-react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useObjects } from "@/lib/ui/crm/queries";
import { SearchField, useFilters } from "@/lib/ui/kit/filters";
import { Link } from "@/lib/ui/kit/link";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import rows from "@/lib/ui/kit/rows.module.css";
import { Tag } from "@/lib/ui/kit/tag";
import { type Sequence, useSequences } from "@/lib/ui/sequences/queries";
import { sequenceWords } from "@/lib/ui/sequences/words";
import { workspacePath } from "@/lib/ui/shell/navigation";

function SequenceRow({ sequence, noun, slug }: { sequence: Sequence; noun: string; slug: string }) {
  const { open_enrollments: open } = sequence;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `crm/sequences/${sequence.id}`)} className={page.link}>
            {sequence.name}
          </Link>
        </p>
        <p className={rows.detail}>
          {noun} · {sequenceWords(sequence)}
        </p>
      </div>
      {sequence.is_paused ? <Tag>Paused</Tag> : null}
      <span className={rows.side}>{open === 0 ? "none under way" : `${open} under way`}</span>
    </li>
  );
}

function Sequences() {
  const { id, slug, can } = useWorkspace();
  const filters = useFilters();
  const search = filters.get("search");
  const sequences = useSequences(id, search === "" ? {} : { search });
  const objects = useObjects(id);
  const nounOf = (object: string) =>
    objects.data?.find((each) => each.slug === object)?.plural_name ?? object;
  const newSequence = can("can_manage_automations") ? (
    <Button
      component={Link}
      href={workspacePath(slug, "crm/sequences/new")}
      leftSection={<IconPlus size={16} stroke={2} />}
    >
      New sequence
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Sequences"
        description="Steps that records go through over days, each at its own pace: waits, tasks and requests."
        actions={newSequence}
      />
      <search className={page.filters} aria-label="Filter the sequences">
        <SearchField
          className={page.search ?? ""}
          aria-label="Search sequences"
          placeholder="Search by name"
          value={search}
          onSearch={(text) => filters.set({ search: text })}
        />
      </search>
      <ListPanel
        list={sequences}
        what="sequences"
        label="Sequences"
        renderRow={(sequence) => (
          <SequenceRow key={sequence.id} sequence={sequence} noun={nounOf(sequence.object)} slug={slug} />
        )}
        empty={
          search !== "" ? (
            <Empty
              Icon={IconListCheck}
              title="No sequence matches"
              action={
                <Button variant="default" size="sm" onClick={() => filters.set({ search: "" })}>
                  Clear the search
                </Button>
              }
            >
              Nothing is called like that.
            </Empty>
          ) : (
            <Empty Icon={IconListCheck} title="No sequences yet" action={newSequence}>
              {newSequence === null
                ? "Someone who holds can_manage_automations can make the first one."
                : "Write down what shall happen with a record, such as: greet, wait three days, call. Then enrol records by hand, or let an automation do it."}
            </Empty>
          )
        }
      />
    </>
  );
}

/** The sequences of the workspace. */
export function SequenceList() {
  return useWorkspace().can("can_view_crm") ? <Sequences /> : <NoPermission permission="can_view_crm" />;
}
