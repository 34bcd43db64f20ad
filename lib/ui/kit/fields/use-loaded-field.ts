import { type ComponentType, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";

/** What a field takes over from the plain one in whose place it is drawn. */
export type TakenOver = {
  isFocused: boolean;
  isPressed: boolean;
  /** Null for nothing. */
  typed: string | null;
};

/** A field that is loaded when somebody points at the plain one in its place, or enters it. */
export function useLoadedField<P>(load: () => Promise<ComponentType<P & TakenOver>>) {
  const [Loaded, setLoaded] = useState<ComponentType<P & TakenOver> | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isFocused = useRef(false);
  const isPressed = useRef(false);
  const want = () =>
    void load().then(
      (field) => {
        isFocused.current = document.activeElement === input.current;
        setLoaded(() => field);
      },
      (error: unknown) => notifyFailure("The field could not be loaded", error),
    );
  return {
    Loaded,
    typed,
    setTyped,
    takenOver: (): TakenOver => ({ isFocused: isFocused.current, isPressed: isPressed.current, typed }),
    /** For the box around the plain field. */
    box: {
      onPointerEnter: want,
      onClick: () => {
        isPressed.current = true;
      },
    },
    /** For the plain field itself. */
    input: {
      ref: input,
      onFocus: want,
      onChange: (event: SyntheticEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    },
  };
}

/** For the field that is loaded: it is entered if the plain one was. */
export function useTakenFocus(isFocused: boolean) {
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has taken the plain field's place
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, []);
  return field;
}
