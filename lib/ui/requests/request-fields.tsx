import { Input, NativeSelect } from "@mantine/core";
import {
  REQUEST_HEADER_NAME_CHARS_MAX,
  REQUEST_HEADER_VALUE_CHARS_MAX,
  REQUEST_HEADERS_MAX,
  REQUEST_URL_CHARS_MAX,
} from "@/lib/crm/requests/limits";
import { HeaderRows } from "@/lib/ui/kit/editor/header-rows";
import type { RequestDraft } from "@/lib/ui/requests/draft";
import type { PlaceholderGroup } from "@/lib/ui/requests/placeholders";
import { TemplateInput } from "@/lib/ui/requests/template-input";

const METHODS: readonly RequestDraft["method"][] = ["POST", "PUT", "PATCH", "GET", "DELETE"];

type Props = {
  request: RequestDraft;
  onChange: (change: Partial<RequestDraft>) => void;
  groups: readonly PlaceholderGroup[];
  /** The error for a field, or for anything inside it. */
  problemOf: (field: string) => string | undefined;
  isReadOnly: boolean;
};

/** The fields of a request. Stored header values are never shown, and kept unless replaced. */
export function RequestFields({ request, onChange, groups, problemOf, isReadOnly }: Props) {
  const { method, url, headers, body } = request;
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
        description="Write out the host; placeholders may follow it. Addresses in private networks work only if the operator allows them."
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
        <HeaderRows
          rows={headers}
          onChange={(next) => onChange({ headers: next })}
          placeholder="Authorization"
          problemOf={(_, index, part) => problemOf(`headers.${index}.${part}`)}
          rowsMax={REQUEST_HEADERS_MAX}
          charsMax={{ name: REQUEST_HEADER_NAME_CHARS_MAX, value: REQUEST_HEADER_VALUE_CHARS_MAX }}
          isReadOnly={isReadOnly}
        />
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
