import { Button } from "@mantine/core";
import { IconArrowRight, IconChartBar, IconGitBranch, IconShieldCheck } from "@tabler/icons-react";
import { ExampleDay } from "@/lib/ui/home/example-day";
import { CopyCommand } from "@/lib/ui/kit/copy-command";
import { Link } from "@/lib/ui/kit/link";
import { AppFrame } from "@/lib/ui/shell/app-frame";
import { Brand, BrandMark } from "@/lib/ui/shell/brand";
import { ColourSchemeMenu } from "@/lib/ui/shell/colour-scheme";
import { OpenConsole } from "@/lib/ui/shell/open-console";
import classes from "./page.module.css";

const AREAS = [
  {
    Icon: IconShieldCheck,
    title: "Identity and access",
    lead: "People sign in with an account they already have. Each workspace decides what they may do there.",
    facts: [
      "Three sign-in providers, one bearer token",
      "API tokens, shown once and kept only as a hash",
      "Roles and permissions per workspace",
    ],
  },
  {
    Icon: IconGitBranch,
    title: "Teams and repositories",
    lead: "A workspace adopts the repositories it works in, and its teams can follow who commits to them.",
    facts: [
      "Commits and pull requests, synced page by page",
      "Projects with numbered tasks and a board",
      "An audit log of who changed what",
    ],
  },
  {
    Icon: IconChartBar,
    title: "Device tracker",
    lead: "A desktop client sends small samples of activity. The server works out what the time went into.",
    facts: [
      "Counts of keys, never the keys themselves",
      "Sent twice is stored once, offline days catch up",
      "Screenshots stay off until somebody turns them on",
    ],
  },
];

const STEPS = [
  { text: "Start the service. It brings its own database and sign-in.", command: "npm start" },
  {
    text: "In a second shell, play a working day of a desktop client.",
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
                <span>Who may do what.</span> <span>What just happened.</span>{" "}
                <span>Where the day went.</span>
              </h1>
              <p className={classes.lead}>
                Workspace Platform is one service for teams that build software. It signs people in and keeps
                their roles, follows the repositories they work in, and turns activity on a device into time
                you can account for.
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
              Three areas, one API
            </h2>
            <div className={classes.areas}>
              {AREAS.map(({ Icon, title, lead, facts }) => (
                <article key={title} className={classes.area}>
                  <span className={classes.areaIcon}>
                    <Icon size={20} stroke={1.75} aria-hidden="true" />
                  </span>
                  <h3>{title}</h3>
                  <p>{lead}</p>
                  <ul>
                    {facts.map((fact) => (
                      <li key={fact}>{fact}</li>
                    ))}
                  </ul>
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
                  Nothing to sign up for and nothing to configure: a fresh checkout carries all it needs.
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
