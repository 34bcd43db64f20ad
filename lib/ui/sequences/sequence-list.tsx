"use client";

import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useObjects } from "@/lib/ui/crm/queries";
import { IconListCheck } from "@/lib/ui/icons";
import { searchFilter } from "@/lib/ui/kit/filters/list-filters";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Tag } from "@/lib/ui/kit/status/tag";
import { type Sequence, useSequences } from "@/lib/ui/sequences/queries";
import { sequenceWords } from "@/lib/ui/sequences/words";
import { workspacePath } from "@/lib/ui/shell/navigation";

const FILTERS = [searchFilter("Search sequences", "Search by name")];

function SequenceRow({ sequence }: { sequence: Sequence }) {
  const { slug } = useWorkspace();
  const objects = useObjects();
  const noun = objects.data?.find((each) => each.slug === sequence.object)?.plural_name ?? sequence.object;
  const { open_enrollments: open } = sequence;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `crm/sequences/${sequence.id}`)} className={page.link} data-opens>
            {sequence.name}
          </Link>
        </p>
        <p className={rows.detail}>
          {noun} · {sequenceWords(sequence)}
        </p>
      </div>
      {sequence.is_paused ? <Tag>Paused</Tag> : null}
      <span className={rows.side}>{open === 0 ? "none in progress" : `${open} in progress`}</span>
    </li>
  );
}

/** The sequences of the workspace. */
export function SequenceList() {
  const { slug } = useWorkspace();
  return (
    <ListScreen
      permission="can_view_crm"
      title="Sequences"
      description="Steps that records go through over days, each at its own pace: waits, tasks and requests."
      what="sequences"
      label="Sequences"
      Icon={IconListCheck}
      create={{
        permission: "can_manage_automations",
        label: "New sequence",
        href: workspacePath(slug, "crm/sequences/new"),
      }}
      filters={FILTERS}
      useItems={useSequences}
      row={(sequence) => <SequenceRow key={sequence.id} sequence={sequence} />}
      empty={{
        title: "No sequences yet",
        text: "List the steps that a record goes through, such as: greet, wait three days, call. Then enrol records by hand or by an automation.",
        lacking: "Someone with can_manage_automations can make the first one.",
      }}
      noMatch={{ title: "No sequence matches", text: "Nothing has that name." }}
    />
  );
}
