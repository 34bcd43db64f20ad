import { Alert, Button, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { isAbout } from "@/lib/crm/automations/catalog";
import { ApiError } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { ActionName } from "@/lib/ui/automations/action-name";
import { useOpenAutomation } from "@/lib/ui/automations/automation-frame";
import { useGivenWords } from "@/lib/ui/automations/given-words";
import { type Incoming, useIncoming } from "@/lib/ui/automations/incoming";
import { type Automation, type Test, useTestAutomation } from "@/lib/ui/automations/queries";
import { RecordPicker, type Reference } from "@/lib/ui/crm/record-picker";
import { CodeBlock } from "@/lib/ui/kit/copy/code-block";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import editor from "@/lib/ui/kit/editor/editor.module.css";
import { Form } from "@/lib/ui/kit/fields/form";
import steps from "@/lib/ui/kit/lists/steps.module.css";
import requests from "@/lib/ui/requests/requests.module.css";

function verdictOn(test: Test, { conditions }: Automation): string {
  if (!test.matches) {
    return "The conditions are not met, so it would do nothing. If they were, it would do this:";
  }
  return `${conditions === null ? "It has no conditions" : "The conditions are met"}. This is what it would do:`;
}

function Outcome({ test }: { test: Test }) {
  const automation = useOpenAutomation();
  const givenWords = useGivenWords(test.actions.map(({ input }) => input));
  return (
    <>
      <Alert color={test.matches ? "pine" : "gray"} role="status">
        {verdictOn(test, automation)}
      </Alert>
      <ol className={steps.steps} aria-label="What it would do">
        {test.actions.map(({ action_id, type, input, error }, index) => {
          const about = givenWords(input);
          return (
            <li key={action_id} className={steps.step}>
              <div className={steps.stepHead}>
                <ActionName type={type} index={index} about={about} />
              </div>
              {error === null ? (
                <CodeBlock
                  title={`What action ${index + 1} would be given`}
                  text={JSON.stringify(input, null, 2)}
                  wraps
                />
              ) : (
                <p className={editor.problem}>{error}</p>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

const formIdOf = (trigger: Automation["trigger"]) => ("form_id" in trigger ? trigger.form_id : null);

/** What could come in, as JSON to be filled in. */
function exampleOf(incoming: readonly Incoming[] | null): string {
  const example = incoming
    ? Object.fromEntries(incoming.map(({ key }) => [key, ""]))
    : { email: "ada@example.com" };
  return JSON.stringify(example, null, 2);
}

/** Tests the saved automation with a record or a form's fields: it shows what would happen, without doing it. */
export default function TestDrawer({ onClose }: { onClose: () => void }) {
  const automation = useOpenAutomation();
  const test = useTestAutomation(automation.id);
  const [record, setRecord] = useState<Reference | null>(null);
  const incoming = useIncoming(automation.trigger.type, formIdOf(automation.trigger));
  const [typed, setTyped] = useState<string | null>(null);
  const fields = typed ?? exampleOf(incoming);
  const [problem, setProblem] = useState<string | null>(null);
  const { trigger } = automation;
  const run = async () => {
    setProblem(null);
    try {
      if ("object" in trigger) {
        if (record === null) return setProblem("Choose a record to try it with");
        await test.mutateAsync({ record_id: record.id });
      } else {
        await test.mutateAsync({ form: JSON.parse(fields) });
      }
    } catch (error) {
      const isJson = !(error instanceof SyntaxError);
      const issue = error instanceof ApiError ? error.issues[0]?.message : undefined;
      setProblem(isJson ? (issue ?? sentenceOf(error)) : "This is not valid JSON");
    }
  };
  return (
    <SideDrawer isOpen onClose={onClose} title="Try it" size="40rem">
      <Form onSubmit={run}>
        <Stack>
          <Text size="sm" c="dimmed">
            Nothing is changed or sent.
            {isAbout(trigger.type, "changed_record") ? " Values before the change are left empty." : ""}
          </Text>
          {"object" in trigger ? (
            <RecordPicker
              label="Record"
              placeholder="Find a record"
              object={trigger.object}
              value={record}
              error={problem}
              onChange={(next) => {
                setRecord(next);
                setProblem(null);
                // What it would do with another record.
                test.reset();
              }}
            />
          ) : (
            <Textarea
              label="Incoming fields"
              description="JSON"
              autosize
              minRows={4}
              maxRows={16}
              className={requests.mono ?? ""}
              spellCheck={false}
              value={fields}
              error={problem}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setProblem(null);
                test.reset();
              }}
            />
          )}
          <div>
            <Button type="submit" loading={test.isPending}>
              Show what would happen
            </Button>
          </div>
          {test.data && problem === null ? <Outcome test={test.data} /> : null}
        </Stack>
      </Form>
    </SideDrawer>
  );
}
