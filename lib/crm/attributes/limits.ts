export const ATTRIBUTES_PER_OBJECT_MAX = 100;
export const ATTRIBUTE_SLUG_CHARS_MAX = 63;
export const ATTRIBUTE_NAME_CHARS_MAX = 100;
export const ATTRIBUTE_DESCRIPTION_CHARS_MAX = 500;
export const OPTIONS_PER_ATTRIBUTE_MAX = 200;
export const OPTION_CHARS_MAX = 63;
/** Records that get over a removed option in one transaction; beyond, a job goes on. */
export const SETTLED_PER_BATCH = 200;
/** Records whose title is looked at in one transaction; beyond, a job goes on. */
export const RETITLED_PER_BATCH = 1_000;
/** A run of these jobs ends after this long and asks to go on, so that others have their turn. */
export const SETTLING_MS_MAX = 20_000;
export const OPTION_LABEL_CHARS_MAX = 100;

export const TEXT_VALUE_CHARS_MAX = 10_000;
export const EMAIL_VALUE_CHARS_MAX = 254;
export const URL_VALUE_CHARS_MAX = 2_048;
export const PHONE_VALUE_CHARS_MAX = 40;
/** One place for the digit that must be there: a pattern that may look for it anywhere takes time squared. */
export const PHONE_VALUE = /^(?=\D*\d)\+?[\d ()./-]+$/;
/** Every whole number up to here is exact as JSON's numbers are read. */
export const NUMBER_VALUE_MAX = 9_007_199_254_740_991;

export const CURRENCY_CODE_DEFAULT = "USD";
