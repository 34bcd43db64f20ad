import type { InputWrapperProps } from "@mantine/core";

/** For fields in a row, so that an error of one moves neither the others nor a button beside them. */
export const ERROR_ABOVE: NonNullable<InputWrapperProps["inputWrapperOrder"]> = [
  "label",
  "description",
  "error",
  "input",
];
