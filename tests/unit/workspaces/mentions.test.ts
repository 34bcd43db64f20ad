import { describe, expect, it } from "vitest";
import { mentionedNames } from "@/lib/workspaces/members/rules";

const NAMES = ["Ann", "Ann Lee", "Ann Lee-Ray", "José", "李"];
const mentionedIn = (text: string) => [...mentionedNames(text, NAMES)].sort();

describe("mentions", () => {
  it("are an @ and a whole name, in any case", () => {
    expect(mentionedIn("ask @ANN, @josé and @李")).toEqual(["ann", "josé", "李"]);
    expect(mentionedIn("@Ann")).toEqual(["ann"]);
    expect(mentionedIn("(@Ann)")).toEqual(["ann"]);
  });

  it("are the longest name that stands there, and not what it begins with", () => {
    expect(mentionedIn("@Ann Lee knows")).toEqual(["ann lee"]);
    expect(mentionedIn("@Ann Lee-Ray knows")).toEqual(["ann lee-ray"]);
    expect(mentionedIn("@Ann Leeds knows")).toEqual(["ann"]);
    expect(mentionedIn("@Ann Lee and @Ann")).toEqual(["ann", "ann lee"]);
  });

  it("are no part of an address, nor of a longer word", () => {
    expect(mentionedIn("write to me@ann.example or x@Ann")).toEqual([]);
    expect(mentionedIn("@Anna, @Ann_1, @Joséphine")).toEqual([]);
  });
});
