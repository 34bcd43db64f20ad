"use client";

import { useState } from "react";
import { ApiError, type Issue } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";

type Save = {
  /** What is known to be wrong before anything is sent, and how to say so in a sentence. */
  problems?: { issues: Issue[]; sentence: string };
  send: () => Promise<unknown>;
  /** The issues that the server named, by the paths that the editor goes by. */
  placed?: (issues: readonly Issue[]) => Issue[];
};

/** What is written in an editor, beside what is saved of it and what is wrong with it. */
export function useDraft<T>(begin: () => T, isReadOnly: boolean) {
  const [draft, setDraft] = useState(begin);
  const [saved, setSaved] = useState(draft);
  const [issues, setIssues] = useState<Issue[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isDirty = !isReadOnly && JSON.stringify(draft) !== JSON.stringify(saved);

  const refuse = (found: Issue[], sentence: string) => {
    setIssues(found);
    setFailure(sentence);
    // Once the fields have said what is wrong with them.
    setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  /** Whether it is saved now. */
  const save = async ({ problems, send, placed = (found) => [...found] }: Save): Promise<boolean> => {
    setFailure(null);
    if (problems && problems.issues.length > 0) {
      refuse(problems.issues, problems.sentence);
      return false;
    }
    setIsBusy(true);
    try {
      await send();
      setIssues([]);
      return true;
    } catch (error) {
      refuse(error instanceof ApiError ? placed(error.issues) : [], sentenceOf(error));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  /**
   * Goes on with what was saved. What was typed meanwhile stays, as nobody has saved it; `rebased` fits it to what was
   * saved.
   */
  const keep = (kept: T, rebased = (now: T) => now) => {
    setSaved(kept);
    setDraft((now) => (now === draft ? kept : rebased(now)));
  };
  const discard = () => {
    setDraft(saved);
    setIssues([]);
    setFailure(null);
  };
  return {
    draft,
    setDraft,
    saved,
    keep,
    issues,
    setIssues,
    failure,
    isBusy,
    isDirty,
    isReadOnly,
    save,
    discard,
  };
}
