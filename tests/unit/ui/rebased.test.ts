import { describe, expect, it } from "vitest";
import { rebased } from "@/lib/ui/api/rebased";

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
});
