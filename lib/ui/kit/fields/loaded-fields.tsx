import {
  ColorInput,
  type ColorInputProps,
  MultiSelect,
  type MultiSelectProps,
  TagsInput,
  type TagsInputProps,
} from "@mantine/core";
import { type TakenOver, useTakenFocus } from "@/lib/ui/kit/fields/use-loaded-field";

export function LoadedTags({ selection, isPressed: _, typed, ...rest }: TagsInputProps & TakenOver) {
  return (
    <TagsInput ref={useTakenFocus(selection)} acceptValueOnBlur defaultSearchValue={typed ?? ""} {...rest} />
  );
}

export function LoadedMultiSelect(props: MultiSelectProps & TakenOver) {
  const { selection, isPressed, typed: _, ...rest } = props;
  return <MultiSelect ref={useTakenFocus(selection)} defaultDropdownOpened={isPressed} {...rest} />;
}

export function LoadedColor({ selection, isPressed: _, typed, ...rest }: ColorInputProps & TakenOver) {
  return (
    <ColorInput
      ref={useTakenFocus(selection)}
      {...rest}
      {...(typed === null ? {} : { defaultValue: typed })}
    />
  );
}
