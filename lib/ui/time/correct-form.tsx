import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { CATEGORIES } from "@/lib/tracker/enrichment/catalog";
import { formErrorsOf, notifyFailure } from "@/lib/ui/api/failure";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf } from "@/lib/ui/kit/words/counts";
import { type Correction, useCorrections, useTrackedProjects } from "@/lib/ui/time/queries";
import type { Choice } from "@/lib/ui/time/timeline-lane";
import { type Edges, whyNoEdge, withEdges } from "@/lib/ui/time/window";
import { clockIn, timesIn } from "@/lib/ui/time/words";
import classes from "./choice-panel.module.css";

const AS_IT_IS = "";
const NONE = "none";
const FIELDS = ["from", "to", "category", "project_id", "task_key"] as const;

type Props = {
  day: { from: Date; to: Date; zone: string };
  choice: Choice;
  onChoose: (choice: Choice | null) => void;
};

/** Corrects a stretch, and offers to undo that or to make a rule of it. */
export function useCorrect(zone: string) {
  const { correct, correctAll, takeBack, makeRule } = useCorrections();
  const undo = async (...ids: string[]) => {
    try {
      await takeBack.mutateAsync(ids);
    } catch (error) {
      notifyFailure("Not everything was undone", error);
    }
  };
  const learn = async (id: string) => {
    try {
      const { rule, is_applied: isApplied } = await makeRule.mutateAsync(id);
      const then = isApplied ? "" : " It waits in the draft of your rules.";
      notifications.show({ color: "pine", message: `From now on: ${rule.value}.${then}` });
    } catch (error) {
      notifyFailure("The rule was not created", error);
    }
  };
  const say = async (body: Correction, done: "corrected" | "confirmed" = "corrected") => {
    const { correction_id: id } = await correct.mutateAsync(body);
    notifyUndoable(`${timesIn(zone, body)} ${done}`, () => void undo(id), "correction");
    return id;
  };
  const confirmAll = async (bodies: readonly Correction[]) => {
    const { ids, error } = await correctAll.mutateAsync(bodies);
    if (ids.length > 0) {
      notifyUndoable(`${countOf(ids.length, "suggestion")} confirmed`, () => void undo(...ids), "correction");
    }
    if (error !== null) notifyFailure("Not everything was confirmed", error);
  };
  const isBusy = correct.isPending || correctAll.isPending;
  return {
    say,
    confirmAll,
    learn,
    isBusy,
    isConfirmingAll: correctAll.isPending,
    isLearning: makeRule.isPending,
  };
}

/** The edges of a stretch as they are being typed: on the way to a time, a field may show one that can't be. */
function useEdges({ day, choice, onChoose }: Props) {
  const [typed, setTyped] = useState<Edges>({});
  const [isLeft, setIsLeft] = useState(false);
  const [known, setKnown] = useState(choice);
  // Another stretch was chosen meanwhile.
  if (known.from !== choice.from || known.to !== choice.to || known.deviceId !== choice.deviceId) {
    setKnown(choice);
    setTyped({});
  }
  const type = (edge: "from" | "to", clock: string) => {
    const { stretch, waiting } = withEdges(day, choice, { ...typed, [edge]: clock });
    setIsLeft(false);
    setTyped(waiting);
    setKnown(stretch);
    if (stretch !== choice) onChoose(stretch);
  };
  return {
    type,
    /** Says from now on what is wrong, which would only disturb while somebody is typing. @returns whether all is well */
    leave: () => {
      setIsLeft(true);
      return Object.keys(typed).length === 0;
    },
    value: (edge: "from" | "to") => typed[edge] ?? clockIn(day.zone, choice[edge]),
    fault: (edge: "from" | "to") => {
      const clock = typed[edge];
      return isLeft && clock !== undefined ? whyNoEdge(day, edge, clock) : undefined;
    },
  };
}

/** Corrects a stretch's category, project or task. */
export function CorrectForm({ day, choice, onChoose }: Props) {
  const projects = useTrackedProjects();
  const { say, learn, isBusy, isLearning } = useCorrect(day.zone);
  const [category, setCategory] = useState(AS_IT_IS);
  const [project, setProject] = useState(AS_IT_IS);
  const [task, setTask] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saved, setSaved] = useState<string | null>(null);
  const edges = useEdges({ day, choice, onChoose });

  const submit = async () => {
    setErrors({});
    setSaved(null);
    if (!edges.leave()) return;
    const said = {
      ...(category === AS_IT_IS ? {} : { category: category as NonNullable<Correction["category"]> }),
      ...(project === AS_IT_IS ? {} : { project_id: project === NONE ? null : project }),
      ...(task.trim() === "" ? {} : { task_key: task.trim() }),
    };
    if (Object.keys(said).length === 0) {
      setErrors({ form: "Choose a category, a project or a task first." });
      return;
    }
    try {
      const [from, to] = [choice.from, choice.to].map((at) => new Date(at).toISOString());
      setSaved(await say({ from: from ?? "", to: to ?? "", device_id: choice.deviceId, ...said }));
    } catch (error) {
      setErrors(formErrorsOf(error, FIELDS));
    }
  };
  const edge = (name: "from" | "to") => (
    <TextInput
      type="time"
      size="xs"
      label={name === "from" ? "From" : "To"}
      value={edges.value(name)}
      error={edges.fault(name) ?? errors[name]}
      onChange={(event) => edges.type(name, event.currentTarget.value)}
      onBlur={edges.leave}
    />
  );
  return (
    <Form onSubmit={submit} className={classes.form} aria-label="Say what it was">
      {errors.form ? <Refusal>{errors.form}</Refusal> : null}
      <div className={classes.fields}>
        {edge("from")}
        {edge("to")}
        <NativeSelect
          size="xs"
          label="Category"
          value={category}
          error={errors.category}
          onChange={(event) => setCategory(event.currentTarget.value)}
          data={[
            { value: AS_IT_IS, label: "As it is" },
            ...CATEGORIES.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
        <NativeSelect
          size="xs"
          label="Project"
          value={project}
          error={errors.project_id}
          onChange={(event) => setProject(event.currentTarget.value)}
          data={[
            { value: AS_IT_IS, label: "As it is" },
            ...(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            { value: NONE, label: "No project" },
          ]}
        />
        <TextInput
          size="xs"
          label="Task"
          placeholder="WEB-12"
          value={task}
          error={errors.task_key}
          onChange={(event) => setTask(event.currentTarget.value)}
        />
      </div>
      <Group gap="sm">
        <Button type="submit" size="xs" loading={isBusy}>
          Save
        </Button>
        {saved ? (
          <Button
            variant="default"
            size="xs"
            loading={isLearning}
            onClick={async () => {
              await learn(saved);
              setSaved(null);
            }}
          >
            Make it a rule
          </Button>
        ) : null}
      </Group>
    </Form>
  );
}
