import { NativeSelect, Radio, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { SETTLED_PER_BATCH } from "@/lib/crm/attributes/limits";
import type { UpdateAttribute } from "@/lib/crm/attributes/schema";
import { ApiError, isRefusal } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import type { Attribute, CrmObject } from "@/lib/ui/crm/queries";
import { inSentence } from "@/lib/ui/crm/wording";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import { countOf } from "@/lib/ui/kit/words/counts";
import classes from "./attributes.module.css";

/** A removed option that records still have, and how many. */
export type RemovedOption = { value: string; label: string; records: number };
export type Decisions = NonNullable<z.input<typeof UpdateAttribute>["on_removed"]>;

type Fate = "move" | "clear" | "keep";
/** The choice so far; a move also needs a target. */
type Choice = { fate: Fate; moveTo: string };

const isFate = (value: string): value is Fate => value === "move" || value === "clear" || value === "keep";

/** The options that the server asks about before it changes an attribute; none for other errors. */
export function removedOptionsOf(error: unknown): RemovedOption[] {
  if (!isRefusal(error, 409)) return [];
  return Array.isArray(error.state.options) ? (error.state.options as RemovedOption[]) : [];
}

function decisionOf({ fate, moveTo }: Choice): Decisions[string] {
  return fate === "move" ? { move_to: moveTo } : fate;
}

type FateProps = {
  name: string;
  option: RemovedOption;
  object: CrmObject;
  left: Attribute["options"];
  isMulti: boolean;
  isRequired: boolean;
  choice: Choice | undefined;
  onChange: (choice: Choice) => void;
  error: string | undefined;
};

/** Asks what to do with records that have one of the options. */
function FateField(props: FateProps) {
  const { name, option, object, left, isMulti, isRequired, choice, onChange, error } = props;
  const singular = inSentence(object.singular_name);
  const plural = inSentence(object.plural_name);
  const these = option.records === 1 ? `this ${singular}` : `these ${plural}`;
  const isMove = choice?.fate === "move";
  return (
    <Radio.Group
      name={name}
      label={
        <>
          <bdi>{option.label}</bdi> · {countOf(option.records, singular, plural)}
        </>
      }
      error={isMove ? undefined : error}
      value={choice?.fate ?? ""}
      onChange={(fate) => {
        if (isFate(fate)) onChange({ fate, moveTo: choice?.moveTo ?? "" });
      }}
    >
      <Stack gap="xs" my="xs">
        <Radio value="move" label="Move to another option" />
        {isMove ? (
          <NativeSelect
            className={classes.moveTo ?? ""}
            name={`${name}-to`}
            aria-label={`Move ${option.label} to`}
            data={[
              { value: "", label: "Choose an option", disabled: true },
              ...left.map(({ value, label }) => ({ value, label })),
            ]}
            value={choice.moveTo}
            error={error}
            onChange={(event) => onChange({ fate: "move", moveTo: event.currentTarget.value })}
          />
        ) : null}
        {isRequired ? null : (
          <Radio value="clear" label={isMulti ? `Remove it from ${these}` : "Clear the value"} />
        )}
        <Radio value="keep" label={`Keep it in ${these}`} description="It can’t be chosen again." />
      </Stack>
    </Radio.Group>
  );
}

type Props = {
  removed: readonly RemovedOption[];
  /** The remaining options, new ones included. */
  left: Attribute["options"];
  object: CrmObject;
  isMulti: boolean;
  isRequired: boolean;
  isBusy: boolean;
  /** Why the previous choice failed. */
  failure: unknown;
  onSubmit: (decisions: Decisions) => unknown;
  onBack: () => void;
};

/** Asks what to do with records whose options are removed. */
export function RemovedOptionsForm({ removed, left, failure, onSubmit, onBack, isBusy, ...rest }: Props) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [wasSent, setWasSent] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // It replaces the form that had the focus.
  useEffect(() => heading.current?.focus(), []);
  const [first] = removed;
  const isOne = removed.length === 1;
  const nameOf = (index: number) => `removed-${index}`;
  const isOpen = ({ value }: RemovedOption) => {
    const choice = choices[value];
    return choice === undefined || (choice.fate === "move" && choice.moveTo === "");
  };
  const issues = failure instanceof ApiError ? failure.issues : [];
  const errorOf = (option: RemovedOption) => {
    if (wasSent && isOpen(option)) {
      return choices[option.value] ? "Choose an option" : "Choose what happens";
    }
    const path = `on_removed.${option.value}`;
    return issues.find((issue) => issue.path === path || issue.path === `${path}.move_to`)?.message;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setWasSent(true);
    const open = removed.findIndex(isOpen);
    if (open === -1) {
      const made = removed.flatMap(({ value }) => {
        const choice = choices[value];
        return choice ? [[value, decisionOf(choice)] as const] : [];
      });
      return onSubmit(Object.fromEntries(made));
    }
    const name = nameOf(open);
    const fields = event.currentTarget.querySelectorAll<HTMLElement>(`[name="${name}"], [name="${name}-to"]`);
    // Focuses a choice that lacks its target, or else the first choice.
    const aim = Array.from(fields).find((field) => field instanceof HTMLSelectElement);
    (aim ?? fields[0])?.focus();
    return undefined;
  };
  const total = removed.reduce((sum, { records }) => sum + records, 0);
  return (
    <DialogForm
      problem={failure !== null && !removed.some(errorOf) && sentenceOf(failure)}
      submitLabel={isOne ? "Remove option" : `Remove ${removed.length} options`}
      cancelLabel="Back"
      isBegun={true}
      isBusy={isBusy}
      onSubmit={submit}
      onCancel={onBack}
    >
      <div>
        <Title order={3} size="h4" ref={heading} tabIndex={-1} className={classes.asked ?? ""}>
          {isOne ? <bdi>{first?.label}</bdi> : `${removed.length} options`} {isOne ? "is" : "are"} still in
          use
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          Choose what happens to the {inSentence(rest.object.plural_name)} that have {isOne ? "it" : "them"}.
          {total > SETTLED_PER_BATCH ? " This many take a while, and continue after you save." : ""}
        </Text>
      </div>
      {removed.map((option, index) => (
        <FateField
          key={option.value}
          name={nameOf(index)}
          option={option}
          left={left}
          choice={choices[option.value]}
          onChange={(choice) => setChoices((before) => ({ ...before, [option.value]: choice }))}
          error={errorOf(option)}
          {...rest}
        />
      ))}
    </DialogForm>
  );
}
