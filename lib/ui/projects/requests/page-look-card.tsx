import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CATEGORIES_MAX, CATEGORY_CHARS_MAX, LOGO_BYTES_MAX } from "@/lib/projects/requests/limits";
import { failureNotice } from "@/lib/ui/api/failure";
import { Card } from "@/lib/ui/kit/cards/card";
import { LazyColor, LazyTags } from "@/lib/ui/kit/fields/lazy-fields";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { usePageSettings, useUpdatePageSettings } from "@/lib/ui/projects/requests/queries";
import classes from "./requests.module.css";

type Props = { mayManage: boolean };

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file was not read."));
    reader.readAsDataURL(file);
  });
}

/** The public page's look and its categories: logo, colour, categories of requests. */
export default function PageLookCard({ mayManage }: Props) {
  const settings = usePageSettings();
  const update = useUpdatePageSettings();
  const [problem, setProblem] = useState<string | null>(null);
  const change = (body: Parameters<typeof update.mutate>[0]) =>
    update.mutate(body, failureNotice("The page was not changed"));
  const take = async (file: File | null) => {
    if (!file) return;
    setProblem(file.size > LOGO_BYTES_MAX ? "Choose a picture of at most 64 KB." : null);
    if (file.size <= LOGO_BYTES_MAX) change({ logo: await asDataUrl(file) });
  };
  const isFixed = !mayManage || update.isPending;
  return (
    <Card id="look" title="Look" note="Logo, colour and categories of the public page">
      <Loaded query={settings} what="these settings" bones={[120]}>
        {(shown) => (
          <Stack>
            <div>
              <Text size="sm" fw={500} mb={4}>
                Logo
              </Text>
              <Group gap="sm">
                {shown.logo === null ? null : (
                  // biome-ignore lint/performance/noImgElement: it is in the page already
                  <img className={classes.logo} src={shown.logo} alt="The page's logo" />
                )}
                <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void take(file)}>
                  {(button) => (
                    <Button variant="default" disabled={isFixed} {...button}>
                      {shown.has_logo ? "Replace the logo" : "Choose a logo"}
                    </Button>
                  )}
                </FileButton>
                {shown.has_logo ? (
                  <Button
                    variant="subtle"
                    color="gray"
                    disabled={isFixed}
                    onClick={() => change({ logo: null })}
                  >
                    Remove
                  </Button>
                ) : null}
              </Group>
              <Text
                size="sm"
                c={problem === null ? "dimmed" : "red"}
                mt={4}
                {...(problem ? { role: "alert" } : {})}
              >
                {problem ?? "PNG, JPEG or WebP, at most 64 KB"}
              </Text>
            </div>
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
