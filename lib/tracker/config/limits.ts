/** The most devices that one request can pause or resume by id. */
export const DEVICES_NAMED_MAX = 500;
/** How far back refused samples are counted for those who manage devices. */
export const REJECTIONS_SHOWN_HOURS = 24;
