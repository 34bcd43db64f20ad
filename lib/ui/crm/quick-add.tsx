import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { firstValues } from "@/lib/crm/records/rules";
import { sentenceOf } from "@/lib/ui/api/failure";
import { useOpenObject } from "@/lib/ui/crm/crm-frame";
import { useCreateRecord } from "@/lib/ui/crm/queries";
import { inSentence, titleAttribute } from "@/lib/ui/crm/wording";
import { IconPlus } from "@/lib/ui/icons";
import { Form } from "@/lib/ui/kit/fields/form";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import classes from "./record-table.module.css";

/** A line at the end of the table for adding records one after the other by typing their names. */
export function QuickAdd({ columns }: { columns: number }) {
  const object = useOpenObject();
  const create = useCreateRecord(object.slug);
  const [text, setText] = useState("");
  const line = useRef<HTMLTableRowElement>(null);
  useHoldsUnsaved(text.trim() !== "");
  useEffect(() => {
    // Below the last line in sight nobody would see why nothing was added.
    if (create.error) line.current?.scrollIntoView({ block: "nearest" });
  }, [create.error]);
  const title = titleAttribute(object);
  if (!title || object.attributes.some((each) => each.is_required && each !== title)) return null;
  const label = `Add a ${inSentence(object.singular_name)}`;
  const add = () => {
    if (text.trim() === "" || create.isPending) return;
    create.mutate({ ...firstValues(object), [title.slug]: text.trim() }, { onSuccess: () => setText("") });
  };
  return (
    <tr ref={line} className={classes.adder}>
      <td colSpan={columns}>
        <Form onSubmit={add}>
          <TextInput
            variant="unstyled"
            size="sm"
            aria-label={`${label}: ${title.name}`}
            placeholder={`${label}…`}
            leftSection={<IconPlus size={15} stroke={1.75} />}
            autoComplete="off"
            value={text}
            readOnly={create.isPending}
            error={
              create.error ? (sentenceOfField(create.error, title.slug) ?? sentenceOf(create.error)) : null
            }
            onChange={(event) => {
              setText(event.currentTarget.value);
              create.reset();
            }}
          />
        </Form>
      </td>
    </tr>
  );
}

function sentenceOfField(error: Error, slug: string): string | undefined {
  return "issueOf" in error && typeof error.issueOf === "function"
    ? error.issueOf(`values.${slug}`)
    : undefined;
}
