import type { Metadata } from "next";
import { notFound } from "next/navigation";
import classes from "@/app/docs/docs.module.css";
import { type Area, listAreas } from "@/app/docs/reference";
import { env } from "@/lib/platform/env";
import { OperationSection } from "../operation-section";

type Props = { params: Promise<{ area: string }> };

async function findArea({ params }: Props): Promise<Area | undefined> {
  const [{ area: slug }, areas] = await Promise.all([params, listAreas(env().BASE_URL)]);
  return areas.find((area) => area.slug === slug);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await findArea(props))?.name ?? "Not found" };
}

export default async function AreaPage(props: Props) {
  const area = (await findArea(props)) ?? notFound();
  return (
    <>
      <h1 className={classes.title}>{area.name}</h1>
      <p className={classes.paragraph}>{area.description}</p>
      {area.operations.map((operation) => (
        <OperationSection key={operation.id} operation={operation} />
      ))}
    </>
  );
}
