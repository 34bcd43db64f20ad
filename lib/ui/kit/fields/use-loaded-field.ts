import { type ComponentType, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";

/** What a field takes over from the plain one in whose place it is drawn. */
export type TakenOver = {
  /** What is selected in it, from where until where; null unless the focus is there. */
  selection: [number, number] | null;
  isPressed: boolean;
  /** Null for nothing. */
  typed: string | null;
};

/** A field that is loaded when somebody points at the plain one in its place, or enters it. */
export function useLoadedField<P>(load: () => Promise<ComponentType<P & TakenOver>>) {
  const [Loaded, setLoaded] = useState<ComponentType<P & TakenOver> | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const selection = useRef<TakenOver["selection"]>(null);
  const isPressed = useRef(false);
  const want = () =>
    void load().then(
      (field) => {
        const plain = input.current;
        const isFocused = plain !== null && document.activeElement === plain;
        selection.current = isFocused ? [plain.selectionStart ?? 0, plain.selectionEnd ?? 0] : null;
        setLoaded(() => field);
      },
      (error: unknown) => notifyFailure("The field could not be loaded", error),
    );
  return {
    Loaded,
    typed,
    setTyped,
    takenOver: (): TakenOver => ({ selection: selection.current, isPressed: isPressed.current, typed }),
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

/**
 * For the field that is loaded: it is entered if the plain one was, with the same text selected, so that typing replaces
 * what was there.
 */
export function useTakenFocus(selection: TakenOver["selection"]) {
  const field = useRef<HTMLInputElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const [, setIsListKnown] = useState(false);
  // Before anything else can happen: keys that are pressed in between would go nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has taken the plain field's place
  useLayoutEffect(() => {
    setIsDrawn(true);
    if (selection === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(...selection);
  }, []);
  // A list that opens as it is first drawn makes itself known too late: drawn once more, the field says that it is open.
  useEffect(() => setIsListKnown(isDrawn), [isDrawn]);
  return field;
}
