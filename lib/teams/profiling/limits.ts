export const PROFILE_DEVELOPERS_MAX = 200;
export const VELOCITY_DAYS_MIN = 1;
export const VELOCITY_DAYS_MAX = 365;
export const VELOCITY_DAYS_DEFAULT = 30;
