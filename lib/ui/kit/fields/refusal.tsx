import { Alert } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./refusal.module.css";

/**
 * Why something was not done, rather than what is wrong with one field. It is scrolled to: the button that was pressed
 * may stand a screen below.
 */
export function Refusal({ children }: { children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces, because newer browsers return a promise, which React would take for a clean-up.
    alert.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Alert ref={alert} color="red" role="alert" className={classes.refusal ?? ""}>
      {children}
    </Alert>
  );
}
