import {
  type ComponentPropsWithoutRef,
  type FormEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from "react";

/** Gives the focus to the first field within that has an error. @returns whether there is one */
export function focusFirstFault(within: ParentNode): boolean {
  const fault = within.querySelector<HTMLElement>('[aria-invalid="true"]');
  fault?.focus();
  return fault !== null;
}

/**
 * Lets the second click of a double click send nothing: after a quick answer, the button is ready again before the page
 * has followed.
 */
function sendOnce(event: MouseEvent) {
  const isButton = event.target instanceof Element && event.target.closest('[type="submit"]') !== null;
  if (isButton && event.detail > 1) event.preventDefault();
}

type Props = Omit<ComponentPropsWithoutRef<"form">, "onSubmit" | "onInput" | "onClickCapture"> & {
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
      onClickCapture={sendOnce}
      onInput={() => setIsSubmitted(false)}
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        void onSubmit(event);
      }}
    />
  );
}
