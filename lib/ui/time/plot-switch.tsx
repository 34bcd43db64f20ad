import { SegmentedControl } from "@mantine/core";

type Props = { value: string; onChange: (value: string) => void; label: string };

/** Switches between `plot` and `table`; `label` says to screen readers what is shown. */
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
