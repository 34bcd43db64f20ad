"use client";

import { Button, NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { notifyFailure, sentenceOf } from "@/lib/ui/api/failure";
import { type RedactionRule, useOwnRules, useSetOwnRules } from "@/lib/ui/captured/queries";
import { RULE_KINDS } from "@/lib/ui/captured/words";
import { Card } from "@/lib/ui/kit/card";
import { Loaded } from "@/lib/ui/kit/loaded";
import rows from "@/lib/ui/kit/rows.module.css";
import classes from "./captured.module.css";

function labelOf(kind: RedactionRule["kind"]): string {
  return RULE_KINDS.find(({ value }) => value === kind)?.label ?? kind;
}

function AddRule({ rules }: { rules: readonly RedactionRule[] }) {
  const save = useSetOwnRules();
  const [kind, setKind] = useState<RedactionRule["kind"]>("host");
  const [value, setValue] = useState("");
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate([...rules, { kind, value }], { onSuccess: () => setValue("") });
      }}
    >
      <NativeSelect
        label="Never keep"
        data={RULE_KINDS.map(({ value: id, label }) => ({ value: id, label }))}
        value={kind}
        onChange={(event) => {
          const chosen = RULE_KINDS.find(({ value: id }) => id === event.currentTarget.value);
          if (chosen) setKind(chosen.value);
        }}
      />
      <TextInput
        label={labelOf(kind)}
        placeholder={RULE_KINDS.find(({ value: id }) => id === kind)?.placeholder}
        value={value}
        error={save.error ? sentenceOf(save.error) : null}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit" loading={save.isPending} disabled={value.trim() === ""}>
        Add
      </Button>
    </form>
  );
}

function RuleRow({ rule, rules }: { rule: RedactionRule; rules: readonly RedactionRule[] }) {
  const save = useSetOwnRules();
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <p className={rows.name}>{rule.value}</p>
        <p className={rows.detail}>{labelOf(rule.kind)}</p>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={save.isPending}
        aria-label={`Remove ${rule.value}`}
        onClick={() =>
          save.mutate(
            rules.filter((each) => each !== rule),
            { onError: (error) => notifyFailure(`${rule.value} stays`, error) },
          )
        }
      >
        Remove
      </Button>
    </li>
  );
}

/** What the reader has taken out of their samples, besides what is taken out of everybody's. */
export function RulesCard() {
  const own = useOwnRules();
  return (
    <Card
      id="rules"
      title="Never kept"
      note="Of a site or an app only its time is kept, as private. A text is masked wherever it stands. Nobody else sees this list."
    >
      <Loaded query={own} what="your list" bones={[56]}>
        {({ rules }) => (
          <>
            {rules.length === 0 ? (
              <Text size="sm" c="dimmed">
                Banks, password managers and private windows are never kept, of anybody. Add what else should
                not be: it is taken out of what is stored already, too.
              </Text>
            ) : (
              <ul className={rows.rows} aria-label="Never kept">
                {rules.map((rule) => (
                  <RuleRow key={`${rule.kind} ${rule.value}`} rule={rule} rules={rules} />
                ))}
              </ul>
            )}
            <AddRule rules={rules} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
