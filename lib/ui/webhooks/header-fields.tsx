import { Alert, Button, Group, Input } from "@mantine/core";
import { type HeaderRow, HeaderRows } from "@/lib/ui/kit/editor/header-rows";
import { Tag } from "@/lib/ui/kit/status/tag";
import { newKey } from "@/lib/ui/light-kit/new-key";
import { HEADER_NAME_CHARS_MAX, HEADER_VALUE_CHARS_MAX, HEADERS_MAX } from "@/lib/webhooks/limits";
import classes from "./webhooks.module.css";

type Props = {
  /** Null keeps the stored headers, of which only the names are known. */
  rows: HeaderRow[] | null;
  storedNames: readonly string[];
  /** Errors by a header's name; `headers` is for all of them. */
  problems: Readonly<Record<string, string>>;
  /** Whether the address now names another server than the one the stored headers were given for. */
  leavesOrigin: boolean;
  onChange: (rows: HeaderRow[]) => void;
};

/** Headers that are sent with every delivery. Their values may be secrets, and are never shown again. */
export function HeaderFields({ rows, storedNames, problems, leavesOrigin, onChange }: Props) {
  const replace = () => onChange(storedNames.map((name) => ({ key: newKey(), name, value: "" })));
  return (
    <Input.Wrapper
      label="Custom headers"
      description="Sent with every delivery, such as a key that your gateway requires. Values are stored encrypted and not shown again."
      labelElement="div"
      {...(problems.headers === undefined ? {} : { error: problems.headers })}
    >
      {rows === null && leavesOrigin ? (
        <Alert color="yellow" mt="xs" role="status">
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
        <HeaderRows
          rows={rows}
          onChange={onChange}
          placeholder="X-Api-Key"
          problemOf={({ name }, _, part) =>
            part === "name" ? problems[name.trim().toLowerCase()] : undefined
          }
          rowsMax={HEADERS_MAX}
          charsMax={{ name: HEADER_NAME_CHARS_MAX, value: HEADER_VALUE_CHARS_MAX }}
        />
      )}
    </Input.Wrapper>
  );
}
