import type { Metadata } from "next";
import classes from "../docs.module.css";
import { Prose } from "../prose";
import { readSections } from "./settings";

export const metadata: Metadata = { title: "Settings" };

/** Every setting, for those who run the service. */
export default async function SettingsPage() {
  const sections = await readSections();
  return (
    <>
      <h1 className={classes.title}>Settings</h1>
      <p className={classes.paragraph}>
        <Prose text="Environment variables, or lines in a `.env` file next to `package.json`. You need none of them on your own machine. `npm run doctor` checks yours against the real services and says what to fix." />
      </p>
      {sections.map(({ title, settings }) => (
        <section key={title} className={classes.overview}>
          <h2 className={classes.overviewTitle}>{title}</h2>
          <ul className={classes.fields}>
            {settings.map(({ names, text, defaults, isRequired }) => (
              <li key={names.join()} id={names[0]} className={classes.field}>
                <div className={classes.fieldHead}>
                  {names.map((name, index) => (
                    <code key={name} className={classes.fieldName}>
                      {defaults[index] ? `${name}=${defaults[index]}` : name}
                    </code>
                  ))}
                  {isRequired ? (
                    <span className={classes.required}>required if DATABASE_URL is set</span>
                  ) : null}
                </div>
                <p className={classes.fieldText}>
                  <Prose text={text} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
