import { ActionIcon, Button, Group, SegmentedControl } from "@mantine/core";
import { dayIn } from "@/lib/tracker/days/rules";
import { IconChevronLeft, IconChevronRight } from "@/lib/ui/icons";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import {
  neighbour,
  PERIODS,
  type Period,
  type PeriodKind,
  periodOf,
  readPeriod,
} from "@/lib/ui/time/periods";
import classes from "./period-switch.module.css";

const NAMES = { day: "Day", week: "Week", month: "Month", year: "Year" };
const NOTHING = { day: "", week: "", month: "", year: "" };

/**
 * The week, month or year in the address, or the current one if that is invalid or in the future; null if the address
 * names none, so that a day is shown.
 */
export function usePeriod(zone: string): Period | null {
  const filters = useFilters();
  const today = dayIn(zone, new Date());
  for (const kind of PERIODS) {
    const name = filters.get(kind);
    if (name === "") continue;
    const period = readPeriod(kind, name);
    return period && period.from <= today ? period : periodOf(kind, today);
  }
  return null;
}

type SwitchProps = { kind: "day" | PeriodKind; day: string; today: string };

/** Switches between a day and the week, month or year that contains it. */
export function PeriodSwitch({ kind, day, today }: SwitchProps) {
  const filters = useFilters();
  const show = (next: string) => {
    if (next === "day") return filters.set({ ...NOTHING, day: day === today ? "" : day });
    const period = PERIODS.find((each) => each === next);
    if (period) filters.set({ ...NOTHING, [period]: periodOf(period, day).name });
  };
  return (
    <SegmentedControl
      size="xs"
      className={classes.kinds ?? ""}
      value={kind}
      onChange={show}
      aria-label="How much to show"
      data={Object.entries(NAMES).map(([value, label]) => ({ value, label }))}
    />
  );
}

/** Moves to the previous or next period. */
export function PeriodPicker({ period, today }: { period: Period; today: string }) {
  const filters = useFilters();
  const show = ({ kind, name }: Period) => filters.set({ ...NOTHING, [kind]: name });
  const current = periodOf(period.kind, today);
  const isCurrent = current.name === period.name;
  return (
    <Group gap={6}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={`Previous ${period.kind}`}
        onClick={() => show(neighbour(period, -1))}
      >
        <IconChevronLeft size={16} stroke={2} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={`Next ${period.kind}`}
        disabled={isCurrent}
        onClick={() => show(neighbour(period, 1))}
      >
        <IconChevronRight size={16} stroke={2} />
      </ActionIcon>
      {isCurrent ? null : (
        <Button variant="default" size="sm" h={34} px="sm" onClick={() => show(current)}>
          This {period.kind}
        </Button>
      )}
    </Group>
  );
}
