"use client";

// Mantine's `component` prop crosses from server to browser components, which only a browser component can do.
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link to a page of this site, prefetched when pointed at. Next would prefetch every page with a link in sight:
 * dozens for one menu.
 */
export function Link({ onPointerEnter, ...rest }: ComponentProps<typeof NextLink>) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  return (
    <NextLink
      prefetch={isPointedAt ? null : false}
      onPointerEnter={(event) => {
        setIsPointedAt(true);
        onPointerEnter?.(event);
      }}
      {...rest}
    />
  );
}
