/** The longest range of one question: the longest day, of 25 hours, and some. */
export const TIMELINE_HOURS_MAX = 26;
/** Spans of one answer, over all devices. Of more, neighbours are put together. */
export const SPANS_MAX = 2_000;
/** The first of the lengths that stretches are put together by where there are too many; the next is twice as long. */
export const COARSE_S_MIN = 60;
/** Samples of one kind with less than this between them are one span: clients are late by a second now and then. */
export const SPAN_BREAK_S_MAX = 20;
/** A call that is interrupted for no longer is one meeting. */
export const MEETING_BREAK_S_MAX = 120;
/** From this on, time in which no device saw anybody is a gap. */
export const GAP_S_MIN = 300;
