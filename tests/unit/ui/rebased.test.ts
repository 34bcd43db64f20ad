import { describe, expect, it } from "vitest";
import { changedOf, rebased } from "@/lib/ui/api/rebased";

describe("rebased", () => {
  it("takes a change back and keeps what was changed since", () => {
    const before = { name: "Sales", priority: 10 };
    const saved = { name: "Sellers", priority: 20 };
    expect(rebased(saved, saved, before)).toEqual(before);
    expect(rebased({ name: "Sellers", priority: 30 }, saved, before)).toEqual({
      name: "Sales",
      priority: 30,
    });
  });

  it("gives back what was taken away, takes away what was added, and leaves what is new", () => {
    type Grants = Record<string, boolean>;
    const before: Grants = { read: true };
    const saved: Grants = { write: true };
    expect(rebased({ write: true, export: true }, saved, before)).toEqual({ read: true, export: true });
    expect(rebased({ write: false }, saved, before)).toEqual({ read: true, write: false });
  });

  it("compares lists by what they hold", () => {
    const onto = { tabs: ["board", "roadmap"] };
    expect(rebased({ tabs: ["board"] }, { tabs: ["board"] }, onto)).toEqual(onto);
  });
});

describe("changedOf", () => {
  it("holds what differs, and nothing that is as it was", () => {
    const before = { name: "Note G", slug: "note-g", tabs: ["board"], color: null as string | null };
    expect(changedOf({ ...before, tabs: ["board"] }, before)).toEqual({});
    expect(changedOf({ ...before, name: "Loom", tabs: [], color: "#fff" }, before)).toEqual({
      name: "Loom",
      tabs: [],
      color: "#fff",
    });
    expect(changedOf({ name: null }, { name: "Loom" } as { name: string | null })).toEqual({ name: null });
  });
});
