import { useAttributes, useRecord } from "@/lib/ui/crm/queries";
import { useShownRecords } from "@/lib/ui/crm/view-state";
import { useFilters } from "@/lib/ui/kit/filters/filters";

/** Prefetches the records of an object. */
export function RecordsAhead({ object }: { object: string }) {
  useShownRecords(object, useFilters().get("board") === "");
  return null;
}

/** Prefetches the attributes of an object. */
export function AttributesAhead({ object }: { object: string }) {
  useAttributes(object);
  return null;
}

/** Prefetches one record. */
export function RecordAhead({ object, id }: { object: string; id: string }) {
  useRecord(object, id);
  return null;
}
