import { Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { IconBraces } from "@/lib/ui/icons";
import editor from "@/lib/ui/kit/editor/editor.module.css";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import type { PlaceholderGroup } from "@/lib/ui/requests/placeholders";
import classes from "./requests.module.css";

type Props = {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  groups: readonly PlaceholderGroup[];
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  maxLength?: number;
  isLong?: boolean;
  isCode?: boolean;
  isReadOnly?: boolean;
};

/** A text with placeholders, and a menu that inserts one at the caret. */
export function TemplateInput(props: Props) {
  const { label, description, placeholder, groups, value, onChange, error, maxLength } = props;
  const { isLong = false, isCode = false, isReadOnly = false } = props;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const start = field.current?.selectionStart ?? value.length;
    const end = field.current?.selectionEnd ?? start;
    onChange(value.slice(0, start) + text + value.slice(end));
  };
  const shared = {
    ref: field,
    label,
    description,
    placeholder: placeholder ?? "",
    error,
    readOnly: isReadOnly,
    autoComplete: "off",
    spellCheck: !isCode,
    className: isCode ? (classes.mono ?? "") : "",
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
  return (
    <div className={classes.templated}>
      {isLong ? (
        <Textarea autosize minRows={isCode ? 4 : 2} maxRows={16} {...shared} />
      ) : (
        <TextInput {...shared} />
      )}
      {isReadOnly || groups.length === 0 ? null : (
        <div className={classes.insert}>
          <LazyMenu
            position="bottom-end"
            width={260}
            target={
              <UnstyledButton
                fz="xs"
                c="dimmed"
                className="mantine-focus-auto"
                aria-label={`Insert a value into ${label}`}
              >
                <IconBraces size={13} stroke={1.75} style={{ verticalAlign: "-2px" }} /> Insert
              </UnstyledButton>
            }
          >
            {(Menu) => (
              <div className={editor.choices}>
                {groups.map((group) => (
                  <div key={group.label}>
                    <Menu.Label>{group.label}</Menu.Label>
                    {group.placeholders.map(({ label: name, text }) => (
                      <Menu.Item key={text} onClick={() => insert(text)}>
                        {name}
                        <div className={classes.placeholder}>{text}</div>
                      </Menu.Item>
                    ))}
                  </div>
                ))}
              </div>
            )}
          </LazyMenu>
        </div>
      )}
    </div>
  );
}
