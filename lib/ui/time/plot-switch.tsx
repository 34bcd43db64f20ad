import { SegmentedControl } from "@mantine/core";

type Props = { value: string; onChange: (value: string) => void; label: string };

/** Whether something is shown as a `plot` or as a `table`; `label` says to screen readers what. */
export function PlotSwitch({ value, onChange, label }: Props) {
  return (
    <SegmentedControl
      size="xs"
      value={value}
      onChange={onChange}
      aria-label={label}
      data={[
        { value: "plot", label: "Plot" },
        { value: "table", label: "Table" },
      ]}
    />
  );
}
