import { Switch } from "@mantine/core";

type Props = {
  name: string;
  isOn: boolean;
  isDisabled: boolean;
  /** With its word beside it, where no heading of a column says it. */
  isWorded?: boolean;
  onChange: (isOn: boolean) => void;
};

/**
 * Switches something on or off. Its name begins with the word beside it, by which people who speak to their computer call
 * it (WCAG 2.5.3), and stays the same whether it is on.
 */
export function OnSwitch({ name, isOn, isDisabled, isWorded = false, onChange }: Props) {
  return (
    <Switch
      aria-label={`Active: ${name}`}
      checked={isOn}
      {...(isWorded ? { label: "Active" } : {})}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
