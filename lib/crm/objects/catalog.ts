import type { AttributeType } from "@/lib/crm/attributes/schema";

export type BuiltInAttribute = {
  slug: string;
  name: string;
  type: AttributeType;
  isRequired?: boolean;
  isUnique?: boolean;
  options?: readonly { value: string; label: string; color: string }[];
  referenceSlug?: string;
};

/** The objects that every workspace has (contract section 5), with the attributes they begin with. */
export const BUILT_IN_OBJECTS = [
  {
    slug: "company",
    singularName: "Company",
    pluralName: "Companies",
    description: "Organisations that you do business with",
    attributes: [
      { slug: "name", name: "Name", type: "text", isRequired: true },
      { slug: "domain", name: "Domain", type: "text", isUnique: true },
      { slug: "website", name: "Website", type: "url" },
      { slug: "phone", name: "Phone", type: "phone" },
      {
        slug: "industry",
        name: "Industry",
        type: "text",
      },
      { slug: "employees", name: "Employees", type: "number" },
      { slug: "owner", name: "Owner", type: "user" },
      { slug: "description", name: "Description", type: "text" },
    ],
  },
  {
    slug: "person",
    singularName: "Person",
    pluralName: "People",
    description: "People that you know, at companies or by themselves",
    attributes: [
      { slug: "name", name: "Name", type: "text", isRequired: true },
      { slug: "email", name: "Email", type: "email", isUnique: true },
      { slug: "phone", name: "Phone", type: "phone" },
      { slug: "job_title", name: "Job title", type: "text" },
      { slug: "company", name: "Company", type: "reference", referenceSlug: "company" },
      { slug: "owner", name: "Owner", type: "user" },
      { slug: "description", name: "Description", type: "text" },
    ],
  },
  {
    slug: "deal",
    singularName: "Deal",
    pluralName: "Deals",
    description: "Business that you hope to win",
    attributes: [
      { slug: "name", name: "Name", type: "text", isRequired: true },
      {
        slug: "stage",
        name: "Stage",
        type: "select",
        options: [
          { value: "lead", label: "Lead", color: "gray" },
          { value: "qualified", label: "Qualified", color: "blue" },
          { value: "proposal", label: "Proposal", color: "violet" },
          { value: "negotiation", label: "Negotiation", color: "orange" },
          { value: "won", label: "Won", color: "green" },
          { value: "lost", label: "Lost", color: "red" },
        ],
      },
      { slug: "amount", name: "Amount", type: "currency" },
      { slug: "close_date", name: "Close date", type: "date" },
      { slug: "company", name: "Company", type: "reference", referenceSlug: "company" },
      { slug: "contact", name: "Contact", type: "reference", referenceSlug: "person" },
      { slug: "owner", name: "Owner", type: "user" },
      { slug: "description", name: "Description", type: "text" },
    ],
  },
] as const satisfies readonly {
  slug: string;
  singularName: string;
  pluralName: string;
  description: string;
  attributes: readonly BuiltInAttribute[];
}[];
