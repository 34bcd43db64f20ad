import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectiveConfig, isTrackerEnabled } from "@/lib/tracker/devices/rules";

describe("effectiveConfig", () => {
  it("is the requirements' defaults under cfg_0 until something is set", () => {
    expect(effectiveConfig({}, {})).toEqual({
      config_etag: "cfg_0",
      sample_interval_s: 60,
      screenshot_policy: "off",
      screenshot_every_n_samples: 5,
      idle_threshold_s: 300,
      paused: false,
      excluded_bundle_ids: [],
    });
  });

  it("lets the device's value win over the project's", () => {
    const config = effectiveConfig({ sample_interval_s: 30, paused: true }, { sample_interval_s: 10 });
    expect(config).toMatchObject({ sample_interval_s: 10, paused: true });
  });

  it("changes its tag when the configuration changes, and only then", () => {
    const settings = fc.record(
      {
        sample_interval_s: fc.integer({ min: 1, max: 600 }),
        screenshot_policy: fc.constantFrom("off", "active_window", "full_screen"),
        paused: fc.boolean(),
        excluded_bundle_ids: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(settings, settings, (a, b) => {
        const { config_etag: tagA, ...captureA } = effectiveConfig(a, {});
        const { config_etag: tagB, ...captureB } = effectiveConfig({}, b);
        expect(tagA === tagB).toBe(JSON.stringify(captureA) === JSON.stringify(captureB));
        expect(tagA).toMatch(/^cfg_(0|[0-9a-f]{12})$/);
      }),
    );
  });

  it("keeps the tags that devices hold from one version to the next", () => {
    const settings = { sample_interval_s: 45, excluded_bundle_ids: ["b", "a"] };
    expect(effectiveConfig(settings, {}).config_etag).toBe("cfg_f53aa85aa52b");
    expect(effectiveConfig({ paused: true }, {}).config_etag).toBe("cfg_7c911aa998e5");
  });

  it("pauses a device whose tracking is off", () => {
    expect(effectiveConfig({}, { paused: false }, false)).toMatchObject({ paused: true });
  });
});

describe("isTrackerEnabled", () => {
  it.each([
    [undefined, undefined, false],
    [undefined, true, true],
    [undefined, false, false],
    [true, undefined, true],
    [true, true, true],
    [true, false, false],
    [false, undefined, false],
    [false, true, false],
    [false, false, false],
  ])("workspace %s, project %s → %s", (workspace, project, enabled) => {
    expect(isTrackerEnabled({ tracker_enabled: workspace }, { tracker_enabled: project })).toBe(enabled);
  });

  it("takes no other value for true", () => {
    expect(isTrackerEnabled({}, { tracker_enabled: "true" })).toBe(false);
    expect(isTrackerEnabled(null, null)).toBe(false);
  });
});
