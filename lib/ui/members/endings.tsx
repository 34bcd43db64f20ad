import { Skeleton } from "@mantine/core";
import { sentenceOf } from "@/lib/ui/api/failure";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { leftBehind } from "@/lib/ui/members/left-behind";
import { type Dependents, useDependents } from "@/lib/ui/members/queries";
import classes from "./members.module.css";

type Props = {
  developerId: string;
  /** Of whom it tells. */
  whom: "them" | "you";
  /** What ends or changes hands, in sentences; false for what there is not. */
  linesOf: (found: Dependents) => (string | false)[];
  /** Said where nothing does. */
  none: string;
};

/** What ends with a membership. */
export function Endings({ developerId, whom, linesOf, none }: Props) {
  const dependents = useDependents(developerId);
  if (dependents.error) {
    return <Refusal>{`Could not find out what depends on ${whom}: ${sentenceOf(dependents.error)}`}</Refusal>;
  }
  if (!dependents.data) {
    return <Skeleton height={64} radius="sm" role="status" aria-label={`Finding what depends on ${whom}`} />;
  }
  const lines = [...linesOf(dependents.data), ...leftBehind(dependents.data)].filter(
    (line) => line !== false,
  );
  if (lines.length === 0) return <p style={{ margin: 0 }}>{none}</p>;
  return (
    <ul className={classes.reasons} aria-label="What ends with the membership">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
