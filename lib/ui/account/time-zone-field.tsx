import { notifications } from "@mantine/notifications";
import { notifyFailure } from "@/lib/ui/api/failure";
import { browserTimeZone, type Profile, useUpdateProfile } from "@/lib/ui/api/profile";
import { LazySelect } from "@/lib/ui/kit/fields/lazy-select";

/** Every zone that this browser knows, and the current one. */
export function zonesWith(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), browserTimeZone(), current, "UTC"])].sort();
}

/** The time zone of the reader's days; saved as soon as it is chosen. */
export function TimeZoneField({ profile }: { profile: Profile }) {
  const update = useUpdateProfile();
  const zone = profile.time_zone ?? browserTimeZone();
  return (
    <LazySelect
      label="Time zone"
      description="Your days begin and end in this time zone."
      mt="md"
      shownText={zone}
      data={zonesWith(zone)}
      value={zone}
      allowDeselect={false}
      nothingFoundMessage="No such time zone"
      onChange={(chosen) => {
        if (chosen === null || chosen === profile.time_zone) return;
        update.mutate(
          { time_zone: chosen },
          {
            onSuccess: () => notifications.show({ color: "pine", message: "Your time zone is saved." }),
            onError: (error) => notifyFailure("Your time zone was not saved", error),
          },
        );
      }}
    />
  );
}
