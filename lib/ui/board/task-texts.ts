import { useEffect, useRef, useState } from "react";
import { rebased } from "@/lib/ui/api/rebased";
import { rivalOf, type Task, useUpdateTask } from "@/lib/ui/board/queries";

/** What the reader has typed, until it is saved. */
type Typed = Partial<Pick<Task, "title" | "description">>;
type Texts = {
  typed: Typed;
  /** What stood there when they began to type it. */
  base: Typed;
};
type TextName = keyof Typed;

const NAMES: readonly TextName[] = ["title", "description"];
const NOTHING: Texts = { typed: {}, base: {} };

function pick(from: Typed, names: Typed): Typed {
  return Object.fromEntries(NAMES.filter((name) => name in names).map((name) => [name, from[name]]));
}

const without = (texts: Typed, left: TextName): Typed =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => name !== left));

/** What has to be saved of it. */
function changeOf({ title, description }: Typed, task: Task): Typed {
  const [named, described] = [title?.trim(), description?.trim()];
  return {
    ...(named && named !== task.title ? { title: named } : {}),
    ...(described !== undefined && described !== task.description ? { description: described } : {}),
  };
}

/**
 * What is being typed of a task's title and description. What the reader did not type follows what others save, and is
 * not sent; where others have changed the same text, the reader decides.
 */
export function useTaskTexts(task: Task, number: number) {
  const update = useUpdateTask(number);
  const [texts, setTexts] = useState<Texts>(NOTHING);
  // What a save finds that waited for the one before it: what it is to replace is what that one has stored.
  const latest = useRef({ task, texts });
  useEffect(() => {
    latest.current.task = task;
  }, [task]);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const set = (changed: (now: Texts) => Texts) => {
    latest.current.texts = changed(latest.current.texts);
    setTexts(latest.current.texts);
  };
  const change = changeOf(texts.typed, task);
  const isDirty = Object.keys(change).length > 0;
  const rival = rivalOf(update.error);
  const disputed = rival && NAMES.find((name) => name in change && rival[name] !== texts.base[name]);

  const type = (text: Typed) =>
    set(({ typed, base }) => ({
      typed: { ...typed, ...text },
      base: { ...pick(task, text), ...base },
    }));
  const saveNow = async (): Promise<boolean> => {
    const { task: stored, texts: sent } = latest.current;
    const body = changeOf(sent.typed, stored);
    try {
      // Also where it may not be changed any more: then the server says why, and what was typed stays.
      const isChanged = Object.keys(body).length > 0;
      const saved = isChanged
        ? await update.mutateAsync({ ...body, expected: pick(sent.base, body) })
        : stored;
      latest.current.task = saved;
      // A task must have a title: an empty one is reverted.
      set(({ typed: now }) => {
        const typed = rebased(now, sent.typed, {});
        return { typed, base: pick(saved, typed) };
      });
      return true;
    } catch {
      return false;
    }
  };
  const saveInTurn = (): Promise<boolean> => {
    const saving = turn.current.then(saveNow);
    turn.current = saving;
    return saving;
  };
  // The question takes the focus from the field, which would save again and close it.
  const save = async (): Promise<boolean> => !disputed && saveInTurn();
  const choose = (isMine: boolean) => {
    if (!rival || !disputed) return;
    const next = isMine
      ? { typed: texts.typed, base: { ...texts.base, [disputed]: rival[disputed] } }
      : { typed: without(texts.typed, disputed), base: without(texts.base, disputed) };
    set(() => next);
    const isDecided = NAMES.every((name) => !(name in next.typed) || next.base[name] === rival[name]);
    if (!isDecided) return;
    update.reset();
    void saveInTurn();
  };
  return {
    update,
    typed: texts.typed,
    change,
    isDirty,
    rival,
    disputed: disputed ?? null,
    type,
    save,
    choose,
  };
}
