import { expect, it } from "vitest";
import { formatBytes, reasonOf, standingOf } from "@/lib/ui/integrations/words";
import { prettyJson } from "@/lib/ui/kit/copy/pretty-json";

it("the page says that a provider refuses everything when signatures are demanded and there is no secret", () => {
  const standing = { verification: "required", believes_unsigned: false } as const;
  expect(standingOf({ ...standing, is_configured: false })).toMatchObject({
    label: "Refuses everything",
    tone: "bad",
  });
  expect(standingOf({ ...standing, is_configured: true })).toMatchObject({ tone: "good" });
});

it("the page warns of an optional signature only where its absence is believed", () => {
  const standing = { verification: "optional", is_configured: true } as const;
  expect(standingOf({ ...standing, believes_unsigned: true }).tone).toBe("warn");
  expect(standingOf({ ...standing, believes_unsigned: false }).tone).toBe("good");
});

it("the page formats JSON, and leaves anything else or too deeply nested as it is", () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyJson("token=x&team_id=T1")).toBe("token=x&team_id=T1");
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect(prettyJson(deep)).toBe(deep);
});

it("the page shows reasons that it does not know as they are", () => {
  expect(reasonOf("missing_fields")).toBe("It lacks data that an event of this kind needs.");
  expect(reasonOf("quota_used_up")).toBe("Quota used up.");
});

it("the page writes sizes in the largest unit of which there is at least one", () => {
  expect(formatBytes(512, "en")).toBe("512 bytes");
  expect(formatBytes(12_400, "en")).toBe("12 kB");
  expect(formatBytes(1_440_000, "en")).toBe("1.4 MB");
});
