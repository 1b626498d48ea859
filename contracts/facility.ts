import { z } from "zod";
import { ExtraFacility } from "./extra-metadata.ts";
import { Point } from "./geometry.ts";
import { NewKey } from "./names.ts";
import { OrganisationDetails, Person } from "./party.ts";
import { Key, optional, optionalText } from "./text.ts";

/** A station or site that datasets belong to. Members that are not named here are kept and served back. */
export const Facility = z
  .looseObject({
    identifier: Key,
    name: optionalText,
    facility_type: optional(z.array(z.string())),
    location: optional(Point),
    country_code: optionalText,
    wmo_region: optionalText,
    uri: optionalText,
    identifier_type: optionalText,
    active: optional(z.boolean()),
    actris_national_facility: optionalText,
    actris_nf_uri: optionalText,
    gawid_uri: optionalText,
    contact_person: optional(Person),
    contact_organisation: optional(OrganisationDetails),
    description: optionalText,
    surroundings: optionalText,
    operational_since: optionalText,
    extra_metadata: optional(ExtraFacility),
  })
  .meta({ id: "Facility" });

export type Facility = z.infer<typeof Facility>;

/** A facility that is added. */
export const NewFacility = Facility.extend({ identifier: NewKey });
