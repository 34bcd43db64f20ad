import type { z } from "zod";
import type { CreateForm } from "@/lib/forms/schema";
import type { CreateTable } from "@/lib/tables/schema";

/*
 * The sample data of a workspace. Every name that appears on its own in a list says that it is a sample. Addresses end
 * in `.example`, which nobody can own (RFC 2606). Days are counted from the day it is created.
 */

export const COMPANIES = [
  {
    key: "northwind",
    name: "Northwind Outdoor (sample)",
    domain: "northwind.example",
    industry: "Retail",
    employees: 140,
  },
  {
    key: "kestrel",
    name: "Kestrel Robotics (sample)",
    domain: "kestrel.example",
    industry: "Manufacturing",
    employees: 62,
  },
  {
    key: "lumen",
    name: "Lumen Studio (sample)",
    domain: "lumen.example",
    industry: "Design",
    employees: 18,
  },
  {
    key: "harbour",
    name: "Harbour Clinics (sample)",
    domain: "harbour.example",
    industry: "Health",
    employees: 320,
  },
  {
    key: "ostrava",
    name: "Ostrava Foods (sample)",
    domain: "ostrava.example",
    industry: "Food",
    employees: 95,
  },
] as const;

export const PEOPLE = [
  {
    key: "mira",
    name: "Mira Sand (sample)",
    mailbox: "mira.sand",
    job: "Head of operations",
    at: "northwind",
  },
  { key: "tomas", name: "Tomas Ruiz (sample)", mailbox: "tomas.ruiz", job: "Buyer", at: "northwind" },
  { key: "ines", name: "Ines Koval (sample)", mailbox: "ines.koval", job: "CTO", at: "kestrel" },
  { key: "leo", name: "Leo Hart (sample)", mailbox: "leo.hart", job: "Founder", at: "lumen" },
  {
    key: "aisha",
    name: "Aisha Noor (sample)",
    mailbox: "aisha.noor",
    job: "Practice manager",
    at: "harbour",
  },
  { key: "jan", name: "Jan Dvorak (sample)", mailbox: "jan.dvorak", job: "Managing director", at: "ostrava" },
] as const;

export const DEALS = [
  {
    name: "Spring order (sample)",
    stage: "won",
    amount: 18_400,
    closesIn: -6,
    at: "northwind",
    with: "tomas",
  },
  {
    name: "Store rollout (sample)",
    stage: "negotiation",
    amount: 42_000,
    closesIn: 9,
    at: "northwind",
    with: "mira",
  },
  {
    name: "Sensor pilot (sample)",
    stage: "proposal",
    amount: 12_500,
    closesIn: 16,
    at: "kestrel",
    with: "ines",
  },
  {
    name: "Brand refresh (sample)",
    stage: "qualified",
    amount: 6_800,
    closesIn: 24,
    at: "lumen",
    with: "leo",
  },
  {
    name: "Booking portal (sample)",
    stage: "lead",
    amount: 31_000,
    closesIn: 45,
    at: "harbour",
    with: "aisha",
  },
  {
    name: "Second clinic (sample)",
    stage: "lead",
    amount: 15_000,
    closesIn: 60,
    at: "harbour",
    with: "aisha",
  },
  {
    name: "Packaging line (sample)",
    stage: "lost",
    amount: 22_000,
    closesIn: -12,
    at: "ostrava",
    with: "jan",
  },
] as const;

export const PROJECT = {
  name: "Web shop (sample)",
  key: "SHOP",
  description:
    "A sample project: its board, and a public page where visitors ask for things. Change what you like.",
} as const;

export const TASKS = [
  {
    title: "Compare prices across currencies",
    status: "backlog",
    priority: "low",
    labels: ["idea"],
    dueIn: null,
  },
  {
    title: "Write the help page about returns",
    status: "backlog",
    priority: "none",
    labels: ["docs"],
    dueIn: null,
  },
  {
    title: "Send a receipt after checkout",
    status: "todo",
    priority: "high",
    labels: ["checkout"],
    dueIn: 3,
  },
  {
    title: "Show delivery dates in the cart",
    status: "todo",
    priority: "medium",
    labels: ["checkout"],
    dueIn: 8,
  },
  { title: "Let people pay by invoice", status: "todo", priority: "medium", labels: ["payments"], dueIn: 14 },
  {
    title: "Totals differ by a cent",
    status: "in_progress",
    priority: "urgent",
    labels: ["bug", "checkout"],
    dueIn: 1,
  },
  { title: "Search finds plurals", status: "in_progress", priority: "medium", labels: ["search"], dueIn: 5 },
  { title: "Gift wrapping", status: "in_review", priority: "low", labels: ["checkout"], dueIn: 2 },
  { title: "Log in with an email link", status: "done", priority: "high", labels: ["accounts"], dueIn: -3 },
  { title: "Photos load twice as fast", status: "done", priority: "medium", labels: ["speed"], dueIn: -5 },
] as const;

