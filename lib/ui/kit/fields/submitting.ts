import type { FormEvent } from "react";

/** For a form's `onSubmit`: does something else than what browsers do, which is to leave the page. */
export function submitting(submit: () => unknown): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    void submit();
  };
}
