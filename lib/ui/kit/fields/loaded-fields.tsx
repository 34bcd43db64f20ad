import {
  ColorInput,
  type ColorInputProps,
  MultiSelect,
  type MultiSelectProps,
  TagsInput,
  type TagsInputProps,
} from "@mantine/core";
import { type TakenOver, useTakenFocus } from "@/lib/ui/kit/fields/use-loaded-field";

export function LoadedTags({ isFocused, isPressed: _, typed, ...rest }: TagsInputProps & TakenOver) {
  return (
    <TagsInput ref={useTakenFocus(isFocused)} acceptValueOnBlur defaultSearchValue={typed ?? ""} {...rest} />
  );
}

export function LoadedMultiSelect(props: MultiSelectProps & TakenOver) {
  const { isFocused, isPressed, typed: _, ...rest } = props;
  return <MultiSelect ref={useTakenFocus(isFocused)} defaultDropdownOpened={isPressed} {...rest} />;
}

export function LoadedColor({ isFocused, isPressed: _, typed, ...rest }: ColorInputProps & TakenOver) {
  return (
    <ColorInput
      ref={useTakenFocus(isFocused)}
      {...rest}
      {...(typed === null ? {} : { defaultValue: typed })}
    />
  );
}
