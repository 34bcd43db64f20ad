import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DeviceTile, platformName } from "@/lib/ui/tracker/device-tile";

it("a device is shown whatever its client calls its system", () => {
  for (const platform of ["linux", "BeOS", "constructor", "toString", "__proto__"]) {
    expect(renderToStaticMarkup(createElement(DeviceTile, { platform }))).toContain("<svg");
    expect(platformName(platform)).toBe(platform === "linux" ? "Linux" : platform);
  }
});
