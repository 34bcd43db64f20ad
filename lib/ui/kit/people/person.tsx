import { Avatar } from "@mantine/core";

type Props = { name: string; avatarUrl?: string | null; size?: number };

/** The first letters of a name's first two words; the component's own would cut an emoji in half. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .join("")
    .toUpperCase();
}

/** Somebody's picture, or their initials. Their name stands beside it, so it is silent. */
export function PersonAvatar({ name, avatarUrl = null, size = 28 }: Props) {
  return (
    <Avatar src={avatarUrl} alt="" size={size} color="pine" aria-hidden="true">
      {initialsOf(name)}
    </Avatar>
  );
}
