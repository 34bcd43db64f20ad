import { Button, FileButton, Group, Text } from "@mantine/core";
import { useState } from "react";
import { LOGO_BYTES_MAX } from "@/lib/http/limits";
import { formErrorsOf } from "@/lib/ui/api/failure";
import classes from "./logo-field.module.css";

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file was not read."));
    reader.readAsDataURL(file);
  });
}

type Props = {
  /** As a data URL. */
  logo: string | null;
  /** What it is the logo of, as in "The page's logo". */
  alt: string;
  isDisabled: boolean;
  /** Rejects if the service refuses it. */
  save: (logo: string | null) => Promise<unknown>;
};

/** A logo: chosen from a file, replaced or removed. */
export function LogoField({ logo, alt, isDisabled, save }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (next: string | null) => {
    setProblem(null);
    try {
      await save(next);
    } catch (error) {
      const { logo: refusal, form } = formErrorsOf(error, ["logo"]);
      setProblem(refusal ?? form ?? null);
    }
  };
  const take = async (file: File | null) => {
    if (!file) return;
    if (file.size > LOGO_BYTES_MAX) setProblem("Choose a picture of at most 64 KB");
    else await change(await asDataUrl(file));
  };
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Logo
      </Text>
      <Group gap="sm">
        {logo === null ? null : (
          // biome-ignore lint/performance/noImgElement: it is in the page already
          <img className={classes.logo} src={logo} alt={alt} />
        )}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void take(file)}>
          {(button) => (
            <Button variant="default" disabled={isDisabled} {...button}>
              {logo === null ? "Choose a logo" : "Replace the logo"}
            </Button>
          )}
        </FileButton>
        {logo === null ? null : (
          <Button variant="subtle" color="gray" disabled={isDisabled} onClick={() => void change(null)}>
            Remove
          </Button>
        )}
      </Group>
      <Text size="sm" c={problem === null ? "dimmed" : "red"} mt={4} {...(problem ? { role: "alert" } : {})}>
        {problem ?? "PNG, JPEG or WebP, at most 64 KB"}
      </Text>
    </div>
  );
}
