import { describe, expect, it, vi } from "vitest";
import type { TrackerImport } from "@/lib/ui/imports/queries";
import { outcomeOf } from "@/lib/ui/imports/words";

vi.stubGlobal("window", { navigator: { languages: ["en-GB"] } });

describe("outcomeOf", () => {
  const counts = { events: 60_000, events_done: 20_000, samples: 1_200, duplicates: 0 };

  it.each([
    [{ state: "receiving", events: 0, samples: 0 }, "Receiving the file"],
    [{ state: "queued", samples: 0 }, "60,000 events to import"],
    [{ state: "running" }, "1,200 new samples so far, from 20,000 of 60,000 events"],
    [{ state: "done" }, "1,200 new samples, from 60,000 events"],
    [
      { state: "done", samples: 1, duplicates: 2 },
      "1 new sample, 2 samples there already, from 60,000 events",
    ],
    [{ state: "undoing" }, "Deleting 1,200 samples"],
    [{ state: "undone" }, "Its samples are deleted"],
  ] as const)("says of %j what is true by then", (given, expected) => {
    expect(outcomeOf({ ...counts, ...given } as TrackerImport)).toBe(expected);
  });
});
