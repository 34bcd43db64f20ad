import classes from "./docs.module.css";

/** The HTTP method in its colour; the word itself says it too. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  );
}
