import { Stack } from "@mantine/core";
import { CATEGORIES_MAX, CATEGORY_CHARS_MAX } from "@/lib/projects/requests/limits";
import { failureNotice } from "@/lib/ui/api/failure";
import { Card } from "@/lib/ui/kit/cards/card";
import { LazyColor, LazyTags } from "@/lib/ui/kit/fields/lazy-fields";
import { LogoField } from "@/lib/ui/kit/fields/logo-field";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { usePageSettings, useUpdatePageSettings } from "@/lib/ui/projects/requests/queries";

type Props = { mayManage: boolean };

/** The public page's look and its categories: logo, colour, categories of requests. */
export default function PageLookCard({ mayManage }: Props) {
  const settings = usePageSettings();
  const update = useUpdatePageSettings();
  const change = (body: Parameters<typeof update.mutate>[0]) =>
    update.mutate(body, failureNotice("The page was not changed"));
  const isFixed = !mayManage || update.isPending;
  return (
    <Card id="look" title="Look" note="Logo, colour and categories of the public page">
      <Loaded query={settings} what="these settings" bones={[120]}>
        {(shown) => (
          <Stack>
            <LogoField
              logo={shown.logo}
              alt="The page's logo"
              isDisabled={isFixed}
              save={(logo) => update.mutateAsync({ logo })}
            />
            <LazyColor
              label="Colour"
              description="Of buttons, links and the open tab; leave it empty for the usual one"
              disabled={!mayManage}
              defaultValue={shown.color ?? ""}
              onChangeEnd={(color) => {
                const given = color.toLowerCase();
                if (given === "" || /^#[0-9a-f]{6}$/.test(given)) change({ color: given || null });
              }}
            />
            <LazyTags
              label="Categories"
              description="What visitors can sort their requests into"
              placeholder={shown.categories.length === 0 ? "Type a word and press Enter" : ""}
              disabled={!mayManage}
              maxTags={CATEGORIES_MAX}
              maxLength={CATEGORY_CHARS_MAX}
              value={shown.categories}
              onChange={(categories) => change({ categories })}
            />
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}
