import { Avatar } from "@mantine/core";
import type { SharedArea } from "@/lib/live/schema";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { usePeopleHere } from "@/lib/ui/live/use-people-here";
import classes from "./people-here.module.css";

const SHOWN_MAX = 4;

type Props = { area: SharedArea; thingId: string | undefined };

/** The pictures of others who are looking at the same thing; nothing if there are none. */
export function PeopleHere({ area, thingId }: Props) {
  const people = usePeopleHere(area, thingId);
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name);
  const more = people.length - SHOWN_MAX;
  const words = `Also here: ${names.join(", ")}`;
  return (
    // Its tooltip is the style sheet's: a library's weighs a tenth of a page, and most pages show nobody.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who they are stands in the tooltip, which the keyboard opens too
    <div className={classes.people} role="img" aria-label={words} tabIndex={0}>
      <Avatar.Group spacing={6}>
        {people.slice(0, SHOWN_MAX).map((person) => (
          <PersonAvatar key={person.id} name={person.name} avatarUrl={person.avatar_url} size={30} />
        ))}
        {more > 0 ? <Avatar size={30}>+{more}</Avatar> : null}
      </Avatar.Group>
    </div>
  );
}
