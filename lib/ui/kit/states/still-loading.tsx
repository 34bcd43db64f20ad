import classes from "./still-loading.module.css";

/** Under the outline of what loads: says after a while that it is slow. A busy server answers late instead of refusing. */
export function StillLoading() {
  return (
    <p className={classes.late}>
      This takes longer than usual: the service or your connection is slow. It goes on by itself.
    </p>
  );
}
