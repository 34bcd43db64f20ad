import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@/lib/ui/icons";
import classes from "./move-buttons.module.css";

type Props = {
  /** What is moved, as it is read out: "option 2". */
  name: string;
  /** Moves it by one place; null where it is the first or the last. */
  up: (() => void) | null;
  down: (() => void) | null;
  size?: number;
  /** Whether Alt and an arrow do the same. */
  hasKeys?: boolean;
};

/** Two buttons that move an entry of a list. One that can move it no further stays focused: a disabled one would not. */
export function MoveButtons({ name, up, down, size = 28, hasKeys = false }: Props) {
  const ways = [
    { way: "up", move: up, Icon: IconArrowUp, key: "↑" },
    { way: "down", move: down, Icon: IconArrowDown, key: "↓" },
  ];
  return ways.map(({ way, move, Icon, key }) => (
    <ActionIcon
      key={way}
      size={size}
      className={classes.mover ?? ""}
      aria-label={`Move ${name} ${way}`}
      title={hasKeys ? `Move ${way} (Alt ${key})` : `Move ${way}`}
      aria-disabled={move === null}
      data-disabled={move === null}
      onClick={() => move?.()}
    >
      <Icon size={16} stroke={1.75} />
    </ActionIcon>
  ));
}
