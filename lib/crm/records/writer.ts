import type { WorkspaceScope } from "@/lib/access/authorise";

/** Who changes records: a person, or a part of the service acting for a workspace. */
type RecordActor = {
  kind: "developer" | "automation" | "import" | "form" | "service";
  /** Null where no person acts. */
  developerId: string | null;
  /** The automation, form or import that acts; null for people. */
  causeId: string | null;
};

/**
 * What a change of records needs to know of its origin. Requests get theirs from their scope (`writerOf`); jobs make
 * one from the workspace that their own rows belong to, never from anything that a client sent.
 */
export type Writer = {
  workspaceId: string;
  actor: RecordActor;
  /** The automation run that makes the change; null where none does. */
  causeRunId: string | null;
  /** False where a change is upkeep rather than news, or takes another one back: it sets no automation off. Default true. */
  setsOffAutomations?: boolean;
  /** True for sample data: nobody is notified of the change, not even subscribers. Default false. */
  isQuiet?: boolean;
};

/** The writer of a request. */
export function writerOf(scope: WorkspaceScope, kind: "developer" | "import" = "developer"): Writer {
  return {
    workspaceId: scope.workspaceId,
    actor: { kind, developerId: scope.actor.developerId, causeId: null },
    causeRunId: null,
  };
}
