import { ApiError } from "@/lib/ui/api/client";
import classes from "@/lib/ui/public/project/project.module.css";

/** What the server refused, in words, and where the request is now if it was merged. */
export type Refusal = { text: string; mergedIntoId: string | null };

/** What to show of a failure; `text` is what is wrong with what was sent, if it is that. */
export function refusalOf(failure: unknown, otherwise: string, text?: string): Refusal {
  if (!(failure instanceof ApiError)) return { text: otherwise, mergedIntoId: null };
  const { merged_into_id: into } = failure.state;
  return { text: text ?? failure.detail, mergedIntoId: typeof into === "string" ? into : null };
}

type Props = {
  refusal: Refusal | undefined;
  slug: string;
  id?: string;
  /** Before its reader follows the link. */
  onLeave?: (mergedIntoId: string) => void;
};

/** Says what was refused. Whoever meant a request that was merged is led to the one that has its votes and comments. */
export function Refused({ refusal, slug, id, onLeave }: Props) {
  if (refusal === undefined) return null;
  const { text, mergedIntoId: into } = refusal;
  return (
    <p {...(id === undefined ? {} : { id })} className={classes.error} role="alert">
      {into === null ? (
        text
      ) : (
        <>
          {text}.{" "}
          <a href={`/p/${encodeURIComponent(slug)}/requests/${into}`} onClick={() => onLeave?.(into)}>
            Go to that request
          </a>
        </>
      )}
    </p>
  );
}
