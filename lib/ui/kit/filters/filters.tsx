import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { AddressText, AddressTexts } from "@/lib/ui/api/query";
import { IconSearch } from "@/lib/ui/icons";
import {
  goBack,
  pushAddress,
  replaceAddress,
  wasOpened,
  wasTyped,
} from "@/lib/ui/kit/filters/address-history";

const TYPING_MS = 250;

/**
 * The URL's query parameters, and ways to change them without a request to the server. Back undoes a change: a filter,
 * a sort order, or something that was opened.
 */
export function useFilters() {
  const path = usePathname();
  const params = useSearchParams();
  const addressWith = (changes: Record<string, string>) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    const url = next.size === 0 ? path : `${path}?${next}`;
    return { url, isSame: next.toString() === new URLSearchParams(window.location.search).toString() };
  };
  return {
    get: (name: string) => (params.get(name) ?? "") as AddressText,
    /** Several at once, by their names. */
    all: <N extends string>(names: readonly N[]) =>
      Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as AddressTexts<N>,
    /** Sets or, with an empty text, drops parameters. */
    set: (changes: Record<string, string>) => {
      const { url, isSame } = addressWith(changes);
      if (!isSame) pushAddress(url);
    },
    /** The same for what is being typed: all that is typed into one field is one step back. */
    type: (changes: Record<string, string>) => {
      const { url, isSame } = addressWith(changes);
      const typed = Object.keys(changes).join();
      if (isSame) return;
      if (wasTyped(typed)) replaceAddress(url);
      else pushAddress(url, { typed });
    },
    /** Opens what a parameter names; another one of the kind takes the place of the one that is open. */
    open: (name: string, value = "1") => {
      const isOpen = new URLSearchParams(window.location.search).has(name);
      const { url, isSame } = addressWith({ [name]: value });
      if (isSame) return;
      if (isOpen) replaceAddress(url);
      else pushAddress(url, { opened: name });
    },
    /** Closes it: goes back to where it was opened, if it was opened here. Done when the address says so. */
    close: async (name: string): Promise<void> => {
      if (wasOpened(name)) await goBack();
      else replaceAddress(addressWith({ [name]: "" }).url, {});
    },
  };
}

type Props = Omit<TextInputProps, "onChange" | "value"> & {
  value: string;
  onSearch: (text: string) => void;
};

/** A search box that waits until typing pauses, and follows the address when it changes elsewhere. */
export function SearchField({ value, onSearch, ...rest }: Props) {
  const [text, setText] = useState(value);
  // Changes of the address that came from here are no news when they arrive, and more may have been typed since.
  const asked = useRef<string[]>([]);
  const search = useDebouncedCallback((typed: string) => {
    asked.current.push(typed);
    onSearch(typed);
  }, TYPING_MS);
  useEffect(() => {
    const own = asked.current.indexOf(value);
    asked.current = own < 0 ? [] : asked.current.slice(own + 1);
    if (own >= 0) return;
    search.cancel();
    setText(value);
  }, [value, search]);
  return (
    <TextInput
      type="search"
      size="sm"
      leftSection={<IconSearch size={15} stroke={1.75} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
      {...rest}
    />
  );
}
