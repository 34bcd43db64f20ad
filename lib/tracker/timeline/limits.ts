/** The longest range of one query: the longest day has 25 hours, plus some margin. */
export const TIMELINE_HOURS_MAX = 26;
/** The most spans in one response, over all devices. Above that, neighbouring spans are merged. */
export const SPANS_MAX = 2_000;
/** The first cell length tried when there are too many spans; each further one is twice as long. */
export const COARSE_S_MIN = 60;
/** Equal samples closer together than this form one span: clients are sometimes late by a second or two. */
export const SPAN_BREAK_S_MAX = 20;
/** Calls with a shorter break between them count as one meeting. */
export const MEETING_BREAK_S_MAX = 120;
/** How long no device must see anybody for a gap. */
export const GAP_S_MIN = 300;
