import { z } from "zod";
import { optional, optionalText } from "./text.ts";

/** Persons and organisations, and what they do for a dataset (ISO 19115: responsibility and party). */

export const OrganisationDetails = z
  .looseObject({ name: z.string(), pid: optionalText, pid_type: optionalText, country_code: optionalText })
  .meta({ id: "OrganisationDetails" });

export const Person = z
  .looseObject({
    first_name: optionalText,
    last_name: optionalText,
    affiliation: optional(OrganisationDetails),
    orcid: optionalText,
  })
  .meta({ id: "Person" });

export const Role = z
  .looseObject({ role_code: optional(z.array(z.string())), person: optional(Person) })
  .meta({ id: "Role" });

export const OrganisationRole = z
  .looseObject({ role_code: optionalText, organisation: optional(OrganisationDetails) })
  .meta({ id: "OrganisationRole" });
