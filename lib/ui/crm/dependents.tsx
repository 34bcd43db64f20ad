import { Skeleton } from "@mantine/core";
import { AUTOMATIONS_MAX } from "@/lib/crm/automations/limits";
import { SEQUENCES_MAX } from "@/lib/crm/sequences/limits";
import { sentenceOf } from "@/lib/ui/api/failure";
import type { ItemOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useList } from "@/lib/ui/api/resource-queries";
import { Refusal } from "@/lib/ui/kit/fields/refusal";

/* What a dialog says of automations and sequences before something that they need is deleted. */

const AUTOMATIONS = "/workspaces/{workspace_id}/crm/automations";
const SEQUENCES = "/workspaces/{workspace_id}/crm/sequences";

type Automation = ItemOf<typeof AUTOMATIONS>;
type Sequence = ItemOf<typeof SEQUENCES>;
type Found = { automations: Automation[]; sequences: Sequence[] };

function sentence(lead: string, named: readonly { name: string }[]): string | false {
  return named.length > 0 && `${lead}: ${named.map(({ name }) => name).join(", ")}.`;
}

function Dependents({ linesOf }: { linesOf: (found: Found) => (string | false)[] }) {
  const params = useWorkspaceParams();
  const automations = useList(AUTOMATIONS, { params, query: { limit: AUTOMATIONS_MAX } });
  const sequences = useList(SEQUENCES, { params, query: { limit: SEQUENCES_MAX } });
  const error = automations.error ?? sequences.error;
  if (error) return <Refusal>{`Could not find out what needs it: ${sentenceOf(error)}`}</Refusal>;
  if (!automations.items || !sequences.items) {
    return <Skeleton height={24} my="sm" radius="sm" role="status" aria-label="Finding what needs it" />;
  }
  const lines = linesOf({ automations: automations.items, sequences: sequences.items });
  return lines.map((line) =>
    line === false ? null : (
      <p key={line} style={{ margin: "0.75rem 0 0", overflowWrap: "anywhere" }}>
        {line}
      </p>
    ),
  );
}

const startsOn = (slug: string, { trigger }: Automation) => "object" in trigger && trigger.object === slug;

/** Names the automations and sequences that are deleted with an object, and the automations that fail without it. */
export function ObjectDependents({ slug }: { slug: string }) {
  return (
    <Dependents
      linesOf={({ automations, sequences }) => [
        sentence(
          "Automations deleted with it",
          automations.filter((each) => startsOn(slug, each)),
        ),
        sentence(
          "Sequences deleted with it",
          sequences.filter(({ object }) => object === slug),
        ),
        sentence(
          "Automations that create its records, and fail once it is gone",
          automations.filter(
            (each) =>
              !startsOn(slug, each) &&
              each.actions.some((action) => action.type === "create_record" && action.object === slug),
          ),
        ),
      ]}
    />
  );
}

/** Names the automations that put records into a sequence or take them out, and fail once it is deleted. */
export function SequenceDependents({ id }: { id: string }) {
  return (
    <Dependents
      linesOf={({ automations }) => [
        sentence(
          "Automations that use it, and fail once it is gone",
          automations.filter(({ actions }) =>
            actions.some((action) => "sequence_id" in action && action.sequence_id === id),
          ),
        ),
      ]}
    />
  );
}
