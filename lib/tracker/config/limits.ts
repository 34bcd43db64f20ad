/** Devices that one request pauses or resumes by their ids. */
export const DEVICES_NAMED_MAX = 500;
/** How far back refused samples are counted for those who manage devices. */
export const REJECTIONS_SHOWN_HOURS = 24;
