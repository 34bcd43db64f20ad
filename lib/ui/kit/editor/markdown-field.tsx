"use client";

import { Input, Text, Textarea } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { LazyMarkdown } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { MarkdownEditor } from "@/lib/ui/light-kit/markdown/markdown-editor";

type Props = {
  label: string;
  /** Only assistive technology hears the label. */
  hidesLabel?: boolean;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  charsMax: number;
  placeholder?: string;
  minRows?: number;
  readOnly?: boolean;
  /** Shows a text that is there first as its readers see it. */
  startsShown?: boolean;
  isQuiet?: boolean;
  autoFocus?: boolean;
  error?: ReactNode;
};

/** A field for text in Markdown, with a look at what readers will see; who may not write reads that alone. */
export function MarkdownField(props: Props) {
  const { label, value, onChange, onBlur, charsMax, placeholder, minRows = 3, readOnly = false } = props;
  const { startsShown = false, isQuiet = false, autoFocus = false } = props;
  const { hidesLabel = false, error } = props;
  const id = useId();
  if (readOnly) {
    return (
      <div>
        <Input.Label component="p" labelElement="div" m={0}>
          {label}
        </Input.Label>
        {value === "" ? (
          <Text size="sm" c="dimmed">
            None
          </Text>
        ) : (
          <LazyMarkdown text={value} />
        )}
      </div>
    );
  }
  return (
    <Input.Wrapper {...(hidesLabel ? {} : { label })} id={id} error={error}>
      <MarkdownEditor fieldId={id} text={value} startsShown={startsShown} isQuiet={isQuiet}>
        <Textarea
          id={id}
          {...(hidesLabel ? { "aria-label": label } : {})}
          {...(autoFocus ? { autoFocus, "data-autofocus": true } : {})}
          variant="unstyled"
          autosize
          minRows={minRows}
          maxRows={20}
          maxLength={charsMax}
          placeholder={placeholder ?? ""}
          error={Boolean(error)}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={() => onBlur?.()}
          styles={{ input: { paddingInline: "0.75rem" } }}
        />
      </MarkdownEditor>
    </Input.Wrapper>
  );
}
