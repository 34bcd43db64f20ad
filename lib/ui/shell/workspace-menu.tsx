import { UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconChevronDown, IconStar, IconStarFilled } from "@/lib/ui/icons";
import { Link } from "@/lib/ui/kit/pages/link";
import {
  type Place,
  toggleFavourite,
  useIsPlaceAwaited,
  useOpenPlace,
  usePlaces,
} from "@/lib/ui/kit/pages/places";
import {
  GROUPS,
  NAVIGATION,
  type NavigationEntry,
  sectionOf,
  workspacePath,
} from "@/lib/ui/shell/navigation";
import classes from "./workspace-shell.module.css";

/** The pages that the reader may open. */
export function usePages(): readonly NavigationEntry[] {
  const { can } = useWorkspace();
  return NAVIGATION.filter(({ permission }) => permission === undefined || can(permission));
}

type EntryProps = { page: NavigationEntry; isReplacing?: boolean };

function Entry({ page: { path, label, Icon }, isReplacing = false }: EntryProps) {
  const { slug } = useWorkspace();
  const isOpen = sectionOf(usePathname()) === path;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <Link
      ref={link}
      href={workspacePath(slug, path)}
      replace={isReplacing}
      className={classes.entry}
      {...(isOpen ? { "aria-current": "page" } : {})}
    >
      <Icon size={17} stroke={1.75} aria-hidden="true" />
      {label}
    </Link>
  );
}

type FoldProps = {
  title: string;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  children: ReactNode;
};

/** Entries under a heading that can be folded. */
function Fold({ title, isFolded, onFold, children }: FoldProps) {
  const id = useId();
  return (
    <div className={classes.group}>
      <UnstyledButton
        className={`mantine-focus-auto ${classes.heading}`}
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={() => onFold(!isFolded)}
      >
        {title}
        <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      </UnstyledButton>
      <div id={id}>{isFolded ? null : children}</div>
    </div>
  );
}

function Places({ places, isReplacing }: { places: readonly Place[]; isReplacing: boolean }) {
  const path = usePathname();
  return places.map((place) => (
    <Link
      key={place.path}
      href={place.path}
      replace={isReplacing}
      className={classes.entry}
      {...(place.path === path ? { "aria-current": "page" } : {})}
    >
      <span className={classes.placeName}>{place.name}</span>
    </Link>
  ));
}

/** Marks the open page as a favourite: by the thing that it shows, or else the page itself. */
function FavouriteButton() {
  const { slug } = useWorkspace();
  const section = sectionOf(usePathname());
  const thing = useOpenPlace();
  const isAwaited = useIsPlaceAwaited();
  const { favourites } = usePlaces(workspacePath(slug));
  const page = NAVIGATION.find(({ path }) => path === section);
  const place = thing ?? (page && { path: workspacePath(slug, page.path), name: page.label });
  if (!place) return null;
  // Until the thing is loaded, the page would count as its section's page.
  const isMarked = !isAwaited && favourites.some(({ path }) => path === place.path);
  const Icon = isMarked ? IconStarFilled : IconStar;
  return (
    <UnstyledButton
      className={`mantine-focus-auto ${classes.entry} ${classes.mark}`}
      aria-pressed={isMarked}
      disabled={isAwaited}
      onClick={() => toggleFavourite(place)}
    >
      <Icon size={17} stroke={1.75} aria-hidden="true" />
      {isMarked ? "Remove from favourites" : "Add to favourites"}
    </UnstyledButton>
  );
}

/** Groups that are folded at first. */
const FOLDED = ["Recent"];

/** The workspace's pages in groups, the reader's favourites and their recent pages. */
export function WorkspaceMenu({ isReplacing = false }: { isReplacing?: boolean }) {
  const { slug } = useWorkspace();
  const pages = usePages();
  const { favourites, recents } = usePlaces(workspacePath(slug));
  const [folded, setFolded] = useLocalStorage<string[]>({
    key: "folded_menu",
    defaultValue: FOLDED,
    getInitialValueInEffect: false,
  });
  const fold = (title: string) => ({
    title,
    isFolded: folded.includes(title),
    onFold: (isFolded: boolean) =>
      setFolded((before) => [...before.filter((each) => each !== title), ...(isFolded ? [title] : [])]),
  });
  return (
    <>
      {favourites.length === 0 ? null : (
        <nav aria-label="Favourites">
          <Fold {...fold("Favourites")}>
            <Places places={favourites} isReplacing={isReplacing} />
          </Fold>
        </nav>
      )}
      <nav aria-label="Workspace">
        {pages
          .filter(({ group }) => group === undefined)
          .map((page) => (
            <Entry key={page.path} page={page} isReplacing={isReplacing} />
          ))}
        {GROUPS.map((group) => {
          const inside = pages.filter((page) => page.group === group);
          if (inside.length === 0) return null;
          return (
            <Fold key={group} {...fold(group)}>
              {inside.map((page) => (
                <Entry key={page.path} page={page} isReplacing={isReplacing} />
              ))}
            </Fold>
          );
        })}
      </nav>
      {recents.length === 0 ? null : (
        <nav aria-label="Recent">
          <Fold {...fold("Recent")}>
            <Places places={recents} isReplacing={isReplacing} />
          </Fold>
        </nav>
      )}
      <FavouriteButton />
    </>
  );
}
