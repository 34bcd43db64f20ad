import { expect, it } from "vitest";
import { mappedValues, type Target } from "@/lib/forms/destination/rules";
import type { FormField } from "@/lib/forms/schema";

it("an answer becomes the option that is called like it, in either case and however accents are written", () => {
  const options = [{ value: "as_new", label: "R\u00e9nov\u00e9" }];
  const target: Target = { slug: "state", name: "State", type: "select", isRequired: false, options };
  const fields = [{ key: "state", type: "text", options: [] as FormField["options"] } as FormField];
  const becomes = (answer: string) =>
    mappedValues([target], fields, { state: "state" }, { state: answer }).state;
  expect(["RE\u0301NOVE\u0301", " rénové ", "as_new", "new"].map(becomes)).toEqual([
    "as_new",
    "as_new",
    "as_new",
    "new",
  ]);
});
