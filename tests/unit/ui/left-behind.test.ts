import { describe, expect, it } from "vitest";
import { leftBehind } from "@/lib/ui/members/left-behind";

const NOTHING = {
  api_tokens: 0,
  repositories: [],
  devices: 0,
  projects: 0,
  teams: 0,
  tasks: 0,
  open_invites: 0,
  webhooks: [],
  automations: [],
  sequences: [],
  share_links: [],
};

describe("what somebody leaves behind", () => {
  it("is named", () => {
    const automations = ["Tell", "Chase"].map((name) => ({ id: name, name }));
    const webhooks = [{ id: "1", name: "", url: "https://hooks.example.com/x" }];
    expect(leftBehind({ ...NOTHING, automations, webhooks })).toEqual([
      "The webhook hooks.example.com keeps its events until somebody else takes it over.",
      "The automations Tell and Chase are switched off at their next run.",
    ]);
  });

  it("is counted for those who may not see what it is called", () => {
    const unseen = [{ id: "1", name: "" }];
    const links = ["1", "2"].map((id) => ({ id, name: "", table_name: "" }));
    expect(
      leftBehind({
        ...NOTHING,
        webhooks: [{ id: "1", name: "", url: "" }],
        sequences: unseen,
        share_links: links,
      }),
    ).toEqual([
      "1 webhook keeps its events until somebody else takes it over.",
      "1 sequence is paused at its next request.",
      "2 share links open nothing until somebody else changes them.",
    ]);
  });
});