export const REQUESTS = [
  {
    title: "Pay by invoice",
    description: "Our accounting can't pay by card. **An invoice** with 30 days would do.",
    status: "planned",
    task: "Let people pay by invoice",
    daysAgo: 11,
  },
  {
    title: "Show when it will arrive",
    description: "Before I pay, I'd like to see the day on which it comes.",
    status: "in_progress",
    task: "Show delivery dates in the cart",
    daysAgo: 8,
  },
  {
    title: "Wish lists that can be shared",
    description: "For birthdays.",
    status: "open",
    task: null,
    daysAgo: 4,
  },
  { title: "A dark mode", description: "", status: "open", task: null, daysAgo: 2 },
  {
    title: "Log in without a password",
    description: "A link by email is enough for me.",
    status: "done",
    task: "Log in with an email link",
    daysAgo: 20,
  },
] as const;

export const FORM = {
  name: "How are we doing? (sample)",
  description: "It takes half a minute.",
  submit_label: "Send feedback",
  thank_you_text: "Thank you for taking the time.",
  is_public: true,
  fields: [
    {
      key: "score",
      label: "How likely are you to recommend us?",
      type: "rating",
      required: true,
      validation: { max: 10 },
    },
    {
      key: "used",
      label: "What do you use most?",
      type: "radio",
      required: true,
      options: ["The shop", "The app", "The phone"],
    },
    { key: "comment", label: "What should we do better?", type: "textarea" },
  ],
} satisfies z.input<typeof CreateForm>;

export const ANSWERS = [
  { score: 9, used: "The shop", comment: "Faster than all others I tried.", hoursAgo: 5 },
  { score: 7, used: "The app", comment: "The app forgets what I filtered by.", hoursAgo: 22 },
  { score: 10, used: "The shop", hoursAgo: 31 },
  { score: 4, used: "The phone", comment: "Nobody answered after five.", hoursAgo: 50 },
  { score: 8, used: "The app", hoursAgo: 74 },
  { score: 9, used: "The shop", comment: "Please add invoices.", hoursAgo: 98 },
  { score: 6, used: "The app", comment: "Photos are small.", hoursAgo: 122 },
  { score: 10, used: "The shop", comment: "Lovely packaging!", hoursAgo: 150 },
] as const;

export const TABLE = {
  name: "Launch plan (sample)",
  description: "Who does what until the launch",
  columns: [
    { name: "Step", type: "text" },
    {
      name: "State",
      type: "select",
      options: [
        { value: "open", label: "Open", color: "gray" },
        { value: "started", label: "Started", color: "blue" },
        { value: "done", label: "Done", color: "green" },
      ],
    },
    { name: "Budget", type: "number" },
    { name: "Until", type: "date" },
  ],
} satisfies z.input<typeof CreateTable>;

export const ROWS = [
  { step: "Choose the name", state: "done", budget: 0, dueIn: -9 },
  { step: "Photos of all products", state: "done", budget: 2_400, dueIn: -4 },
  { step: "Prices for three countries", state: "started", budget: 0, dueIn: 2 },
  { step: "Rehearse the checkout", state: "started", budget: 300, dueIn: 5 },
  { step: "Letter to old customers", state: "open", budget: 650, dueIn: 9 },
  { step: "Launch", state: "open", budget: 1_500, dueIn: 14 },
] as const;

/** Switched off, and at an address that no name server knows (RFC 2606): nothing can be sent there. */
export const WEBHOOK = {
  name: "Answers to the team chat (sample)",
  url: "https://chat.invalid/hooks/answers",
  events: ["form.submitted"],
} as const;

/** What the subscriber would have answered, the newest first: one attempt each. */
export const DELIVERIES = [
  { statusCode: 200, durationMs: 84, hoursAgo: 5 },
  { statusCode: 200, durationMs: 121, hoursAgo: 22 },
  { statusCode: 200, durationMs: 96, hoursAgo: 31 },
  { statusCode: 410, durationMs: 40, hoursAgo: 50 },
  { statusCode: 200, durationMs: 233, hoursAgo: 74 },
  { statusCode: 503, durationMs: 1_940, hoursAgo: 98 },
  { statusCode: 200, durationMs: 77, hoursAgo: 122 },
  { statusCode: 200, durationMs: 88, hoursAgo: 150 },
] as const;

/** A working day by the clocks of its person: what each quarter of an hour went to, from `from` on. */
export const WORKING_DAY = {
  fromHour: 9,
  quarters: [
    ...["comm.mail", "comm.chat", "comm.meeting", "plan.issues"],
    ...[
      "dev.code",
      "dev.code",
      "dev.code",
      "dev.terminal",
      "dev.code",
      "dev.code",
      "dev.review",
      "dev.review",
    ],
    ...[null, null, null, null],
    ...[
      "write.docs",
      "design",
      "dev.reference",
      "dev.code",
      "dev.code",
      "dev.code",
      "dev.terminal",
      "dev.code",
    ],
    ...[
      "comm.meeting",
      "comm.meeting",
      "dev.code",
      "dev.code",
      "comm.chat",
      "plan.issues",
      "comm.mail",
      "learn",
    ],
  ],
} as const;
