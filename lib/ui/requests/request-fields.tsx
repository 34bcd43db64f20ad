"use client";

import { ActionIcon, Button, Input, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import {
  REQUEST_HEADER_NAME_CHARS_MAX,
  REQUEST_HEADER_VALUE_CHARS_MAX,
  REQUEST_HEADERS_MAX,
  REQUEST_URL_CHARS_MAX,
} from "@/lib/crm/requests/limits";
import { newKey } from "@/lib/ui/light-kit/new-key";
import type { HeaderDraft, RequestDraft } from "@/lib/ui/requests/draft";
import type { PlaceholderGroup } from "@/lib/ui/requests/placeholders";
import { TemplateInput } from "@/lib/ui/requests/template-input";
import classes from "./requests.module.css";

const METHODS: readonly RequestDraft["method"][] = ["POST", "PUT", "PATCH", "GET", "DELETE"];

type Props = {
  request: RequestDraft;
  onChange: (change: Partial<RequestDraft>) => void;
  groups: readonly PlaceholderGroup[];
  /** What is wrong with a field, or with anything inside it. */
  problemOf: (field: string) => string | undefined;
  isReadOnly: boolean;
};

/** Where a request goes and what it carries. Values of stored headers are never shown, and kept unless replaced. */
export function RequestFields({ request, onChange, groups, problemOf, isReadOnly }: Props) {
  const { method, url, headers, body } = request;
  const setHeaders = (next: HeaderDraft[]) => onChange({ headers: next });
  const change = (key: string, part: Partial<HeaderDraft>) =>
    setHeaders(headers.map((header) => (header.key === key ? { ...header, ...part } : header)));
  const hasRowProblem = headers.some((_, index) => problemOf(`headers.${index}`));
  return (
    <>
      <NativeSelect
        label="Method"
        w={140}
        disabled={isReadOnly}
        data={[...METHODS]}
        value={method}
        onChange={(event) => {
          const chosen = METHODS.find((each) => each === event.currentTarget.value);
          if (chosen) onChange({ method: chosen });
        }}
      />
      <TemplateInput
        label="URL"
        description="Write out the host; placeholders may follow it. Private addresses are refused."
        placeholder="https://example.com/hooks/crm"
        groups={groups}
        maxLength={REQUEST_URL_CHARS_MAX}
        value={url}
        error={problemOf("url")}
        isReadOnly={isReadOnly}
        onChange={(next) => onChange({ url: next })}
      />
      <Input.Wrapper
        label="Headers"
        description="Values are stored encrypted and never shown again."
        labelElement="div"
        error={hasRowProblem ? undefined : problemOf("headers")}
      >
        {headers.map(({ key, name, value, isStored }, index) => (
          <div key={key} className={classes.header}>
            <TextInput
              aria-label={`Name of header ${index + 1}`}
              placeholder="Authorization"
              maxLength={REQUEST_HEADER_NAME_CHARS_MAX}
              autoComplete="off"
              spellCheck={false}
              readOnly={isReadOnly}
              value={name}
              error={problemOf(`headers.${index}.name`)}
              onChange={(event) => change(key, { name: event.currentTarget.value, isStored: false })}
            />
            <TextInput
              aria-label={`Value of header ${index + 1}`}
              placeholder={isStored ? "•••••• stays as it is" : "Value"}
              maxLength={REQUEST_HEADER_VALUE_CHARS_MAX}
              autoComplete="off"
              spellCheck={false}
              readOnly={isReadOnly}
              value={value}
              error={problemOf(`headers.${index}.value`)}
              onChange={(event) => change(key, { value: event.currentTarget.value })}
            />
            {isReadOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Remove header ${index + 1}`}
                onClick={() => setHeaders(headers.filter((header) => header.key !== key))}
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            )}
          </div>
        ))}
        {isReadOnly ? null : (
          <div>
            <Button
              mt="xs"
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} stroke={2} />}
              disabled={headers.length >= REQUEST_HEADERS_MAX}
              onClick={() =>
                setHeaders([...headers, { key: newKey(), name: "", value: "", isStored: false }])
              }
            >
              Add a header
            </Button>
          </div>
        )}
      </Input.Wrapper>
      <TemplateInput
        label="Body"
        description="JSON. Leave it empty to send the record and what changed. Text that is only a placeholder keeps its type."
        placeholder={'{ "name": "{{record.name}}" }'}
        groups={groups}
        value={body}
        error={problemOf("body")}
        isLong
        isCode
        isReadOnly={isReadOnly}
        onChange={(next) => onChange({ body: next })}
      />
    </>
  );
}
