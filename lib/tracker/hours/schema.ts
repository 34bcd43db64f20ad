import { z } from "zod";
import { TimeZone } from "@/lib/http/fields";
import { WEEKDAYS } from "@/lib/tracker/days/rules";
import { WORKING_STRETCHES_MAX } from "@/lib/tracker/hours/limits";

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const Weekday = z.enum(WEEKDAYS);

/** A weekly stretch of working hours. */
export const WorkingStretch = z
  .object({
    day: Weekday,
    from: z.string().regex(TIME, "Must be a time, as in 09:00").meta({ example: "09:00" }),
    to: z
      .string()
      .regex(/^24:00$|^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time, as in 17:30, or 24:00")
      .meta({ example: "17:30", description: "Where it is earlier than `from`, on the next day" }),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "Must differ from `from`" })
  .meta({ id: "WorkingStretch" });
export type WorkingStretch = z.output<typeof WorkingStretch>;

const hours = z.array(WorkingStretch).min(1).max(WORKING_STRETCHES_MAX).nullable();

export const WorkingHours = z
  .object({
    time_zone: TimeZone.nullable().meta({
      description: "Time zone of the hours; null while none are set",
    }),
    hours: hours.meta({ description: "null: at any time" }),
  })
  .meta({ id: "WorkingHours" });
export type WorkingHours = z.output<typeof WorkingHours>;

export const SetWorkingHours = z
  .object({
    time_zone: TimeZone.optional().meta({
      description: "Time zone of the hours; by default that of your profile",
    }),
    hours,
  })
  .meta({ id: "SetWorkingHours" });
export type SetWorkingHours = z.output<typeof SetWorkingHours>;
