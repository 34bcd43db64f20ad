import { type ComponentPropsWithoutRef, type FormEvent, useEffect, useRef, useState } from "react";

/** Gives the focus to the first field within that has an error. @returns whether there is one */
export function focusFirstFault(within: ParentNode): boolean {
  const fault = within.querySelector<HTMLElement>('[aria-invalid="true"]');
  fault?.focus();
  return fault !== null;
}

type Props = Omit<ComponentPropsWithoutRef<"form">, "onSubmit" | "onInput"> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
};

/**
 * A form that stays on its page when it is submitted. If that is refused, at once or by the server, its first wrong
 * field gets the focus, unless the reader goes on typing. The browser checks nothing, unless told to.
 */
export function Form({ onSubmit, noValidate = true, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  // After every render, because faults may be known only when the server has answered.
  useEffect(() => {
    if (isSubmitted && form.current && focusFirstFault(form.current)) setIsSubmitted(false);
  });
  return (
    <form
      {...rest}
      ref={form}
      noValidate={noValidate}
      onInput={() => setIsSubmitted(false)}
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        void onSubmit(event);
      }}
    />
  );
}
