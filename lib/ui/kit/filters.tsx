"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import type { AddressText, AddressTexts } from "@/lib/ui/api/query";

const TYPING_MS = 250;

/** What the address says beyond the path, and a way to change it that asks the server for nothing. */
export function useFilters() {
  const path = usePathname();
  const params = useSearchParams();
  return {
    get: (name: string) => (params.get(name) ?? "") as AddressText,
    /** Several at once, by their names. */
    all: <N extends string>(names: readonly N[]) =>
      Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as AddressTexts<N>,
    /** Sets or, with an empty text, drops parameters. */
    set: (changes: Record<string, string>) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      window.history.replaceState(null, "", next.size === 0 ? path : `${path}?${next}`);
    },
  };
}

type Props = Omit<TextInputProps, "onChange" | "value"> & {
  value: string;
  onSearch: (text: string) => void;
};

/** A search box that waits until the reader pauses, and follows the address when it changes elsewhere. */
export function SearchField({ value, onSearch, ...rest }: Props) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onSearch, TYPING_MS);
  useEffect(() => {
    setText(value);
  }, [value]);
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
