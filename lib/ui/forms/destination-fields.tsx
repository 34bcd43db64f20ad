import { Alert, NativeSelect, SegmentedControl, Skeleton } from "@mantine/core";
import { canTake, checkMapping, type Target } from "@/lib/forms/destination/rules";
import type { FormDestination } from "@/lib/forms/schema";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useObjects } from "@/lib/ui/crm/queries";
import type { Form } from "@/lib/ui/forms/queries";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { useTables } from "@/lib/ui/tables/queries";
import classes from "./forms.module.css";

type Place = { value: string; label: string; targets: Target[] };

/** The permission needed to choose a destination. */
const SEEN_BY = { crm: "can_view_crm", table: "can_view_tables" } as const;

/** The possible destinations of answers: objects and tables. */
function usePlaces(): Record<"crm" | "table", Place[] | undefined> {
  const { can } = useWorkspace();
  const objects = useObjects(can(SEEN_BY.crm));
  const tables = useTables(can(SEEN_BY.table));
  return {
    crm: objects.data?.map(({ slug, singular_name, attributes }) => ({
      value: slug,
      label: singular_name,
      targets: attributes
        .filter((attribute) => !attribute.is_archived)
        .map(({ is_required: isRequired, ...attribute }) => ({ ...attribute, isRequired })),
    })),
    table: tables.items?.map((table) => ({
      value: table.id,
      label: table.name,
      targets: table.columns
        .filter((column) => !column.is_archived)
        .map(({ key, ...column }) => ({ ...column, slug: key, isRequired: false })),
    })),
  };
}

function placed(type: "crm" | "table", place: string): FormDestination {
  return type === "crm" ? { type, object: place, mapping: {} } : { type, table_id: place, mapping: {} };
}

type Props = {
  form: Form;
  destination: FormDestination | null;
  isReadOnly: boolean;
  onChange: (destination: FormDestination | null) => void;
};

/** Where answers are stored, and which answer becomes which value. */
export function DestinationFields({ form, destination, isReadOnly, onChange }: Props) {
  const { can } = useWorkspace();
  const places = usePlaces();
  const type = destination?.type ?? "none";
  const all = destination === null ? [] : places[destination.type];
  const place =
    destination === null ? "" : destination.type === "crm" ? destination.object : destination.table_id;
  const found = all?.find(({ value }) => value === place);
  const fields = form.fields.filter((field) => field.is_visible && field.type !== "file");
  const mapping = destination?.mapping ?? {};
  const map = (key: string, slug: string) => {
    if (destination === null) return;
    const { [key]: _gone, ...rest } = mapping;
    onChange({ ...destination, mapping: slug === "" ? rest : { ...rest, [key]: slug } });
  };
  const issues = found ? checkMapping(found.targets, form.fields, mapping) : [];
  return (
    <>
      <SegmentedControl
        aria-label="Where answers go"
        disabled={isReadOnly}
        data={[
          { value: "none", label: "Only here" },
          { value: "crm", label: "CRM", disabled: !can(SEEN_BY.crm) },
          { value: "table", label: "Table", disabled: !can(SEEN_BY.table) },
        ]}
        value={type}
        onChange={(next) => {
          if (next !== "crm" && next !== "table") return onChange(null);
          onChange(placed(next, places[next]?.[0]?.value ?? ""));
        }}
      />
      {(["crm", "table"] as const).map((each) => (
        <ReadOnlyNote key={each} permission={SEEN_BY[each]}>
          {each === "crm" ? "Choosing what answers create in the CRM" : "Choosing a table for answers"}
        </ReadOnlyNote>
      ))}
      {destination === null || !can(SEEN_BY[destination.type]) ? null : all === undefined ? (
        <Skeleton height={36} />
      ) : all.length === 0 ? (
        <Alert color="yellow">There is no table yet. Make one first; then answers can become its rows.</Alert>
      ) : (
        <>
          <NativeSelect
            label={destination.type === "crm" ? "Each answer becomes a" : "Each answer becomes a row of"}
            disabled={isReadOnly}
            data={[
              ...(found ? [] : [{ value: place, label: "Choose…" }]),
              ...all.map(({ value, label }) => ({ value, label })),
            ]}
            value={place}
            onChange={(event) => onChange(placed(destination.type, event.currentTarget.value))}
          />
          {found === undefined ? null : (
            <table className={classes.mapping} aria-label="Which answer goes into which field">
              <thead>
                <tr>
                  <th scope="col" className={classes.mappingHead}>
                    Field
                  </th>
                  <th scope="col" className={classes.mappingHead}>
                    becomes
                  </th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr key={field.key}>
                    <th scope="row">{field.label}</th>
                    <td>
                      <NativeSelect
                        aria-label={`${field.label} becomes`}
                        size="xs"
                        disabled={isReadOnly}
                        data={[
                          { value: "", label: "Nothing" },
                          ...found.targets
                            .filter(
                              (target) => canTake(target, field.type) || mapping[field.key] === target.slug,
                            )
                            .map(({ slug, name, isRequired }) => ({
                              value: slug,
                              label: isRequired ? `${name} (required)` : name,
                            })),
                        ]}
                        value={mapping[field.key] ?? ""}
                        error={
                          issues.find(({ path }) => path === `destination.mapping.${field.key}`)?.message
                        }
                        onChange={(event) => map(field.key, event.currentTarget.value)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {destination.type === "crm" && found !== undefined ? (
            <p className={classes.dimmed}>
              A record that already has the same unique value, such as an email address, is not added again:
              its empty fields are filled in, and nothing is overwritten.
            </p>
          ) : null}
          {issues
            .filter(({ path }) => path === "destination.mapping")
            .map(({ message }) => (
              <p key={message} className={classes.failed} style={{ margin: 0, fontSize: "0.8125rem" }}>
                {message}
              </p>
            ))}
        </>
      )}
    </>
  );
}
