import { describe, expect, it } from "vitest";
import { suggestColumns } from "@/lib/crm/import/rules";

const ATTRIBUTES = [
  { slug: "name", name: "Name" },
  { slug: "domain", name: "Domain" },
  { slug: "close_date", name: "Close date" },
];

const suggested = (...headers: string[]) =>
  suggestColumns(headers, ATTRIBUTES, "Company").map(({ attribute }) => attribute?.slug ?? null);

describe("suggestColumns", () => {
  it("finds an attribute behind the object's name, and however words are joined", () => {
    expect(suggested("Company name", "company_domain", "Close-Date")).toEqual([
      "name",
      "domain",
      "close_date",
    ]);
    expect(suggested("COMPANY  NAME ", "companyname")).toEqual(["name", null]);
  });

  it("suggests no attribute twice, and prefers the column that is called like it", () => {
    expect(suggested("Company name", "Name")).toEqual([null, "name"]);
    expect(suggested("Company name", "company-name")).toEqual(["name", null]);
  });

  it("compares names as matching does, however their accents are written", () => {
    const attributes = [{ slug: "stage", name: "\u00c9tage actuel" }];
    const [column] = suggestColumns(["e\u0301tage_actuel"], attributes, "Company");
    expect(column?.attribute?.slug).toBe("stage");
  });

  it("knows what other programs call a column", () => {
    const attributes = ["Name", "Email", "Phone", "Job title", "Website"].map((name) => ({
      slug: name.toLowerCase().replace(" ", "_"),
      name,
    }));
    const slugs = (...headers: string[]) =>
      suggestColumns(headers, attributes, "Person").map(({ attribute }) => attribute?.slug ?? null);
    expect(slugs("Full Name", "E-mail", "Phone number", "Job", "Web site")).toEqual([
      "name",
      "email",
      "phone",
      "job_title",
      "website",
    ]);
    expect(slugs("Person E-Mail Address", "Email", "constructor")).toEqual([null, "email", null]);
  });

  it("leaves alone what is called like nothing", () => {
    expect(suggested("Company", "Staff", "")).toEqual([null, null, null]);
  });
});
