import { Menu, type MenuProps } from "@mantine/core";
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";

/** What menus are made of, once it is loaded. */
export type MenuParts = Pick<
  typeof Menu,
  "Item" | "Label" | "Divider" | "RadioGroup" | "RadioItem" | "CheckboxItem"
>;

export type LazyMenuProps = Pick<MenuProps, "position" | "width"> & {
  /** The button that opens it. */
  target: ReactElement<ComponentProps<"button">>;
  children: (menu: MenuParts) => ReactNode;
};

/** A menu that opens as soon as it is there. */
export function OpenedMenu({ target, children, ...rest }: LazyMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // It has taken the place of the button that was pressed, and is where the focus is to return to.
    button.current?.focus();
    setIsOpen(true);
  }, []);
  return (
    <Menu opened={isOpen} onChange={setIsOpen} middlewares={{ size: { padding: 8 } }} {...rest}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      {/* Not every page grows with what hangs out of it: the last of many items could not be scrolled to. */}
      <Menu.Dropdown style={{ overflowY: "auto" }}>{children(Menu)}</Menu.Dropdown>
    </Menu>
  );
}
