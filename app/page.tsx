import { Button } from "@mantine/core";
import { type Area, AreaPicture } from "@/lib/ui/home/area-picture";
import { ExampleDay } from "@/lib/ui/home/example-day";
import { IconArrowRight } from "@/lib/ui/icons";
import { CopyCommand } from "@/lib/ui/kit/copy/copy-command";
import { Link } from "@/lib/ui/kit/pages/link";
import { AppFrame } from "@/lib/ui/shell/app-frame";
import { Brand, BrandMark } from "@/lib/ui/shell/brand";
import { ColourSchemeMenu } from "@/lib/ui/shell/colour-scheme";
import { OpenConsole } from "@/lib/ui/shell/open-console";
import classes from "./page.module.css";

const AREAS: { area: Area; title: string; lead: string }[] = [
  {
    area: "crm",
    title: "CRM",
    lead: "Companies, people, deals and anything else you track, in lists and on boards with totals. Automations and sequences do the rest.",
  },
  {
    area: "projects",
    title: "Projects",
    lead: "Numbered tasks on a board, and a public page where visitors ask for things, vote and see what becomes of it.",
  },
  {
    area: "forms",
    title: "Forms",
    lead: "Built in minutes, answered on any device, summed up question by question, and sent on to the CRM or a table.",
  },
  {
    area: "tables",
    title: "Tables",
    lead: "Rows and columns that many people work on together, and that others see or edit by a link.",
  },
  {
    area: "webhooks",
    title: "Webhooks",
    lead: "Signed, retried and logged attempt by attempt, on the way out to your services and in from your providers.",
  },
  {
    area: "tracker",
    title: "Time tracker",
    lead: "A desktop client sends small samples of activity, never keystrokes, and the server works out where the day went.",
  },
  {
    area: "repositories",
    title: "Teams and repositories",
    lead: "Adopted repositories show commits and pull requests, and link them to tasks. Teams can follow who commits.",
  },
  {
    area: "access",
    title: "Identity and access",
    lead: "Sign-in with accounts people already have, roles and permissions per workspace, and a log of who changed what.",
  },
  {
    area: "api",
    title: "API",
    lead: "Anything the console does, a program can do with an API token. Every route is documented with an example.",
  },
];

const STEPS = [
  { text: "Start the service. It brings its own database and sign-in.", command: "npm start" },
  {
    text: "In a second shell, replay a desktop client's working day.",
    command: "npm run demo -- --as ada@example.com",
  },
  {
    text: "Get a bearer token and talk to the API yourself.",
    command: "npm run token -- --email ada@example.com",
  },
];

export default function LandingPage() {
  return (
    <AppFrame>
      <div className={classes.page}>
        <header className={classes.header}>
          <Brand href="/" collapses />
          <nav aria-label="Site" className={classes.nav}>
            <a href="/docs" className={classes.navLink}>
              API reference
            </a>
            <ColourSchemeMenu />
            <OpenConsole variant="default" size="sm" />
          </nav>
        </header>

        <main id="main">
          <section className={classes.hero}>
            <div>
              <h1 className={classes.headline}>
                <span>Customers, projects,</span> <span>forms and time.</span> <span>One workspace.</span>
              </h1>
              <p className={classes.lead}>
                Workspace Platform is one service for teams that build software and look after customers: a
                CRM, project boards, forms, tables, webhooks and a time tracker that share people, roles and
                one API.
              </p>
              <div className={classes.actions}>
                <OpenConsole size="md" rightSection={<IconArrowRight size={18} stroke={1.75} />} />
                <Button component={Link} href="/docs" prefetch={false} variant="default" size="md">
                  Read the API reference
                </Button>
              </div>
            </div>
            <ExampleDay />
          </section>

          <section aria-labelledby="areas" className={classes.section}>
            <h2 id="areas" className={classes.sectionTitle}>
              Nine areas, one workspace
            </h2>
            <div className={classes.areas}>
              {AREAS.map(({ area, title, lead }) => (
                <article key={area} className={classes.area}>
                  <AreaPicture area={area} />
                  <h3>{title}</h3>
                  <p>{lead}</p>
                </article>
              ))}
            </div>
          </section>

          <section aria-labelledby="try" className={classes.section}>
            <div className={classes.try}>
              <div>
                <h2 id="try" className={classes.sectionTitle}>
                  Try it on your machine
                </h2>
                <p className={classes.sectionLead}>
                  Nothing to sign up for and nothing to configure: a fresh checkout has everything it needs.
                </p>
              </div>
              <ol className={classes.steps}>
                {STEPS.map(({ text, command }) => (
                  <li key={command}>
                    <p>{text}</p>
                    <CopyCommand command={command} />
                  </li>
                ))}
              </ol>
            </div>
          </section>
        </main>

        <footer className={classes.footer}>
          <BrandMark size={18} />
          <span>Workspace Platform</span>
          <nav aria-label="Footer">
            <a href="/docs">API reference</a>
            <a href="/api/v1/openapi.json">OpenAPI document</a>
            <a href="/api/v1/health">Service health</a>
          </nav>
        </footer>
      </div>
    </AppFrame>
  );
}
