import { Button } from "@mantine/core";
import { traitsOf } from "@/lib/crm/values/catalog";
import type { Attribute, CrmObject } from "@/lib/ui/crm/queries";
import { IconLayoutKanban, IconTable } from "@/lib/ui/icons";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";

const NO_SUM = "none";

const isColumn = ({ type }: Attribute) => traitsOf(type).choice === "one";
const isNumber = ({ type }: Attribute) => traitsOf(type).json === "number";

/** Whether records are shown as a table or a board, from the address: by which attribute, and which sum. */
export function useLayout({ attributes }: CrmObject) {
  const filters = useFilters();
  const sum = filters.get("sum");
  const numbers = attributes.filter(isNumber);
  // People mostly add up money.
  const usual = numbers.find(({ type }) => traitsOf(type).hasCurrency);
  return {
    by: attributes.find((each) => isColumn(each) && each.slug === filters.get("board")),
    sum: sum === NO_SUM ? undefined : (numbers.find(({ slug }) => slug === sum) ?? usual),
    set: (change: { board?: string; sum?: string }) => filters.set(change),
  };
}

/** Switches between the table and a board by any attribute with options. */
export function LayoutMenu({ object }: { object: CrmObject }) {
  const { by, sum, set } = useLayout(object);
  const columns = object.attributes.filter(isColumn);
  const numbers = object.attributes.filter(isNumber);
  if (columns.length === 0) return null;
  const Icon = by ? IconLayoutKanban : IconTable;
  return (
    <LazyMenu
      position="bottom-start"
      width={230}
      target={
        <Button variant="default" size="sm" leftSection={<Icon size={15} stroke={1.75} />}>
          {by ? `Board: ${by.name}` : "Table"}
        </Button>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item
            leftSection={<IconTable size={16} stroke={1.75} />}
            onClick={() => set({ board: "", sum: "" })}
          >
            Table
          </Menu.Item>
          <Menu.Label>Board by</Menu.Label>
          {columns.map(({ slug, name }) => (
            <Menu.Item
              key={slug}
              leftSection={<IconLayoutKanban size={16} stroke={1.75} />}
              onClick={() => set({ board: slug })}
            >
              {name}
            </Menu.Item>
          ))}
          {by && numbers.length > 0 ? (
            <>
              <Menu.Label>Add up</Menu.Label>
              <Menu.RadioGroup value={sum?.slug ?? NO_SUM} onChange={(slug) => set({ sum: slug })}>
                {numbers.map(({ slug, name }) => (
                  <Menu.RadioItem key={slug} value={slug}>
                    {name}
                  </Menu.RadioItem>
                ))}
                <Menu.RadioItem value={NO_SUM}>Nothing</Menu.RadioItem>
              </Menu.RadioGroup>
            </>
          ) : null}
        </>
      )}
    </LazyMenu>
  );
}
