"use client";

import { ActionIcon, Alert, Button, Group, Input, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { Tag } from "@/lib/ui/kit/tag";
import { HEADER_NAME_CHARS_MAX, HEADER_VALUE_CHARS_MAX, HEADERS_MAX } from "@/lib/webhooks/limits";
import classes from "./webhooks.module.css";

/** `key` tells a row apart, whatever stands in it. */
export type HeaderRow = { key: number; name: string; value: string };

type Props = {
  /** Null keeps the headers that are stored, of which only the names are known. */
  rows: HeaderRow[] | null;
  storedNames: readonly string[];
  /** What is wrong, by a header's name; `headers` for all of them. */
  problems: Readonly<Record<string, string>>;
  /** Whether the address now names another server than the one that the stored headers were given for. */
  leavesOrigin: boolean;
  onChange: (rows: HeaderRow[]) => void;
};

/** Headers that go along with every delivery. Their values may be secrets, and are never shown again. */
export function HeaderFields({ rows, storedNames, problems, leavesOrigin, onChange }: Props) {
  const replace = () => onChange(storedNames.map((name, key) => ({ key, name, value: "" })));
  const add = () => {
    const key = Math.max(-1, ...(rows ?? []).map((row) => row.key)) + 1;
    onChange([...(rows ?? []), { key, name: "", value: "" }]);
  };
  const change = (key: number, part: Partial<HeaderRow>) =>
    onChange((rows ?? []).map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <Input.Wrapper
      label="Custom headers"
      description="Sent with every delivery, such as a key that your gateway requires. Values are stored encrypted and not shown again."
      labelElement="div"
      {...(problems.headers === undefined ? {} : { error: problems.headers })}
    >
      {rows === null && leavesOrigin ? (
        <Alert color="yellow" variant="light" mt="xs" role="status">
          The address leads to another server, so these headers are removed when you save. To send them there
          too, replace them and enter their values again.
        </Alert>
      ) : null}
      {rows === null ? (
        <Group mt="xs" gap="sm">
          <span className={classes.names}>
            {storedNames.map((name) => (
              <Tag key={name}>{name}: ••••••</Tag>
            ))}
          </span>
          <Button variant="default" size="xs" onClick={replace}>
            Replace them
          </Button>
        </Group>
      ) : (
        <>
          {rows.map(({ key, name, value }, index) => (
            <div key={key} className={classes.header} style={{ marginTop: "0.5rem" }}>
              <TextInput
                aria-label={`Name of header ${index + 1}`}
                placeholder="X-Api-Key"
                maxLength={HEADER_NAME_CHARS_MAX}
                autoComplete="off"
                spellCheck={false}
                value={name}
                error={problems[name.trim().toLowerCase()]}
                onChange={(event) => change(key, { name: event.currentTarget.value })}
              />
              <TextInput
                aria-label={`Value of header ${index + 1}`}
                placeholder="Value"
                maxLength={HEADER_VALUE_CHARS_MAX}
                autoComplete="off"
                spellCheck={false}
                value={value}
                onChange={(event) => change(key, { value: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Remove header ${index + 1}`}
                onClick={() => onChange(rows.filter((row) => row.key !== key))}
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </div>
          ))}
          <Button
            mt="xs"
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={2} />}
            disabled={rows.length >= HEADERS_MAX}
            onClick={add}
          >
            Add a header
          </Button>
        </>
      )}
    </Input.Wrapper>
  );
}
