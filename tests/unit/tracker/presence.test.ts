import { describe, expect, it } from "vitest";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import { categorise } from "@/lib/tracker/enrichment/category-rules";

type Shown = Parameters<typeof categorise>[0];

const CODE = { appName: "Code", bundleId: "com.microsoft.VSCode" };
const ZOOM = { appName: "zoom.us", bundleId: "us.zoom.xos" };
const SLACK = { appName: "Slack", bundleId: "com.tinyspeck.slackmacgap" };
const LOCKED = { appName: "loginwindow", bundleId: "com.apple.loginwindow" };

function seen(given: Partial<Shown>) {
  const blank = {
    windowTitle: null,
    url: null,
    pageTitle: null,
    path: null,
    isPrivate: false,
    inCall: false,
    callApp: null,
    intervalS: 60,
  };
  const { category, presence } = categorise({ ...CODE, inputEvents: 0, ...blank, ...given }, [
    BUILT_IN_LAYER,
  ]);
  return [category, presence];
}

describe("where somebody is at one moment", () => {
  it.each<[string, Partial<Shown>, [string, string]]>([
    ["typing", { inputEvents: 200 }, ["dev.code", "input"]],
    ["at the threshold", { inputEvents: 6 }, ["dev.code", "input"]],
    ["below the threshold", { inputEvents: 5 }, ["dev.code", "no_input"]],
    ["by a rate, not by a count", { inputEvents: 59, intervalS: 600 }, ["dev.code", "no_input"]],
    ["reading", { inputEvents: 0 }, ["dev.code", "no_input"]],
    ["with a client that counts no input", { inputEvents: null }, ["dev.code", "unknown"]],
    ["away", LOCKED, ["idle", "locked"]],
    ["away, with a client that counts no input", { ...LOCKED, inputEvents: null }, ["idle", "locked"]],
    ["away from Windows", { appName: "LockApp.exe", bundleId: "LockApp.exe" }, ["idle", "locked"]],
    ["typing a password", { ...LOCKED, inputEvents: 90 }, ["idle", "locked"]],
    ["in a call", { inCall: true }, ["comm.meeting", "call"]],
    [
      "in a call, by a client that counts no input",
      { inCall: true, inputEvents: null },
      ["comm.meeting", "call"],
    ],
    ["coding in a call", { inCall: true, inputEvents: 200 }, ["dev.code", "input"]],
    ["typing in the call's app", { ...ZOOM, inCall: true, inputEvents: 200 }, ["comm.meeting", "call"]],
    ["writing where the huddle is", { ...SLACK, inCall: true, inputEvents: 200 }, ["comm.meeting", "call"]],
    [
      "writing elsewhere than the call's app",
      { ...SLACK, inCall: true, callApp: "zoom.us", inputEvents: 200 },
      ["comm.chat", "input"],
    ],
    [
      "typing in the call's app, which is named by its bundle",
      { ...CODE, inCall: true, callApp: "COM.microsoft.vscode", inputEvents: 200 },
      ["comm.meeting", "call"],
    ],
    [
      "typing in the call's app, which is named by its program",
      {
        appName: "Slack",
        bundleId: "C:\\Program Files\\Slack\\slack.exe",
        inCall: true,
        callApp: "slack.exe",
        inputEvents: 200,
      },
      ["comm.meeting", "call"],
    ],
    [
      "in a call behind a locked screen",
      { ...LOCKED, inCall: true, inputEvents: 90 },
      ["comm.meeting", "call"],
    ],
  ])("%s", (_what, given, expected) => {
    expect(seen(given)).toEqual(expected);
  });
});
