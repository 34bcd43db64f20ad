"use client";

import { Button, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { IconList, IconSearch } from "@/lib/ui/icons";
import { Link } from "@/lib/ui/kit/pages/link";
import classes from "./docs-nav.module.css";
import { GUIDES } from "./guides";
import { MethodBadge } from "./method-badge";

export type NavArea = {
  slug: string;
  name: string;
  operations: { id: string; method: string; path: string; summary: string }[];
};

/** Every word must stand somewhere in the line, in any order. */
function isNamed(line: string, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => line.toLowerCase().includes(word));
}

function found(areas: NavArea[], search: string): NavArea[] {
  return areas
    .map((area) => ({
      ...area,
      operations: area.operations.filter(({ method, path, summary }) =>
        isNamed(`${area.name} ${method} ${path} ${summary}`, search),
      ),
    }))
    .filter((area) => area.operations.length > 0);
}

/** The way through the reference: a search and every operation by area. */
export function DocsNav({ areas }: { areas: NavArea[] }) {
  const [search, setSearch] = useState("");
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const contents = useRef<HTMLUListElement>(null);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark moves with the path
  useEffect(() => {
    contents.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  }, [path]);
  useHotkeys([["/", () => input.current?.focus()]]);
  const shown = found(areas, search);
  const guides = GUIDES.filter(({ name, description }) => isNamed(`${name} ${description}`, search));
  return (
    <nav aria-label="API reference" className={classes.nav} data-open={isOpen || search !== "" || undefined}>
      <div className={classes.navHead}>
        <TextInput
          ref={input}
          type="search"
          aria-label="Search the reference"
          placeholder="Search"
          leftSection={<IconSearch size={16} stroke={1.75} />}
          rightSection={<kbd className={classes.key}>/</kbd>}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={classes.search}
        />
        <Button
          variant="default"
          className={classes.navToggle}
          leftSection={<IconList size={16} stroke={1.75} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Contents
        </Button>
      </div>
      <div role="status" aria-live="polite">
        {shown.length + guides.length === 0 ? (
          <p className={classes.navEmpty}>Nothing found for “{search}”.</p>
        ) : null}
      </div>
      <ul ref={contents} className={classes.navAreas}>
        {guides.length > 0 ? (
          <li>
            <span className={classes.navArea}>Guides</span>
            <ul>
              {guides.map(({ href, name }) => (
                <li key={href}>
                  <Link
                    href={href}
                    prefetch={false}
                    className={classes.navGuide}
                    aria-current={path === href ? "page" : undefined}
                    onClick={() => setOpen(false)}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ) : null}
        {shown.map((area) => (
          <li key={area.slug}>
            <Link
              href={`/docs/${area.slug}`}
              prefetch={false}
              className={classes.navArea}
              aria-current={path === `/docs/${area.slug}` ? "page" : undefined}
              onClick={() => setOpen(false)}
            >
              {area.name}
            </Link>
            <ul>
              {area.operations.map(({ id, method, summary }) => (
                <li key={id}>
                  <Link
                    href={`/docs/${area.slug}#${id}`}
                    prefetch={false}
                    className={classes.navOperation}
                    onClick={() => {
                      setOpen(false);
                      setSearch("");
                    }}
                  >
                    <MethodBadge method={method} />
                    <span>{summary}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}
