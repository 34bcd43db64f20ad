import { TEXT_VALUE_CHARS_MAX } from "@/lib/crm/attributes/limits";

export const FORMS_PER_WORKSPACE_MAX = 500;
export const FORM_NAME_CHARS_MAX = 120;
export const FORM_DESCRIPTION_CHARS_MAX = 2_000;
export const THANK_YOU_CHARS_MAX = 2_000;
export const SUBMIT_LABEL_CHARS_MAX = 60;
export const REDIRECT_URL_CHARS_MAX = 2_048;
export const EMBED_ORIGINS_MAX = 20;
export const RESPONSES_LIMIT_MAX = 1_000_000;

export const FIELDS_PER_FORM_MAX = 100;
export const FIELD_KEY_CHARS_MAX = 63;
export const FIELD_LABEL_CHARS_MAX = 300;
export const FIELD_HELP_CHARS_MAX = 1_000;
export const FIELD_PLACEHOLDER_CHARS_MAX = 200;
export const OPTIONS_PER_FIELD_MAX = 200;
export const OPTION_CHARS_MAX = 200;
export const CONDITIONS_PER_LOGIC_MAX = 20;
export const RATING_MAX = 10;
export const RATING_DEFAULT = 5;

export const SHORT_TEXT_CHARS_MAX = 1_000;
export const LONG_TEXT_CHARS_MAX = TEXT_VALUE_CHARS_MAX;

export const SUBMISSION_BYTES_MAX = 131_072;
export const SUBMISSION_SEARCH_CHARS_MAX = 200;
export const FILE_NAME_CHARS_MAX = 200;
export const FILE_BYTES_MAX = 10_485_760;

/** A person needs at least so long for each question after the first, which one click may answer. */
export const FILL_TIME_PER_QUESTION_MS = 1_000;
/** However many questions there are, someone who took this long is not taken for a program. */
export const FILL_TIME_MIN_MS = 2_000;
/** After this a page must have been loaded anew. */
export const TICKET_MAX_AGE_MS = 86_400_000;
/** So many links in one submission are advertising. */
export const SPAM_LINKS_MIN = 4;
/** The same values from the same address within this time are a repetition. */
export const DUPLICATE_WINDOW_MS = 3_600_000;

export const COUNTED_DAYS_MAX = 90;
export const COUNTED_DAYS_DEFAULT = 30;

/** How long a deleted form can be restored; then it is erased with its submissions. */
export const FORM_RESTORE_DAYS = 30;
export const FORMS_ERASED_AT_ONCE_MAX = 50;
export const EXPORT_PAGE_ROWS = 500;
export const EXPORT_ROWS_MAX = 100_000;
export const DELIVERY_ERROR_CHARS_MAX = 500;

/** How much a visitor's browser computes at most: about a second. */
export const PROOF_NUMBER_MAX = 100_000;
export const PROOF_MAX_AGE_MS = 3_600_000;

export const UPLOAD_URL_EXPIRES_IN_S = 300;
export const FILE_URL_EXPIRES_IN_S = 60;
/** From presigning to the first automatic check. */
export const UPLOAD_VERIFY_DELAY_S = 60;
/** From presigning to the last check: by then the upload URL has expired, and an upload begun in time has ended. */
export const UPLOAD_ENDED_S = UPLOAD_URL_EXPIRES_IN_S + 60;
/** How long an upload waits for the submission that carries it. */
export const UPLOAD_CLAIM_MAX_MS = 86_400_000;
export const UPLOADS_SWEPT_AT_ONCE_MAX = 200;
/** How many uploads one process checks at a time: a slow store must leave places to other jobs. */
export const UPLOAD_PLACES_MAX = 2;

/** The newest submissions that a summary is made of; reading more takes too long. */
export const SUMMARISED_MAX = 5_000;
/** Texts of a question that a summary shows. */
export const SUMMARY_TEXTS_MAX = 5;
/** How many bars the numbers of a question are drawn as. */
export const SUMMARY_BARS = 8;
/** How many forms' owners one run of the job notifies. */
export const FORMS_TOLD_AT_ONCE_MAX = 200;
/** How many receipts one process mails at a time. */
export const RECEIPT_PLACES_MAX = 1;
/** Of a form's name in the receipts that visitors get. */
export const RECEIPT_NAME_CHARS_MAX = 60;
