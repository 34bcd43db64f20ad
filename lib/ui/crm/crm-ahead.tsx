"use client";

import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useAttributes, useRecord } from "@/lib/ui/crm/queries";
import { useShownRecords } from "@/lib/ui/crm/view-state";
import { useFilters } from "@/lib/ui/kit/filters";

/** Asks for the records of an object ahead. */
export function RecordsAhead({ object }: { object: string }) {
  useShownRecords(object, useFilters().get("board") === "");
  return null;
}

/** Asks for the attributes of an object ahead. */
export function AttributesAhead({ object }: { object: string }) {
  useAttributes(useWorkspace().id, object);
  return null;
}

/** Asks for one record ahead. */
export function RecordAhead({ object, id }: { object: string; id: string }) {
  useRecord(useWorkspace().id, object, id);
  return null;
}
