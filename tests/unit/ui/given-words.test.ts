import { expect, it } from "vitest";
import { givenWords } from "@/lib/ui/automations/given-words";

const KNOWN = {
  objects: [{ slug: "deal", singular_name: "Deal" }],
  sequences: [{ id: "s1", name: "Welcome" }],
  nameOf: (id: string) => ({ a: "Ada", b: "Charles" })[id] ?? "Somebody",
};

it("what an action is given by id is said by name", () => {
  expect(givenWords({ developer_ids: ["a", "b"], title: "Look" }, KNOWN)).toBe("Ada and Charles");
  expect(givenWords({ sequence_id: "s1" }, KNOWN)).toBe("Welcome");
  expect(givenWords({ object: "deal", values: {} }, KNOWN)).toBe("Deal");
});

it("nothing is said of what is unknown, or says all itself", () => {
  expect(givenWords({ sequence_id: "gone" }, KNOWN)).toBeNull();
  expect(givenWords({ object: "gone", values: {} }, KNOWN)).toBeNull();
  expect(givenWords({ values: { name: "Anvils" } }, KNOWN)).toBeNull();
  expect(givenWords({ method: "POST", url: "https://example.com/", body: "{}" }, KNOWN)).toBeNull();
  for (const withheld of [null, undefined, "text"]) expect(givenWords(withheld, KNOWN)).toBeNull();
});
