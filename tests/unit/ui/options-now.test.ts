import { describe, expect, it } from "vitest";
import { optionsNow } from "@/lib/ui/values/options-now";

const option = (value: string, label = value) => ({ value, label, color: "gray" as const });
const [low, high, top] = [option("low"), option("high"), option("top")];

describe("options that two people edit", () => {
  it("are those of both, in the editor's order", () => {
    expect(optionsNow([high, low, top], [low, high], [low, high, option("theirs")])).toEqual([
      high,
      low,
      top,
      option("theirs"),
    ]);
  });

  it("lose what either removed", () => {
    expect(optionsNow([high, top], [low, high, top], [low, high])).toEqual([high]);
  });

  it("are as whoever changed them left them, and as the editor where both did", () => {
    const renamed = option("low", "Lowest");
    expect(optionsNow([low, high], [low, high], [renamed, high])).toEqual([renamed, high]);
    expect(optionsNow([option("low", "Mine"), high], [low, high], [renamed, high])).toEqual([
      option("low", "Mine"),
      high,
    ]);
    expect(optionsNow([option("low", "Mine")], [low], [high])).toEqual([option("low", "Mine"), high]);
  });

  it("have one option where both added the same", () => {
    expect(optionsNow([low, option("new", "New")], [low], [low, option("new", "NEW")])).toEqual([
      low,
      option("new", "New"),
    ]);
  });
});
