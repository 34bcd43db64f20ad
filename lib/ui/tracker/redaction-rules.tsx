import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { RedactionRule as RedactionRuleSchema } from "@/lib/tracker/redaction/schema";
import { ApiError } from "@/lib/ui/api/client";
import { notifyFailure, sentenceOf } from "@/lib/ui/api/failure";
import { ERROR_ABOVE } from "@/lib/ui/kit/fields/error-above";
import { Form } from "@/lib/ui/kit/fields/form";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import classes from "./tracker.module.css";

export type RedactionRule = RedactionRuleSchema;

const KINDS = [
  { value: "host", label: "Site", placeholder: "mail.example.com" },
  { value: "app", label: "App", placeholder: "Signal" },
  { value: "text", label: "Text", placeholder: "Project Falcon" },
] as const;

const kindOf = (kind: string) => KINDS.find(({ value }) => value === kind) ?? KINDS[0];

/** A change of rules, made to whichever there are by then: they are saved as a whole, and others change them too. */
export type RulesEdit = (now: readonly RedactionRule[]) => RedactionRule[];

const without = (rules: readonly RedactionRule[], { kind, value }: RedactionRule) =>
  rules.filter((each) => each.kind !== kind || each.value !== value);

type Props = {
  rules: readonly RedactionRule[];
  /** Changes the rules; without it they are read-only. */
  onSave?: ((edit: RulesEdit) => Promise<unknown>) | undefined;
  /** Shown if there are none. */
  empty: ReactNode;
};

function AddRule({ onSave }: { onSave: NonNullable<Props["onSave"]> }) {
  const [kind, setKind] = useState<RedactionRule["kind"]>("host");
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const add = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      const rule = { kind, value };
      await onSave((now) => [...without(now, rule), rule]);
      setValue("");
    } catch (error) {
      const [issue] = error instanceof ApiError ? error.issues : [];
      setProblem(issue?.message ?? sentenceOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Form className={classes.add} onSubmit={add}>
      <NativeSelect
        label="Never keep"
        data={KINDS.map(({ value: id, label }) => ({ value: id, label }))}
        value={kind}
        onChange={(event) => setKind(kindOf(event.currentTarget.value).value)}
      />
      <TextInput
        label={kindOf(kind).label}
        placeholder={kindOf(kind).placeholder}
        value={value}
        error={problem}
        inputWrapperOrder={ERROR_ABOVE}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit" loading={isBusy} disabled={value.trim() === ""}>
        Add
      </Button>
    </Form>
  );
}

type RowProps = { rule: RedactionRule; onRemove: (() => Promise<unknown>) | undefined };

function RuleRow({ rule, onRemove }: RowProps) {
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    await onRemove?.().catch((error: unknown) => notifyFailure(`${rule.value} stays`, error));
    setIsBusy(false);
  };
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <p className={rows.name}>{rule.value}</p>
        <p className={rows.detail}>{kindOf(rule.kind).label}</p>
      </div>
      {onRemove ? (
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          aria-label={`Remove ${rule.value}`}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      ) : null}
    </li>
  );
}

/** Redaction rules, one per row, and a form to add one. */
export function RedactionRules({ rules, onSave, empty }: Props) {
  return (
    <>
      {rules.length === 0 ? (
        <p className={`${rows.detail} ${rows.wrapping}`}>{empty}</p>
      ) : (
        <ul className={rows.rows} aria-label="Never kept">
          {rules.map((rule) => (
            <RuleRow
              key={`${rule.kind} ${rule.value}`}
              rule={rule}
              onRemove={onSave && (() => onSave((now) => without(now, rule)))}
            />
          ))}
        </ul>
      )}
      {onSave ? <AddRule onSave={onSave} /> : null}
    </>
  );
}
