import { Input, Text, Textarea } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { lazyOverlay } from "@/lib/ui/kit/states/loaded-later";
import { LazyMarkdown } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { MarkdownEditor } from "@/lib/ui/light-kit/markdown/markdown-editor";

const MentionList = lazyOverlay(() => import("@/lib/ui/kit/people/mention-list"));

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
  /** Offers the workspace's members behind an `@`: whoever is mentioned in this text is notified. */
  mentionsPeople?: boolean;
  error?: ReactNode;
};

/** A field for text in Markdown, with a look at what readers will see; who may not write reads that alone. */
export function MarkdownField(props: Props) {
  const { label, value, onChange, onBlur, charsMax, placeholder, minRows = 3, readOnly = false } = props;
  const { startsShown = false, isQuiet = false, autoFocus = false } = props;
  const { hidesLabel = false, mentionsPeople = false, error } = props;
  const id = useId();
  const [cursor, setCursor] = useState<number | null>(null);
  const written = cursor === null ? "" : value.slice(0, cursor);
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
          onChange={(event) => {
            setCursor(event.currentTarget.selectionEnd);
            onChange(event.currentTarget.value);
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionEnd)}
          onBlur={() => {
            setCursor(null);
            onBlur?.();
          }}
          styles={{ input: { paddingInline: "0.75rem" } }}
        />
        {mentionsPeople && written.includes("@") ? <MentionList fieldId={id} text={written} /> : null}
      </MarkdownEditor>
    </Input.Wrapper>
  );
}
