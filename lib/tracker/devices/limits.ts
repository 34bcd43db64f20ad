export const DEVICE_NAME_CHARS_MAX = 255;
export const DEVICE_PLATFORM_CHARS_MAX = 64;
export const SAMPLE_INTERVAL_S_DEFAULT = 60;
export const SAMPLE_INTERVAL_S_MIN = 1;
export const SAMPLE_INTERVAL_S_MAX = 600;
export const SCREENSHOT_EVERY_N_SAMPLES_DEFAULT = 5;
export const SCREENSHOT_EVERY_N_SAMPLES_MAX = 100;
export const IDLE_THRESHOLD_S_DEFAULT = 300;
export const IDLE_THRESHOLD_S_MIN = 30;
export const IDLE_THRESHOLD_S_MAX = 3600;
export const EXCLUDED_BUNDLE_IDS_MAX = 500;
export const BUNDLE_ID_CHARS_MAX = 255;
/** How long before a device takes screenshots its owner is notified. */
export const SCREENSHOT_NOTICE_HOURS = 24;
