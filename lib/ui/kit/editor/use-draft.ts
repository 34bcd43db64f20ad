import { useState } from "react";
import { ApiError, type Issue, isRefusal } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";

type Save = {
  /** What is known to be wrong before anything is sent, and how to say so in a sentence. */
  problems?: { issues: Issue[]; sentence: string };
  send: () => Promise<unknown>;
  /** The issues that the server named, by the paths that the editor goes by. */
  placed?: (issues: readonly Issue[]) => Issue[];
};

/** The state of an editor: the draft, the saved version and the errors. */
export function useDraft<T>(begin: () => T, isReadOnly: boolean) {
  const [draft, setDraft] = useState(begin);
  const [saved, setSaved] = useState(draft);
  const [issues, setIssues] = useState<Issue[]>([]);
  const [failure, setFailure] = useState<{ sentence: string; isConflict: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Also where it may not be saved any more: whoever loses the permission meanwhile keeps what they typed.
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved);

  const refuse = (found: Issue[], sentence: string, isConflict = false) => {
    setIssues(found);
    setFailure({ sentence, isConflict });
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
      const found = error instanceof ApiError ? placed(error.issues) : [];
      refuse(found, sentenceOf(error), isRefusal(error, 409));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  /**
   * Continues with what was saved. Text typed in the meantime stays, because it is not saved yet; `rebased` merges it
   * with what was saved.
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
    failure: failure?.sentence ?? null,
    /** Whether it could not be saved because it is not as it was when it was opened. */
    isConflict: failure?.isConflict ?? false,
    isBusy,
    isDirty,
    isReadOnly,
    save,
    discard,
  };
}
